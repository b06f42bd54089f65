// One stream of events from the service. It reconnects by itself, and reports when the connection is lost or back. It
// uses nothing of a page, so that a shared worker can hold it for all tabs of a browser.

const RETRY = 1500; // ms between attempts to connect
const CONNECT = 8000; // ms that connecting may take
const PATIENCE = 2.5; // the stream counts as dead after this many promised intervals without an event

export class Line {
  #source = null;
  #timer = 0;
  #watch = 0;
  #receivedAt = 0;
  #allowed = CONNECT;
  #url;
  #kinds;
  #receive;
  #report;

  /** `receive(kind, text)` is called for each event of `kinds`; `report(up)` when the connection is made or lost. */
  constructor(url, kinds, receive, report) {
    this.#url = url;
    this.#kinds = kinds;
    this.#receive = receive;
    this.#report = report;
  }

  /** Connects, or connects again; the service then sends the whole state. */
  open() {
    this.close();
    const source = (this.#source = new EventSource(this.#url));
    this.#receivedAt = Date.now();
    this.#allowed = CONNECT;
    source.addEventListener("open", () => this.#alive());
    // A ping promises the next one: its data is the number of seconds until then.
    source.addEventListener("ping", ({ data }) => {
      this.#allowed = (Number(data) || 10) * 1000 * PATIENCE;
      this.#alive();
    });
    for (const kind of this.#kinds) {
      source.addEventListener(kind, ({ data }) => {
        this.#alive();
        this.#receive(kind, data);
      });
    }
    // The browser stops its own attempts after some answers; this stream never stops.
    source.addEventListener("error", () => source === this.#source && this.#lost());
    this.#watch = setInterval(() => Date.now() - this.#receivedAt > this.#allowed && this.#lost(), 500);
  }

  close() {
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    this.#source?.close();
    this.#source = null;
  }

  #alive() {
    this.#receivedAt = Date.now();
    this.#report(true);
  }

  #lost() {
    this.close();
    this.#report(false);
    this.#timer = setTimeout(() => this.open(), RETRY);
  }
}
