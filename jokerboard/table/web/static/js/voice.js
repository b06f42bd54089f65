// Reads the prompt aloud, by the browser's own voices, in the language of the page. Off unless asked for.

import { language } from "/page/js/words.js";

export class Voice {
  #settings;
  #said = "";

  constructor(settings) {
    this.#settings = settings;
  }

  static able = () => "speechSynthesis" in globalThis;

  /** Says the prompt when it is a new one. */
  hear({ text, more }) {
    const sentence = [text, more].filter(Boolean).join(". ");
    if (!this.#settings.speaks || !Voice.able() || document.hidden) return;
    if (sentence === this.#said) return;
    this.#said = sentence;
    this.say(sentence);
  }

  /** Says a sentence at once, in the place of what is being said. */
  say(sentence) {
    speechSynthesis.cancel();
    const spoken = new SpeechSynthesisUtterance(sentence);
    spoken.lang = language;
    speechSynthesis.speak(spoken);
  }
}
