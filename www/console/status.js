// What goes on: long work with a way to stop it, files that could not be read and why, and what was done.

import { h } from '../element/dom.js';
import { count } from './words.js';

/** Most problems shown by name. */
const MOST = 200;

export class Status {
  #work = h('div.work', { role: 'status' });
  #problems = h('div.problems');
  /** @type {Array<{ name: string, problem: string }>} */
  #found = [];
  element = h('div.status', {}, this.#work, this.#problems);
  #timer = 0;

  /**
   * Shows long work.
   * @param {string} text
   * @param {() => void} stop
   */
  begin(text, stop) {
    clearTimeout(this.#timer);
    const label = h('span.num', {}, text);
    const bar = /** @type {HTMLProgressElement} */ (h('progress', { max: 1, 'aria-label': 'Progress' }));
    const button = h('button.quiet', { type: 'button' }, 'Stop');
    button.addEventListener('click', stop);
    const row = h('p', {}, label, bar, button);
    // One thing at a time is told; what is told of last stands last.
    this.#work.append(row);
    return {
      /** @param {string} now @param {number} [share] 0–1 */
      at: (now, share) => {
        label.textContent = now;
        if (share === undefined) bar.removeAttribute('value');
        else bar.value = share;
      },
      end: () => row.remove(),
    };
  }

  /** Says what was done, for a while. @param {string} text */
  say(text) {
    const row = h('p', {}, h('span.num', {}, text));
    for (const old of this.#work.querySelectorAll('.told')) old.remove();
    row.classList.add('told');
    this.#work.append(row);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => row.remove(), 8000);
  }

  /** @param {Array<{ name: string, problem: string }>} problems */
  refuse(problems) {
    if (!problems.length) return;
    this.#found.push(...problems);
    const close = h('button.quiet', { type: 'button' }, 'Close');
    close.addEventListener('click', () => {
      this.#found = [];
      this.#problems.replaceChildren();
    });
    this.#problems.replaceChildren(h('div.notice.error', { role: 'alert' },
      h('div.row', {}, h('b', {}, `${count(this.#found.length, 'file')} could not be read. The others are in the list.`), close),
      h('ul', { tabindex: 0, 'aria-label': 'Files that could not be read' }, this.#found.slice(0, MOST).map(({ name, problem }) => h('li', {}, h('bdi', {}, name), ': ', problem)),
        this.#found.length > MOST && h('li', {}, `and ${this.#found.length - MOST} more`))));
  }
}
