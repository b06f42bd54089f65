// The round's clock: what is left of the round that the desk sent, and how it is written.

import { now } from "./shell.js";

/** Seconds left of a round, negative over time; null where there is no clock or the round is over. */
export function secondsLeft(round) {
  if (!round || (round.ends === null && round.stage === "over")) return null;
  return round.ends !== null ? Math.ceil((round.ends - now()) / 1000) : round.left;
}

/** `47:05`, `1:02:00`; over time `over by 3:10`. */
export function clockText(left) {
  const whole = Math.abs(left);
  const pad = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const rest = hours ? `${hours}:${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}` : `${Math.floor(whole / 60)}:${pad(whole % 60)}`;
  return left < 0 ? `over by ${rest}` : rest;
}

/** How far the round is, in a few words. */
export function stageText({ round, rounds, all, playing }) {
  if (!round) return playing === 1 ? "1 team is registered" : playing ? `${playing} teams are registered` : "No team is registered yet";
  const of = `Round ${round.number}${all ? ` of ${all}` : ""}`;
  const waiting = round.missing === 1 ? "1 table still playing" : `${round.missing} tables still playing`;
  return {
    paired: `${of}: take your seats`,
    running: `${of}: ${waiting}`,
    paused: `${of}: paused, ${waiting}`,
    "time-out": `${of}: time is up, ${round.missing === 1 ? "1 table" : `${round.missing} tables`} to decide`,
    over: rounds === all ? "All rounds have been played" : `${of} is over`,
  }[round.stage];
}
