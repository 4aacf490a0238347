// The way to the models, loaded only where a study wants any.

import { unanswered } from './conducting.js';

/** @import { Posted, Reply, Request, Study } from '../engine/types.d.ts' */
/** @import { Host } from '../engine/transport.js' */
/** @import { Models } from './models.js' */

/** What stands where a study wants no models, or what asks them could not be loaded. */
const NONE = /** @type {Models} */ (/** @type {unknown} */ ({
  builtIn: 'none',
  begin() {},
  end() {},
  close() {},
  /** @param {Request[]} requests */
  replies: async (requests) => unanswered(requests, 'unavailable', 'what asks models could not be loaded'),
}));

export class Reach {
  /** The models, once they are there. */
  models = NONE;
  /** @type {Promise<Models>} */
  #loading = Promise.resolve(NONE);
  #isClosed = false;
  #options;

  /**
   * @param {object} options
   * @param {string | null} options.endpoint the `endpoint` attribute
   * @param {Host | undefined} options.host
   * @param {() => void} options.change
   * @param {(request: Request, reply: Reply) => void} options.called
   */
  constructor(options) {
    this.#options = options;
  }

  /** The page's own way to a model. @param {Host | undefined} host */
  set host(host) {
    this.#options.host = host;
    if (this.models !== NONE) this.models.host = host;
  }

  /**
   * Makes ready what the study's models need.
   * @param {string} text text of `study.json`
   * @param {Study} study
   * @param {string} address of the study
   */
  open(text, study, address) {
    if (study.models?.length) this.#loading = this.#load(text, study, address);
    return this.#loading;
  }

  /** @param {string} text @param {Study} study @param {string} address */
  async #load(text, study, address) {
    try {
      const { Models: All } = await import('./models.js');
      this.models.close();
      this.models = new All(this.#options);
      void this.models.open(text, study, address);
      if (this.#isClosed) this.models.close();
    } catch {
      // The rules of the engine stand in.
    }
    return this.models;
  }

  /** @param {string} session @param {string} hash of the study @param {() => Promise<Posted>} [admit] opens it at the endpoint */
  async begin(session, hash, admit) {
    await (await this.#loading).begin(session, hash, admit);
  }

  /** @param {Request[]} requests @param {AbortSignal} off */
  async replies(requests, off) {
    return (await this.#loading).replies(requests, off);
  }

  close() {
    this.#isClosed = true;
    this.models.close();
  }
}
