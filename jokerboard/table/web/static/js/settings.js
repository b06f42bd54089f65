// The settings of one device: the seat at the bottom, sounds, the voice, large type; and its language, in a cookie
// that the table reads, too.

const KEY = "jokerboard";
const LANGUAGE = "jokerboard-language";
const YEAR = 365 * 24 * 3600; // seconds

export class Settings {
  #kept = {};
  changed = () => {};

  constructor() {
    try {
      this.#kept = JSON.parse(localStorage.getItem(KEY)) ?? {};
    } catch {
      // The browser stores nothing: all settings have their defaults.
    }
  }

  /** The seat whose side is at the bottom; "" for side A. */
  get seat() {
    return this.#kept.seat ?? "";
  }

  set seat(letter) {
    this.#keep("seat", letter);
  }

  /** The name of the player on this device. */
  get name() {
    return this.#kept.name ?? "";
  }

  set name(name) {
    this.#keep("name", name);
  }

  get sound() {
    return Boolean(this.#kept.sound);
  }

  set sound(on) {
    this.#keep("sound", on);
  }

  /** Whether the prompt is read aloud. */
  get speaks() {
    return Boolean(this.#kept.speaks);
  }

  set speaks(on) {
    this.#keep("speaks", on);
  }

  /** Whether type is large, and prompts name lights and colours instead of holes. */
  get plain() {
    return Boolean(this.#kept.plain);
  }

  set plain(on) {
    this.#keep("plain", on);
  }

  /** The language that was chosen on this device; "" for none. */
  get language() {
    return document.cookie.match(/(?:^|; )jokerboard-language=([a-z]+)/)?.[1] ?? "";
  }

  set language(tag) {
    document.cookie = `${LANGUAGE}=${tag}; path=/; max-age=${tag ? YEAR : 0}; samesite=strict`;
  }

  #keep(name, value) {
    this.#kept[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // The browser stores nothing: the setting lasts until the page is closed.
    }
    this.changed();
  }
}
