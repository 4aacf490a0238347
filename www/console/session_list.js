// The list of sessions. Only visible rows are in the document, so long lists scroll smoothly. Tab reaches one row; arrow keys
// move, Space selects, Enter opens.

import { h } from '../element/dom.js';
import { badge } from './badge.js';
import { currentScore, scoreState } from './score_state.js';
import { linkTo } from './route.js';
import { endReason, formatDuration, formatTime, languageName, plural, sessionName } from './format.js';

/** @import { Sessions } from './sessions.js' */
/** @import { Item } from './sessions.js' */

/** Height of a row in rem, as in the style sheet. */
const ROW_HEIGHT = 5.25;
/** Rows drawn before and after the visible ones. */
const OVERSCAN = 6;

export class SessionList {
  /** Index of the row that Tab reaches. */
  #active = 0;
  /** Rows in the document by id, each with the values it shows. @type {Map<string, { row: HTMLElement, drawn: string }>} */
  #rows = new Map();
  #opened = '';
  #isScheduled = false;

  /** @param {Sessions} sessions */
  constructor(sessions) {
    this.sessions = sessions;
    this.list = h('ul.rows', { 'aria-label': 'Sessions' });
    this.element = h('div.scroller', {}, this.list);
    this.element.addEventListener('scroll', () => this.#schedule(), { passive: true });
    this.list.addEventListener('keydown', (event) => this.#key(event));
    this.list.addEventListener('change', (event) => this.#check(/** @type {HTMLInputElement} */ (event.target)));
    this.list.addEventListener('focusin', (event) => {
      const at = Number(/** @type {HTMLElement} */ (event.target).closest('li')?.dataset.at);
      if (at !== this.#active && at >= 0) {
        this.#active = at;
        this.draw();
      }
    });
    new ResizeObserver(() => this.#schedule()).observe(this.element);
  }

  /** Marks the session that is open. @param {string} id */
  open(id) {
    this.#opened = id;
    const at = this.sessions.shown.findIndex((item) => item.id === id);
    if (at >= 0) {
      this.#active = at;
      this.#reveal(at);
    }
    this.draw();
  }

  /** The visible sessions. */
  get visible() {
    const [from, to] = this.#range(0);
    return this.sessions.shown.slice(from, to);
  }

  get #row() {
    return ROW_HEIGHT * parseFloat(getComputedStyle(document.documentElement).fontSize);
  }

  /** The range of rows on the screen. @param {number} overscan @returns {[number, number]} */
  #range(overscan) {
    const { scrollTop, clientHeight } = this.element;
    const from = Math.max(0, Math.floor(scrollTop / this.#row) - overscan);
    return [from, Math.ceil((scrollTop + clientHeight) / this.#row) + overscan];
  }

  #schedule() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => {
      this.#isScheduled = false;
      this.draw();
    });
  }

  draw() {
    const { shown, selected } = this.sessions;
    this.#active = Math.max(0, Math.min(this.#active, shown.length - 1));
    this.list.style.setProperty('--rows', String(shown.length));
    const [from, to] = this.#range(OVERSCAN);
    const wanted = new Set();
    // The active row stays in the document, so that it keeps the focus.
    const places = [...Array.from({ length: Math.max(0, Math.min(to, shown.length) - from) }, (_, at) => from + at), this.#active];
    /** @type {HTMLElement | undefined} */
    let before;
    for (const at of [...new Set(places)].sort((a, b) => a - b)) {
      const item = shown[at];
      if (!item) continue;
      wanted.add(item.id);
      const row = this.#drawRow(item, at, shown.length, selected.has(item.id));
      // Screen readers follow the order of the document.
      const next = /** @type {Element | null} */ (before ? before.nextElementSibling : this.list.firstElementChild);
      if (next !== row) this.list.insertBefore(row, next);
      before = row;
    }
    for (const [id, { row }] of this.#rows) {
      if (wanted.has(id)) continue;
      row.remove();
      this.#rows.delete(id);
    }
  }

  /** @param {Item} item @param {number} at @param {number} all @param {boolean} isSelected */
  #drawRow(item, at, all, isSelected) {
    const { overview } = item;
    const isActive = at === this.#active;
    const isOpen = item.id === this.#opened;
    const drawn = [scoreState(item), currentScore(item)?.total_score, item.flags, overview.entries, overview.reason, isSelected, isOpen, item.source, all].join();
    const known = this.#rows.get(item.id);
    const hasFocus = known?.row.contains(document.activeElement);
    let row = known?.row;
    if (!row) row = makeRow(item, isSelected, isOpen);
    else if (known?.drawn !== drawn) {
      // The row is updated in place, so that a focused link keeps its focus.
      const fresh = makeRow(item, isSelected, isOpen);
      const [link, freshLink] = [row, fresh].map((one) => /** @type {HTMLElement} */ (one.querySelector('a')));
      link?.replaceChildren(...(freshLink?.childNodes ?? []));
      if (isOpen) link?.setAttribute('aria-current', 'page');
      else link?.removeAttribute('aria-current');
      /** @type {HTMLInputElement} */ (row.querySelector('input')).checked = isSelected;
      row.className = fresh.className;
    }
    this.#rows.set(item.id, { row, drawn });
    row.dataset.at = String(at);
    row.style.setProperty('--at', String(at));
    row.setAttribute('aria-posinset', String(at + 1));
    row.setAttribute('aria-setsize', String(all));
    for (const part of row.querySelectorAll('a, input')) part.setAttribute('tabindex', isActive || hasFocus ? '0' : '-1');
    return row;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.#row) - 1);
    const last = this.sessions.shown.length - 1;
    const steps = /** @type {Record<string, number>} */ ({
      ArrowDown: this.#active + 1, ArrowUp: this.#active - 1, PageDown: this.#active + page, PageUp: this.#active - page, Home: 0, End: last,
    });
    const to = steps[event.key];
    if (to !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this.#go(Math.max(0, Math.min(last, to)), event.shiftKey);
    } else if (event.key === ' ' && event.target instanceof HTMLAnchorElement) {
      event.preventDefault();
      const item = this.sessions.shown[this.#active];
      if (item) this.#select(item.id, !this.sessions.selected.has(item.id));
    }
  }

  /** @param {number} at @param {boolean} isSelecting */
  #go(at, isSelecting) {
    const item = this.sessions.shown[at];
    if (!item) return;
    if (isSelecting) this.#select(item.id, true);
    this.#active = at;
    this.#reveal(at);
    this.draw();
    this.#rows.get(item.id)?.row.querySelector('a')?.focus({ preventScroll: true });
  }

  /** @param {number} at */
  #reveal(at) {
    const [top, bottom] = [at * this.#row, (at + 1) * this.#row];
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (bottom > scrollTop + clientHeight) this.element.scrollTop = bottom - clientHeight;
  }

  /** @param {HTMLInputElement} box */
  #check(box) {
    this.#select(/** @type {string} */ (box.closest('li')?.dataset.id), box.checked);
  }

  /** @param {string} id @param {boolean} isSelected */
  #select(id, isSelected) {
    if (isSelected) this.sessions.selected.add(id);
    else this.sessions.selected.delete(id);
    this.sessions.changed();
  }
}

/** @param {import('../engine/types.d.ts').Overview} overview */
function turnsOf({ answers, skips }) {
  return `${plural(answers, 'answer')}${skips ? ` in ${answers + skips} turns` : ''}`;
}

/** @param {Item} item @param {boolean} isSelected @param {boolean} isOpen */
function makeRow(item, isSelected, isOpen) {
  const { id, overview, flags } = item;
  const name = sessionName(item);
  const row = h('li', { 'data-id': id, class: `row${overview.reason ? '' : ' unfinished'}` },
    h('label.tick', {}, h('input', { type: 'checkbox', 'aria-label': `Select ${name}` })),
    h('a', { href: linkTo(id), 'aria-current': isOpen && 'page' },
      h('span.text', {},
        h('span.top', {}, h('b.num', { dir: 'auto' }, name), overview.is_simulated && h('span.tag', {}, 'simulated')),
        h('span.line.num', {}, h('bdi', {}, overview.title || overview.study), ` · ${languageName(overview.language)}`,
          overview.fit !== null && ` · fit ${overview.fit}/4`, flags ? ` · ${plural(flags, 'flag')}` : undefined),
        h('span.line.num', {}, `${formatTime(overview.started_at)}, ${formatDuration(overview)}`),
        h('span.line.num', {}, `${turnsOf(overview)}, ${endReason(overview)}`)),
      badge(item)));
  /** @type {HTMLInputElement} */ (row.querySelector('input')).checked = isSelected;
  return row;
}
