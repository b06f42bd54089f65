// A picture of the board as a file: drawn on a canvas, since the page's content policy keeps a page from loading its
// own SVG as an image.

import { SEATS } from "/page/js/glyphs.js";
import { readLayout } from "/page/js/geometry.js";

const SIZE = 1200;

export async function savePicture(link, state) {
  const board = readLayout(await link.get("layout"));
  const canvas = document.createElement("canvas");
  const scale = SIZE / board.width;
  canvas.width = SIZE;
  canvas.height = Math.round(board.height * scale);
  const pen = canvas.getContext("2d");
  pen.scale(scale, scale);
  paint(pen, board, state);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const link_ = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: `jokerboard-${state.n ?? 0}.png` });
  link_.click();
  setTimeout(() => URL.revokeObjectURL(link_.href), 10_000);
}

function paint(pen, board, state) {
  const { pitch } = board;
  pen.lineJoin = pen.lineCap = "round";
  for (const piece of board.wood) {
    pen.beginPath();
    piece.forEach(([x, y]) => pen.lineTo(x, y));
    pen.closePath();
    pen.fillStyle = "#c4925c";
    pen.fill();
  }
  for (const side of board.sides) {
    line(pen, [side.inSpot, ...side.lane], SEATS[side.letter].colour, pitch * 0.9);
    line(pen, [side.start[0], side.start[4]], SEATS[side.letter].colour, pitch);
    line(pen, [side.start[1], side.start[3]], SEATS[side.letter].colour, pitch);
  }
  for (const hole of board.holes) disc(pen, hole, pitch * 0.34, "#241409");
  for (const [name, seat] of Object.entries(state.marbles)) {
    const at = board.byName.get(name);
    const { colour, shade, ink } = SEATS[seat];
    disc(pen, at, pitch * 0.43, colour, shade);
    pen.fillStyle = ink;
    pen.font = `bold ${pitch * 0.45}px sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(seat, at.x, at.y);
  }
}

function disc(pen, { x, y }, r, colour, edge) {
  pen.beginPath();
  pen.arc(x, y, r, 0, 2 * Math.PI);
  pen.fillStyle = colour;
  pen.fill();
  if (!edge) return;
  pen.strokeStyle = edge;
  pen.lineWidth = r * 0.12;
  pen.stroke();
}

function line(pen, points, colour, width) {
  pen.beginPath();
  points.forEach(({ x, y }) => pen.lineTo(x, y));
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke();
}
