// Tells how long the respondent waits for models. A quick reply is not reported.

/** Lengths of a wait, in milliseconds. */
const WAITS = /** @type {const} */ ([['short', 1000], ['long', 9000]]);

export class WaitTimer {
  /** @type {number[]} */
  #timers = [];
  #isWaiting = false;
  #changed;

  /** @param {(wait: 'short' | 'long' | undefined) => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  /** @param {boolean} isWaiting @returns {boolean} whether that has changed */
  set(isWaiting) {
    if (isWaiting === this.#isWaiting) return false;
    this.#isWaiting = isWaiting;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = isWaiting ? WAITS.map(([wait, after]) => window.setTimeout(() => this.#changed(wait), after)) : [];
    return true;
  }
}
