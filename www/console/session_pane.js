// The open session: its header, the part that the address names, and the score beside it.

import { h } from '../element/dom.js';
import { loadStudio } from '../engine/studio.js';
import { chatView } from './chat_view.js';
import { badge } from './badge.js';
import { findingsView } from './findings_view.js';
import { linkTo } from './route.js';
import { scoreCard, scorePage } from './score_view.js';
import { SOURCES, endReason, formatDuration, formatTime, languageName, messageOf, plural, sessionName } from './format.js';

/** @import { SessionRecord, StudioPackage } from '../engine/studio.js' */
/** @import { Route } from './route.js' */
/** @import { Item } from './sessions.js' */
/** @import { ChatQuestion } from './chat_view.js' */

/** @type {Array<[Route['part'], string]>} */
const PARTS = [['', 'Interview'], ['scoring', 'Score'], ['findings', 'Findings'], ['ask', 'Ask']];

/** @typedef {{ element: HTMLElement, select(turn: number): void, open(tab: string): void, close(): void }} View */

export class SessionPane {
  /** @type {SessionRecord | undefined} */
  #record;
  /** Identifies the log that `#record` was opened from. */
  #recordKey = '';
  /** @type {View | undefined} */
  #view;
  /** Questions of this visit. @type {ChatQuestion[]} */
  #questions = [];
  /** Id of the score picked from the history. */
  #picked = '';
  /** Number of the last opening; an earlier one that finishes late is ignored. */
  #visit = 0;

  /** @param {(item: Item) => Promise<void>} loadDetails loads the fields of a session that the list does not hold */
  constructor(loadDetails) {
    this.loadDetails = loadDetails;
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
    const isOther = this.#recordKey !== recordKey(item);
    if (isOther) {
      this.#close();
      this.body.replaceChildren(h('p.empty.opening', { role: 'status' }, 'Opening…'));
    }
    try {
      await this.loadDetails(item);
      if (visit !== this.#visit) return;
      if (isOther) {
        const [studio, text] = await Promise.all([loadStudio(), item.read()]);
        if (visit !== this.#visit) return;
        this.#record = new (/** @type {StudioPackage} */ (/** @type {unknown} */ (studio)).Record)(text);
        this.#recordKey = recordKey(item);
      }
      await this.#drawBody(visit);
    } catch (error) {
      if (visit !== this.#visit) return;
      this.body.replaceChildren(h('div.notice.error', { role: 'alert' }, h('p', {}, h('b', {}, 'This session could not be opened.')), h('p', {}, messageOf(error)),
        h('button.button.plain.small', { type: 'button', 'data-act': 'reopen' }, 'Try again')));
    }
  }

  /** Redraws what changes while a session is open: its score and its state. */
  refresh() {
    if (!this.item || !this.route) return;
    this.#drawHead();
    this.#drawDetail();
    if (this.route.part === 'scoring') this.#drawBody(this.#visit);
  }

  /** Closes the session. */
  clear() {
    this.#visit++;
    this.#close();
    this.item = undefined;
    this.head.replaceChildren();
    this.detail.replaceChildren();
    this.body.replaceChildren();
  }

  /** Shows a score from the history. @param {string} score its id */
  pick(score) {
    this.#picked = score;
    this.refresh();
    this.body.querySelector('h2')?.scrollIntoView({ block: 'nearest' });
  }

  /** The record of the open session. */
  get record() {
    return this.#record;
  }

  /** Shows a new question. @param {ChatQuestion} question */
  async addQuestion(question) {
    this.#questions.push(question);
    const box = /** @type {HTMLInputElement | null} */ (this.body.querySelector('#question'));
    if (box) box.value = '';
    await this.redraw();
    /** @type {HTMLElement | null} */ (this.body.querySelector('#question'))?.focus({ preventScroll: true });
  }

  /** Removes a question, because a stage now holds it with its answer. @param {ChatQuestion} question */
  removeQuestion(question) {
    this.#questions = this.#questions.filter((other) => other !== question);
  }

  /** Redraws the part; a question in its text box is kept. */
  async redraw() {
    await this.#drawBody(this.#visit);
    this.body.querySelector('.talk > :last-child')?.scrollIntoView({ block: 'nearest' });
  }

  #close() {
    this.#view?.close();
    this.#view = undefined;
    this.#record?.free();
    this.#record = undefined;
    this.#recordKey = '';
    this.#questions = [];
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
        h('button.quiet', { type: 'button', 'data-act': 'delete-one' }, ['device', 'server'].includes(item.source) ? 'Delete' : 'Remove from the list')));
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
        const view = await this.#interview(item, record, route);
        if (visit !== this.#visit) return view.close();
        this.#view = view;
      }
      if (this.body.firstChild !== this.#view.element) this.body.replaceChildren(this.#view.element);
      if (route.tab !== undefined) this.#view.open(route.tab);
      if (route.turn !== undefined) this.#view.select(route.turn);
      return;
    }
    const pages = {
      scoring: () => [h('div.beside', {}, scoreCard(item, { isPage: true })), scorePage(item, this.#picked || undefined)],
      findings: () => [findingsView(item, record)],
      ask: () => [chatView(item, record, this.#questions)],
    };
    const box = () => /** @type {HTMLInputElement | null} */ (this.body.querySelector('#question'));
    const [text, hadFocus] = [box()?.value, document.activeElement === box()];
    this.body.replaceChildren(title(item), ...pages[route.part]());
    // The new text box gets the unfinished question.
    const now = box();
    if (now && text) now.value = text;
    if (now && hadFocus) now.focus({ preventScroll: true });
  }

  /**
   * Creates the view of the interview. The selected turn and tab go into the address.
   * @param {Item} item
   * @param {SessionRecord} record
   * @param {Route} route
   * @returns {Promise<View>}
   */
  async #interview(item, record, { turn, tab }) {
    const { sessionView } = await import('./session/session_view.js');
    return sessionView({
      record: /** @type {any} */ (record),
      overview: item.overview,
      go: (to) => history.replaceState(null, '', linkTo(item.id, '', to.turn, to.tab)),
      initial: { name: sessionName(item), turn, tab },
    });
  }
}

/** Name and key facts of a session. @param {Item} item */
function title(item) {
  const { overview } = item;
  const study = h('span', {}, h('bdi', {}, overview.title || overview.study), `, version ${overview.version}`);
  const parts = [study, languageName(overview.language), formatTime(overview.started_at),
    formatDuration(overview), plural(overview.answers, 'answer'), endReason(overview)];
  return h('div.title', {},
    h('h1', { tabindex: -1 }, h('bdi', {}, sessionName(item)), overview.is_simulated && h('span.tag', {}, 'simulated')),
    h('p.num', {}, parts.map((part) => h('span', {}, part))));
}

/** Identifies the log of a session. @param {Item} item */
function recordKey({ id, source, overview }) {
  return `${source} ${id} ${overview.entries} ${overview.reason}`;
}

/** Facts from the session file. @param {Item} item */
function facts(item) {
  const { overview, id, origin, source } = item;
  /** @type {Array<[string, string | undefined]>} */
  const rows = [
    ['Session', id], ['Study', `${overview.study} ${overview.version}`], ['Study hash', overview.study_hash.slice(0, 16)],
    ['Method', overview.methodology.replaceAll('_', ' ')], ['Policy', overview.policy.replaceAll('_', ' ')],
    ['Answers', `${overview.answers}, ${plural(overview.words, 'word')}`],
    ['Skipped', overview.skips ? String(overview.skips) : undefined], ['Edited', overview.edits ? String(overview.edits) : undefined],
    ['From', source === 'device' || source === 'sample' ? SOURCES[source] : origin],
  ];
  return h('section.facts', { 'aria-label': 'Facts' }, h('h2', {}, 'Facts'),
    h('dl', {}, rows.filter(([, value]) => value).map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', { dir: 'auto' }, value ?? '')))));
}
