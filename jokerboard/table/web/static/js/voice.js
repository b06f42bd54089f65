// Reads the prompt aloud by the browser's own voices, in the language of the page. The default is off.

import { language } from "/page/js/words.js";

export class Voice {
  #settings;
  #last = "";

  constructor(settings) {
    this.#settings = settings;
  }

  static able = () => "speechSynthesis" in globalThis;

  /** Reads the prompt aloud if it is new. */
  take({ text, more }) {
    const sentence = [text, more].filter(Boolean).join(". ");
    if (!this.#settings.speaks || !Voice.able() || document.hidden) return;
    if (sentence === this.#last) return;
    this.#last = sentence;
    this.speak(sentence);
  }

  /** Reads a sentence aloud at once, and interrupts any other. */
  speak(sentence) {
    speechSynthesis.cancel();
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.lang = language;
    speechSynthesis.speak(utterance);
  }
}
