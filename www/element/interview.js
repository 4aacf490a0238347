// <querent-interview>: one interview on a page. The class holds what only the screen knows and turns clicks into calls;
// the conductor holds the interview, the drawing draws both, the telling tells the page around.
//
// Enter makes a new line, everywhere: the box looks like a place to write in, answers are several sentences long, and a
// half-written answer that is sent by accident costs more than a second key. Ctrl+Enter or Cmd+Enter sends.

import { Boxes } from './boxes.js';
import { copy, download } from './carry.js';
import { Conductor } from './conductor.js';
import { h } from './dom.js';
import { Drawing } from './drawing.js';
import { CallEvent, ReadyEvent, StudyEvent } from './events.js';
import { Telling } from './telling.js';
import { Wait } from './wait.js';

/** @import { Study } from '../engine/types.d.ts' */
/** @import { Host } from '../engine/transport.js' */
/** @import { PanelState, ScreenState } from './types.d.ts' */

/** How long an answer may take before the page says that it is being read, in milliseconds. */
const NOTICEABLE = 250;

/** A step that holds nothing yet. */
const BLANK = { editing: false, stopping: false, consentMissing: false, copied: '' };

/**
 * Attributes: `study` address of a resolved study (default `study.json`), `endpoint` address of what asks models (default
 * `api/v1/` beside the study, if the study has models), `persist="off"`, `how="off"`.
 */
export class QuerentInterview extends HTMLElement {
  static observedAttributes = ['study', 'endpoint', 'persist', 'how'];

  /** @type {Conductor | undefined} */
  #conductor;
  /** @type {Study | undefined} */
  #document;
  /** @type {ScreenState} */
  #shown = { ...BLANK, slow: false, wait: undefined, disputed: [], isHowOpen: false };
  /** @type {PanelState} */
  #panel = { tab: 'why', raw: false, picked: undefined, policies: undefined, wanted: undefined };
  /** A session to go on with. @type {{ study: Study, log: object[] } | undefined} */
  #given;
  #shell = h('div.shell', { hidden: true });
  #boxes = new Boxes(this.#shell);
  #drawing = new Drawing(this, this.#shell, () => this.#render());
  #telling = new Telling(this);
  #slowTimer = 0;
  #wait = new Wait((wait) => this.#show({ wait }));
  /** Something the respondent did is under way. */
  #isActing = false;
  /** @type {Host | undefined} */
  #transport;
  /** The page around knows that the first screen stands. */
  #hasArrived = false;
  /** Another study was asked for: its first screen takes the focus. */
  #isArriving = false;
  /** @type {AbortController | undefined} */
  #connection;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    void this.#drawing.open(root);
    root.addEventListener('click', (event) => this.#click(event));
    root.addEventListener('input', (event) => this.#boxes.typed(this.#conductor, event));
    root.addEventListener('focusout', () => this.#boxes.store(this.#conductor));
    this.#shell.addEventListener('keydown', (event) => this.#key(event));
    root.addEventListener('change', (event) => this.#choose(/** @type {HTMLSelectElement} */ (event.target)));
    for (const type of ['pointerover', 'focusin']) root.addEventListener(type, (event) => this.#point(event));
  }

  connectedCallback() {
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    for (const type of ['online', 'offline']) addEventListener(type, () => this.#render(), { signal });
    addEventListener('pagehide', () => this.#boxes.store(this.#conductor), { signal });
    document.addEventListener('visibilitychange', () => this.#boxes.store(this.#conductor), { signal });
    // What was set before this class was there stands in the way of its own setter.
    for (const name of /** @type {const} */ (['study', 'session', 'transport'])) {
      if (!Object.hasOwn(this, name)) continue;
      const value = /** @type {any} */ (this[name]);
      Reflect.deleteProperty(this, name);
      this[name] = value;
    }
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#drawing.checkAccent(), { signal });
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
    return this.#conductor?.study;
  }

  set study(study) {
    this.#document = study;
    if (this.isConnected) this.#open();
  }

  /**
   * The page's own way to a model, asked before the endpoint: `async ({ request, prompt }, signal) => completion`. A
   * completion is `{ output, finish?, model?, usage?, cost_nano_usd? }` or a text.
   */
  get transport() {
    return this.#transport;
  }

  set transport(transport) {
    this.#transport = transport;
    if (this.#conductor) this.#conductor.host = transport;
  }

  /**
   * The session as a file, or nothing before it has begun. Set one to go on where it stands, with the study in it: of what
   * comes then nothing is kept on this device and nothing is sent.
   */
  get session() {
    const text = this.#conductor?.session;
    return text === undefined ? undefined : JSON.parse(text);
  }

  set session(session) {
    this.#given = session;
    if (this.isConnected) this.#open();
  }

  #open() {
    this.#conductor?.close();
    this.#telling.forget();
    this.#hasArrived = false;
    Object.assign(this.#shown, BLANK, { disputed: [] });
    Object.assign(this.#panel, { policies: undefined, wanted: undefined });
    this.#conductor = new Conductor({
      persist: this.getAttribute('persist') !== 'off',
      endpoint: this.getAttribute('endpoint'),
      host: this.#transport,
      change: () => this.#render(),
      called: (request, reply) => this.dispatchEvent(new CallEvent(request, reply)),
    });
    const { study = this.#document ?? this.#address, log } = this.#given ?? {};
    void this.#conductor.open(study, log);
  }

  get #address() {
    return this.getAttribute('study') ?? 'study.json';
  }

  // What the respondent does

  /** @param {Event} event */
  #click(event) {
    const target = /** @type {Element} */ (event.target).closest?.('[data-act]');
    if (!target || target.getAttribute('aria-disabled') === 'true') return;
    const act = /** @type {keyof QuerentInterview['actions']} */ (target.getAttribute('data-act'));
    void this.actions[act]?.(target);
  }

  /** @type {Record<string, (target: Element) => unknown>} */
  actions = {
    begin: () => this.#begin(),
    getModel: () => this.#conductor?.models.download(),
    send: () => this.#send(),
    skip: () => this.#go((conductor) => conductor.skip('skipped')),
    decline: () => this.#go((conductor) => conductor.skip('declined')),
    edit: () => this.#turnTo({ editing: true }),
    cancel: () => this.#cancel(),
    stop: () => {
      this.#boxes.store(this.#conductor);
      this.#show({ stopping: true });
      this.#focus('h1');
    },
    goOn: () => this.#turnTo({ stopping: false }),
    stopKeep: () => this.#go((conductor) => conductor.stop()),
    erase: () => this.#go((conductor) => conductor.erase()),
    clear: () => this.#go((conductor) => conductor.clear()),
    anew: () => this.#go((conductor) => conductor.anew()),
    takeOver: () => this.#conductor?.takeOver(),
    reopen: () => (this.#conductor?.problem?.code === 'load' ? this.#open() : location.reload()),
    keepVersion: () => this.#go((conductor) => conductor.keepVersion()),
    dispute: (target) => this.#dispute(target.getAttribute('data-about') ?? ''),
    accept: (target) => this.#accept(target.getAttribute('data-about') ?? ''),
    remark: () => this.#remark(),
    download: (target) => this.#download(target.getAttribute('data-id') ?? undefined),
    copy: (target) => this.#copy(target),
    how: () => this.#toggleHow(),
    tab: (target) => this.#look({ tab: /** @type {any} */ (target.id) }),
    raw: () => this.#look({ raw: !this.#panel.raw }),
    switch: () => this.#switch(),
    stay: () => this.#stay(),
  };

  async #begin() {
    const tick = /** @type {HTMLInputElement | null} */ (this.#find('input[name=consent]'));
    if (tick?.checked === false) {
      this.#show({ consentMissing: true });
      return tick.focus();
    }
    await this.#go((conductor) => conductor.begin());
  }

  async #send() {
    const box = this.#boxes.answer;
    const [kind, turn] = box?.dataset['box']?.split('-') ?? [];
    if (!box || !kind) return;
    const manner = this.#boxes.manner(box);
    await this.#go((conductor) =>
      kind === 'edit' ? conductor.edit(Number(turn), box.value, manner) : conductor.answer(box.value, manner));
  }

  async #remark() {
    const remark = this.#drawing.later?.remarkIn(this.#shell, this.#shown.disputed);
    if (!remark) return this.#find('[data-box=remark]')?.focus();
    await this.#go((conductor) => conductor.remark(remark));
  }

  /** "That is not what I meant": a box opens for what was. @param {string} about */
  #dispute(about) {
    this.#boxes.store(this.#conductor);
    this.#show({ disputed: [...this.#shown.disputed, about] });
    this.#focus(`[data-box="not-${about}"]`);
  }

  /** It is right after all. @param {string} about */
  #accept(about) {
    void this.#conductor?.write({ [`not-${about}`]: '' });
    this.#show({ disputed: this.#shown.disputed.filter((other) => other !== about) });
    this.#focus(`[data-about="${about}"]`);
  }

  /**
   * Asks something of the conductor, and puts the focus where it goes on.
   * @param {(conductor: Conductor) => Promise<unknown>} call
   */
  async #go(call) {
    if (!this.#conductor) return;
    // Whether to stop may be asked while models are; what they reply does not answer that.
    const wasStopping = this.#shown.stopping;
    clearTimeout(this.#slowTimer);
    this.#slowTimer = window.setTimeout(() => this.#show({ slow: true }), NOTICEABLE);
    this.#isActing = true;
    const went = await call(this.#conductor);
    this.#isActing = false;
    clearTimeout(this.#slowTimer);
    const isOver = went !== false;
    this.#show({ slow: false, consentMissing: false, ...(isOver && { editing: false, ...(wasStopping && { stopping: false }) }) });
    if (!this.#shown.stopping) this.#focus(this.#boxes.answer ? '.now .answer' : 'h1');
  }

  /** @param {Partial<{ editing: boolean, stopping: boolean }>} change */
  #turnTo(change) {
    this.#boxes.store(this.#conductor);
    this.#show(change);
    this.#focus('.now .answer');
  }

  #cancel() {
    const name = this.#boxes.answer?.dataset['box'];
    if (name) void this.#conductor?.write({ [name]: '' });
    this.#turnTo({ editing: false });
  }

  /** @param {string} [id] */
  async #download(id) {
    download(await this.#conductor?.file(id), `${this.study?.id ?? 'interview'}.session.json`);
  }

  /** @param {Element} target */
  async #copy(target) {
    const code = target.getAttribute('data-code') ?? '';
    if (await copy(code, target.parentElement?.querySelector('[role]') ?? null)) this.#show({ copied: code });
  }

  /** @param {string} selector @returns {HTMLElement | null} */
  #find(selector) {
    return this.#shell.querySelector(selector);
  }

  /** @param {string} selector */
  #focus(selector) {
    this.#find(selector)?.focus({ preventScroll: selector === 'h1' });
  }

  // Keys, and the panel

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing) {
      if (target instanceof HTMLTextAreaElement && target === this.#boxes.answer) void this.#send();
    } else if (event.key === 'Escape' && this.#shown.editing) {
      this.#cancel();
    } else if (target.getAttribute('role') === 'tab' && this.#drawing.how) {
      const next = this.#drawing.how.tabAfter(this.#panel.tab, event.key);
      if (!next) return;
      event.preventDefault();
      this.#look({ tab: next });
      this.#focus(`#${next}`);
    }
  }

  /** Pointing at an idea or a link on the map shows its words. @param {Event} event */
  #point(event) {
    const picked = /** @type {Element} */ (event.target).closest?.('[data-pick]')?.getAttribute('data-pick');
    if (picked && picked !== this.#panel.picked) this.#look({ picked });
  }

  async #toggleHow() {
    this.#show({ isHowOpen: !this.#shown.isHowOpen });
    if (this.#drawing.how || !this.#shown.isHowOpen) return;
    await this.#drawing.loadHow();
    await this.#findPolicies();
  }

  async #findPolicies() {
    const conductor = this.#conductor;
    const { how } = this.#drawing;
    if (!how || !conductor?.study || this.#document || this.#given) return;
    const policies = await how.findPolicies(this.#address, conductor.study);
    if (conductor === this.#conductor) this.#look({ policies });
  }

  /** Another policy is picked; nothing happens before that is confirmed. @param {HTMLSelectElement} select */
  #choose({ name, value }) {
    if (name !== 'policy') return;
    this.#look({ wanted: value === this.#panel.policies?.current ? undefined : value });
  }

  #stay() {
    const select = /** @type {HTMLSelectElement | null} */ (this.#find('select[name=policy]'));
    if (select) select.value = this.#panel.policies?.current ?? '';
    this.#look({ wanted: undefined });
    select?.focus();
  }

  /** Starts anew with another policy. What was said so far stays where it is. */
  async #switch() {
    const { policies, wanted } = this.#panel;
    const { address } = policies?.offers.find(({ id }) => id === wanted) ?? {};
    if (!address || this.#conductor?.busy) return;
    this.#boxes.store(this.#conductor);
    await this.#conductor?.setAside(address).catch(() => {});
    this.#isArriving = true;
    this.setAttribute('study', address);
    this.dispatchEvent(new StudyEvent(address));
  }

  /** @param {Partial<PanelState>} change */
  #look(change) {
    Object.assign(this.#panel, change);
    this.#render();
  }

  // Drawing

  /** @param {Partial<ScreenState>} change */
  #show(change) {
    Object.assign(this.#shown, change);
    this.#render();
  }

  #render() {
    const conductor = this.#conductor;
    if (!conductor) return;
    const isWaiting = conductor.step.type === 'call' && conductor.busy;
    const isNewlyWaiting = this.#wait.set(isWaiting) && isWaiting;
    if (isNewlyWaiting) this.#shown.wait = undefined;
    const last = conductor.past.at(-1);
    if (last && conductor.resumed && conductor.draft[`edit-${last.turn}`]) this.#shown.editing = true;
    const drafts = Object.keys(conductor.draft).filter((name) => name.startsWith('not-')).map((name) => name.slice('not-'.length));
    if (conductor.phase === 'finished') this.#shown.disputed = [...new Set([...this.#shown.disputed, ...drafts])];
    const isHowOpen = this.#drawing.draw(conductor, this.#shown, this.#panel);
    this.#boxes.fill(conductor);
    // The first screen is gone, and with it the button that had the focus.
    if (isNewlyWaiting && this.#isActing && !this.shadowRoot?.activeElement) this.#focus('.now .answer');
    this.#drawing.reveal(conductor, isHowOpen, this.#panel.tab);
    if (conductor.phase !== 'loading' && !this.#hasArrived) this.#arrive(conductor.resumed !== undefined);
    this.#telling.tell(conductor);
  }

  /** @param {boolean} isResumed */
  #arrive(isResumed) {
    this.#hasArrived = true;
    this.dispatchEvent(new ReadyEvent(isResumed));
    if (this.#isArriving) this.#focus('h1');
    this.#isArriving = false;
    void this.#findPolicies();
  }
}
