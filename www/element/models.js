// The models of an interview as the page sees them. Loaded only where the study wants any.

import { unanswered } from './conducting.js';
import { endpointOf } from '../engine/endpoint.js';

/** @import { Posted, Reply, Request, Study } from '../engine/types.d.ts' */
/** @import { Host, Transport } from '../engine/transport.js' */
/** @import { BrowserModel, LanguageModel } from '../engine/browser.js' */

export class Models {
  /** The model built into the browser: whether the respondent can have it. @type {'none' | 'offered' | 'coming' | 'there'} */
  builtIn = 'none';
  /** How much of it has come, 0–1. */
  share = 0;
  /** @type {Promise<Transport | undefined>} */
  #transport = Promise.resolve(undefined);
  /** @type {BrowserModel | undefined} */
  #model;
  #host;
  #endpoint;
  #change;
  #called;
  #closing = new AbortController();

  /**
   * @param {object} options
   * @param {string | null} options.endpoint the `endpoint` attribute
   * @param {Host | undefined} options.host
   * @param {() => void} options.change
   * @param {(request: Request, reply: Reply) => void} options.called
   */
  constructor({ endpoint, host, change, called }) {
    this.#endpoint = endpoint;
    this.#host = host;
    this.#change = change;
    this.#called = called;
  }

  /** The page's own way to a model. @param {Host | undefined} host */
  set host(host) {
    this.#host = host;
    void this.#transport.then((transport) => transport && (transport.host = host));
  }

  /**
   * Makes ready what the study's models need.
   * @param {string} text text of `study.json`
   * @param {Study} study
   * @param {string} address of the study
   */
  async open(text, study, address) {
    if (!study.models?.length) return;
    this.#transport = this.#load(text, study, address);
    const transport = await this.#transport;
    const api = /** @type {{ LanguageModel?: LanguageModel }} */ (globalThis).LanguageModel;
    if (!transport || !api || !study.models.includes('browser')) return;
    const { BrowserModel: Model } = await import('../engine/browser.js');
    this.#model = new Model(api, study.language);
    const availability = await this.#model.availability();
    if (availability === 'available') this.#use(transport);
    else if (availability !== 'unavailable') this.builtIn = 'offered';
    this.#change();
  }

  /** @param {string} text @param {Study} study @param {string} address */
  async #load(text, study, address) {
    try {
      const { Transport } = await import('../engine/transport.js');
      return new Transport({ text, study, endpoint: endpointOf(study, this.#endpoint, address), host: this.#host });
    } catch {
      return undefined;
    }
  }

  /**
   * A session begins or goes on.
   * @param {string} session
   * @param {string} hash of the study
   * @param {() => Promise<Posted>} [admit] opens it at the endpoint, where something else does that
   */
  async begin(session, hash, admit) {
    (await this.#transport)?.open(session, hash, admit);
  }

  /** The respondent has deleted the session: nobody keeps anything of it. */
  async end() {
    (await this.#transport)?.end();
  }

  /**
   * Asks models. Always replies; a reply may be a failure.
   * @param {Request[]} requests
   * @param {AbortSignal} off
   * @returns {Promise<Reply[]>}
   */
  async replies(requests, off) {
    const transport = await this.#transport;
    const replies = (await transport?.replies(requests, off)) ?? unanswered(requests, 'unavailable', 'what asks models could not be loaded');
    for (const [place, request] of requests.entries()) {
      const reply = replies[place];
      if (reply && !off.aborted) this.#called(request, reply);
    }
    return replies;
  }

  /** Downloads the browser's model: the respondent wants it. */
  async download() {
    const transport = await this.#transport;
    if (this.builtIn !== 'offered' || !transport || !this.#model) return;
    this.builtIn = 'coming';
    this.#change();
    try {
      await this.#model.download((share) => {
        this.share = share;
        this.#change();
      }, this.#closing.signal);
      this.#use(transport);
    } catch {
      this.builtIn = 'offered';
    }
    this.#change();
  }

  /** @param {Transport} transport */
  #use(transport) {
    transport.browser = this.#model;
    this.builtIn = 'there';
  }

  /** Gives everything back. */
  close() {
    this.#closing.abort();
    this.#model?.close();
  }
}
