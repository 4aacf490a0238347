// Measures how an answer is typed: its duration, the number of typed changes, and the number of pasted characters.
//
// Invariant: it records no keys and no text. A box with text from an earlier visit has no statistics.

/** @import { Input } from '../engine/types.d.ts' */

/** @typedef {NonNullable<Extract<Input, { type: 'answer' }>['manner']>} TypingStats */

/** @typedef {{ shown: number, first?: number, keys: number, pasted: number, isWhole: boolean }} BoxRecord */

export class TypingRecorder {
  /** By name of the box. @type {Map<string, BoxRecord>} */
  #boxes = new Map();
  #step = -1;

  /**
   * A box is shown.
   * @param {string} name
   * @param {number} step number of log entries; another number drops the records of all boxes
   * @param {boolean} isWhole whether the box was empty
   */
  shown(name, step, isWhole) {
    if (step !== this.#step) this.#boxes.clear();
    this.#step = step;
    if (!this.#boxes.has(name)) this.#boxes.set(name, { shown: performance.now(), keys: 0, pasted: 0, isWhole });
  }

  /** @param {string} name @param {InputEvent} event */
  changed(name, { inputType = '', data }) {
    const box = this.#boxes.get(name);
    if (!box) return;
    box.first ??= performance.now();
    if (/^insertFrom(Paste|Drop|Yank)/.test(inputType)) box.pasted += [...(data ?? '')].length;
    else if (/^(insert|delete)/.test(inputType)) box.keys += 1;
  }

  /**
   * @param {string} name
   * @param {string} text of the answer
   * @returns {TypingStats | undefined}
   */
  statsOf(name, text) {
    const { shown, first, keys, pasted, isWhole } = this.#boxes.get(name) ?? { isWhole: false };
    if (!isWhole || shown === undefined) return undefined;
    const times = first === undefined ? { typing_ms: 0 }
      : { first_ms: Math.round(first - shown), typing_ms: Math.round(performance.now() - first) };
    return { pasted: Math.min(pasted, [...text].length), keys, ...times };
  }
}
