// The four tabs of the page, beside the board. The address has the name of the tab, so that the browser's Back works.

import { byId, h, mark } from "/page/js/dom.js";
import { words } from "./words.js";

const PLACES = ["play", "game", "rules", "workshop"];

export class Places extends EventTarget {
  #tabs = new Map();

  constructor() {
    super();
    for (const name of PLACES) {
      const tab = h("button", {
        type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, onclick: () => this.go(name),
      }, words(`place.${name}`));
      this.#tabs.set(name, tab);
      byId("places").append(tab);
    }
    byId("places").addEventListener("keydown", (event) => this.#key(event));
    addEventListener("hashchange", () => this.#show());
    this.#show();
  }

  get here() {
    const name = location.hash.slice(1).split("/")[0];
    return this.#tabs.has(name) ? name : "play";
  }

  /** The part of the address after the tab's name, such as the code of a rule. */
  get more() {
    return location.hash.slice(1).split("/")[1] ?? "";
  }

  go(name) {
    location.hash = name;
  }

  #show() {
    document.body.dataset.place = this.here;
    for (const [name, tab] of this.#tabs) {
      const here = name === this.here;
      mark(tab, "aria-selected", here);
      mark(tab, "tabindex", here ? 0 : -1);
      byId(`panel-${name}`).hidden = !here;
    }
    this.dispatchEvent(new Event("change"));
  }

  #key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const names = [...this.#tabs.keys()];
    const next = names[(names.indexOf(this.here) + step + names.length) % names.length];
    event.preventDefault();
    this.#tabs.get(next).focus();
    this.go(next);
  }
}
