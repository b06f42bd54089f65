// A whole board from options: {home: folder of image and boot ROM, files: its flash's file system, board, ...}.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Chip } from './chip.mjs';
import { Devices } from './devices.mjs';
import { UsbHost } from './usb_host.mjs';

export async function assemble(options, received) {
  const { home, files, board, enumerateMs } = options;
  const { bootromB1 } = await import(pathToFileURL(path.join(home, 'bootrom.mjs')));
  const symbols = JSON.parse(fs.readFileSync(path.join(home, 'symbols.json')));
  const devices = new Devices(board);
  const usb = new UsbHost({ enumerateMs, received });
  const chip = new Chip({
    image: fs.readFileSync(path.join(home, 'micropython.bin')),
    bootrom: bootromB1,
    files: files && fs.existsSync(files) ? fs.readFileSync(files) : null,
    busyWait: symbols.delay,
    attach: (mcu, self) => {
      devices.attach(mcu, self);
      usb.plug(mcu);
    },
  });
  return { chip, devices, usb };
}

/** Does what a request asks of the hands at the board; the request's other keys are left alone. */
export function handle({ chip, devices, usb }, request) {
  for (const [channel, on] of request.holes ?? []) devices.setHole(channel, on);
  for (const [channel, value] of request.readings ?? []) devices.readings[channel] = value;
  if (request.dtr !== undefined) usb.setDtr(request.dtr);
  if (request.reading !== undefined) usb.setReading(request.reading);
  if (request.bootsel !== undefined) chip.bootsel = request.bootsel;
  if (request.hang) chip.hung = true;
  if (request.power) chip.powerCycle();
  if (request.keep) fs.writeFileSync(request.keep, chip.files);
}

/** Looked up on demand: each of these may be long. */
export const VIEWS = {
  scans: ({ devices }) => devices.scans.splice(0).map(Math.round),
  measured: ({ devices }) => devices.measured.splice(0).map(Math.round),
  pixels: ({ devices }) => devices.pixels,
  frames: ({ devices }) => devices.frames,
  pulses: ({ devices }) => devices.pulses,
  resets: ({ chip }) => chip.resets,
  idle: ({ chip }) => chip.idleNs,
  ready: ({ usb }) => usb.ready,
  spiHz: ({ devices }) => devices.spiHz,
  tone: ({ devices }) => devices.tone(devices.board.buzzer_pin),
  functions: ({ devices }) => Array.from({ length: 30 }, (_, pin) => devices.functionOf(pin)),
};
