// <querent-interview>: one interview on a page. The class holds the state of the screen and turns clicks into calls of the
// conductor. The renderer draws the screen, and the host events report to the page.

import { Conductor } from './conductor.js';
import { h, uncoverSetters } from './dom.js';
import { copy, download } from './download.js';
import { CallEvent, HostEvents, ReadyEvent, StudyEvent } from './events.js';
import { Renderer } from './renderer.js';
import { disputedIn } from './session_log.js';
import { shortcutOf } from './shortcuts.js';
import { TextBoxes } from './text_boxes.js';
import { WaitTimer } from './wait_timer.js';

/** @import { Study } from '../engine/types.d.ts' */
/** @import { Host } from '../models/transport.js' */
/** @import { PanelState } from './how/panel.js' */
/** @import { Draft } from '../store/index.js' */
/** @import { ScreenState } from './views/screen.js' */

/** After this time the page says that the answer is being read, in milliseconds. */
const NOTICEABLE = 250;

/** The screen of a new interview. */
const BLANK = { editing: false, stopping: false, consentMissing: false, isMapLarge: false, copied: '' };

/**
 * Attributes: `study`, address of a resolved study (default `study.json`); `endpoint`, address of the endpoint (default
 * `api/v1/` beside the study, if the study needs one); `persist="off"`; `how="off"`.
 */
export class QuerentInterview extends HTMLElement {
  static observedAttributes = ['study', 'endpoint', 'persist', 'how'];

  /** @type {Conductor | undefined} */
  #conductor;
  /** @type {Study | undefined} */
  #document;
  /** @type {ScreenState} */
  #screen = { ...BLANK, slow: false, wait: undefined, isHowOpen: false };
  /** @type {PanelState} */
  #panel = { tab: 'why', raw: false, picked: undefined, policies: undefined, wanted: undefined };
  /** A session to continue. @type {{ study: Study, log: object[] } | undefined} */
  #given;
  #shell = h('div.shell', { hidden: true });
  #boxes = new TextBoxes(this.#shell);
  #renderer = new Renderer(this, this.#shell, () => this.#render());
  #events = new HostEvents(this);
  #slowTimer = 0;
  #wait = new WaitTimer((wait) => this.#updateScreen({ wait }));
  /** Whether an action of the respondent is in progress. */
  #isActing = false;
  /** @type {Host | undefined} */
  #host;
  /** Whether the ready event was dispatched. */
  #isReady = false;
  /** Whether the study was switched, so that its first screen takes the focus. */
  #isSwitching = false;
  /** @type {AbortController | undefined} */
  #connection;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    void this.#renderer.open(root);
    root.addEventListener('click', (event) => this.#onClick(event));
    root.addEventListener('input', (event) => this.#boxes.onInput(this.#conductor, event));
    root.addEventListener('focusout', () => this.#boxes.store(this.#conductor));
    this.#shell.addEventListener('keydown', (event) => this.#onKey(event));
    root.addEventListener('change', (event) => this.#onChange(/** @type {HTMLSelectElement} */ (event.target)));
    for (const type of ['pointerover', 'focusin']) root.addEventListener(type, (event) => this.#onPoint(event));
  }

  connectedCallback() {
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    for (const type of ['online', 'offline']) addEventListener(type, () => this.#render(), { signal });
    addEventListener('pagehide', () => this.#boxes.store(this.#conductor), { signal });
    document.addEventListener('visibilitychange', () => this.#boxes.store(this.#conductor), { signal });
    uncoverSetters(this, ['study', 'session', 'transport']);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#renderer.checkAccent(), { signal });
    this.#open();
  }

  disconnectedCallback() {
    this.#boxes.store(this.#conductor);
    this.#connection?.abort();
    this.#conductor?.close();
  }

  /** @param {string} name @param {string | null} before @param {string | null} now */
  attributeChangedCallback(name, before, now) {
    if (!this.isConnected || !this.#conductor || before === now) return;
    if (name === 'how') this.#render();
    else this.#open();
  }

  /** The resolved study. Set one to use it in place of the one at the `study` attribute. */
  get study() {
    return this.#conductor?.state.study;
  }

  set study(study) {
    this.#document = study;
    if (this.isConnected) this.#open();
  }

  /**
   * The page's own model call, used before the endpoint: `async ({ request, prompt }, signal) => completion`. A
   * completion is `{ output, finish?, model?, usage?, cost_nano_usd? }` or a text.
   */
  get transport() {
    return this.#host;
  }

  set transport(transport) {
    this.#host = transport;
    if (this.#conductor) this.#conductor.host = transport;
  }

  /**
   * The session file, undefined before the interview begins. Set a session file to continue it with the study in it. The
   * device then stores nothing and uploads nothing.
   */
  get session() {
    const text = this.#conductor?.sessionFile;
    return text === undefined ? undefined : JSON.parse(text);
  }

  set session(session) {
    this.#given = session;
    if (this.isConnected) this.#open();
  }

  #open() {
    this.#conductor?.close();
    this.#events.reset();
    this.#isReady = false;
    Object.assign(this.#screen, BLANK);
    Object.assign(this.#panel, { policies: undefined, wanted: undefined });
    this.#conductor = new Conductor({
      persist: this.getAttribute('persist') !== 'off',
      endpoint: this.getAttribute('endpoint'),
      host: this.#host,
      changed: () => this.#render(),
      called: (request, reply) => this.dispatchEvent(new CallEvent(request, reply)),
    });
    const { study = this.#document ?? this.#address, log } = this.#given ?? {};
    void this.#conductor.open(study, log);
  }

  get #address() {
    return this.getAttribute('study') ?? 'study.json';
  }

  // Actions of the respondent

  /** @param {Event} event */
  #onClick(event) {
    const target = /** @type {Element} */ (event.target).closest?.('[data-act]');
    if (!target || target.getAttribute('aria-disabled') === 'true') return;
    const act = /** @type {keyof QuerentInterview['actions']} */ (target.getAttribute('data-act'));
    void this.actions[act]?.(target);
  }

  /** @type {Record<string, (target: Element) => unknown>} */
  actions = {
    begin: () => this.#begin(),
    getModel: () => this.#conductor?.downloadModel(),
    send: () => this.#send(),
    skip: () => this.#perform((conductor) => conductor.skip('skipped')),
    decline: () => this.#perform((conductor) => conductor.skip('declined')),
    edit: () => this.#showQuestion({ editing: true }),
    cancel: () => this.#cancel(),
    stop: () => {
      this.#boxes.store(this.#conductor);
      this.#updateScreen({ stopping: true });
      this.#focus('h1');
    },
    goOn: () => this.#showQuestion({ stopping: false }),
    stopKeep: () => this.#perform((conductor) => conductor.stop()),
    erase: () => this.#perform((conductor) => conductor.deleteSessions()),
    clear: () => this.#perform((conductor) => conductor.clearDevice()),
    anew: () => this.#perform((conductor) => conductor.startOver()),
    takeOver: () => this.#conductor?.takeOver(),
    reopen: () => (this.#conductor?.state.problem?.code === 'load' ? this.#open() : location.reload()),
    keepVersion: () => this.#perform((conductor) => conductor.keepVersion()),
    dispute: (target) => this.#dispute(target.getAttribute('data-about') ?? ''),
    accept: (target) => this.#accept(target.getAttribute('data-about') ?? ''),
    remark: () => this.#remark(),
    download: (target) => this.#download(target.getAttribute('data-id') ?? undefined),
    copy: (target) => this.#copy(target),
    how: () => this.#toggleHow(),
    tab: (target) => this.#updatePanel({ tab: /** @type {any} */ (target.id) }),
    raw: () => this.#updatePanel({ raw: !this.#panel.raw }),
    enlarge: () => this.#updateScreen({ isMapLarge: !this.#screen.isMapLarge }),
    switch: () => this.#switch(),
    stay: () => this.#stay(),
  };

  async #begin() {
    const tick = /** @type {HTMLInputElement | null} */ (this.#find('input[name=consent]'));
    if (tick?.checked === false) {
      this.#updateScreen({ consentMissing: true });
      return tick.focus();
    }
    await this.#perform((conductor) => conductor.begin());
  }

  async #send() {
    const box = this.#boxes.answer;
    const [kind, turn] = box?.dataset['box']?.split('-') ?? [];
    if (!box || !kind) return;
    const stats = this.#boxes.typingStats(box);
    await this.#perform((conductor) =>
      kind === 'edit' ? conductor.edit(Number(turn), box.value, stats) : conductor.answer(box.value, stats));
  }

  async #remark() {
    const remark = this.#conductor && this.#renderer.later?.readRemark(this.#shell, this.#conductor.state);
    if (!remark) return this.#find('[data-box=remark]')?.focus();
    await this.#perform((conductor) => conductor.remark(remark));
  }

  /** "That is not what I meant": opens a box for a correction. @param {string} about */
  #dispute(about) {
    this.#boxes.store(this.#conductor);
    this.#writeDraft((draft) => ({ disputed: [...disputedIn(draft), about].join(' ') }));
    this.#focus(`[data-box="not-${about}"]`);
  }

  /** Closes the box of a correction. @param {string} about */
  #accept(about) {
    this.#writeDraft((draft) => ({ [`not-${about}`]: '', disputed: disputedIn(draft).filter((other) => other !== about).join(' ') }));
    this.#focus(`[data-about="${about}"]`);
  }

  /** @param {(draft: Draft) => Draft} change */
  #writeDraft(change) {
    if (this.#conductor) void this.#conductor.writeDraft(change(this.#conductor.state.draft));
    this.#render();
  }

  /**
   * Calls the conductor, and moves the focus to the next step.
   * @param {(conductor: Conductor) => Promise<unknown>} call
   */
  async #perform(call) {
    if (!this.#conductor) return;
    // The respondent may be asked to confirm the end during model calls. Their replies do not answer that.
    const wasStopping = this.#screen.stopping;
    clearTimeout(this.#slowTimer);
    this.#slowTimer = window.setTimeout(() => this.#updateScreen({ slow: true }), NOTICEABLE);
    this.#isActing = true;
    // The first screen stays, with the focus on its button, until the screen of the question is there.
    await this.#renderer.loadLater();
    const result = await call(this.#conductor);
    this.#isActing = false;
    clearTimeout(this.#slowTimer);
    const isDone = result !== false;
    this.#updateScreen({ slow: false, consentMissing: false, ...(isDone && { editing: false, ...(wasStopping && { stopping: false }) }) });
    if (!this.#screen.stopping) this.#focus(this.#boxes.answer ? '.now .answer' : 'h1');
  }

  /** @param {Partial<{ editing: boolean, stopping: boolean }>} change */
  #showQuestion(change) {
    this.#boxes.store(this.#conductor);
    this.#updateScreen(change);
    this.#focus('.now .answer');
  }

  #cancel() {
    const name = this.#boxes.answer?.dataset['box'];
    if (name) void this.#conductor?.writeDraft({ [name]: '' });
    this.#showQuestion({ editing: false });
  }

  /** @param {string} [id] */
  async #download(id) {
    download(await this.#conductor?.fileOf(id), `${this.study?.id ?? 'interview'}.session.json`);
  }

  /** @param {Element} target */
  async #copy(target) {
    const code = target.getAttribute('data-code') ?? '';
    if (await copy(code, target.parentElement?.querySelector('[role]') ?? null)) this.#updateScreen({ copied: code });
  }

  /** @param {string} selector @returns {HTMLElement | null} */
  #find(selector) {
    return this.#shell.querySelector(selector);
  }

  /** @param {string} selector */
  #focus(selector) {
    this.#find(selector)?.focus({ preventScroll: selector === 'h1' });
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const act = shortcutOf(event, this.#screen, target === this.#boxes.answer);
    if (act) {
      void this.actions[act]?.(target);
    } else if (target.getAttribute('role') === 'tab' && this.#renderer.how) {
      const next = this.#renderer.how.tabAfter(this.#panel.tab, event.key);
      if (!next) return;
      event.preventDefault();
      this.#updatePanel({ tab: next });
      this.#focus(`#${next}`);
    }
  }

  /** Shows the quotes of an idea or a link of the map. @param {Event} event */
  #onPoint(event) {
    const picked = /** @type {Element} */ (event.target).closest?.('[data-pick]')?.getAttribute('data-pick');
    if (picked && picked !== this.#panel.picked) this.#updatePanel({ picked });
  }

  async #toggleHow() {
    this.#updateScreen({ isHowOpen: !this.#screen.isHowOpen });
    this.#focus('[data-act=how]');
    if (this.#renderer.how || !this.#screen.isHowOpen) return;
    await this.#renderer.loadHow();
    await this.#findPolicies();
  }

  async #findPolicies() {
    const conductor = this.#conductor;
    const { how } = this.#renderer;
    const { study } = conductor?.state ?? {};
    if (!how || !study || this.#document || this.#given) return;
    const policies = await how.findPolicies(this.#address, study);
    if (conductor === this.#conductor) this.#updatePanel({ policies });
  }

  /** Keeps a rating, or selects another policy, which the respondent has to confirm. @param {HTMLSelectElement} select */
  #onChange({ name, value }) {
    if (name === 'fit') return this.#writeDraft(() => ({ fit: value }));
    if (name !== 'policy') return;
    this.#updatePanel({ wanted: value === this.#panel.policies?.current ? undefined : value });
  }

  #stay() {
    const select = /** @type {HTMLSelectElement | null} */ (this.#find('select[name=policy]'));
    if (select) select.value = this.#panel.policies?.current ?? '';
    this.#updatePanel({ wanted: undefined });
    select?.focus();
  }

  /** Starts over with another policy. The current session stays on the device. */
  async #switch() {
    const { policies, wanted } = this.#panel;
    const { address } = policies?.offers.find(({ id }) => id === wanted) ?? {};
    if (!address || this.#conductor?.state.busy) return;
    this.#boxes.store(this.#conductor);
    await this.#conductor?.setAside(address).catch(() => {});
    this.#isSwitching = true;
    this.setAttribute('study', address);
    this.dispatchEvent(new StudyEvent(address));
  }

  /** @param {Partial<PanelState>} change */
  #updatePanel(change) {
    Object.assign(this.#panel, change);
    this.#render();
  }

  /** @param {Partial<ScreenState>} change */
  #updateScreen(change) {
    Object.assign(this.#screen, change);
    this.#render();
  }

  #render() {
    const conductor = this.#conductor;
    if (!conductor) return;
    const { state } = conductor;
    const isWaiting = state.step.type === 'call' && state.busy;
    const isNewlyWaiting = this.#wait.set(isWaiting) && isWaiting;
    if (isNewlyWaiting) this.#screen.wait = undefined;
    const last = state.past.at(-1);
    if (last && state.resumedAt && state.draft[`edit-${last.turn}`]) this.#screen.editing = true;
    const isHowOpen = this.#renderer.render(conductor, this.#screen, this.#panel);
    this.#boxes.fill(state);
    // The button that had the focus went with the first screen: the answer box takes it as soon as it is drawn.
    if (this.#isActing && !this.shadowRoot?.activeElement) this.#focus(this.#boxes.answer ? '.now .answer' : 'h1');
    this.#renderer.reveal(state, isHowOpen, this.#panel.tab);
    if (state.phase !== 'loading' && !this.#isReady) this.#announce(state.resumedAt !== undefined);
    this.#events.dispatch(state);
  }

  /** @param {boolean} isResumed */
  #announce(isResumed) {
    this.#isReady = true;
    this.dispatchEvent(new ReadyEvent(isResumed));
    if (this.#isSwitching) this.#focus('h1');
    this.#isSwitching = false;
    void this.#findPolicies();
  }
}
