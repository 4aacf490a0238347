// What all routes to a model share: failures, cancellation, and a limit of parallel calls.

/** @import { FailureKind, Request } from '../engine/types.d.ts' */

/** One route to a model. @typedef {(request: Request, signal: AbortSignal) => Promise<unknown>} Route */

/** A call without a reply. Its message never quotes a provider or the respondent. */
export class CallFailed extends Error {
  /**
   * @param {FailureKind} kind
   * @param {string} message
   * @param {boolean} wasTried whether a model or an endpoint was contacted
   */
  constructor(kind, message, wasTried = kind !== 'unavailable' && kind !== 'budget_exhausted') {
    super(message);
    this.name = 'CallFailed';
    this.kind = kind;
    this.wasTried = wasTried;
  }
}

/**
 * The result of some work, or the reason of the signal if that comes first. Work that ignores the signal continues alone.
 * @template T
 * @param {Promise<T>} work
 * @param {AbortSignal} signal
 * @returns {Promise<T>}
 */
export function abortable(work, signal) {
  return new Promise((resolve, reject) => {
    const off = () => reject(signal.reason);
    if (signal.aborted) off();
    signal.addEventListener('abort', off, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', off));
  });
}

/** Limits the number of parallel calls. Further calls wait in order. */
export class CallLimit {
  #free;
  /** @type {Array<() => void>} */
  #waiting = [];

  /** @param {number} limit */
  constructor(limit) {
    this.#free = limit;
  }

  /**
   * @template T
   * @param {AbortSignal} signal ends the wait
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  async run(signal, work) {
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }

  /** @param {AbortSignal} signal @returns {Promise<void>} */
  #wait(signal) {
    return new Promise((resolve, reject) => {
      const off = () => {
        this.#waiting = this.#waiting.filter((other) => other !== next);
        reject(signal.reason);
      };
      const next = () => {
        signal.removeEventListener('abort', off);
        resolve();
      };
      this.#waiting.push(next);
      signal.addEventListener('abort', off, { once: true });
    });
  }
}

/**
 * Waits. Throws the reason of the signal if that comes first.
 * @param {number} ms
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export function pause(ms, signal) {
  let timer = 0;
  return abortable(new Promise((resolve) => void (timer = Number(setTimeout(resolve, ms)))), signal).finally(() => clearTimeout(timer));
}
