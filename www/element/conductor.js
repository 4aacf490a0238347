// Conducts an interview: the engine on one side, the store and the models on the other. It knows nothing of the screen.
//
// Invariant: where the store fails, the interview goes on in memory and says so. A page that dies while models are asked
// stands at the same requests when it is opened again.

import { Engine, Failure, loadEngine } from '../engine/index.js';
import { hold } from '../store/lock.js';
import { nowhere, openStore, slotOf, Superseded } from '../store/index.js';
import { Ledger } from '../store/ledger.js';
import { collectedAt, failure, mint, phaseOf, studyFrom } from './conducting.js';
import { Hearing } from './hearing.js';
import { Posting } from './posting.js';
import { Reach } from './reach.js';
import { Standing } from './standing.js';
import { Log } from './transcript.js';

/** @import { Disputed, Manner, Reply, Request, Study } from '../engine/types.d.ts' */
/** @import { Host } from '../engine/transport.js' */
/** @import { Draft, Kept, Parcel, Store } from '../store/types.d.ts' */

export class Conductor extends Standing {
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
  #endpoint;
  /** The models, as far as the study wants any. */
  #reach;
  /** What is sent to an endpoint that collects. */
  #posting;
  #change;
  #persist;
  #isClosed = false;
  /** The talk with the engine. */
  #hearing;

  /**
   * @param {object} options
   * @param {() => void} options.change called whenever something here changed
   * @param {boolean} options.persist whether this device keeps anything
   * @param {string | null} options.endpoint the `endpoint` attribute
   * @param {Host} [options.host] the page's own way to a model
   * @param {(request: Request, reply: Reply) => void} options.called a model was asked, and this is what came
   */
  constructor({ change, persist, endpoint, host, called }) {
    super();
    this.#change = change;
    this.#persist = persist;
    this.#endpoint = endpoint;
    this.#reach = new Reach({ endpoint, host, change: () => this.#set({}), called });
    this.#posting = new Posting(() => this.#set({}));
    this.#hearing = new Hearing(this, {
      set: (change) => this.#set(change),
      keep: (pending) => this.#keep(pending),
      write: (fields) => this.write(fields),
      replies: (requests, off) => this.#reach.replies(requests, off),
    });
    this.stand({ hearing: this.#hearing, reach: this.#reach, posting: this.#posting });
  }

  /**
   * Opens a study: resumes the interview this device holds, or stands before the first screen.
   * @param {string | Study} from address of a resolved study, or the study itself
   * @param {object[]} [log] of a session to go on with, of which nothing is kept or sent
   */
  async open(from, log) {
    this.#set({ phase: 'loading', problem: undefined });
    loadEngine().catch(() => {});
    try {
      ({ text: this.#text, study: this.study, slot: this.#slot, address: this.#address } = await studyFrom(from));
    } catch (error) {
      this.#set({ phase: 'failed', problem: failure(error) });
      return;
    }
    if (log) return this.#goOn(log);
    this.#posting.to = collectedAt(/** @type {Study} */ (this.study), this.#endpoint, this.#address);
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
        this.#hearing.abort();
        void this.#posting.release();
        this.#set({ phase: 'other_tab' });
      },
    });
  }

  /** @param {object[]} log */
  async #goOn(log) {
    this.#persist = false;
    this.saving = 'not_saved';
    try {
      this.#hearing.engine = await Engine.open(this.#text, log.map((entry) => JSON.stringify(entry)));
      this.#hearing.log = new Log(this.#hearing.engine.entries(0));
      this.step = this.#hearing.engine.step();
    } catch (error) {
      return this.#set({ phase: 'failed', problem: failure(error) });
    }
    if (this.step.type === 'start') return this.#enter();
    await this.#openModels();
    this.busy = this.step.type === 'call';
    if (this.busy) void this.#hearing.hear();
    else this.#set({ phase: phaseOf(this.step) ?? 'asking' });
  }

  /** Makes ready what the study's models need. */
  #openModels() {
    return this.#reach.open(this.#text, /** @type {Study} */ (this.study), this.#address);
  }

  /** Takes the interview over from the tab that holds it. */
  takeOver() {
    this.#writer = mint();
    this.#lock?.takeOver();
  }

  /** Lets other tabs have the interview. */
  close() {
    this.#isClosed = true;
    this.#hearing.abort();
    this.#reach.close();
    this.#posting.close();
    this.#lock?.release();
  }

  async #enter() {
    try {
      const sessions = await this.#store.sessions(this.#slot);
      this.earlier = sessions.filter((kept) => kept.closed);
      const kept = sessions.find((found) => !found.closed);
      await this.#posting.open(this.#store, this.#slot);
      await (kept ? this.#resume(kept) : this.#first());
    } catch (error) {
      this.#set({ phase: 'failed', problem: failure(error) });
    }
  }

  /** The session begins or goes on, for those it is talked about with. @param {Kept} kept */
  async #announce({ id: session, hash: study_hash }) {
    const posted = this.#posting.begin({ session, study: this.study?.id ?? '', study_hash });
    void this.#reach.begin(session, study_hash, posted?.admit);
    await posted?.begun;
    if (posted) this.#posting.take(this.log, this.step.type === 'finished');
  }

  #first() {
    void this.#openModels();
    this.#set({ phase: 'first', step: { type: 'start' }, resumed: undefined, draft: {} });
    this.#opening = Engine.open(this.#text).then(
      (engine) => void (this.#hearing.engine = engine),
      (error) => this.#set({ phase: 'failed', problem: failure(error) }),
    );
  }

  /** @param {Kept} kept */
  async #resume(kept) {
    const { hash } = await Engine.open(this.#text);
    this.#ledger = new Ledger(this.#store, { ...kept, writer: this.#writer }, this.#text, true);
    this.former = hash === kept.hash ? undefined : await this.#store.study(kept.hash);
    if (hash !== kept.hash) return this.#set({ phase: 'version' });
    void this.#openModels();
    const { settled, pending, draft } = await this.#ledger.claim();
    if (!settled.length && !pending) return this.anew();
    try {
      this.#hearing.engine = await Engine.open(this.#text, settled);
    } catch (error) {
      if (failure(error).code === 'log') return this.#set({ phase: 'version' });
      throw error;
    }
    this.#hearing.log = new Log(settled);
    this.draft = draft;
    this.resumed = this.answers ? kept.touched : undefined;
    this.step = this.#hearing.engine.step();
    void this.#announce(kept);
    if (!pending && this.step.type !== 'call') return this.#set({ phase: phaseOf(this.step) ?? 'asking' });
    const { entry, ...input } = pending ? JSON.parse(pending) : {};
    this.busy = true;
    if (this.phase === 'other_tab') this.phase = 'loading';
    await this.#hearing.hear(pending && input);
  }

  /** Goes on with the version of the study that the session was begun with. */
  async keepVersion() {
    const kept = this.#ledger?.kept;
    if (!this.former || !kept) return;
    [this.#text, this.study] = [this.former, JSON.parse(this.former)];
    this.#set({ phase: 'loading' });
    try {
      await this.#resume(kept);
    } catch (error) {
      this.#set({ phase: 'failed', problem: failure(error) });
    }
  }

  /** Begins a new interview. */
  async begin() {
    await this.#opening;
    if (this.busy || !this.#hearing.engine || !this.study) return false;
    const now = Date.now();
    const { format, versions } = JSON.parse(this.#hearing.engine.session());
    const kept = {
      id: mint(),
      slot: this.#slot,
      hash: this.#hearing.engine.hash,
      head: { format, versions },
      begun: now,
      touched: now,
      answers: 0,
      closed: false,
      writer: this.#writer,
    };
    this.#ledger = this.#persist ? new Ledger(this.#store, kept, this.#text, false) : undefined;
    this.#hearing.log = new Log();
    void this.#announce(kept);
    // Only a simulated respondent has a seed other than 0; nothing here draws from it.
    return this.#hearing.tell({ type: 'start', session: kept.id, seed: 0, locale: this.study.language, at: now });
  }

  /** @param {string} text @param {Manner} [manner] how it was typed */
  async answer(text, manner) {
    const isFirst = this.answers === 0;
    const heard = await this.#hearing.tell({ type: 'answer', text, at: Date.now(), ...(manner && { manner }) });
    // Asked once there is something to lose; a refusal changes nothing.
    if (heard && isFirst && this.#persist) navigator.storage?.persist?.().catch(() => {});
    return heard;
  }

  /** @param {'skipped' | 'declined'} kind */
  skip(kind) {
    return this.#hearing.tell({ type: 'skip', kind, at: Date.now() });
  }

  /**
   * Replaces the last answer.
   * @param {number} turn
   * @param {string} text
   * @param {Manner} [manner] how it was typed
   */
  edit(turn, text, manner) {
    return this.#hearing.tell({ type: 'edit', turn, text, at: Date.now(), ...(manner && { manner }) });
  }

  /** Ends the interview and keeps what was said, also while models are asked. */
  async stop() {
    await this.#hearing.callOff();
    const hasStopped = await this.#hearing.tell({ type: 'stop', by: 'respondent', at: Date.now() });
    if (!hasStopped && this.step.type === 'call' && !this.busy) {
      this.#set({ busy: true });
      void this.#hearing.hear();
    }
    return hasStopped;
  }

  /** @param {{ text: string, fit?: number, correction: string, disputed?: Disputed[] }} said */
  remark(said) {
    return this.#hearing.tell({ type: 'remark', ...said, at: Date.now() });
  }

  /** Deletes the session and those of this study that were set aside, here and where they were sent. */
  async erase() {
    await this.#delete(async () => {
      for (const { id } of await this.#store.sessions(this.#slot)) await this.#store.withdraw(id);
    }, (own) => this.#posting.bury(own, this.#persist));
  }

  /** Deletes everything that any interview left on this device. What was sent stays where it is. */
  clear() {
    return this.#delete(() => this.#store.clear());
  }

  /**
   * @param {() => Promise<unknown>} work
   * @param {(own: Parcel | undefined) => Promise<unknown>} [elsewhere]
   */
  async #delete(work, elsewhere = async () => {}) {
    await this.#hearing.callOff();
    const own = await this.#posting.release();
    void this.models.end();
    this.#forget();
    try {
      await work();
    } catch (error) {
      this.problem = new Failure('storage', String(error));
    }
    await elsewhere(own);
    this.#set({ phase: 'deleted' });
  }

  /** Sets the session aside, still on this device, and stands before the first screen. */
  async anew() {
    const kept = this.#ledger?.kept;
    await this.#hearing.callOff();
    await this.#posting.release();
    this.#forget();
    if (kept) await this.#store.close(kept.id).catch(() => {});
    await this.#enter();
  }

  /** Sets aside what was begun of another study, still on this device. @param {string} address */
  async setAside(address) {
    for (const { id, closed } of await this.#store.sessions(slotOf(address))) if (!closed) await this.#store.close(id);
  }

  #forget() {
    this.#hearing.engine = this.#ledger = this.resumed = this.problem = undefined;
    this.draft = {};
    this.#hearing.log = new Log();
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
   * Writes what the store lacks.
   * @param {string} [pending] an input the engine has not heard
   */
  async #keep(pending) {
    try {
      if (this.#ledger) {
        await this.#ledger.write(this.#hearing.log.entries, pending, this.answers);
        if (this.problem?.code === 'storage') this.problem = undefined;
        this.saving = 'saved';
      }
    } catch (error) {
      this.#stumble(error);
    }
    if (this.phase !== 'other_tab') this.#posting.take(this.log, this.step.type === 'finished');
  }

  /** @param {unknown} error */
  #stumble(error) {
    if (error instanceof Superseded) return this.#set({ phase: 'other_tab', busy: false });
    this.#set({ problem: new Failure('storage', String(error)), saving: 'not_saved' });
  }

  /** The page's own way to a model. @param {Host | undefined} host */
  set host(host) {
    this.#reach.host = host;
  }

  /**
   * A session set aside, as a file; without an id the one that cannot be resumed.
   * @param {string} [id]
   */
  async file(id = this.#ledger?.kept.id) {
    return this.session ?? (id ? this.#store.file(id) : '');
  }

  /** @param {Partial<Standing>} change */
  #set(change) {
    Object.assign(this, change);
    if (!this.#isClosed) this.#change();
  }
}
