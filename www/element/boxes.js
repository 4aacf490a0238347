// The boxes a respondent writes in: what stands in them, and what of it is stored.

import { Typing } from './manner.js';

/** @import { Conductor } from './conductor.js' */

/** How long a pause in typing is before a draft is stored, in milliseconds. */
const PAUSE = 300;

export class Boxes {
  /** Which box each text area stands for. @type {WeakMap<HTMLTextAreaElement, string>} */
  #names = new WeakMap();
  #timer = 0;
  #typing = new Typing();
  #shell;

  /** @param {HTMLElement} shell */
  constructor(shell) {
    this.#shell = shell;
  }

  /** The answer box. @returns {HTMLTextAreaElement | null} */
  get answer() {
    return this.#shell.querySelector('.now textarea');
  }

  /** Something was typed. @param {Conductor | undefined} conductor @param {Event} event */
  typed(conductor, event) {
    const { dataset } = /** @type {HTMLElement} */ (event.target);
    if (dataset['box']) this.#typing.changed(dataset['box'], /** @type {InputEvent} */ (event));
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.store(conductor), PAUSE);
  }

  /** How what stands in a box came there, as far as it can be told. @param {HTMLTextAreaElement} box */
  manner({ dataset, value }) {
    return this.#typing.of(dataset['box'] ?? '', value);
  }

  /** Stores what is not stored yet. @param {Conductor | undefined} conductor */
  store(conductor) {
    clearTimeout(this.#timer);
    if (!conductor || conductor.busy) return;
    /** @type {Record<string, string>} */
    const changed = {};
    for (const box of this.#all()) {
      const name = this.#names.get(box);
      if (name && box.value !== (conductor.draft[name] ?? '')) changed[name] = box.value;
    }
    if (Object.keys(changed).length) void conductor.write(changed);
  }

  /** Fills the boxes that came to stand for something else. @param {Conductor} conductor */
  fill(conductor) {
    for (const box of this.#all()) {
      const name = box.dataset['box'] ?? '';
      this.#typing.shown(name, conductor.log.length, !conductor.draft[name]);
      if (this.#names.get(box) === name) continue;
      this.#names.set(box, name);
      const edited = name.startsWith('edit-') ? conductor.past.at(-1)?.said : undefined;
      box.value = conductor.draft[name] ?? edited ?? '';
    }
  }

  #all() {
    return /** @type {NodeListOf<HTMLTextAreaElement>} */ (this.#shell.querySelectorAll('textarea[data-box]'));
  }
}
