// Conducts an interview: the engine on one side, the store and the models on the other. It knows nothing of the screen.
//
// Invariant: an input, also what models replied, is in the store before the engine hears it, and what the engine made of
// it is in the store before the respondent sees the question that follows. Where the store fails, the interview goes on in
// memory and says so. A page that dies while models are asked stands at the same requests when it is opened again.

import { Engine, Failure, loadEngine } from '../engine/index.js';
import { hold } from '../store/lock.js';
import { nowhere, openStore, slotOf, Superseded } from '../store/index.js';
import { Ledger } from '../store/ledger.js';
import { Models, unanswered } from './models.js';
import { boxOf, failure, mint, phaseOf, studyFrom } from './conducting.js';
import { Log } from './transcript.js';

/** @import { Input, Reply, Request, Step, Study } from '../engine/types.d.ts' */
/** @import { Host } from '../engine/transport.js' */
/** @import { Draft, Kept, Store } from '../store/types.d.ts' */
/** @import { Phase } from './types.d.ts' */

export class Conductor {
  /** @type {Phase} */
  phase = 'loading';
  /** @type {Study | undefined} */
  study;
  /** @type {Step} */
  step = { type: 'start' };
  /** What went wrong last, until something goes well. @type {Failure | undefined} */
  problem;
  /** Whether what was said is on this device. @type {'saved' | 'saving' | 'not_saved'} */
  saving = 'saved';
  /** When the interview that was resumed was touched last. @type {number | undefined} */
  resumed;
  /** Whether an input is being dealt with. */
  busy = false;
  /** What stands in the boxes. @type {Draft} */
  draft = {};
  /** Sessions of this study set aside on this device. @type {Kept[]} */
  earlier = [];

  #log = new Log();
  /** @type {Engine | undefined} */
  #engine;
  /** @type {Store} */
  #store = nowhere;
  /** Where this session is kept; none if nothing is. @type {Ledger | undefined} */
  #ledger;
  #text = '';
  #slot = '';
  #address = '';
  #writer = mint();
  /** @type {ReturnType<typeof hold> | undefined} */
  #lock;
  /** The engine is being made while the first screen is read. @type {Promise<void> | undefined} */
  #opening;
  #change;
  #persist;
  #isClosed = false;
  /** Calls off what models are asked at the moment. @type {AbortController | undefined} */
  #calling;
  /** The input that is being dealt with. @type {Promise<boolean>} */
  #hearing = Promise.resolve(true);

  /**
   * @param {object} options
   * @param {() => void} options.change called whenever something here changed
   * @param {boolean} options.persist whether this device keeps anything
   * @param {string | null} options.endpoint the `endpoint` attribute
   * @param {Host} [options.host] the page's own way to a model
   * @param {(request: Request, reply: Reply) => void} options.called a model was asked, and this is what came
   */
  constructor({ change, persist, endpoint, host, called }) {
    this.#change = change;
    this.#persist = persist;
    /** The models, as far as the study wants any. */
    this.models = new Models({ endpoint, host, change: () => this.#set({}), called });
  }

  /**
   * Opens a study: resumes the interview this device holds, or stands before the first screen.
   * @param {string | Study} from address of a resolved study, or the study itself
   */
  async open(from) {
    this.#set({ phase: 'loading', problem: undefined });
    loadEngine().catch(() => {});
    try {
      ({ text: this.#text, study: this.study, slot: this.#slot, address: this.#address } = await studyFrom(from));
    } catch (error) {
      this.#set({ phase: 'failed', problem: failure(error) });
      return;
    }
    if (!this.#persist) {
      this.saving = 'not_saved';
      return this.#enter();
    }
    try {
      this.#store = await openStore();
    } catch (error) {
      this.#persist = false;
      this.#set({ problem: new Failure('storage', String(error)), saving: 'not_saved' });
      return this.#enter();
    }
    if (this.#isClosed) return;
    this.#lock = hold(`querent ${this.#slot}`, {
      granted: () => void this.#enter(),
      waiting: () => this.#set({ phase: 'other_tab' }),
      lost: () => {
        this.#calling?.abort();
        this.#set({ phase: 'other_tab' });
      },
    });
  }

  /** Takes the interview over from the tab that holds it. */
  takeOver() {
    this.#writer = mint();
    this.#lock?.takeOver();
  }

  /** Lets other tabs have the interview. */
  close() {
    this.#isClosed = true;
    this.#calling?.abort();
    this.models.close();
    this.#lock?.release();
  }

  async #enter() {
    try {
      const sessions = await this.#store.sessions(this.#slot);
      this.earlier = sessions.filter((kept) => kept.closed);
      const kept = sessions.find((found) => !found.closed);
      void this.models.open(this.#text, /** @type {Study} */ (this.study), this.#address);
      await (kept ? this.#resume(kept) : this.#first());
    } catch (error) {
      this.#set({ phase: 'failed', problem: failure(error) });
    }
  }

  #first() {
    this.#set({ phase: 'first', step: { type: 'start' }, resumed: undefined, draft: {} });
    this.#opening = Engine.open(this.#text).then(
      (engine) => void (this.#engine = engine),
      (error) => this.#set({ phase: 'failed', problem: failure(error) }),
    );
  }

  /** @param {Kept} kept */
  async #resume(kept) {
    const { hash } = await Engine.open(this.#text);
    this.#ledger = new Ledger(this.#store, { ...kept, writer: this.#writer }, this.#text, true);
    if (hash !== kept.hash) return this.#set({ phase: 'version' });
    const { settled, pending, draft } = await this.#ledger.claim();
    if (!settled.length && !pending) return this.anew();
    try {
      this.#engine = await Engine.open(this.#text, settled);
    } catch (error) {
      if (failure(error).code === 'log') return this.#set({ phase: 'version' });
      throw error;
    }
    this.#log = new Log(settled);
    void this.models.begin(kept.id, hash);
    this.draft = draft;
    this.resumed = this.answers ? kept.touched : undefined;
    this.step = this.#engine.step();
    if (!pending && this.step.type !== 'call') return this.#set({ phase: phaseOf(this.step) ?? 'asking' });
    const { entry, ...input } = pending ? JSON.parse(pending) : {};
    this.busy = true;
    if (this.phase === 'other_tab') this.phase = 'loading';
    this.#hearing = this.#hear(pending && input);
    await this.#hearing;
  }

  /** Begins a new interview. */
  async begin() {
    await this.#opening;
    if (this.busy || !this.#engine || !this.study) return false;
    const now = Date.now();
    const { format, versions } = JSON.parse(this.#engine.session());
    const kept = {
      id: mint(),
      slot: this.#slot,
      hash: this.#engine.hash,
      head: { format, versions },
      begun: now,
      touched: now,
      answers: 0,
      closed: false,
      writer: this.#writer,
    };
    this.#ledger = this.#persist ? new Ledger(this.#store, kept, this.#text, false) : undefined;
    this.#log = new Log();
    void this.models.begin(kept.id, kept.hash);
    // Only a simulated respondent has a seed other than 0; nothing here draws from it.
    return this.#tell({ type: 'start', session: kept.id, seed: 0, locale: this.study.language, at: now });
  }

  /** @param {string} text */
  async answer(text) {
    const isFirst = this.answers === 0;
    const heard = await this.#tell({ type: 'answer', text, at: Date.now() });
    // Asked once there is something to lose; a refusal changes nothing.
    if (heard && isFirst && this.#persist) navigator.storage?.persist?.().catch(() => {});
    return heard;
  }

  /** @param {'skipped' | 'declined'} kind */
  skip(kind) {
    return this.#tell({ type: 'skip', kind, at: Date.now() });
  }

  /**
   * Replaces the last answer.
   * @param {number} turn
   * @param {string} text
   */
  edit(turn, text) {
    return this.#tell({ type: 'edit', turn, text, at: Date.now() });
  }

  /** Ends the interview and keeps what was said, also while models are asked. */
  async stop() {
    await this.#callOff();
    const hasStopped = await this.#tell({ type: 'stop', by: 'respondent', at: Date.now() });
    if (!hasStopped && this.step.type === 'call' && !this.busy) {
      this.#set({ busy: true });
      this.#hearing = this.#hear();
    }
    return hasStopped;
  }

  /** Asks the models no further. The engine stands at the same requests. */
  async #callOff() {
    this.#calling?.abort();
    await this.#hearing.catch(() => {});
  }

  /** @param {{ text: string, fit?: number, correction: string }} said */
  remark(said) {
    return this.#tell({ type: 'remark', ...said, at: Date.now() });
  }

  /** Deletes the session and those of this study that were set aside. */
  async erase() {
    await this.#delete(async () => {
      for (const { id } of await this.#store.sessions(this.#slot)) await this.#store.remove(id);
    });
  }

  /** Deletes everything that any interview left on this device. */
  clear() {
    return this.#delete(() => this.#store.clear());
  }

  /** @param {() => Promise<unknown>} work */
  async #delete(work) {
    await this.#callOff();
    void this.models.end();
    this.#forget();
    try {
      await work();
    } catch (error) {
      this.problem = new Failure('storage', String(error));
    }
    this.#set({ phase: 'deleted' });
  }

  /** Sets the session aside, still on this device, and stands before the first screen. */
  async anew() {
    const kept = this.#ledger?.kept;
    await this.#callOff();
    this.#forget();
    if (kept) await this.#store.close(kept.id).catch(() => {});
    await this.#enter();
  }

  /** Sets aside what was begun of another study, still on this device. @param {string} address */
  async setAside(address) {
    for (const { id, closed } of await this.#store.sessions(slotOf(address))) if (!closed) await this.#store.close(id);
  }

  #forget() {
    this.#engine = this.#ledger = this.resumed = this.problem = undefined;
    this.draft = {};
    this.#log = new Log();
    this.earlier = [];
    this.step = { type: 'start' };
  }

  /**
   * Keeps what stands in a box; an empty box is forgotten.
   * @param {Draft} fields
   */
  async write(fields) {
    this.draft = Object.fromEntries(Object.entries({ ...this.draft, ...fields }).filter(([, text]) => text));
    try {
      await this.#ledger?.draft(this.draft);
    } catch (error) {
      this.#stumble(error);
    }
  }

  /**
   * Tells the engine something, with the store on both sides.
   * @param {Input} input
   * @returns {Promise<boolean>} whether the interview went on
   */
  async #tell(input) {
    if (this.busy || !this.#engine) return false;
    this.#set({ busy: true, problem: this.problem?.code === 'storage' ? this.problem : undefined });
    await this.#keep(JSON.stringify({ entry: 'input', ...input }));
    if (/** @type {Phase} */ (this.phase) === 'other_tab') return false;
    this.#hearing = this.#hear(input);
    return this.#hearing;
  }

  /**
   * Has the engine hear an input that is in the store already, and asks models whatever it wants of them.
   * @param {Input} [input] none: go on where the engine stands
   * @returns {Promise<boolean>} whether the input was heard
   */
  async #hear(input) {
    const heard = !input || (await this.#digest(input));
    while (this.step.type === 'call') {
      const { requests } = this.step;
      const replied = await this.#ask(requests);
      if (!replied) break;
      if (await this.#digest(replied)) continue;
      // What the engine does not take counts as no reply at all.
      const replies = unanswered(requests, 'bad_output', 'the engine did not take the replies');
      if (await this.#digest({ ...replied, replies })) continue;
      this.phase = 'failed';
      break;
    }
    const isElsewhere = this.phase === 'other_tab' || this.phase === 'failed';
    this.#set({ busy: false, phase: isElsewhere ? this.phase : phaseOf(this.step) ?? this.phase });
    return heard;
  }

  /**
   * @param {Request[]} requests
   * @returns {Promise<Extract<Input, { type: 'replies' }> | undefined>} what came, in the store; nothing if it was called off
   */
  async #ask(requests) {
    const calling = (this.#calling = new AbortController());
    if (this.phase !== 'other_tab') this.#set({ phase: 'asking' });
    const replies = await this.models.replies(requests, calling.signal);
    this.#calling = undefined;
    if (calling.signal.aborted) return undefined;
    const replied = /** @type {const} */ ({ type: 'replies', replies, at: Date.now() });
    await this.#keep(JSON.stringify({ entry: 'input', ...replied }));
    return /** @type {Phase} */ (this.phase) === 'other_tab' ? undefined : replied;
  }

  /**
   * Has the engine hear an input, and keeps what it made of it.
   * @param {Input} input
   */
  async #digest(input) {
    const from = this.#log.entries.length;
    const box = boxOf(input, this.step);
    let heard = true;
    try {
      const engine = /** @type {Engine} */ (this.#engine);
      const { step, trap } = await engine.handle(JSON.stringify(input), this.#log.entries);
      this.step = step;
      this.#log = this.#log.with(engine.entries(from));
      this.problem = trap ?? this.problem;
      if (box) await this.write({ [box]: '' });
    } catch (error) {
      heard = false;
      this.problem = failure(error);
      // What was refused stays in the box, also after a reload.
      if ('text' in input && box) await this.write({ [box]: input.text });
    }
    await this.#keep();
    if (heard) this.resumed = undefined;
    return heard;
  }

  /**
   * Writes what the store lacks.
   * @param {string} [pending] an input the engine has not heard
   */
  async #keep(pending) {
    if (!this.#ledger) return;
    try {
      await this.#ledger.write(this.#log.entries, pending, this.answers);
      if (this.problem?.code === 'storage') this.problem = undefined;
      this.saving = 'saved';
    } catch (error) {
      this.#stumble(error);
    }
  }

  /** @param {unknown} error */
  #stumble(error) {
    if (error instanceof Superseded) return this.#set({ phase: 'other_tab', busy: false });
    this.#set({ problem: new Failure('storage', String(error)), saving: 'not_saved' });
  }

  /** Entries of the log, each a JSON text. */
  get log() {
    return this.#log.entries;
  }

  /** Turns so far, with what was asked and said. */
  get past() {
    return this.#log.past;
  }

  /** Whether the respondent has added a remark. */
  get hasRemark() {
    return this.#log.hasRemark;
  }

  /** Answers given so far. */
  get answers() {
    return this.#log.answers;
  }

  /** What the "How it works" panel shows. */
  get view() {
    return this.#engine?.view();
  }

  /** The session as a file, JSON text. */
  get session() {
    return this.#engine && this.log.length ? this.#engine.session() : undefined;
  }

  /** Hash of the study. */
  get hash() {
    return this.#engine?.hash;
  }

  /**
   * A session set aside, as a file; without an id the one that cannot be resumed.
   * @param {string} [id]
   */
  async file(id = this.#ledger?.kept.id) {
    return this.session ?? (id ? this.#store.file(id) : '');
  }

  /** @param {Partial<Pick<Conductor, 'phase' | 'step' | 'problem' | 'saving' | 'resumed' | 'busy' | 'draft'>>} change */
  #set(change) {
    Object.assign(this, change);
    if (!this.#isClosed) this.#change();
  }
}
