// Position lines, in the form of docs/formats.md.

const LETTERS = "ABCDEFGH";
const MARBLES = 5;

/** The marbles outside START of each seat, by its letter, and the seat in turn; the line is not checked. */
export function readPosition(line) {
  const [fields, turn] = String(line ?? "").split(" ");
  const marbles = new Map();
  fields.split("/").slice(0, LETTERS.length).forEach((field, side) => {
    if (field === "." || field === "") return;
    const letter = LETTERS[side];
    const holes = field === "-" ? [] : field.split(",").slice(0, 5);
    marbles.set(letter, holes.map((hole) => (/^h[1-5]$/.test(hole) ? letter + hole : hole)));
  });
  return { marbles, turn: LETTERS.includes(turn) ? turn : null };
}

/** The number of a team's marbles in HOME. */
export const home = (position, team) =>
  team.reduce((sum, seat) => sum + (position.marbles.get(seat) ?? []).filter((hole) => hole[1] === "h").length, 0);

/** The marbles of a position line by hole, and the seat in turn; marbles in START fill its holes from the first. */
export function standing(line, seats, each = MARBLES) {
  const { marbles: out, turn } = readPosition(line);
  const marbles = {};
  for (const seat of seats) {
    const holes = out.get(seat) ?? [];
    for (const hole of holes) marbles[hole] = seat;
    for (let k = 1; k <= each - holes.length; k++) marbles[`${seat}s${k}`] = seat;
  }
  return { marbles, turn };
}
