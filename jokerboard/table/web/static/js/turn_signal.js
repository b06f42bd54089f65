// Signals to the player of this device that it is their turn, and keeps the device's screen on while they play.

import { words } from "./words.js";

const SHAKE = 120; // milliseconds

export class TurnSignal {
  #sound;
  #settings;
  #mine = false;
  #lock = null;
  #asking = false;

  constructor(sound, settings) {
    this.#sound = sound;
    this.#settings = settings;
  }

  /** Whether the browser can keep the screen on for this page; over plain http only on the table's own machine. */
  static keepsAwake = () => "wakeLock" in navigator;

  /** `mine`: whether the player of this device is in turn. */
  show(state, mine) {
    if (mine) document.title = words("page.your-turn", { text: document.title });
    if (mine && !this.#mine) this.#call();
    this.#mine = mine;
    this.#keepAwake(Boolean(state.seat && state.game && !state.over));
  }

  #call() {
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(SHAKE); // refused before a touch
    if (this.#settings.sound) this.#sound.play("turn");
  }

  async #keepAwake(wanted) {
    if (!TurnSignal.keepsAwake() || document.hidden || this.#asking || wanted === Boolean(this.#lock)) return;
    if (!wanted) {
      this.#lock.release();
      this.#lock = null;
      return;
    }
    this.#asking = true;
    try {
      this.#lock = await navigator.wakeLock.request("screen");
      this.#lock.addEventListener("release", () => (this.#lock = null));
    } catch {
      // The browser refuses while the battery is low; the next state asks again.
    } finally {
      this.#asking = false;
    }
  }
}
