// Other boards in the same game: their state and questions, signals to them, inviting a board, joining one.

import { byId, h, whenNew } from "/page/js/dom.js";
import { listed, words } from "./words.js";

const SIGNS = ["thumbs-up", "one-moment"];

export class Houses {
  #act;
  #link;
  #box = h("div", { id: "houses", class: "houses", hidden: true });
  #form = h("details", { id: "houses-form", hidden: true });
  #page = "";
  #guide;
  #codes = h("div", { id: "houses-codes", class: "pair" });

  constructor(act, link) {
    this.#act = act;
    this.#link = link;
    byId("tournament").after(this.#box);
    byId("game-sheet").append(this.#form);
    this.#build();
  }

  show(state) {
    const { houses, may_command: may, seat } = state;
    this.#box.hidden = !houses?.role;
    this.#form.hidden = !may || !houses;
    if (!houses) return;
    const own = houses.seats.includes(seat) ? seat : houses.seats[0];
    whenNew(this.#box, JSON.stringify([houses, may, own]), () => this.#box.replaceChildren(...this.#lines(houses, may, own)));
    const invited = may ? JSON.stringify((houses.guests ?? []).map(({ house, seats }) => [house, seats])) : "";
    whenNew(this.#codes, invited, () => this.#showCodes(houses.guests?.length && may));
  }

  *#lines(houses, may, own) {
    const texts = (houses.guests ?? []).map(({ seats, text }) => text ?? words("houses.there", { seats: listed("and", seats), count: seats.length }));
    if (houses.role === "guest") texts.push(houses.text ?? words("houses.joined", { seats: listed("and", houses.seats) }));
    const signs = may && own ? SIGNS.map((what) => this.#button(what, { action: "signal", what, seat: own })) : [];
    yield h("div", { class: "row" }, ...texts.map((text) => h("p", { role: "status" }, text)), ...signs);
    if (houses.asks) yield h("p", { role: "status" }, words("houses.asked"));
    if (may && houses.question) {
      yield h("div", { class: "row" }, h("p", { id: "houses-question" }, houses.question.text),
        this.#button("agree", { action: "answer", yes: true }), this.#button("decline", { action: "answer", yes: false }));
    }
  }

  #button(word, body) {
    const button = h("button", { type: "button", id: `houses-${word}` }, words(`houses.${word}`));
    button.addEventListener("click", () => this.#act("houses", body));
    return button;
  }

  #build() {
    const field = (word, name, more = {}) => h("label", { class: "field" }, h("span", null, words(`houses.${word}`)), h("input", { name, autocomplete: "off", ...more }));
    const form = (id, action, word, ...fields) => {
      const made = h("form", { id }, ...fields, h("button", { class: "main" }, words(`houses.${word}`)));
      made.addEventListener("submit", (event) => {
        event.preventDefault();
        const filled = [...new FormData(made)].map(([name, value]) => [name, value.trim()]).filter(([, value]) => value);
        this.#act("houses", { action, ...Object.fromEntries(filled) });
      });
      return made;
    };
    const page = field("page", "page", { placeholder: words("houses.page.example"), type: "url", pattern: "https?://[^\\/?#@]+/?", title: words("houses.page.example") });
    page.addEventListener("change", ({ target }) => {
      if (!target.reportValidity()) return;
      this.#page = target.value.trim();
      this.#showCodes(true);
    });
    this.#guide = h("div", { hidden: true }, h("p", { id: "houses-guide" }, words("houses.guide")), page);
    const way = () => field("way", "via", { placeholder: words("houses.way.example") });
    this.#form.append(
      h("summary", null, words("houses.title")),
      h("p", null, words("houses.invite.text")),
      form("houses-invite", "invite", "invite", field("seats", "seats", { placeholder: words("houses.seats.example") }), way()),
      this.#codes,
      this.#guide,
      h("p", null, words("houses.join.text")),
      form("houses-join", "join", "join", field("code", "code"), way()),
    );
  }

  /** Fills in the code of a scanned link, the part `more` of the address `#game/LINK`; people then press Join. */
  fill(more) {
    if (!more.startsWith("jokerboard")) return;
    this.#form.open = true;
    const { code } = byId("houses-join").elements;
    code.value = decodeURIComponent(more);
    code.scrollIntoView({ block: "center" });
  }

  async #showCodes(any) {
    const codes = any ? await this.#link.get("codes") : [];
    this.#guide.hidden = !codes.length;
    const page = this.#page ? `&page=${encodeURIComponent(this.#page)}` : "";
    this.#codes.replaceChildren(...codes.map(({ house, seats, code, via }) => {
      const withdraw = this.#button("withdraw", { action: "withdraw", house });
      return h("div", null,
        h("img", { src: `/api/codes.svg?house=${house}&${code.slice(-3)}${page}`, alt: words("houses.picture", { seats: listed("and", seats) }), width: 132, height: 132 }),
        h("p", null, words(via === "direct://" ? "houses.code.line-here" : "houses.code.line", { seats: listed("and", seats), via }), " ", h("strong", { class: "house-code" }, code)), withdraw);
    }));
  }
}
