// How an answer comes to be written: how long it took, how many changes were typed, how many characters pasted. Never
// which keys, never a text. Where part of it was written before this page was opened nothing is said, rather than half.

/** @import { Manner } from '../engine/types.d.ts' */

/** @typedef {{ shown: number, first?: number, keys: number, pasted: number, isWhole: boolean }} Course */

export class Typing {
  /** By name of the box. @type {Map<string, Course>} */
  #courses = new Map();
  #step = -1;

  /**
   * A box stands on the page.
   * @param {string} name
   * @param {number} step where the interview stands: what a box stood for at another is over
   * @param {boolean} isWhole whether nothing of it was written before
   */
  shown(name, step, isWhole) {
    if (step !== this.#step) this.#courses.clear();
    this.#step = step;
    if (!this.#courses.has(name)) this.#courses.set(name, { shown: performance.now(), keys: 0, pasted: 0, isWhole });
  }

  /** @param {string} name @param {InputEvent} event */
  changed(name, { inputType = '', data }) {
    const course = this.#courses.get(name);
    if (!course) return;
    course.first ??= performance.now();
    if (/^insertFrom(Paste|Drop|Yank)/.test(inputType)) course.pasted += [...(data ?? '')].length;
    else if (/^(insert|delete)/.test(inputType)) course.keys += 1;
  }

  /**
   * @param {string} name
   * @param {string} text what is sent
   * @returns {Manner | undefined}
   */
  of(name, text) {
    const { shown, first, keys, pasted, isWhole } = this.#courses.get(name) ?? { isWhole: false };
    if (!isWhole || shown === undefined) return undefined;
    const times = first === undefined ? { typing_ms: 0 }
      : { first_ms: Math.round(first - shown), typing_ms: Math.round(performance.now() - first) };
    return { pasted: Math.min(pasted, [...text].length), keys, ...times };
  }
}
