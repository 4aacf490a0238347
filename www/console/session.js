// The open session: its head, the part of it that the address names, and the score beside it.

import { h } from '../element/dom.js';
import { loadStudio } from '../engine/studio.js';
import { askView } from './ask.js';
import { badge } from './badge.js';
import { findings } from './findings.js';
import { linkTo } from './route.js';
import { scoreCard, scorePage } from './score.js';
import { count, duration, ending, languageName, moment, nameOf, problemOf, SOURCES } from './words.js';

/** @import { Item, Opened, Route, Studio } from './types.d.ts' */
/** @import { Asked } from './ask.js' */

/** @type {Array<[Route['part'], string]>} */
const PARTS = [['', 'Interview'], ['scoring', 'Score'], ['findings', 'Findings'], ['ask', 'Ask']];

/** @typedef {{ element: HTMLElement, select(turn: number): void, close(): void }} View */

export class SessionPane {
  /** @type {Opened | undefined} */
  #record;
  #recordOf = '';
  /** @type {View | undefined} */
  #view;
  /** @type {Asked[]} */
  #asked = [];
  /** Score picked from the history. */
  #picked = '';
  /** Counts what was opened, so that what comes late is not shown. */
  #visit = 0;

  /** @param {(item: Item) => Promise<void>} need fetches what the list did not tell of a session */
  constructor(need) {
    this.need = need;
    this.head = h('header.head');
    this.body = h('div.body');
    this.detail = h('aside.detail', { 'aria-label': 'Score and facts' });
    this.element = h('section.session', { 'aria-label': 'Session', tabindex: -1 }, this.head, h('div.parts-of', {}, this.body, this.detail));
  }

  /**
   * Shows a part of a session.
   * @param {Item} item
   * @param {Route} route
   */
  async show(item, route) {
    const visit = ++this.#visit;
    this.item = item;
    this.route = route;
    this.#drawHead();
    this.#drawDetail();
    const isOther = this.#recordOf !== recordKey(item);
    if (isOther) {
      this.#forget();
      this.body.replaceChildren(h('p.empty.opening', { role: 'status' }, 'Opening…'));
    }
    try {
      await this.need(item);
      if (visit !== this.#visit) return;
      if (isOther) {
        const [studio, text] = await Promise.all([loadStudio(), item.read()]);
        if (visit !== this.#visit) return;
        this.#record = new (/** @type {Studio} */ (/** @type {unknown} */ (studio)).Record)(text);
        this.#recordOf = recordKey(item);
      }
      await this.#drawBody(visit);
    } catch (error) {
      if (visit !== this.#visit) return;
      this.body.replaceChildren(h('div.notice.error', { role: 'alert' }, h('p', {}, h('b', {}, 'This session could not be opened.')), h('p', {}, problemOf(error)),
        h('button.button.plain.small', { type: 'button', 'data-act': 'reopen' }, 'Try again')));
    }
  }

  /** Draws anew what changes while a session is open: its score, its state. */
  refresh() {
    if (!this.item || !this.route) return;
    this.#drawHead();
    this.#drawDetail();
    if (this.route.part === 'scoring') this.#drawBody(this.#visit);
  }

  /** Opens nothing. */
  empty() {
    this.#visit++;
    this.#forget();
    this.item = undefined;
    this.head.replaceChildren();
    this.detail.replaceChildren();
    this.body.replaceChildren();
  }

  /** @param {string} score */
  pick(score) {
    this.#picked = score;
    this.refresh();
    this.body.querySelector('h2')?.scrollIntoView({ block: 'nearest' });
  }

  /** The session opened in the page, for what is asked of it. */
  get record() {
    return this.#record;
  }

  /** Shows a question that was asked. @param {Asked} asked */
  async ask(asked) {
    this.#asked.push(asked);
    const box = /** @type {HTMLInputElement | null} */ (this.body.querySelector('#question'));
    if (box) box.value = '';
    await this.redraw();
    /** @type {HTMLElement | null} */ (this.body.querySelector('#question'))?.focus({ preventScroll: true });
  }

  /** A question has its answer among the stages now. @param {Asked} asked */
  answered(asked) {
    this.#asked = this.#asked.filter((one) => one !== asked);
  }

  /** Draws the part anew, with what stands in its box. */
  async redraw() {
    await this.#drawBody(this.#visit);
    this.body.querySelector('.talk > :last-child')?.scrollIntoView({ block: 'nearest' });
  }

  #forget() {
    this.#view?.close();
    this.#view = undefined;
    this.#record?.free();
    this.#record = undefined;
    this.#recordOf = '';
    this.#asked = [];
    this.#picked = '';
  }

  #drawHead() {
    const { item, route } = this;
    if (!item || !route) return;
    const focused = /** @type {HTMLElement | null} */ (this.head.contains(document.activeElement) ? document.activeElement : null)?.getAttribute('href');
    this.head.replaceChildren(
      h('a.back', { href: '#/sessions' }, '‹ Sessions'),
      h('nav.parts', { 'aria-label': 'Parts of the session' }, PARTS.map(([part, name]) =>
        h('a', { href: linkTo(item.id, part), 'aria-current': part === route.part && 'page' }, name, part === 'scoring' && badge(item)))),
      h('span.doing', {},
        h('button.quiet', { type: 'button', 'data-act': 'export-one' }, 'Export'),
        h('button.quiet', { type: 'button', 'data-act': 'methods-one' }, 'Methods'),
        h('button.quiet', { type: 'button', 'data-act': 'delete-one' }, ['device', 'server'].includes(item.source) ? 'Delete' : 'Take off the list')));
    if (focused) /** @type {HTMLElement | null} */ (this.head.querySelector(`[href="${CSS.escape(focused)}"]`))?.focus({ preventScroll: true });
  }

  #drawDetail() {
    const { item } = this;
    if (!item) return;
    const focused = this.detail.contains(document.activeElement) ? document.activeElement?.getAttribute('data-act') : null;
    this.element.classList.toggle('whole', this.route?.part === '');
    this.element.dataset.part = this.route?.part || 'interview';
    if (this.route?.part === '') return void this.detail.replaceChildren();
    this.detail.replaceChildren(scoreCard(item, { isPage: this.route?.part === 'scoring' }), facts(item));
    if (focused) /** @type {HTMLElement | null} */ (this.detail.querySelector(`[data-act="${focused}"]`) ?? this.detail.querySelector('a, button'))?.focus({ preventScroll: true });
  }

  /** @param {number} visit */
  async #drawBody(visit) {
    const { item, route } = this;
    const record = this.#record;
    if (!item || !route || !record) return;
    if (route.part === '') {
      if (!this.#view) {
        const view = await this.#interview(item, record, route.turn);
        if (visit !== this.#visit) return view.close();
        this.#view = view;
      }
      if (this.body.firstChild !== this.#view.element) this.body.replaceChildren(this.#view.element);
      if (route.turn !== undefined) this.#view.select(route.turn);
      return;
    }
    const pages = {
      scoring: () => [h('div.beside', {}, scoreCard(item, { isPage: true })), scorePage(item, this.#picked || undefined)],
      findings: () => [findings(item, record)],
      ask: () => [askView(item, record, this.#asked)],
    };
    const box = () => /** @type {HTMLInputElement | null} */ (this.body.querySelector('#question'));
    const [text, hadFocus] = [box()?.value, document.activeElement === box()];
    this.body.replaceChildren(title(item), ...pages[route.part]());
    // A question that is being written is not lost to what is drawn anew around it.
    const now = box();
    if (now && text) now.value = text;
    if (now && hadFocus) now.focus({ preventScroll: true });
  }

  /**
   * What one sees of an interview. The turn that is looked at goes into the address.
   * @param {Item} item
   * @param {Opened} record
   * @param {number | undefined} turn
   * @returns {Promise<View>}
   */
  async #interview(item, record, turn) {
    const { sessionView } = await import('./session/view.js');
    return sessionView({
      record: /** @type {any} */ (record),
      overview: item.overview,
      go: ({ turn: to }) => history.replaceState(null, '', linkTo(item.id, '', to)),
      words: { name: nameOf(item), turn },
    });
  }
}

/** Which session it is, and how it went at a glance. @param {Item} item */
function title(item) {
  const { overview } = item;
  const study = h('span', {}, h('bdi', {}, overview.title || overview.study), `, version ${overview.version}`);
  const parts = [study, languageName(overview.language), moment(overview.started_at),
    duration(overview), count(overview.answers, 'answer'), ending(overview)];
  return h('div.title', {},
    h('h1', { tabindex: -1 }, h('bdi', {}, nameOf(item)), overview.is_simulated && h('span.tag', {}, 'simulated')),
    h('p.num', {}, parts.map((part) => h('span', {}, part))));
}

/** @param {Item} item */
function recordKey({ id, source, overview }) {
  return `${source} ${id} ${overview.entries} ${overview.reason}`;
}

/** What stands in the file. @param {Item} item */
function facts(item) {
  const { overview, id, origin, source } = item;
  /** @type {Array<[string, string | undefined]>} */
  const rows = [
    ['Session', id], ['Study', `${overview.study} ${overview.version}`], ['Study hash', overview.study_hash.slice(0, 16)],
    ['Method', overview.methodology.replaceAll('_', ' ')], ['Policy', overview.policy.replaceAll('_', ' ')],
    ['Answers', `${overview.answers}, ${count(overview.words, 'word')}`],
    ['Passed over', overview.skips ? String(overview.skips) : undefined], ['Edited', overview.edits ? String(overview.edits) : undefined],
    ['From', source === 'device' || source === 'sample' ? SOURCES[source] : origin],
  ];
  return h('section.facts', { 'aria-label': 'Facts' }, h('h2', {}, 'Facts'),
    h('dl', {}, rows.filter(([, value]) => value).map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', { dir: 'auto' }, value ?? '')))));
}
