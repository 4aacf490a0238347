// The wait for models: it is put into words once it is one, so that a quick reply says nothing, and once it is long.

/** After how long, in milliseconds. */
const WAITS = /** @type {const} */ ([['short', 1000], ['long', 9000]]);

export class Wait {
  /** @type {number[]} */
  #timers = [];
  #isOn = false;
  #say;

  /** @param {(wait: 'short' | 'long' | undefined) => void} say */
  constructor(say) {
    this.#say = say;
  }

  /** @param {boolean} isOn @returns {boolean} whether that is new */
  set(isOn) {
    if (isOn === this.#isOn) return false;
    this.#isOn = isOn;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = isOn ? WAITS.map(([wait, after]) => window.setTimeout(() => this.#say(wait), after)) : [];
    return true;
  }
}
