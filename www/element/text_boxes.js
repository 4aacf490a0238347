// The text boxes of the page: fills them, stores their drafts, and measures typing.

import { TypingRecorder } from './typing_stats.js';

/** @import { Conductor } from './conductor.js' */
/** @import { InterviewState } from './interview_state.js' */

/** Longest time before what was typed is stored, in milliseconds, however fast it is typed. */
const DELAY = 300;

export class TextBoxes {
  /** Name of the box that each text area shows. @type {WeakMap<HTMLTextAreaElement, string>} */
  #names = new WeakMap();
  #timer = 0;
  #typing = new TypingRecorder();
  #shell;

  /** @param {HTMLElement} shell */
  constructor(shell) {
    this.#shell = shell;
  }

  /** The answer box. @returns {HTMLTextAreaElement | null} */
  get answer() {
    return this.#shell.querySelector('.now textarea');
  }

  /** Handles an `input` event. @param {Conductor | undefined} conductor @param {Event} event */
  onInput(conductor, event) {
    const { dataset } = /** @type {HTMLElement} */ (event.target);
    if (dataset['box']) this.#typing.changed(dataset['box'], /** @type {InputEvent} */ (event));
    this.#timer ||= window.setTimeout(() => this.store(conductor), DELAY);
  }

  /** @param {HTMLTextAreaElement} box */
  typingStats({ dataset, value }) {
    return this.#typing.statsOf(dataset['box'] ?? '', value);
  }

  /** Stores changed drafts. @param {Conductor | undefined} conductor */
  store(conductor) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (!conductor || conductor.state.busy) return;
    /** @type {Record<string, string>} */
    const changed = {};
    for (const box of this.#all()) {
      const name = this.#names.get(box);
      if (name && box.value !== (conductor.state.draft[name] ?? '')) changed[name] = box.value;
    }
    if (Object.keys(changed).length) void conductor.writeDraft(changed);
  }

  /** Fills new boxes with their drafts. @param {Readonly<InterviewState>} state */
  fill({ log, draft, past }) {
    for (const box of this.#all()) {
      const name = box.dataset['box'] ?? '';
      this.#typing.shown(name, log.entries.length, !draft[name]);
      if (this.#names.get(box) === name) continue;
      this.#names.set(box, name);
      const edited = name.startsWith('edit-') ? past.at(-1)?.answer : undefined;
      box.value = draft[name] ?? edited ?? '';
    }
  }

  #all() {
    return /** @type {NodeListOf<HTMLTextAreaElement>} */ (this.#shell.querySelectorAll('textarea[data-box]'));
  }
}
