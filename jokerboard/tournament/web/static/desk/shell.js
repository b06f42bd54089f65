// The parts that every tab of the director's page has: the link to the desk, the login, notices, questions.

import { byId, h, mark, setText } from "/page/js/dom.js";
import { Link } from "/page/js/link.js";
import { fillPage } from "/page/js/words.js";
import { words } from "./words.js";

const LOST = 401;

const wanted = new Set(["status"]);

class Desk extends EventTarget {
  #link = null;
  #known = false; // whether the desk has answered who is logged in
  #only = null; // the only table whose news this page wants; null: all
  #kinds = new Map(); // topic -> its newest value
  who = null;

  /**
   * Calls `draw` with the newest value of `topic`: now, if there is one, and after each change. Must be called
   * before `open`. `only`: the name of the only table that the page shows.
   */
  on(topic, draw, only = null) {
    if (only !== null) this.#only = only;
    this.addEventListener(topic, ({ detail }) => draw(detail));
    if (this.#kinds.has(topic)) draw(this.#kinds.get(topic));
    wanted.add(topic);
  }

  /** Connects; called once, after all scripts have called `on`. */
  open() {
    const read = Object.fromEntries([...wanted].map((topic) => [topic, JSON.parse]));
    const only = this.#only === null ? "" : `&only=${encodeURIComponent(this.#only)}`;
    this.#link = new Link(read, { who: "desk", events: `/api/events?of=${[...wanted].join(",")}${only}` });
    for (const topic of wanted) {
      this.#link.addEventListener(topic, ({ detail }) => {
        this.#kinds.set(topic, detail);
        this.dispatchEvent(new CustomEvent(topic, { detail }));
      });
    }
    this.#link.addEventListener("line", ({ detail: up }) => {
      mark(byId("line"), "data-up", up);
      setText(byId("line"), words(up ? "line.up" : "line.down"));
      document.body.classList.toggle("away", !up);
      if (up) this.#whoAmI();
    });
    this.#link.open();
    this.#whoAmI();
  }

  /**
   * Sends a command, after a login if nobody is logged in. Returns the desk's answer, or null and a notice if it is
   * refused.
   */
  async command(name, body) {
    const answer = await this.attempt(name, body);
    if (!answer.ok && answer.error) notice(answer.error);
    return answer.ok ? answer : null;
  }

  /** The same, but returns a refusal as `{ ok: false, error }`, and shows no notice. */
  async attempt(name, body) {
    if (!this.who && !(await this.login())) return { ok: false };
    const answer = await this.post(name, body);
    if (answer.status === LOST) {
      this.#become(null);
      return (await this.login()) ? this.attempt(name, body) : { ok: false };
    }
    return answer.ok ? answer : { ok: false, error: answer.error ?? words("not-done") };
  }

  async post(name, body) {
    try {
      const answer = await fetch(`/api/${name}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body ?? {}),
      });
      return { ...(await answer.json()), status: answer.status };
    } catch {
      return { ok: false, error: words("silent") };
    }
  }

  async get(path) {
    const answer = await fetch(`/api/${path}`);
    if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).error ?? words("not-answered"));
    return answer.json();
  }

  /** Asks for the token; resolves to whether a person is logged in now. */
  login() {
    const dialog = byId("login-dialog");
    const token = h("input", { type: "password", name: "token", autocomplete: "current-password", required: true });
    const who = h("input", { type: "text", name: "who", autocomplete: "name", maxlength: 40, required: true });
    who.value = localStorage.getItem("who") ?? "";
    const error = h("p", { class: "error", role: "alert" });
    const form = h("form", { method: "dialog" },
      h("h2", { id: "login-title" }, words("login.title")),
      h("p", { class: "hint" }, words("login.hint")),
      h("label", { class: "field" }, h("span", null, words("login.who")), who),
      h("label", { class: "field" }, h("span", null, words("login.token")), token),
      error,
      h("div", { class: "row end" },
        h("button", { type: "button", onclick: () => dialog.close() }, words("cancel")),
        h("button", { type: "submit", class: "main" }, words("login"))));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const answer = await this.post("login", { token: token.value.trim(), who: who.value.trim() });
      if (!answer.ok) return setText(error, answer.error ?? words("silent"));
      localStorage.setItem("who", who.value.trim());
      this.#become(answer.who);
      return dialog.close();
    });
    dialog.replaceChildren(form);
    dialog.showModal();
    return new Promise((done) => {
      dialog.addEventListener("close", () => done(Boolean(this.who)), { once: true });
    });
  }

  async logout() {
    await this.post("logout", {});
    this.#become(null);
  }

  async #whoAmI() {
    this.#become((await this.get("who").catch(() => ({ who: this.who }))).who);
  }

  #become(who) {
    const button = byId("open-login");
    button.hidden = false;
    setText(button, who ? words("logout", { who }) : words("login"));
    queueMicrotask(() => (this.#known = true));
    if (who === this.who) return;
    // Directors and spectators get different events, so the stream starts again with the new rights.
    if (this.#known) this.#link?.reopen();
    this.who = who;
    document.body.classList.toggle("director", Boolean(who));
    this.dispatchEvent(new CustomEvent("who", { detail: who }));
  }
}

export const desk = new Desk();

let noticeTimer = 0;
/** Shows a sentence for six seconds. */
export function notice(sentence) {
  setText(byId("notice"), sentence);
  byId("notice").hidden = false;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => (byId("notice").hidden = true), 6000);
}

/**
 * Shows a dialog with a title, content and one button. The button calls `act`, which returns `{ ok, error }`; after
 * an error the dialog stays open, with all that was typed. Resolves to the result of `act`, or to null if the dialog
 * was cancelled.
 */
export function ask(title, content, button, act) {
  const dialog = byId("ask-dialog");
  let answer = null;
  const error = h("p", { class: "error", role: "alert" });
  const press = h("button", { type: "submit", class: "main" }, button);
  const form = h("form", { method: "dialog" },
    h("h2", { id: "ask-title" }, title), ...content, error,
    h("div", { class: "row end" },
      h("button", { type: "button", onclick: () => dialog.close() }, words("cancel")), press));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    press.disabled = true;
    const outcome = (await act()) ?? { ok: true };
    press.disabled = false;
    if (!outcome.ok) return setText(error, outcome.error ?? "");
    answer = outcome;
    return dialog.close();
  });
  dialog.replaceChildren(form);
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => done(answer), { once: true });
  });
}

/** The desk's clock minus this machine's clock, in milliseconds. */
let ahead = 0;
export const now = () => Date.now() + ahead;

/** A duration as text: 0:42, 12:05, 1:02:11. */
export function clock(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const pad = (n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}

fillPage();
const tab = words(`tab.${document.body.dataset.tab}`);
if (tab) document.title = words("title", { name: tab });
desk.on("status", (status) => {
  if (!status) return;
  ahead = status.now - Date.now();
  setText(byId("trouble"), status.trouble ?? "");
  byId("trouble").hidden = !status.trouble;
});
byId("open-login").addEventListener("click", () => (desk.who ? desk.logout() : desk.login()));
addEventListener("DOMContentLoaded", () => desk.open());
