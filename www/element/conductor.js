// Conducts an interview: the engine on one side, the store on the other. It knows nothing of the screen.
//
// Invariant: an input is in the store before the engine hears it, and what the engine made of it is in the store before
// the respondent sees the question that follows. Where the store fails, the interview goes on in memory and says so.

import { Engine, Failure, loadEngine, loadStudy } from '../engine/index.js';
import { hold } from '../store/lock.js';
import { nowhere, openStore, slotOf, Superseded } from '../store/index.js';
import { Ledger } from '../store/ledger.js';
import { transcript } from './transcript.js';

/** @import { Input, Step, Study } from '../engine/types.d.ts' */
/** @import { Draft, Kept, Store } from '../store/types.d.ts' */
/** @import { PastTurn, Phase } from './types.d.ts' */

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

  /** @type {string[]} */
  #log = [];
  /** The log as last told. @type {{ log: string[], past: PastTurn[] }} */
  #told = { log: this.#log, past: [] };
  /** @type {Engine | undefined} */
  #engine;
  /** @type {Store} */
  #store = nowhere;
  /** Where this session is kept; none if nothing is. @type {Ledger | undefined} */
  #ledger;
  #text = '';
  #slot = '';
  #writer = mint();
  /** @type {ReturnType<typeof hold> | undefined} */
  #lock;
  /** The engine is being made while the first screen is read. @type {Promise<void> | undefined} */
  #opening;
  #change;
  #persist;
  #isClosed = false;

  /**
   * @param {object} options
   * @param {() => void} options.change called whenever something here changed
   * @param {boolean} options.persist whether this device keeps anything
   */
  constructor({ change, persist }) {
    this.#change = change;
    this.#persist = persist;
  }

  /**
   * Opens a study: resumes the interview this device holds, or stands before the first screen.
   * @param {string | Study} from address of a resolved study, or the study itself
   */
  async open(from) {
    this.#set({ phase: 'loading', problem: undefined });
    loadEngine().catch(() => {});
    try {
      const loaded = typeof from === 'string' ? await loadStudy(from) : { text: JSON.stringify(from), study: from };
      this.#text = loaded.text;
      this.study = loaded.study;
    } catch (error) {
      this.#set({ phase: 'failed', problem: failure(error) });
      return;
    }
    this.#slot = typeof from === 'string' ? slotOf(from) : this.study.id;
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
      lost: () => this.#set({ phase: 'other_tab' }),
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
    this.#lock?.release();
  }

  async #enter() {
    try {
      const sessions = await this.#store.sessions(this.#slot);
      this.earlier = sessions.filter((kept) => kept.closed);
      const kept = sessions.find((found) => !found.closed);
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
    this.#log = settled;
    this.draft = draft;
    this.resumed = this.answers ? kept.touched : undefined;
    this.step = this.#engine.step();
    if (pending) {
      const { entry, ...input } = JSON.parse(pending);
      this.busy = true;
      await this.#hear(input);
    }
    this.#set({ phase: this.step.type === 'finished' ? 'finished' : 'asking' });
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
    this.#log = [];
    const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
    return this.#tell({ type: 'start', session: kept.id, seed, locale: this.study.language, at: now });
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

  /** Ends the interview and keeps what was said. */
  stop() {
    return this.#tell({ type: 'stop', by: 'respondent', at: Date.now() });
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
    this.#log = [];
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
    return this.#hear(input);
  }

  /**
   * Has the engine hear an input that is in the store already.
   * @param {Input} input
   */
  async #hear(input) {
    const from = this.#log.length;
    const box = boxOf(input, this.step);
    let heard = true;
    try {
      const engine = /** @type {Engine} */ (this.#engine);
      const { step, trap } = await engine.handle(JSON.stringify(input), this.#log);
      this.step = step;
      this.#log = [...this.#log, ...engine.entries(from)];
      this.problem = trap ?? this.problem;
      await this.write({ [box]: '' });
    } catch (error) {
      heard = false;
      this.problem = failure(error);
      // What was refused stays in the box, also after a reload.
      if ('text' in input) await this.write({ [box]: input.text });
    }
    await this.#keep();
    if (heard) this.resumed = undefined;
    const phase = this.step.type === 'finished' ? 'finished' : this.step.type === 'ask' ? 'asking' : this.phase;
    this.#set({ busy: false, phase: this.phase === 'other_tab' ? 'other_tab' : phase });
    return heard;
  }

  /**
   * Writes what the store lacks.
   * @param {string} [pending] an input the engine has not heard
   */
  async #keep(pending) {
    if (!this.#ledger) return;
    try {
      await this.#ledger.write(this.#log, pending, this.answers);
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

  /** Turns so far, with what was asked and said. */
  get past() {
    if (this.#told.log !== this.#log) this.#told = { log: this.#log, past: transcript(this.#log) };
    return this.#told.past;
  }

  /** Whether the respondent has added a remark. */
  get hasRemark() {
    return this.#log.some((entry) => entry.startsWith('{"entry":"input","type":"remark"'));
  }

  /** Answers given so far. */
  get answers() {
    return this.past.filter((turn) => turn.said !== undefined).length;
  }

  /** What the "How it works" panel shows. */
  get view() {
    return this.#engine?.view();
  }

  /** The session as a file, JSON text. */
  get session() {
    return this.#engine && this.#log.length ? this.#engine.session() : undefined;
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

/**
 * Names the box that an input came from.
 * @param {Input} input
 * @param {Step} step
 */
function boxOf(input, step) {
  if (input.type === 'edit') return `edit-${input.turn}`;
  return step.type === 'ask' ? `answer-${step.question.turn}` : 'remark';
}

/** An id that nobody else has, also on a page without https. */
function mint() {
  return crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** @param {unknown} error */
function failure(error) {
  return error instanceof Failure ? error : new Failure('page', String(error));
}
