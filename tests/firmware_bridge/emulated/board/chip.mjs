// A Raspberry Pi Pico: rp2040js with flash that survives resets, and peripherals in step with emulated time.
//
// rp2040js runs a program; this module adds what MicroPython needs besides: the boot ROM's flash routines, a
// ring oscillator that gives random bits, PIO by its own clock divider, and resets that keep flash and scratch.
// Time is counted in emulated nanoseconds since the first power-on. The computer's own clock is never read.
import { RP2040 } from 'rp2040js';

export const FILES_AT = 0xa0000; // where MicroPython's file system begins in the flash of an RPI_PICO
const FLASH_SIZE = 2 << 20;
const ERASE_NS = 45e6; // a sector of 4096 bytes
const PROGRAM_NS = 0.4e6; // a page of 256 bytes
const PERIPHERAL = { resets: 0x4000c, watchdog: 0x40058, rosc: 0x40060 };
const POWER = 0; // a reset reason; 1: the watchdog's timer, 2: the watchdog forced

export class Chip {
  /** `attach(mcu, chip)` wires devices to the pins of each life. `busyWait`: address range of the idle loop. */
  constructor({ image, bootrom, files, busyWait, attach }) {
    Object.assign(this, { bootrom, busyWait, attach });
    this.flash = new Uint8Array(FLASH_SIZE).fill(0xff);
    this.flash.set(image);
    if (files) this.flash.set(files, FILES_AT);
    this.rom = romFunctions(bootrom);
    this.resets = [];
    this.idleNs = 0; // spent in the idle loop, or asleep
    this.bootsel = false;
    this.hung = false; // the program makes no step any more, while time and peripherals go on
    this.past = 0; // nanoseconds of the lives before
    this.seed = 1;
    this.begin(POWER);
  }

  get nanos() {
    return this.past + this.mcu.clock.nanos;
  }

  get files() {
    return this.flash.subarray(FILES_AT, FILES_AT + 352 * 4096);
  }

  begin(reason) {
    const mcu = (this.mcu = new RP2040());
    const quiet = () => {};
    mcu.logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
    mcu.loadBootrom(this.bootrom);
    mcu.flash.set(this.flash);
    const watchdog = mcu.peripherals[PERIPHERAL.watchdog];
    watchdog.reason = reason;
    if (reason !== POWER) watchdog.scratchData.set(this.scratch);
    watchdog.onWatchdogTrigger = () => {
      this.due = watchdog.reason;
      watchdog.timer.enable = false; // rp2040js would let it strike again at the same moment, without end
      watchdog.alarm.enable = false;
    };
    this.hung = false;
    const rosc = mcu.peripherals[PERIPHERAL.rosc];
    const others = rosc.readUint32.bind(rosc);
    rosc.readUint32 = (at) => (at === 0x1c ? this.randomBit() : at === 0x18 ? 0x80001000 : others(at));
    const sio = mcu.sio;
    const pins = sio.readUint32.bind(sio);
    sio.readUint32 = (at) => (at === 8 ? (this.bootsel ? 0x3d : 0x3f) : pins(at));
    // rp2040js would run PIO from a timer of the computer.
    for (const pio of mcu.pio) pio.run = quiet;
    mcu.core.PC = 0x10000000;
    this.due = undefined;
    this.attach(mcu, this);
  }

  randomBit() {
    this.seed = (Math.imul(this.seed, 1103515245) + 12345) >>> 0;
    return this.seed >>> 31;
  }

  /** Power off and on. */
  powerCycle() {
    this.due = POWER;
  }

  /** Runs for so many emulated nanoseconds, over resets; ends early when `until()` holds. */
  run(nanos, until = null) {
    const end = this.nanos + nanos;
    while (this.nanos < end) {
      const slice = Math.min(end, this.nanos + 100_000);
      this.runTo(slice);
      if (until && until()) return;
    }
  }

  runTo(end) {
    let { mcu } = this;
    let { core, clock } = mcu;
    let cycle = 1e9 / mcu.clkSys;
    const [busyFrom, busyTo] = this.busyWait;
    const { erase, program } = this.rom;
    for (let n = 1; this.past + clock.nanosCounter < end || this.due !== undefined; n++) {
      if (core.waiting || this.hung) {
        const next = clock.nanosToNextAlarm;
        const rest = Math.min(next > 0 ? next : 1000, end - this.nanos, 50_000);
        this.idleNs += rest;
        clock.tick(Math.max(rest, 100));
      } else {
        const pc = core.PC;
        if (pc < 0x4000 && (pc === erase || pc === program)) {
          this.writeFlash(pc === erase);
          continue;
        }
        if (pc >= busyFrom && pc < busyTo) this.skipIdle(end);
        clock.nanosCounter += core.executeInstruction() * cycle;
        const alarm = clock.nextAlarm;
        if (alarm !== null && alarm.nanos <= clock.nanosCounter) clock.tick(0);
      }
      if ((n & 31) === 0) {
        this.stepPio();
        if ((n & 4095) === 0) cycle = 1e9 / mcu.clkSys;
      }
      if (this.due !== undefined) {
        this.reset();
        ({ mcu } = this);
        ({ core, clock } = mcu);
        cycle = 1e9 / mcu.clkSys;
      }
    }
  }

  /** A busy wait reads the clock in a loop: let time pass in larger steps, never beyond the next alarm. */
  skipIdle(end) {
    const { clock } = this.mcu;
    const next = clock.nanosToNextAlarm;
    const step = Math.min(500, next > 0 ? next - 1 : 500, end - this.nanos);
    if (step > 100) {
      clock.tick(step);
      this.idleNs += step;
    }
    this.idleNs += 30;
  }

  reset() {
    const reason = this.due;
    this.scratch = this.mcu.peripherals[PERIPHERAL.watchdog].scratchData.slice();
    this.past += this.mcu.clock.nanos;
    this.resets.push(reason);
    this.begin(reason);
  }

  stepPio() {
    const { clock, clkSys, pio: blocks } = this.mcu;
    for (const pio of blocks) {
      if (pio.stopped) continue;
      for (const machine of pio.machines) {
        if (!machine.enabled) continue;
        const period = (1e9 / clkSys) * (machine.clockDivInt + machine.clockDivFrac / 256 || 65536);
        const restart = () => (machine.epoch = clock.nanos - machine.cycles * period);
        if (machine.epoch === undefined || (machine.waiting && machine.txFIFO.empty)) restart();
        const target = (clock.nanos - machine.epoch) / period;
        while (machine.cycles < target && !machine.waiting) this.stepMachine(pio, machine, period);
        if (machine.waiting && !machine.txFIFO.empty) this.stepMachine(pio, machine, period);
        this.pinAt = undefined;
      }
    }
  }

  stepMachine(pio, machine, period) {
    this.pinAt = this.past + machine.epoch + machine.cycles * period; // when the pins change, exactly
    machine.step();
    pio.checkChangedPins();
  }

  /** The boot ROM's flash_range_erase(addr, count, ...) and flash_range_program(addr, data, count). */
  writeFlash(erase) {
    const { mcu, flash } = this;
    const [at, second, third] = mcu.core.registers;
    if (erase) {
      flash.fill(0xff, at, at + second);
      mcu.flash.fill(0xff, at, at + second);
      mcu.clock.tick((second / 4096) * ERASE_NS);
    } else {
      for (let i = 0; i < third; i++) {
        flash[at + i] &= mcu.readUint8(second + i);
        mcu.flash[at + i] = flash[at + i];
      }
      mcu.clock.tick((third / 256) * PROGRAM_NS);
    }
    mcu.core.PC = mcu.core.LR & ~1;
  }
}

function romFunctions(bootrom) {
  const view = new DataView(bootrom.buffer);
  const functions = {};
  for (let at = view.getUint16(0x14, true); view.getUint16(at, true); at += 4) {
    const name = String.fromCharCode(view.getUint8(at), view.getUint8(at + 1));
    functions[name] = view.getUint16(at + 2, true) & ~1;
  }
  return { erase: functions.RE, program: functions.RP };
}
