// The line to the table: the newest state and lights as they come, and commands on their way back.
// It finds the table again by itself, and says when it is away.

const RETRY = 1500; // ms between tries when the table is away
const SILENCE = 25000; // ms without a word after which the line is asked whether it still stands

export class Link extends EventTarget {
  #source = null;
  #timer = 0;
  #heard = 0;
  up = false;

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
      throw new Error("The table does not answer.");
    }
    const said = await answer.json().catch(() => ({ ok: false }));
    if (!said.ok) throw new Error(said.error ?? "The table did not do that.");
  }

  async get(name) {
    const answer = await fetch(`/api/${name}`);
    if (!answer.ok) throw new Error(`The table did not give its ${name}.`);
    return answer.json();
  }

  #connect() {
    clearTimeout(this.#timer);
    this.#source?.close();
    const source = (this.#source = new EventSource("/api/events"));
    source.addEventListener("open", () => this.#heardOf());
    source.addEventListener("state", (event) => this.#pass("state", JSON.parse(event.data)));
    source.addEventListener("leds", (event) => this.#pass("leds", JSON.parse(event.data).rgb));
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
      await fetch("/api/state", { signal: AbortSignal.timeout(4000) });
      this.#heard = Date.now();
    } catch {
      this.#source?.close();
      this.#lost();
    }
  }
}
