// The computer at the other end of the USB cable: it enumerates the Pico's serial port and carries its bytes.
import {
  DataDirection, SetupRecipient, SetupType,
  createSetupPacket, getDescriptorPacket, setDeviceAddressPacket, setDeviceConfigurationPacket,
} from 'rp2040js';

const CONFIGURATION = 2;
const HEADER = 9;
const SET_LINE_STATE = 0x22;
const AVAILABLE = 1 << 10;
const BULK = 2;
const PACKET = 64;
const BYTE_NS = 670; // full speed, without bit stuffing
const PACKET_NS = 10_000; // handshake, and the host's wait for its turn

export class UsbHost {
  /** `enumerateMs`: from the pull-up to the first bus reset; a Linux computer takes about 250 ms. */
  constructor({ enumerateMs = 250, received = () => {} }) {
    Object.assign(this, { enumerateMs, received });
    this.dtr = true;
    this.reading = true;
    this.toSend = [];
    this.ready = false;
  }

  plug(mcu) {
    const usb = (this.usb = mcu.usbCtrl);
    this.clock = mcu.clock;
    this.memory = mcu.usbDPRAMView;
    this.endpoints = { in: -1, out: -1 };
    this.descriptors = [];
    this.size = undefined;
    this.wanted = -1; // bytes that the device can take
    this.held = undefined; // a packet that is under way, or that the host does not read
    this.underWay = false;
    this.toSend = [];
    this.ready = false;
    const found = mcu.clock.createAlarm(() => usb.resetDevice());
    usb.onUSBEnabled = () => found.schedule(this.enumerateMs * 1e6);
    usb.onResetReceived = () => usb.sendSetupPacket(setDeviceAddressPacket(1));
    usb.onEndpointWrite = (endpoint, data) => endpoint === 0 && this.enumerate(data);
    usb.onEndpointRead = (endpoint, count) => {
      if (endpoint !== this.endpoints.out) return;
      this.wanted = count;
      this.pump();
    };
    this.carryPackets(mcu);
  }

  /** Bulk packets take time on the bus, and the buffer stays "available" until the host has read it. */
  carryPackets(mcu) {
    const { usb } = this;
    const others = usb.DPRAMUpdated.bind(usb);
    this.arrival = mcu.clock.createAlarm(() => this.arrived());
    usb.DPRAMUpdated = (offset, value) => {
      const mine = this.endpoints.in > 0 && offset === 0x80 + 8 * this.endpoints.in;
      if (!mine || !(value & AVAILABLE)) return others(offset, value);
      const length = value & 0x3ff;
      const from = usb.getEndpointBufferOffset(this.endpoints.in, false);
      this.held = { offset, data: mcu.usbDPRAM.slice(from, from + length) };
      this.underWay = this.reading;
      if (this.underWay) this.arrival.schedule(PACKET_NS + length * BYTE_NS);
    };
  }

  arrived() {
    const { offset, data } = this.held;
    this.held = undefined;
    this.underWay = false;
    const value = this.memory.getUint32(offset, true);
    this.memory.setUint32(offset, value & ~(AVAILABLE | 0x8000), true);
    if (this.dtr && data.length) this.received(data);
    this.usb.indicateBufferReady(this.endpoints.in, false);
  }

  enumerate(data) {
    const { usb } = this;
    if (data.length === 0) {
      if (this.size === undefined) usb.sendSetupPacket(getDescriptorPacket(CONFIGURATION, HEADER));
      else if (!this.ready && this.endpoints.in > 0) {
        this.ready = true;
        if (this.dtr) this.sendLineState();
      }
      return;
    }
    if (this.size === undefined) {
      if (data.length !== HEADER || data[1] !== CONFIGURATION) return;
      this.size = data[2] | (data[3] << 8);
      usb.sendSetupPacket(getDescriptorPacket(CONFIGURATION, this.size));
    } else if (this.descriptors.length < this.size) {
      this.descriptors.push(...data);
      if (this.descriptors.length < this.size) return;
      this.endpoints = bulkEndpoints(this.descriptors);
      usb.sendSetupPacket(setDeviceConfigurationPacket(1));
    }
  }

  sendLineState() {
    this.usb.sendSetupPacket(
      createSetupPacket({
        dataDirection: DataDirection.HostToDevice, type: SetupType.Class, recipient: SetupRecipient.Device,
        bRequest: SET_LINE_STATE, wValue: this.dtr ? 3 : 0, wIndex: 0, wLength: 0,
      }),
    );
  }

  /** A program opens or closes the port. */
  setDtr(on) {
    if (on === this.dtr) return;
    this.dtr = on;
    if (this.ready) this.sendLineState();
  }

  /** Whether the program reads what arrives. */
  setReading(on) {
    this.reading = on;
    if (!on || !this.held || this.underWay) return;
    this.underWay = true;
    this.arrival.schedule(PACKET_NS);
  }

  send(data) {
    this.toSend.push(...data);
    this.pump();
  }

  pump() {
    if (this.wanted < 0 || !this.toSend.length || !this.ready) return;
    const packet = Uint8Array.from(this.toSend.splice(0, Math.min(PACKET, this.wanted)));
    this.wanted = -1;
    this.usb.endpointReadDone(this.endpoints.out, packet);
  }
}

function bulkEndpoints(descriptors) {
  const found = {};
  for (let at = 0; at < descriptors.length; at += descriptors[at]) {
    const [length, type, address, kind] = descriptors.slice(at, at + 4);
    if (length === 7 && type === 5 && (kind & 3) === BULK) found[address & 0x80 ? 'in' : 'out'] = address & 15;
  }
  return found;
}
