// The status bar: progress of long work, a way to stop it, its result, and the files that were not added.

import { h } from '../element/dom.js';
import { plural } from './format.js';

/** Most problems shown by name. */
const MAX_SHOWN = 200;
/** Time a result stays visible, in milliseconds. */
const ANNOUNCED_FOR = 8000;

export class StatusBar {
  #work = h('div.work', { role: 'status' });
  #problems = h('div.problems');
  /** @type {Array<{ name: string, problem: string }>} */
  #found = [];
  element = h('div.status', {}, this.#work, this.#problems);
  #timer = 0;

  /**
   * Shows long work with a button that stops it.
   * @param {string} text
   * @param {() => void} stop
   */
  startProgress(text, stop) {
    clearTimeout(this.#timer);
    const label = h('span.num', {}, text);
    const bar = /** @type {HTMLProgressElement} */ (h('progress', { max: 1, 'aria-label': 'Progress' }));
    const button = h('button.quiet', { type: 'button' }, 'Stop');
    button.addEventListener('click', stop);
    const row = h('p', {}, label, bar, button);
    this.#work.append(row);
    return {
      /** @param {string} now @param {number} share 0–1 */
      update: (now, share) => {
        label.textContent = now;
        bar.value = share;
      },
      end: () => row.remove(),
    };
  }

  /** Shows a result for some seconds. @param {string} text */
  announce(text) {
    for (const old of this.#work.querySelectorAll('.announced')) old.remove();
    const row = h('p.announced', {}, h('span.num', {}, text));
    this.#work.append(row);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => row.remove(), ANNOUNCED_FOR);
  }

  /** Adds problems to the list, which stays until it is closed. @param {Array<{ name: string, problem: string }>} problems */
  showProblems(problems) {
    if (!problems.length) return;
    this.#found.push(...problems);
    const close = h('button.quiet', { type: 'button' }, 'Close');
    close.addEventListener('click', () => {
      this.#found = [];
      this.#problems.replaceChildren();
    });
    const shown = this.#found.slice(0, MAX_SHOWN);
    const rest = this.#found.length - shown.length;
    this.#problems.replaceChildren(h('div.notice.error', { role: 'alert' },
      h('div.row', {}, h('b', {}, `${plural(this.#found.length, 'file was', 'files were')} not added. The others are in the list.`), close),
      h('ul', { tabindex: 0, 'aria-label': 'Files that were not added' },
        shown.map(({ name, problem }) => h('li', {}, h('bdi', {}, name), ': ', problem)), rest > 0 && h('li', {}, `and ${rest} more`))));
  }
}
