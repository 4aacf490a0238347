// The console: creates the parts, connects them, and owns the state of the page that no part owns.
//
// The address names the page and the open session. The list of sessions is in `Sessions`, the server in `ServerConnection`,
// the open session in `SessionPane`.

import { h } from '../element/dom.js';
import { Actions } from './actions.js';
import { acceptFiles } from './file_drop.js';
import { messageOf, plural, sessionName } from './format.js';
import { parseRoute } from './route.js';
import { Scorer } from './scorer.js';
import { ServerConnection } from './server_connection.js';
import { knownServer } from './server.js';
import { SessionList } from './session_list.js';
import { SessionPane } from './session_pane.js';
import { Sessions } from './sessions.js';
import { SessionSources } from './sources.js';
import { StatusBar } from './status_bar.js';
import { Toolbar } from './toolbar.js';
import { WorkerClient } from './worker_client.js';

/** @import { Item } from './sessions.js' */

/** @param {string} id */
const elementById = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Whether the list is beside the session. */
const isWide = () => matchMedia('(min-width: 56.01rem)').matches;

export class Console {
  #state = {
    /** Whether the sessions of this device are still being loaded. */
    isLoading: true,
    /** The open session as it was drawn last. */
    drawn: '',
    /** The linter, once it was opened. @type {{ element: HTMLElement } | undefined} */
    linter: undefined,
  };
  #page = { list: elementById('list'), session: elementById('middle'), lint: elementById('lint'), empty: elementById('empty') };
  #noMatch = h('p.empty.nothing', { hidden: true }, 'No session passes these filters.');

  constructor() {
    const worker = new WorkerClient();
    this.sessions = new Sessions();
    this.sources = new SessionSources(worker);
    this.list = new SessionList(this.sessions);
    this.toolbar = new Toolbar(this.sessions);
    this.status = new StatusBar();
    this.connection = new ServerConnection({
      sessions: this.sessions, status: this.status, label: elementById('server-state'),
      onlist: () => this.#show(), onsession: (id) => this.#sessionChanged(id),
    });
    this.pane = new SessionPane((item) => this.connection.loadDetails(item));
    this.scorer = new Scorer({ sessions: this.sessions, worker, sources: this.sources, visible: () => this.list.visible });
    this.actions = new Actions({
      sessions: this.sessions, status: this.status, scorer: this.scorer, pane: this.pane, connection: this.connection, sources: this.sources, worker,
    });
  }

  /** Fills the page, loads the sessions of this device, and connects to the server this tab used before. */
  async start() {
    this.#page.list.append(this.toolbar.element, this.#noMatch, this.list.element);
    this.#page.session.append(this.pane.element);
    document.body.append(this.status.element);
    this.#listen();
    const known = knownServer();
    document.body.dataset.page = parseRoute(location.hash).page;
    try {
      this.sessions.add(await this.sources.fromDevice());
    } catch {
      // Without storage there are no sessions on this device.
    }
    try {
      await this.sources.fromEarlier((items, problems) => {
        this.sessions.add(items);
        this.status.showProblems(problems);
      });
    } catch {
      // Without storage nothing was kept.
    }
    this.#state.isLoading = false;
    this.#draw();
    await this.#show();
    if (known) await this.connection.connect(known);
  }

  #listen() {
    const picker = /** @type {HTMLInputElement} */ (elementById('files'));
    picker.addEventListener('change', () => {
      this.#openFiles([...(picker.files ?? [])]);
      picker.value = '';
    });
    /** @type {Record<string, (button: HTMLElement) => unknown>} */
    const handlers = {
      files: () => picker.click(),
      samples: () => this.#openSamples(),
      server: () => this.connection.choose(),
      reopen: () => this.#show(),
      ...this.actions.handlers,
    };
    document.addEventListener('click', ({ target }) => {
      const button = /** @type {HTMLElement | null} */ (target instanceof Element ? target.closest('button[data-act]') : null);
      if (button) handlers[button.dataset.act ?? '']?.(button);
    });
    document.addEventListener('submit', (event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.target);
      if (form.dataset.act === 'ask') this.actions.ask(form);
    });
    document.addEventListener('keydown', (event) => this.#key(event));
    addEventListener('hashchange', () => this.#navigate());
    this.sessions.addEventListener('change', () => this.#draw());
    // The linter reads dropped documents itself.
    acceptFiles((files) => this.#openFiles(files), () => parseRoute(location.hash).page !== 'lint');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key, target } = event;
    // Enter sends a question and Shift+Enter starts a line. While an input method composes, Enter belongs to it.
    const isQuestion = target instanceof HTMLTextAreaElement && target.form?.dataset.act === 'ask';
    if (key === 'Enter' && !event.shiftKey && !event.isComposing && isQuestion) {
      event.preventDefault();
      target.form?.requestSubmit();
    }
    const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select');
    if (key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      this.toolbar.search.focus();
    }
  }

  async #navigate() {
    // A server's link may have put its key into the address.
    const given = /[#?&/]key=/.test(location.hash) ? knownServer() : undefined;
    if (given) this.connection.connect(given);
    const { page } = parseRoute(location.hash);
    await this.#show();
    // On a narrow screen the session replaces the list, so it takes the focus.
    if (!isWide() && page === 'session') this.pane.element.focus({ preventScroll: true });
    if (!isWide()) scrollTo(0, 0);
    this.#draw();
  }

  /** Draws the list, and the open session if it changed. */
  #draw() {
    this.toolbar.draw();
    this.list.draw();
    const { sessions, pane } = this;
    const route = parseRoute(location.hash);
    const hasSessions = sessions.size > 0;
    document.body.classList.toggle('bare', !hasSessions && route.page !== 'lint');
    this.#page.empty.hidden = hasSessions || this.#state.isLoading || route.page === 'lint';
    this.#noMatch.hidden = !hasSessions || sessions.shown.length > 0;
    const item = route.page === 'session' ? sessions.get(route.id) : undefined;
    const drawn = item ? JSON.stringify([item.scores, item.isScoring, item.failure, item.stages.length]) : '';
    if (item && pane.item !== item) this.#show();
    else if (item && drawn !== this.#state.drawn) pane.refresh();
    else if (route.page === 'session' && !item && pane.item) this.#show();
    this.#state.drawn = drawn;
  }

  /** Shows the page that the address names. */
  async #show() {
    const route = parseRoute(location.hash);
    document.body.dataset.page = route.page;
    for (const link of document.querySelectorAll('.bar a[data-page]')) {
      const isCurrent = link.getAttribute('data-page') === (route.page === 'lint' ? 'lint' : 'sessions');
      if (isCurrent) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    this.#page.lint.hidden = route.page !== 'lint';
    this.list.open(route.id);
    if (route.page === 'lint') return this.#showLinter();
    const item = route.page === 'session' ? this.sessions.get(route.id) : undefined;
    document.body.classList.toggle('open', route.page === 'session');
    if (item) {
      document.title = `${sessionName(item)} · Sessions · Querent`;
      return this.pane.show(item, route);
    }
    this.pane.clear();
    document.title = 'Sessions · Querent';
    const { body } = this.pane;
    if (route.page !== 'session') {
      body.replaceChildren(this.sessions.size ? h('p.empty.choose', {}, 'Choose a session from the list. Arrow keys move through it, Enter opens, Space selects.') : '');
    } else if (!this.#state.isLoading) {
      document.title = 'Not found · Querent';
      body.replaceChildren(h('div.notice.hint.choose', {}, h('p', {}, h('b', {}, 'This session is not in the list.')),
        h('p', {}, 'It may be in a file, on another device or on a server. Open it there, and this page shows it.'), h('p', {}, h('a', { href: '#/sessions' }, 'All sessions'))));
    }
  }

  async #showLinter() {
    document.title = 'Linter · Querent';
    const { lint } = this.#page;
    try {
      const { linterView } = await import('./linter.js');
      this.#state.linter ??= linterView();
      if (!lint.contains(this.#state.linter.element)) lint.replaceChildren(this.#state.linter.element);
    } catch (error) {
      lint.replaceChildren(h('div.notice.error', {}, h('p', {}, `The linter could not be loaded: ${messageOf(error)}`)));
    }
  }

  /** Redraws the open session after a change at the server. @param {string} id */
  #sessionChanged(id) {
    if (this.pane.item?.id === id && ['ask', 'findings'].includes(parseRoute(location.hash).part)) this.pane.redraw();
  }

  /** @param {File[]} files */
  async #openFiles(files) {
    if (!files.length) return;
    const { status } = this;
    const start = performance.now();
    let read = 0;
    let known = 0;
    const label = (/** @type {number} */ done) => `Reading ${done.toLocaleString('en-GB')} of ${plural(files.length, 'file')}`;
    const reading = this.sources.fromFiles(files, (items, problems, done) => {
      read += items.length;
      known += this.#addOpened(items);
      status.showProblems(problems);
      progress.update(label(done), done / files.length);
    });
    const progress = status.startProgress(label(0), reading.stop);
    try {
      const outcome = await this.scorer.pauseDuring(() => reading.result);
      const duplicates = known ? `, ${known.toLocaleString('en-GB')} of them already in the list` : '';
      status.announce(outcome === 'stopped' ? `Stopped. ${plural(read, 'session')} read so far.` : `${plural(read, 'session')} read${duplicates}.`);
      performance.measure('querent-read', { start, end: performance.now() });
    } catch (error) {
      status.showProblems([{ name: 'All files', problem: messageOf(error) }]);
    } finally {
      progress.end();
      this.#show();
    }
  }

  /** Adds opened sessions and stores them for a reload. Returns how many were in the list already. @param {Item[]} items */
  #addOpened(items) {
    const known = new Set(this.sessions.add(items).map(({ id }) => id));
    this.sources.keepOpened(items.filter(({ id }) => !known.has(id))).catch(() => {});
    return known.size;
  }

  async #openSamples() {
    const { status } = this;
    const progress = status.startProgress('Loading sample sessions', () => {});
    try {
      const items = await this.sources.fromSamples();
      this.#addOpened(items);
      status.announce(`${plural(items.length, 'simulated session')} loaded. These are simulated; no real people.`);
    } catch (error) {
      status.showProblems([{ name: 'samples.json', problem: messageOf(error) }]);
    } finally {
      progress.end();
      this.#show();
    }
  }
}
