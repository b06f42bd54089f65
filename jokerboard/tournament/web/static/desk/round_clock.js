// The round's clock: what is left of the round that the desk sent, and how it is written.

import { mark, say } from "/page/js/dom.js";
import { now } from "./shell.js";
import { words } from "./words.js";

/** Seconds left of a round, negative over time; null where there is no clock or the round is over. */
function secondsLeft(round) {
  if (!round || (round.ends === null && round.stage === "over")) return null;
  return round.ends !== null ? Math.ceil((round.ends - now()) / 1000) : round.left;
}

/** The time that is left, in that element; over time it counts on, and is marked. */
export function showClock(element, round) {
  const left = secondsLeft(round);
  element.hidden = left === null;
  if (left === null) return;
  say(element, clockText(left));
  mark(element, "data-over", left < 0 ? "" : null);
  mark(element, "data-short", left >= 0 && left < 300 ? "" : null);
}

/** `47:05`, `1:02:00`; over time `over by 3:10`. */
function clockText(left) {
  const whole = Math.abs(left);
  const pad = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const rest = hours ? `${hours}:${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}` : `${Math.floor(whole / 60)}:${pad(whole % 60)}`;
  return left < 0 ? words("clock.over", { by: rest }) : rest;
}

/** How far the round is, in a few words. */
export function stageText({ round, all, playing }) {
  if (!round) return words("stage.teams", { n: playing });
  if (round.stage === "over" && round.number === all) return words("stage.all-over");
  return words(`stage.${round.stage}`, { round: round.number, all: all || 0, missing: round.missing });
}
