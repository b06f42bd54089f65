// Sounds, which are synthesized here: for a card, a play, an illegal play, a bump, a turn, a win. The default is off.

const NOTES = {
  card: [[520, 0, 0.05, "triangle"]],
  play: [[392, 0, 0.09, "sine"], [523, 0.08, 0.12, "sine"]],
  bump: [[330, 0, 0.1, "square"], [220, 0.1, 0.16, "square"]],
  illegal: [[180, 0, 0.22, "sawtooth"]],
  turn: [[659, 0, 0.1, "sine"], [880, 0.11, 0.18, "sine"]],
  win: [[523, 0, 0.16, "triangle"], [659, 0.15, 0.16, "triangle"], [784, 0.3, 0.16, "triangle"], [1047, 0.45, 0.5, "triangle"]],
};
const LOUD = 0.12;

export class Sound {
  #settings;
  #context = null;
  #before = null;

  constructor(settings) {
    this.#settings = settings;
  }

  /** Plays the sound of the change between the last state and this one, if any. */
  take(state) {
    const before = this.#before;
    this.#before = { id: state.game?.id, n: state.n, card: state.card?.text, kind: state.verdict?.kind, at: state.verdict?.at, again: state.verdict?.again, owing: state.owing?.length ?? 0, over: Boolean(state.over) };
    if (!before || before.id !== this.#before.id || !this.#settings.sound || document.hidden) return;
    const name = soundOf(before, this.#before);
    if (name) this.play(name);
  }

  play(name) {
    this.#context ??= new AudioContext();
    const now = this.#context.currentTime;
    for (const [frequency, at, length, type] of NOTES[name]) {
      const [tone, volume] = [this.#context.createOscillator(), this.#context.createGain()];
      tone.type = type;
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(LOUD, now + at);
      volume.gain.exponentialRampToValueAtTime(0.001, now + at + length);
      tone.connect(volume).connect(this.#context.destination);
      tone.start(now + at);
      tone.stop(now + at + length);
    }
    document.body.dataset.sound = name;
  }
}

function soundOf(before, now) {
  if (now.over && !before.over) return "win";
  if (now.kind === "illegal" && now.at !== before.at && !now.again) return "illegal";
  if (now.owing > before.owing) return "bump";
  if (now.n !== before.n) return "play";
  return now.card && now.card !== before.card ? "card" : null;
}
