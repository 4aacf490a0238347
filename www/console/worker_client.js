// Client of the console's worker: sends requests, collects their results, and stops requests.

/** @import { RuleScore } from './rule_score.js' */
/** @import { FileResult, FileSlice } from './session_files.js' */

/** @typedef {{ report?: (part: any) => void, resolve: (value: any) => void, reject: (error: Error) => void }} PendingRequest */

export class WorkerClient {
  /** Started by the first request, and again after an error. @type {Worker | undefined} */
  #worker;
  #lastId = 0;
  /** Requests without a result, by id. @type {Map<number, PendingRequest>} */
  #pending = new Map();

  /**
   * Reads session files. The result is `stopped` or `read`.
   * @param {File[]} files
   * @param {(part: { results: FileResult[], done: number }) => void} report
   */
  readFiles(files, report) {
    return this.#request({ task: 'read', files }, report);
  }

  /** Scores a session by the rules. @param {{ text?: string, slice?: FileSlice }} session @returns {Promise<RuleScore>} */
  score(session) {
    return this.#request({ task: 'score', ...session }).result;
  }

  /**
   * Replays a stored log. Resolves to the session file with its outcome, and its overview.
   * @param {string} text
   * @returns {Promise<{ text: string, overview: import('../engine/types.d.ts').Overview }>}
   */
  replay(text) {
    return this.#request({ task: 'replay', text }).result;
  }

  /**
   * Writes a methods paragraph and a citation for sessions.
   * @param {string[]} texts session files or record files
   * @returns {Promise<{ paragraph: string, citation: string }>}
   */
  methods(texts) {
    return this.#request({ task: 'methods', texts }).result;
  }

  /** @param {object} request @param {(part: any) => void} [report] receives partial results */
  #request(request, report) {
    const id = ++this.#lastId;
    const result = new Promise((resolve, reject) => {
      this.#pending.set(id, { report, resolve, reject });
      this.#worker ??= this.#start();
      this.#worker.postMessage({ ...request, id });
    });
    return { result, stop: () => this.#worker?.postMessage({ task: 'stop', id }) };
  }

  #start() {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'querent-console' });
    worker.addEventListener('message', ({ data }) => this.#receive(data));
    worker.addEventListener('error', () => {
      for (const { reject } of this.#pending.values()) reject(new Error('the session reader could not be loaded; reload the page'));
      this.#pending.clear();
      this.#worker = undefined;
    });
    return worker;
  }

  /** @param {{ id: number, part?: unknown, result?: unknown, problem?: string }} message */
  #receive(message) {
    const request = this.#pending.get(message.id);
    if ('part' in message) return request?.report?.(message.part);
    this.#pending.delete(message.id);
    if (message.problem === undefined) request?.resolve(message.result);
    else request?.reject(new Error(message.problem));
  }
}
