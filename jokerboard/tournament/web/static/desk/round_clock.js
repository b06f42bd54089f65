// The clock of a round: the remaining time of the round that the desk sent, and its text.

import { mark, setText } from "/page/js/dom.js";
import { now } from "./shell.js";
import { words } from "./words.js";

/** The remaining seconds of a round, negative after its end; null if there is no clock or the round is over. */
function secondsLeft(round) {
  if (!round || (round.ends === null && round.stage === "over")) return null;
  return round.ends !== null ? Math.ceil((round.ends - now()) / 1000) : round.left;
}

/** Shows the remaining time in `element`; after the end it counts on, and is marked. */
export function showClock(element, round) {
  const left = secondsLeft(round);
  element.hidden = left === null;
  if (left === null) return;
  setText(element, clockText(left));
  mark(element, "data-over", left < 0 ? "" : null);
  mark(element, "data-short", left >= 0 && left < 300 ? "" : null);
}

/** The time as text: `47:05`, `1:02:00`; after the end `over by 3:10`. */
function clockText(left) {
  const whole = Math.abs(left);
  const pad = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const rest = hours ? `${hours}:${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}` : `${Math.floor(whole / 60)}:${pad(whole % 60)}`;
  return left < 0 ? words("clock.over", { by: rest }) : rest;
}

/** The stage of the round as a few words. */
export function stageText({ round, all, playing }) {
  if (!round) return words("stage.teams", { n: playing });
  if (round.stage === "over" && round.number === all) return words("stage.all-over");
  return words(`stage.${round.stage}`, { round: round.number, all: all || 0, missing: round.missing });
}
