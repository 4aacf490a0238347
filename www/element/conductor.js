// Conducts one interview: owns its state, its engine session, its place in the store, its models and its upload. It knows
// nothing of the screen.
//
// Invariant: if the store fails, the interview continues in memory and the state says so. A page that closes during model
// calls waits for the same calls when it opens again.

import { endpointOf } from '../engine/endpoint.js';
import { Engine, Failure, loadEngine, loadStudy } from '../engine/index.js';
import { openStore, slotOf, Store, Superseded } from '../store/index.js';
import { newSession, randomId, SessionWriter } from '../store/session_writer.js';
import { holdLock } from '../store/tab_lock.js';
import { Uploader } from '../upload/uploader.js';
import { EngineSession, phaseOf } from './engine_session.js';
import { InterviewState } from './interview_state.js';
import { SessionLog } from './session_log.js';

/** @import { Reply, Request, Study } from '../engine/types.d.ts' */
/** @import { ModelGateway } from '../models/model_gateway.js' */
/** @import { Host } from '../models/transport.js' */
/** @import { Draft, StoredSession, UploadRecord } from '../store/index.js' */
/** @import { TypingStats } from './typing_stats.js' */

export class Conductor {
  #state = new InterviewState();
  #session;
  /** @type {Promise<ModelGateway | undefined>} */
  #models = Promise.resolve(undefined);
  #uploader;
  #store = new Store();
  /** Writes the session to the store; undefined if nothing is stored. @type {SessionWriter | undefined} */
  #writer;
  #writerId = randomId();
  /** @type {ReturnType<typeof holdLock> | undefined} */
  #lock;
  /** The engine starts while the first screen is read. @type {Promise<void> | undefined} */
  #starting;
  #text = '';
  #slot = '';
  #address = '';
  #isClosed = false;
  #options;

  /**
   * @param {object} options
   * @param {() => void} options.changed called after every change of the state
   * @param {boolean} options.persist whether this device stores the interview
   * @param {string | null} options.endpoint the `endpoint` attribute
   * @param {Host | undefined} options.host the page's own model call
   * @param {(request: Request, reply: Reply) => void} options.called called after every model call
   */
  constructor(options) {
    this.#options = options;
    this.#uploader = new Uploader(() => this.#update({}));
    this.#session = new EngineSession(this.#state, {
      assign: (change) => void Object.assign(this.#state, change),
      update: (change) => this.#update(change),
      save: (pending) => this.#save(pending),
      writeDraft: (fields) => this.writeDraft(fields),
      askModels: async (requests, signal) => (await this.#models)?.replies(requests, signal),
    });
  }

  /** @returns {Readonly<InterviewState>} */
  get state() {
    return this.#state;
  }

  /** What the "How it works" panel shows. */
  get view() {
    return this.#session.engine?.view();
  }

  /** The session file, JSON text; undefined before the first question. */
  get sessionFile() {
    return this.#state.log.entries.length ? this.#session.engine?.session() : undefined;
  }

  // Opening and closing

  /**
   * Opens a study: resumes the interview of this device, or shows the first screen.
   * @param {string | Study} source address of a resolved study, or the study itself
   * @param {object[]} [log] of a session to continue, which is neither stored nor uploaded
   */
  async open(source, log) {
    this.#update({ phase: 'loading', problem: undefined });
    loadEngine().catch(() => {});
    try {
      ({ text: this.#text, study: this.#state.study, address: this.#address } = await loadStudy(source));
      this.#slot = typeof source === 'string' ? slotOf(source) : source.id;
    } catch (error) {
      return this.#fail(error);
    }
    if (log) return this.#continue(log);
    if (this.#state.study?.collect) this.#uploader.collector = endpointOf(this.#state.study, this.#options.endpoint, this.#address);
    if (!this.#options.persist) return this.#enter();
    try {
      this.#store = await openStore();
    } catch (error) {
      this.#options.persist = false;
      this.#update({ problem: new Failure('storage', String(error)) });
      return this.#enter();
    }
    if (this.#isClosed) return;
    this.#lock = holdLock(`querent ${this.#slot}`, {
      granted: () => void this.#enter(),
      waiting: () => this.#update({ phase: 'other_tab' }),
      lost: () => {
        this.#session.abort();
        void this.#uploader.release();
        this.#update({ phase: 'other_tab' });
      },
    });
  }

  /** @param {object[]} log */
  async #continue(log) {
    this.#options.persist = false;
    this.#state.saving = 'not_saved';
    try {
      await this.#resumeEngine(log.map((entry) => JSON.stringify(entry)));
    } catch (error) {
      return this.#fail(error);
    }
    const { step } = this.#state;
    if (step.type === 'start') return this.#enter();
    this.#loadModels();
    if (step.type !== 'call') return this.#update({ phase: phaseOf(step) ?? 'asking' });
    this.#state.busy = true;
    void this.#session.run();
  }

  /** @param {string[]} entries of the log, each a JSON text */
  async #resumeEngine(entries) {
    const engine = await Engine.open(this.#text, entries);
    this.#session.engine = engine;
    Object.assign(this.#state, { log: new SessionLog(entries), step: engine.step() });
  }

  async #enter() {
    if (!this.#options.persist) this.#state.saving = 'not_saved';
    try {
      const sessions = await this.#store.sessions(this.#slot);
      this.#state.earlier = sessions.filter(({ closed }) => closed);
      const open = sessions.find(({ closed }) => !closed);
      await this.#uploader.open(this.#store, this.#slot);
      await (open ? this.#resume(open) : this.#showFirst());
    } catch (error) {
      this.#fail(error);
    }
  }

  #showFirst() {
    this.#loadModels();
    this.#update({ phase: 'first', step: { type: 'start' }, resumedAt: undefined, draft: {} });
    this.#starting = Engine.open(this.#text).then(
      (engine) => void (this.#session.engine = engine),
      (error) => this.#fail(error),
    );
  }

  /** @param {StoredSession} stored */
  async #resume(stored) {
    const { hash } = await Engine.open(this.#text);
    this.#writer = new SessionWriter(this.#store, { ...stored, writer: this.#writerId }, this.#text, true);
    this.#state.previousStudy = hash === stored.hash ? undefined : await this.#store.study(stored.hash);
    if (hash !== stored.hash) return this.#update({ phase: 'version' });
    this.#loadModels();
    const { settled, pending, draft } = await this.#writer.claim();
    if (!settled.length && !pending) return this.startOver();
    try {
      await this.#resumeEngine(settled);
    } catch (error) {
      if (Failure.from(error).code === 'log') return this.#update({ phase: 'version' });
      throw error;
    }
    const { step, log, phase } = this.#state;
    Object.assign(this.#state, { draft, resumedAt: log.answers ? stored.touched : undefined });
    void this.#announce(stored);
    if (!pending && step.type !== 'call') return this.#update({ phase: phaseOf(step) ?? 'asking' });
    const { entry, ...input } = pending ? JSON.parse(pending) : {};
    this.#state.busy = true;
    if (phase === 'other_tab') this.#state.phase = 'loading';
    await this.#session.run(pending && input);
  }

  /** Continues with the version of the study that the session began with. */
  async keepVersion() {
    const { previousStudy } = this.#state;
    const stored = this.#writer?.session;
    if (!previousStudy || !stored) return;
    this.#text = previousStudy;
    this.#update({ phase: 'loading', study: JSON.parse(previousStudy) });
    try {
      await this.#resume(stored);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Takes over from another tab. */
  takeOver() {
    this.#writerId = randomId();
    this.#lock?.takeOver();
  }

  /** Stops everything, and lets other tabs conduct the interview. */
  close() {
    this.#isClosed = true;
    this.#session.abort();
    void this.#models.then((models) => models?.close());
    this.#uploader.close();
    this.#lock?.release();
  }

  /** Begins a new interview. */
  async begin() {
    await this.#starting;
    const [{ busy, study }, { engine }] = [this.#state, this.#session];
    if (busy || !engine || !study) return false;
    const { format, versions } = JSON.parse(engine.session());
    const stored = newSession({ slot: this.#slot, hash: engine.hash, head: { format, versions }, writer: this.#writerId });
    this.#writer = this.#options.persist ? new SessionWriter(this.#store, stored, this.#text, false) : undefined;
    this.#state.log = new SessionLog();
    void this.#announce(stored);
    // The seed serves simulated respondents only.
    return this.#session.submit({ type: 'start', session: stored.id, seed: 0, locale: study.language, at: stored.begun });
  }

  /** @param {string} text @param {TypingStats} [manner] */
  async answer(text, manner) {
    const isFirst = this.#state.log.answers === 0;
    const isAccepted = await this.#session.submit({ type: 'answer', text, at: Date.now(), manner });
    // Asks the browser once there is an answer to lose. A refusal changes nothing.
    if (isAccepted && isFirst && this.#options.persist) navigator.storage?.persist?.().catch(() => {});
    return isAccepted;
  }

  /** @param {'skipped' | 'declined'} kind */
  skip(kind) {
    return this.#session.submit({ type: 'skip', kind, at: Date.now() });
  }

  /** Replaces the last answer. @param {number} turn @param {string} text @param {TypingStats} [manner] */
  edit(turn, text, manner) {
    return this.#session.submit({ type: 'edit', turn, text, at: Date.now(), manner });
  }

  /** Ends the interview and keeps the answers, also during model calls. */
  async stop() {
    await this.#session.cancel();
    const isAccepted = await this.#session.submit({ type: 'stop', by: 'respondent', at: Date.now() });
    if (!isAccepted && this.#state.step.type === 'call' && !this.#state.busy) {
      this.#update({ busy: true });
      void this.#session.run();
    }
    return isAccepted;
  }

  /** @param {import('./views/remark.js').Remark} remark */
  remark(remark) {
    return this.#session.submit({ type: 'remark', ...remark, at: Date.now() });
  }

  /** Deletes this session and the study's sessions set aside, on the device and at the endpoint. */
  async deleteSessions() {
    await this.#delete(async () => {
      for (const { id } of await this.#store.sessions(this.#slot)) await this.#store.withdraw(id);
    }, (own) => this.#uploader.deleteUploaded(own, this.#options.persist));
  }

  /** Deletes every interview of this device. Endpoints keep their copies. */
  clearDevice() {
    return this.#delete(() => this.#store.clear());
  }

  /** @param {() => Promise<unknown>} onDevice @param {(own: UploadRecord | undefined) => Promise<unknown>} [atEndpoint] */
  async #delete(onDevice, atEndpoint = async () => {}) {
    await this.#session.cancel();
    const own = await this.#uploader.release();
    void this.#models.then((models) => models?.end());
    this.#reset();
    try {
      await onDevice();
    } catch (error) {
      this.#state.problem = new Failure('storage', String(error));
    }
    await atEndpoint(own);
    this.#update({ phase: 'deleted' });
  }

  /** Sets the session aside on this device, and shows the first screen. */
  async startOver() {
    const { session } = this.#writer ?? {};
    await this.#session.cancel();
    await this.#uploader.release();
    this.#reset();
    if (session) await this.#store.setAside(session.id).catch(() => {});
    await this.#enter();
  }

  /** Sets aside the open session of another study of this device. @param {string} address */
  async setAside(address) {
    for (const { id, closed } of await this.#store.sessions(slotOf(address))) if (!closed) await this.#store.setAside(id);
  }

  /** Stores texts of boxes; an empty text is removed. @param {Draft} fields */
  async writeDraft(fields) {
    this.#state.draft = Object.fromEntries(Object.entries({ ...this.#state.draft, ...fields }).filter(([, text]) => text));
    try {
      await this.#writer?.writeDraft(this.#state.draft);
    } catch (error) {
      this.#storeFailed(error);
    }
  }

  /** Downloads the browser's model. */
  downloadModel() {
    return this.#models.then((models) => models?.download());
  }

  /** The file of a stored session, by default of the current one. @param {string} [id] */
  async fileOf(id = this.#writer?.session.id) {
    return this.sessionFile ?? (id ? this.#store.file(id) : '');
  }

  /** The page's own model call. @param {Host | undefined} host */
  set host(host) {
    this.#options.host = host;
    void this.#models.then((models) => models && (models.host = host));
  }

  // Models, upload and store

  /** Loads what the study's models need. Without it the rules of the engine read the answers. */
  #loadModels() {
    const study = /** @type {Study} */ (this.#state.study);
    if (!study.models?.length) return;
    const replaced = this.#models;
    this.#models = import('../models/model_gateway.js').then(async ({ ModelGateway }) => {
      (await replaced)?.close();
      const models = new ModelGateway({
        ...this.#options, text: this.#text, study, endpoint: endpointOf(study, this.#options.endpoint, this.#address),
        changed: (builtInModel) => this.#update({ builtInModel }),
      });
      this.#state.builtInModel = models.builtIn;
      if (this.#isClosed) models.close();
      else void models.findBuiltIn().catch(() => {});
      return models;
    }).catch(() => undefined);
  }

  /** Tells the models and the upload which session begins or is resumed. @param {StoredSession} stored */
  async #announce({ id: session, hash: study_hash }) {
    const upload = this.#uploader.begin({ session, study: this.#state.study?.id ?? '', study_hash });
    void this.#models.then((models) => models?.begin(session, study_hash, upload?.openSession));
    await upload?.begun;
    if (upload) this.#uploader.upload(this.#state);
  }

  /** Stores new log entries. @param {string} [pending] an input that the engine has not received */
  async #save(pending) {
    const { log } = this.#state;
    try {
      if (this.#writer) {
        await this.#writer.writeLog(log.entries, pending, log.answers);
        if (this.#state.problem?.code === 'storage') this.#state.problem = undefined;
        this.#state.saving = 'saved';
      }
    } catch (error) {
      this.#storeFailed(error);
    }
    if (this.#state.phase !== 'other_tab') this.#uploader.upload(this.#state);
  }

  /** @param {unknown} error */
  #storeFailed(error) {
    if (error instanceof Superseded) return this.#update({ phase: 'other_tab', busy: false });
    this.#update({ problem: new Failure('storage', String(error)), saving: 'not_saved' });
  }

  /** @param {unknown} error */
  #fail(error) {
    this.#update({ phase: 'failed', problem: Failure.from(error) });
  }

  #reset() {
    const { step, log, draft, earlier, resumedAt, problem } = new InterviewState();
    Object.assign(this.#state, { step, log, draft, earlier, resumedAt, problem });
    this.#session.engine = this.#writer = undefined;
  }

  /** Changes the state and redraws the screen. @param {Partial<InterviewState>} change */
  #update(change) {
    const { collector, status: upload, deletionCode } = this.#uploader;
    Object.assign(this.#state, change, { collector, upload, deletionCode });
    if (!this.#isClosed) this.#options.changed();
  }
}
