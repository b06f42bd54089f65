// The line to the service: its news as they come, and commands on their way back.
// It finds the service again by itself, and says when it is away.

const RETRY = 1500; // ms between tries when the service is away
const SILENCE = 25000; // ms without a word after which the line is asked whether it still stands

export class Link extends EventTarget {
  #source = null;
  #timer = 0;
  #heard = 0;
  #kinds;
  #events;
  #alive;
  up = false;

  /**
   * `kinds`: what is listened to, and how each one's data is read; each comes as an event of that name.
   * `events` is where they come from, `alive` what is asked whether the line still stands.
   */
  constructor(kinds, { who = "table", events = "/api/events", alive = "/api/state" } = {}) {
    super();
    this.#events = events;
    this.#alive = alive;
    this.#kinds = Object.entries(kinds);
    this.who = who;
  }

  open() {
    this.#connect();
    setInterval(() => this.#check(), 5000);
    addEventListener("online", () => this.#connect());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#check();
    });
    addEventListener("pagehide", () => this.#source?.close());
    addEventListener("pageshow", (event) => event.persisted && this.#connect());
  }

  /** Opens the line anew, for instance because this device has paired and is now somebody else. */
  reopen() {
    this.#connect();
  }

  /** Sends a command; rejects with an Error whose message is one sentence. */
  async command(name, body) {
    let answer;
    try {
      answer = await fetch(`/api/${name}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    } catch {
      throw new Error(`The ${this.who} does not answer.`);
    }
    const said = await answer.json().catch(() => ({ ok: false }));
    if (!said.ok) throw new Error(said.error ?? `The ${this.who} did not do that.`);
  }

  async get(name) {
    const answer = await fetch(`/api/${name}`);
    if (!answer.ok) throw new Error(`The ${this.who} did not give its ${name}.`);
    return answer.json();
  }

  #connect() {
    clearTimeout(this.#timer);
    this.#source?.close();
    const source = (this.#source = new EventSource(this.#events));
    source.addEventListener("open", () => this.#heardOf());
    for (const [kind, read] of this.#kinds) {
      source.addEventListener(kind, (event) => this.#pass(kind, read(event.data)));
    }
    source.addEventListener("error", () => {
      source.close(); // the browser's own retries give up for good on some answers; ours do not
      if (source === this.#source) this.#lost();
    });
  }

  #pass(type, detail) {
    this.#heardOf();
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #heardOf() {
    this.#heard = Date.now();
    this.#tell(true);
  }

  #lost() {
    this.#tell(false);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), RETRY);
  }

  #tell(up) {
    if (up === this.up) return;
    this.up = up;
    this.dispatchEvent(new CustomEvent("line", { detail: up }));
  }

  /** A line can die without a word (a phone that slept, a cable): ask, and connect anew if need be. */
  async #check() {
    if (!this.up || Date.now() - this.#heard < SILENCE) return;
    try {
      await fetch(this.#alive, { signal: AbortSignal.timeout(4000) });
      this.#heard = Date.now();
    } catch {
      this.#source?.close();
      this.#lost();
    }
  }
}
