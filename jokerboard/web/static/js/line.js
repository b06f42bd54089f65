// One stream of events from the service. It finds the service again by itself and says when it is away.
// It has no page of its own, so that a shared worker can keep it for all tabs of a browser.

const RETRY = 1500; // ms between tries when the service is away
const CONNECT = 8000; // ms that a connect may take
const PATIENCE = 2.5; // so many promised intervals without a word: the stream is dead

export class Line {
  #source = null;
  #timer = 0;
  #watch = 0;
  #heard = 0;
  #allowed = CONNECT;
  #url;
  #kinds;
  #hear;
  #tell;

  /** `hear(kind, text)` gets every event of `kinds`; `tell(up)` whether the stream stands. */
  constructor(url, kinds, hear, tell) {
    this.#url = url;
    this.#kinds = kinds;
    this.#hear = hear;
    this.#tell = tell;
  }

  /** Connects, or connects anew: everything is sent again from the beginning. */
  open() {
    this.close();
    const source = (this.#source = new EventSource(this.#url));
    this.#heard = Date.now();
    this.#allowed = CONNECT;
    source.addEventListener("open", () => this.#alive());
    // A ping promises the next one: its data is the seconds until then.
    source.addEventListener("ping", ({ data }) => {
      this.#allowed = (Number(data) || 10) * 1000 * PATIENCE;
      this.#alive();
    });
    for (const kind of this.#kinds) {
      source.addEventListener(kind, ({ data }) => {
        this.#alive();
        this.#hear(kind, data);
      });
    }
    // The browser's own retries stop after some answers; ours do not.
    source.addEventListener("error", () => source === this.#source && this.#lost());
    this.#watch = setInterval(() => Date.now() - this.#heard > this.#allowed && this.#lost(), 500);
  }

  close() {
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    this.#source?.close();
    this.#source = null;
  }

  #alive() {
    this.#heard = Date.now();
    this.#tell(true);
  }

  #lost() {
    this.close();
    this.#tell(false);
    this.#timer = setTimeout(() => this.open(), RETRY);
  }
}
