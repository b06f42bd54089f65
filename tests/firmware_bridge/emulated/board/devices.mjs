// What is soldered to the Pico: a chain of 74HC165, hall sensors behind multiplexers, an LED chain, a buzzer.
import { GPIOPinState } from 'rp2040js';

const LATCH_NS = 50_000; // the LED line low for so long ends a frame
const ONE_NS = 450; // a high pulse longer than this is a one
const PWM_FUNCTION = 4;

export class Devices {
  /** `board`: the settings of the firmware's board.py. */
  constructor(board) {
    this.board = board;
    this.levels = new Uint8Array(Math.ceil(board.channels / 8)).fill(board.active_low ? 0xff : 0);
    this.readings = new Uint16Array(board.channels).fill(0x8000);
    this.scans = [];
    this.measured = [];
    this.pixels = [];
    this.frames = 0;
    this.pulses = { zero: [Infinity, 0], one: [Infinity, 0], period: [Infinity, 0] };
  }

  attach(mcu, chip) {
    this.chain(mcu, chip);
    this.strip(mcu, chip);
    if (this.board.analog) this.multiplexers(mcu, chip);
    this.mcu = mcu;
  }

  setHole(channel, on) {
    const mask = 1 << (channel & 7);
    if (Boolean(on) !== this.board.active_low) this.levels[channel >> 3] |= mask;
    else this.levels[channel >> 3] &= ~mask;
  }

  /** SH/LD low latches all inputs; each SPI byte shifts one chip out, at the pace of the SPI clock. */
  chain(mcu, chip) {
    let latched = this.levels.slice();
    let at = 0;
    mcu.gpio[this.board.load].addListener((state) => {
      if (state !== GPIOPinState.Low) return;
      latched = this.levels.slice();
      at = 0;
      this.scans.push(chip.nanos);
    });
    mcu.spi.forEach((spi, number) => {
      let value = 0;
      const done = mcu.clock.createAlarm(() => spi.completeTransmit(value));
      spi.onTransmit = () => {
        value = number === this.board.spi && at < latched.length ? latched[at++] : 0;
        this.spiHz = spi.clockFrequency;
        done.schedule((1e9 * spi.dataBits) / spi.clockFrequency);
      };
    });
  }

  multiplexers(mcu, chip) {
    const { mux_select: select, mux_adc: inputs, mux_enable: enable, channels } = this.board;
    const high = (pin) => mcu.gpio[pin].value === GPIOPinState.High;
    const low = (pin) => mcu.gpio[pin].value === GPIOPinState.Low;
    mcu.adc.onADCRead = (input) => {
      const group = enable.findIndex(low);
      const line = select.reduce((sum, pin, bit) => sum + (high(pin) ? 1 << bit : 0), 0);
      const channel = 16 * (group * inputs.length + inputs.indexOf(26 + input)) + line;
      const reading = group >= 0 && channel < channels ? this.readings[channel] : 0;
      if (channel === 0) this.measured.push(chip.nanos);
      mcu.adc.currentChannel = input;
      mcu.adc.channelValues[input] = reading >> 4;
      mcu.adc.sampleAlarm.schedule(2000);
    };
  }

  /** Decodes the WS2812 line by the lengths of its pulses. */
  strip(mcu, chip) {
    let rose = 0;
    let fell = 0;
    let bits = 0;
    let word = 0;
    let pixels = [];
    const seen = (kind, ns) => {
      const range = this.pulses[kind];
      this.pulses[kind] = [Math.min(range[0], ns), Math.max(range[1], ns)];
    };
    mcu.gpio[this.board.led_pin].addListener((state) => {
      const now = chip.pinAt ?? chip.nanos;
      if (state === GPIOPinState.High) {
        if (now - fell > LATCH_NS) [pixels, bits, word] = [[], 0, 0];
        else seen('period', now - rose);
        rose = now;
      } else if (state === GPIOPinState.Low && rose) {
        const one = now - rose > ONE_NS;
        seen(one ? 'one' : 'zero', now - rose);
        fell = now;
        word = (word << 1) | (one ? 1 : 0);
        if (++bits < 24) return;
        pixels.push([(word >> 8) & 255, (word >> 16) & 255, word & 255]);
        [bits, word] = [0, 0];
        if (pixels.length === this.board.leds) [this.pixels, this.frames] = [pixels, this.frames + 1];
      }
    });
  }

  /** The tone on a pin in hertz, 0 when it is silent. */
  tone(pin) {
    if (this.mcu.gpio[pin].functionSelect !== PWM_FUNCTION) return 0;
    const channel = this.mcu.pwm.channels[(pin >> 1) & 7];
    const level = pin & 1 ? channel.cc >>> 16 : channel.cc & 0xffff;
    return level ? Math.round(this.mcu.clkSys / ((channel.div / 16) * (channel.top + 1))) : 0;
  }

  functionOf(pin) {
    return this.mcu.gpio[pin].functionSelect;
  }
}
