// Reads the prompt aloud by the browser's own voices, in the language of the page. The default is off.

import { language } from "/page/js/words.js";

export class Voice {
  #settings;
  #said = "";

  constructor(settings) {
    this.#settings = settings;
  }

  static able = () => "speechSynthesis" in globalThis;

  /** Reads the prompt aloud if it is new. */
  hear({ text, more }) {
    const sentence = [text, more].filter(Boolean).join(". ");
    if (!this.#settings.speaks || !Voice.able() || document.hidden) return;
    if (sentence === this.#said) return;
    this.#said = sentence;
    this.say(sentence);
  }

  /** Reads a sentence aloud at once, and interrupts any other. */
  say(sentence) {
    speechSynthesis.cancel();
    const spoken = new SpeechSynthesisUtterance(sentence);
    spoken.lang = language;
    speechSynthesis.speak(spoken);
  }
}
