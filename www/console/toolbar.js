// The toolbar above the list: search, order, filters, and actions on the selection.

import { h } from '../element/dom.js';
import { NO_FILTERS, scoringStatus } from './sessions.js';
import { REASONS, SOURCES, capitalise, languageName, plural } from './format.js';

/** @import { Sessions } from './sessions.js' */
/** @import { Filters, Item, SortKey } from './sessions.js' */

/** @type {Array<[string, string]>} */
const ORDERS = [
  ['started_at desc', 'Newest first'], ['started_at asc', 'Oldest first'], ['score desc', 'Best score first'], ['score asc', 'Lowest score first'],
  ['answers desc', 'Most answers first'], ['answers asc', 'Fewest answers first'], ['words desc', 'Most words first'], ['words asc', 'Fewest words first'],
];

/** @type {Record<string, string>} */
const STATUSES = { scored: 'Scored', not_scored: 'Not scored', scoring_in_progress: 'Being scored', scoring_failed: 'Scoring failed' };

/** Filters: key, label, value of a session, label of a value. @type {Array<[Exclude<keyof Filters, 'text'>, string, (item: Item) => string, (value: string, item?: Item) => string]>} */
const FILTERS = [
  ['study', 'Study', ({ overview }) => overview.study, (value) => value],
  ['language', 'Language', ({ overview }) => overview.language, languageName],
  ['status', 'Scoring', scoringStatus, (value) => STATUSES[value] ?? value],
  ['reason', 'Ended', ({ overview }) => overview.reason ?? 'open', (value) => (value === 'open' ? 'Not finished' : capitalise(REASONS[value] ?? value))],
  ['source', 'From', ({ source }) => source, (value) => capitalise(SOURCES[value] ?? value)],
];

export class Toolbar {
  /** @param {Sessions} sessions */
  constructor(sessions) {
    this.sessions = sessions;
    this.search = /** @type {HTMLInputElement} */ (h('input', { type: 'search', placeholder: 'Search sessions', 'aria-label': 'Search sessions', autocomplete: 'off' }));
    this.order = /** @type {HTMLSelectElement} */ (h('select', { 'aria-label': 'Order' }, ORDERS.map(([value, name]) => h('option', { value }, name))));
    this.toggle = h('button.quiet', { type: 'button', 'aria-expanded': 'false', 'aria-controls': 'filters' }, 'Filter');
    this.panel = h('div.filters', { id: 'filters', hidden: true });
    this.bar = h('div.selection');
    this.selects = new Map(FILTERS.map(([key, name]) => [key, /** @type {HTMLSelectElement} */ (h('select', { name: key, 'aria-label': name }))]));
    this.clear = h('button.quiet', { type: 'button' }, 'Clear filters');
    this.panel.append(...FILTERS.map(([key, name]) => h('label', {}, h('span', {}, name), this.selects.get(key))), this.clear);
    this.all = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox' }));
    this.summary = h('span.num');
    this.actions = h('span.actions');
    this.bar.append(h('label.tick', {}, this.all, h('span.sr', {}, 'Select all in the list')), this.summary, this.actions);
    this.element = h('div.toolbar', {}, h('div.find', {}, this.search, this.toggle), this.panel, h('div.find', {}, this.bar, this.order));
    this.#listen();
  }

  #listen() {
    this.search.addEventListener('input', () => this.#filter({ text: this.search.value.trim() }));
    this.order.addEventListener('change', () => {
      const [sort, order] = this.order.value.split(' ');
      Object.assign(this.sessions, { sort: /** @type {SortKey} */ (sort), order });
      this.sessions.changed();
    });
    this.toggle.addEventListener('click', () => {
      this.panel.hidden = !this.panel.hidden;
      this.toggle.setAttribute('aria-expanded', String(!this.panel.hidden));
    });
    for (const [key, select] of this.selects) select.addEventListener('change', () => this.#filter({ [key]: select.value }));
    this.clear.addEventListener('click', () => {
      this.search.value = '';
      this.#filter(NO_FILTERS);
      this.search.focus();
    });
    this.all.addEventListener('change', () => {
      if (this.all.checked) for (const { id } of this.sessions.shown) this.sessions.selected.add(id);
      else this.sessions.selected.clear();
      this.sessions.changed();
    });
  }

  /** @param {Partial<Filters>} change */
  #filter(change) {
    this.sessions.filters = { ...this.sessions.filters, ...change };
    this.sessions.changed();
  }

  draw() {
    const { sessions } = this;
    const { shown, selected, filters } = sessions;
    const titles = new Map(sessions.all.map(({ overview }) => [overview.study, overview.title || overview.study]));
    for (const [key, , valueOf, labelOf] of FILTERS) {
      const select = /** @type {HTMLSelectElement} */ (this.selects.get(key));
      const options = [['', 'All'], ...sessions.values(valueOf).map(([value, n]) => [value, `${key === 'study' ? titles.get(value) : labelOf(value)} (${n})`])];
      // The current value stays in the list, even if no session has it.
      if (filters[key] && !options.some(([value]) => value === filters[key])) options.push([filters[key], `${labelOf(filters[key])} (0)`]);
      const drawn = JSON.stringify(options);
      if (select.dataset.drawn !== drawn) {
        select.dataset.drawn = drawn;
        select.replaceChildren(...options.map(([value, name]) => h('option', { value }, name)));
      }
      select.value = filters[key];
    }
    const active = Object.entries(filters).filter(([key, value]) => value && key !== 'text').length;
    this.toggle.textContent = active ? `Filter (${active})` : 'Filter';
    this.toggle.classList.toggle('on', active > 0);
    this.clear.hidden = !active && !filters.text;
    const picked = selected.size;
    this.all.checked = shown.length > 0 && shown.every(({ id }) => selected.has(id));
    this.all.indeterminate = picked > 0 && !this.all.checked;
    this.all.disabled = shown.length === 0;
    this.summary.textContent = picked ? `${picked.toLocaleString('en-GB')} selected`
      : shown.length === sessions.size ? plural(sessions.size, 'session') : `${shown.length.toLocaleString('en-GB')} of ${plural(sessions.size, 'session')}`;
    if (picked && !this.actions.firstChild) {
      this.actions.append(...[['export', 'Export'], ['methods', 'Methods'], ['delete', 'Delete']].map(([act, name]) =>
        h('button.quiet', { type: 'button', 'data-act': act }, name)));
    } else if (!picked) this.actions.replaceChildren();
    this.order.hidden = picked > 0;
  }
}
