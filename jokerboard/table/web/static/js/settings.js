// The settings of one device: the seat towards its reader, and sounds.

const KEY = "jokerboard";

export class Settings {
  #kept = {};
  changed = () => {};

  constructor() {
    try {
      this.#kept = JSON.parse(localStorage.getItem(KEY)) ?? {};
    } catch {
      // A browser that keeps nothing: as if nothing had been chosen.
    }
  }

  /** The seat whose side is at the bottom; "" for the board as it is made. */
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

  #keep(name, value) {
    this.#kept[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // The same: it holds until the page is closed.
    }
    this.changed();
  }
}
