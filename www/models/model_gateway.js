// Calls the models of an interview for the page, and manages the model built into the browser. Loaded only for studies
// with models.

import { Transport } from './transport.js';

/** @import { Reply, Request, Study } from '../engine/types.d.ts' */
/** @import { BrowserModel, LanguageModel } from './browser_model.js' */
/** @import { OpenSession } from './endpoint_client.js' */
/** @import { Host } from './transport.js' */

/**
 * The model built into the browser. `offered`: the respondent may download it. `share`: downloaded part, 0–1.
 * @typedef {{ status: 'none' | 'offered' | 'downloading' | 'ready', share: number }} BuiltInModel
 */

export class ModelGateway {
  /** @type {BuiltInModel} */
  builtIn = { status: 'none', share: 0 };
  /** @type {BrowserModel | undefined} */
  #model;
  #study;
  #transport;
  #changed;
  #called;
  #closing = new AbortController();

  /**
   * @param {object} options
   * @param {string} options.text text of `study.json`
   * @param {Study} options.study
   * @param {string | undefined} options.endpoint address of the endpoint, with a slash at its end
   * @param {Host | undefined} options.host
   * @param {(builtIn: BuiltInModel) => void} options.changed
   * @param {(request: Request, reply: Reply) => void} options.called
   */
  constructor({ text, study, endpoint, host, changed, called }) {
    this.#study = study;
    this.#transport = new Transport({ text, study, endpoint, host });
    this.#changed = changed;
    this.#called = called;
  }

  /** The page's own model call. @param {Host | undefined} host */
  set host(host) {
    this.#transport.host = host;
  }

  /** Looks for the model built into the browser, if the study allows it. */
  async findBuiltIn() {
    const { models, language } = this.#study;
    const api = /** @type {{ LanguageModel?: LanguageModel }} */ (globalThis).LanguageModel;
    if (!api || !models?.includes('browser')) return;
    const { BrowserModel: Model } = await import('./browser_model.js');
    this.#model = new Model(api, language);
    const availability = await this.#model.availability();
    if (availability === 'available') this.#useBuiltIn();
    else if (availability !== 'unavailable') this.#report('offered');
  }

  /**
   * A session begins or is resumed.
   * @param {string} session
   * @param {string} hash of the study
   * @param {OpenSession} [openSession] opens the session at the endpoint, if the upload does that
   */
  begin(session, hash, openSession) {
    this.#transport.open(session, hash, openSession);
  }

  /** The respondent has deleted the session: the endpoint deletes it too. */
  end() {
    this.#transport.end();
  }

  /**
   * Calls models. Every request gets a reply, which may be a failure.
   * @param {Request[]} requests
   * @param {AbortSignal} signal
   * @returns {Promise<Reply[]>} in the order of the requests
   */
  async replies(requests, signal) {
    const replies = await this.#transport.replies(requests, signal);
    for (const [place, request] of requests.entries()) {
      const reply = replies[place];
      if (reply && !signal.aborted) this.#called(request, reply);
    }
    return replies;
  }

  /** Downloads the browser's model. Only the respondent's click calls this. */
  async download() {
    if (this.builtIn.status !== 'offered' || !this.#model) return;
    this.#report('downloading');
    try {
      await this.#model.download((share) => this.#report('downloading', share), this.#closing.signal);
      this.#useBuiltIn();
    } catch {
      this.#report('offered');
    }
  }

  #useBuiltIn() {
    this.#transport.browser = this.#model;
    this.#report('ready');
  }

  /** @param {BuiltInModel['status']} status */
  #report(status, share = 0) {
    this.builtIn = { status, share };
    if (!this.#closing.signal.aborted) this.#changed(this.builtIn);
  }

  /** Releases the browser's model. */
  close() {
    this.#closing.abort();
    this.#model?.close();
  }
}
