// The board one step at a time: each line on standard input runs it for a while, and one line answers.
//
//   {"us": 1000, "until": true, "in": "hex", "holes": [[8, true]], "see": ["pixels"]}
//   {"now": 123456789, "out": "hex", "pixels": [[0, 0, 0], ...]}
//
// `now` is in emulated nanoseconds. With "until" the step ends when the board has sent something.
import readline from 'node:readline';
import { VIEWS, assemble, handle } from './assemble.mjs';

const sent = [];
const board = await assemble(JSON.parse(process.argv[2]), (data) => sent.push(Buffer.from(data)));
for await (const line of readline.createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  handle(board, request);
  if (request.in) board.usb.send(Buffer.from(request.in, 'hex'));
  board.chip.run((request.us ?? 0) * 1000, request.until ? () => sent.length > 0 : null);
  const answer = { now: Math.round(board.chip.nanos), out: Buffer.concat(sent.splice(0)).toString('hex') };
  for (const name of request.see ?? []) answer[name] = VIEWS[name](board);
  process.stdout.write(JSON.stringify(answer) + '\n');
}
