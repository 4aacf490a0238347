// What every way to a model shares: how a call fails, how it is called off, and how many go at once.

/** @import { FailureKind, Request } from './types.d.ts' */

/** @typedef {(request: Request, signal: AbortSignal) => Promise<unknown>} Way */

/** A call that brought no reply. Its words are ours: never a provider's, never the respondent's. */
export class CallFailed extends Error {
  /**
   * @param {FailureKind} kind
   * @param {string} message
   * @param {boolean} wasTried whether anybody was reached for
   */
  constructor(kind, message, wasTried = kind !== 'unavailable' && kind !== 'budget_exhausted') {
    super(message);
    this.name = 'CallFailed';
    this.kind = kind;
    this.wasTried = wasTried;
  }
}

/**
 * The result of some work, or the reason of the signal if that comes first. Work that pays no heed to the signal is left
 * to itself.
 * @template T
 * @param {Promise<T>} work
 * @param {AbortSignal} signal
 * @returns {Promise<T>}
 */
export function settle(work, signal) {
  return new Promise((resolve, reject) => {
    const off = () => reject(signal.reason);
    if (signal.aborted) off();
    signal.addEventListener('abort', off, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', off));
  });
}

/** Lets so many through at a time; the others wait for their turn. */
export class Lane {
  #free;
  /** @type {Array<() => void>} */
  #waiting = [];

  /** @param {number} width */
  constructor(width) {
    this.#free = width;
  }

  /**
   * @template T
   * @param {AbortSignal} signal whoever waits in vain leaves the lane
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  async through(signal, work) {
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
 * Waits, or throws the reason of the signal.
 * @param {number} ms
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export function pause(ms, signal) {
  let timer = 0;
  return settle(new Promise((resolve) => void (timer = Number(setTimeout(resolve, ms)))), signal).finally(() => clearTimeout(timer));
}
