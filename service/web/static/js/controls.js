// Buttons of the table, the simulated people, and a human referee's decisions.

import { byId, h, mark, say } from "/page/js/dom.js";
import { nameOf } from "./panel.js";

const SPEEDS = [1, 2, 3, 5, 10, 20, 50];

export class Controls {
  #do;
  #state = null;
  #parts = {};

  constructor(act) {
    this.#do = act;
    this.#makeButtons();
    this.#makePeople();
    this.#makeReferee();
  }

  #makeButtons() {
    const press = (name) => () => this.#do("button", { name, at: this.#state.turn });
    this.#parts.shuffled = h("button", { type: "button", class: "quiet", "data-shuffled": "", onclick: () => this.#do("reshuffle", {}) }, "The cards were shuffled");
    byId("buttons").append(
      (this.#parts.whose = h("h2", null, "Buttons")),
      h("button", { type: "button", "data-button": "ok", onclick: press("ok") }, "OK"),
      h("button", { type: "button", "data-button": "back", onclick: press("back") }, "Take back"),
      h("button", { type: "button", "data-button": "help", onclick: press("help") }, "Help"),
      this.#parts.shuffled,
    );
  }

  #makePeople() {
    const people = (action) => () => this.#do("people", { action });
    const parts = this.#parts;
    parts.play = h("button", { type: "button", "data-people": "play", onclick: () => this.#do("people", { action: this.#state.sim.people === "playing" ? "pause" : "play" }) }, "Play");
    parts.step = h("button", { type: "button", "data-people": "step", onclick: people("step") }, "Step");
    parts.mistake = h("button", { type: "button", "data-people": "mistake", onclick: people("mistake") }, "Make a mistake");
    parts.off = h("button", { type: "button", "data-people": "off", class: "quiet", onclick: people("off") }, "By hand");
    parts.speed = h("input", { type: "range", min: 0, max: SPEEDS.length - 1, step: 1, id: "speed" });
    parts.speed.addEventListener("input", () => this.#sayspeed(SPEEDS[parts.speed.value]));
    parts.speed.addEventListener("change", () => this.#do("people", { speed: SPEEDS[parts.speed.value] }));
    parts.shown = h("output", { for: "speed" });
    parts.status = h("span", { class: "status" });
    byId("people").append(
      h("div", { class: "row" }, h("h2", null, "Simulated people"), parts.status,
        h("label", { class: "speed" }, h("span", null, "Speed"), parts.speed, parts.shown)),
      h("div", { class: "row" }, parts.play, parts.step, parts.mistake, parts.off),
    );
  }

  #makeReferee() {
    const told = (label, length) => h("input", { maxlength: length, "aria-label": label, placeholder: label, autocomplete: "off" });
    const by = told("Who decides", 40);
    const why = told("Why", 200);
    const rule = (decision, more = () => ({})) => async () => {
      const body = { decision, by: by.value.trim() || "the page", why: why.value.trim(), ...more() };
      if (await this.#do("ruling", body)) why.value = "";
    };
    const last = () => (this.#state.plays ?? []).filter((play) => play.state === "ok").at(-1);
    byId("referee").append(
      h("h2", null, "Referee"),
      by, why,
      h("button", { type: "button", "data-ruling": "let-stand", onclick: rule("let-stand") }, "Let it stand"),
      (this.#parts.takeBack = h("button", { type: "button", "data-ruling": "take-back", onclick: rule("take-back", () => ({ n: last()?.n ?? 1 })) }, "Take the last play back")),
    );
  }

  show(state) {
    this.#state = state;
    const { may_command: may, game, sim } = state;
    byId("act").hidden = !may || !game;
    if (!may || !game) return;
    byId("buttons").hidden = Boolean(state.over);
    say(this.#parts.whose, `Buttons of ${nameOf(state, state.turn)}`);
    this.#parts.shuffled.hidden = game.cards === "none" || sim?.people === "playing";
    byId("referee").hidden = game.mode !== "referee";
    this.#parts.takeBack.disabled = !(state.plays ?? []).some((play) => play.state === "ok");
    byId("people").hidden = !sim;
    if (sim) this.#showPeople(sim, Boolean(state.over));
  }

  #showPeople(sim, over) {
    const parts = this.#parts;
    const playing = sim.people === "playing";
    say(parts.status, over ? "have finished" : { playing: "are playing", paused: "are waiting", off: "are away" }[sim.people] ?? "");
    say(parts.play, playing ? "Pause" : "Play");
    mark(parts.play, "data-on", playing ? "" : null);
    parts.play.disabled = over && !playing;
    parts.step.disabled = over || playing;
    parts.mistake.disabled = over;
    parts.off.disabled = sim.people === "off";
    if (document.activeElement !== parts.speed) {
      const at = SPEEDS.findIndex((speed) => speed >= sim.speed);
      parts.speed.value = at < 0 ? SPEEDS.length - 1 : at;
      this.#sayspeed(sim.speed);
    }
  }

  #sayspeed(speed) {
    say(this.#parts.shown, `${Number(speed).toFixed(speed % 1 ? 1 : 0)}×`);
    mark(this.#parts.speed, "aria-valuetext", `${speed} times`);
  }
}
