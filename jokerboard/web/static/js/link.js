// The link to the service: events from the service, and commands to it.

import { Line } from "./line.js";
import { learn, words, worded } from "./words.js";

let rules = null; // the promise of loading the messages of the rules

export class Link extends EventTarget {
  #events;
  #kinds;
  #line = null; // { open, close }
  up = false;

  /**
   * `kinds`: a function for each name of an event, which parses the event's text; the link dispatches an event of
   * the same name. `who`: the service's name in error messages. `events`: the address of the stream.
   */
  constructor(kinds, { who = "table", events = "/api/events" } = {}) {
    super();
    this.#events = events;
    this.#kinds = kinds;
    this.who = who;
  }

  open() {
    const receive = (kind, text) => this.dispatchEvent(new CustomEvent(kind, { detail: this.#kinds[kind](text) }));
    const report = (up) => {
      if (up === this.up) return;
      this.up = up;
      this.dispatchEvent(new CustomEvent("line", { detail: up }));
    };
    this.#line = shared(this.#events, Object.keys(this.#kinds), receive, report)
      ?? new Line(this.#events, Object.keys(this.#kinds), receive, report);
    this.#line.open();
    for (const news of ["online", "offline"]) addEventListener(news, () => this.reopen());
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#line.close() : this.#line.open()));
    addEventListener("pagehide", () => this.#line.close());
    addEventListener("pageshow", (event) => event.persisted && this.#line.open());
  }

  /** Connects again, for instance because this device has paired and now has other rights. */
  reopen() {
    this.#line.open();
  }

  /**
   * Sends a command and returns the number of the state that shows its effect (0 if the service gives none).
   * Rejects with an Error whose message is one sentence, and whose `why` is the code of the reason, if there is one.
   */
  async command(name, body) {
    return (await this.#post(name, body)).seq;
  }

  /** Sends a command and returns the service's answer. */
  async ask(name, body) {
    return (await this.#post(name, body)).reply;
  }

  async #post(name, body) {
    let answer;
    try {
      answer = await fetch(`/api/${name}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: within(10_000),
      });
    } catch {
      this.reopen(); // the stream may be dead, too, without having noticed it
      throw new Error(words("link.silent", { who: words(`link.${this.who}`) }));
    }
    const reply = worded(await answer.json().catch(() => ({ ok: false })));
    if (!reply.ok) throw Object.assign(new Error(reply.error ?? words("link.not-done", { who: words(`link.${this.who}`) })), { why: reply.why });
    return { reply, seq: Number(answer.headers.get("x-seq")) };
  }

  async get(name) {
    const answer = await fetch(`/api/${name}`, { signal: within(10_000) });
    if (!answer.ok) throw new Error(words("link.not-given", { who: words(`link.${this.who}`), name }));
    if (name.startsWith("rules")) await (rules ??= import("./catalogue_rules.js").then(({ messages }) => learn(messages)));
    return worded(await answer.json());
  }
}

/** A signal that aborts after `ms` milliseconds; Safari 15 has no `AbortSignal.timeout`. */
function within(ms) {
  if (AbortSignal.timeout) return AbortSignal.timeout(ms);
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}

/** A line that all tabs of this browser share; null if the browser has no shared workers. */
function shared(url, kinds, receive, report) {
  if (!("SharedWorker" in globalThis)) return null;
  let port = null;
  let alone = null; // this tab's own line, if the worker cannot run
  const worker = new SharedWorker(new URL("./shared.js", import.meta.url), { type: "module", name: url });
  worker.onerror = () => {
    alone ??= new Line(url, kinds, receive, report);
    alone.open();
  };
  port = worker.port;
  port.onmessage = ({ data }) => ("up" in data ? report(data.up) : receive(data.kind, data.text));
  return {
    open: () => (alone ? alone.open() : port.postMessage({ url, kinds, awake: true })),
    close: () => (alone ? alone.close() : port.postMessage({ url, kinds, awake: false })),
  };
}

/**
 * The document `had` with `change` merged into it: null removes an entry, objects are merged, any other value
 * replaces.
 */
export function merged(had, change) {
  if (change === null || typeof change !== "object" || Array.isArray(change)) return change;
  const now = { ...(had !== null && typeof had === "object" && !Array.isArray(had) ? had : {}) };
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete now[key];
    else now[key] = merged(now[key], value);
  }
  return now;
}
