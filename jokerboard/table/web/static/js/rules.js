// The tab with the rules of the game, as `jokerboard rules show` prints them; the verdict on a violation links to its
// rule.

import { byId, h, whenNew } from "/page/js/dom.js";
import { words } from "./words.js";

const word = (one) => words(`word.${one.replaceAll("_", "-")}`) || one;

export class RulesPlace {
  #link;
  #shown = "";
  #drawn = null; // the promise of the drawn rules, for which every search waits

  constructor(link) {
    this.#link = link;
  }

  /** `code`: the violation whose rule is searched and marked, "" for none; null while another tab is shown. */
  async show(state, code) {
    if (code === null) return;
    const key = state.game ? state.game.id : "";
    if (this.#shown !== key) {
      this.#shown = key;
      this.#drawn = this.#fetch(state);
    }
    await this.#drawn;
    whenNew(byId("panel-rules"), `${key} ${code}`, () => this.#find(code));
  }

  async #fetch(state) {
    try {
      this.#draw(state, await this.#link.get("rules/card"));
    } catch (error) {
      this.#shown = "";
      byId("panel-rules").replaceChildren(h("p", null, error.message));
    }
  }

  #draw(state, { title, about, sections, changed }) {
    byId("panel-rules").replaceChildren(h("div", { class: "sheet" },
      h("h2", null, title), h("p", null, about),
      changed.length ? [h("h2", null, words("rules.house")), h("ul", { class: "bullets" }, changed.map(({ meaning, ours, theirs }) => h("li", { class: "house" }, words("rules.changed", { meaning, ours: word(ours), theirs: word(theirs) }))))] : [],
      sections.map(({ title: heading, entries }) => {
        const labelled = entries.some(({ label }) => label);
        const cls = ({ house }) => (house ? "house" : null);
        return [h("h2", null, heading), labelled
          ? h("dl", null, entries.map((one) => [h("dt", null, one.label || "–"), h("dd", { class: cls(one), "data-codes": one.codes.join(" ") }, one.text)]).flat())
          : h("ul", { class: "bullets" }, entries.map((one) => h("li", { class: cls(one), "data-codes": one.codes.join(" ") }, one.text)))];
      }).flat()));
  }

  #find(code) {
    const panel = byId("panel-rules");
    for (const old of panel.querySelectorAll(".found")) old.classList.remove("found");
    const found = code ? [...panel.querySelectorAll("[data-codes]")].filter((one) => one.dataset.codes.split(" ").includes(code)) : [];
    for (const one of found) one.classList.add("found");
    found[0]?.scrollIntoView({ block: "center" });
  }
}
