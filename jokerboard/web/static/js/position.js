// Position lines, as docs/formats.md writes them.

const LETTERS = "ABCDEFGH";
const MARBLES = 5;

/** Each seat's marbles outside START, by letter, and whose turn it is; of whatever text was sent. */
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

/** The number of marbles that a team has home. */
export const home = (position, team) =>
  team.reduce((sum, seat) => sum + (position.marbles.get(seat) ?? []).filter((hole) => hole[1] === "h").length, 0);

/** Each marble's hole for a position line: those in START fill it up from its first hole. Also whose turn it is. */
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
