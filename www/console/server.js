// Client of a collecting server: sessions, scores, questions to its models, and a stream of notices.
//
// Invariant: the key is sent only to the server it belongs to, and is stored only in this tab.

import { isRunning } from './score_state.js';
import { newestFirst } from './sessions.js';

/** @import { Overview, Stage } from '../engine/types.d.ts' */
/** @import { Score } from './score_state.js' */
/** @import { RecordFile } from './session_files.js' */
/** @import { Item } from './sessions.js' */

/** Address and key of a server. @typedef {{ address: string, key: string }} ServerAccess */

const STORAGE_KEY = 'querent-server';
/** Sessions in one page of the list. */
const PAGE_SIZE = 500;
/** Waits before the stream of notices is opened again, in milliseconds. */
const RETRY_WAITS = [1000, 2000, 5000, 15_000, 30_000];

/** A request that the server refused, or that did not reach it. */
export class ServerError extends Error {
  /** @param {string} message @param {string} code @param {any} body */
  constructor(message, code, body) {
    super(message);
    this.code = code;
    this.body = body;
  }
}

/**
 * The server this tab used before, if any. A key in the page's address (`#key=…`) is stored and removed from it first.
 * @returns {ServerAccess | undefined}
 */
export function knownServer() {
  const { hash } = location;
  const given = /^#\/?(?:.*[?&])?key=([^&]+)/.exec(hash)?.[1];
  if (given) {
    rememberServer({ address: ownAddress(), key: decodeURIComponent(given) });
    history.replaceState(null, '', `${location.pathname}${location.search}#/sessions`);
  }
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores the server in this tab, or removes it. @param {ServerAccess | undefined} server */
export function rememberServer(server) {
  if (server) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(server));
  else sessionStorage.removeItem(STORAGE_KEY);
}

/** The address of the server that serves this page. */
export function ownAddress() {
  return new URL('.', location.href).href;
}

/** Completes a typed address with scheme and API path. @param {string} address */
function apiBase(address) {
  const full = /^https?:\/\//.test(address) ? address : `${/^(localhost|127\.|\[::1\])/.test(address) ? 'http' : 'https'}://${address}`;
  const url = new URL(full);
  const path = url.pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  return `${url.origin}${path}/api/v1/`;
}

export class Server extends EventTarget {
  #base;
  #key;
  #abort = new AbortController();
  /** Number of the last notice. */
  #lastNotice = 0;

  /** @param {ServerAccess} access */
  constructor({ address, key }) {
    super();
    this.#base = apiBase(address);
    this.#key = key;
    this.address = new URL(this.#base).host;
  }

  /**
   * @param {string} path
   * @param {{ method?: string, body?: unknown, accept?: string }} [options]
   * @returns {Promise<Response>}
   */
  async #request(path, { method = 'GET', body, accept = 'application/json' } = {}) {
    let response;
    try {
      response = await fetch(this.#base + path, {
        method,
        headers: {
          authorization: `Bearer ${this.#key}`, accept, ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        cache: 'no-store', credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer', signal: this.#abort.signal,
      });
    } catch (error) {
      if (this.#abort.signal.aborted) throw error;
      throw new ServerError(`${this.address} cannot be reached. Check the address and the connection. The server must allow this page's origin.`, 'unreachable', {});
    }
    if (response.ok) return response;
    const answer = await response.json().catch(() => ({}));
    const { code = `http_${response.status}`, message } = answer.error ?? {};
    if (response.status === 401 || response.status === 403) throw new ServerError(`${this.address} does not accept this key.`, code, answer);
    throw new ServerError(message ?? `${this.address} answered ${response.status}.`, code, answer);
  }

  /** @param {string} path @param {object} [options] */
  async #json(path, options) {
    return (await this.#request(path, options)).json();
  }

  /**
   * Loads the list of sessions, page by page.
   * @param {(items: Item[], total: number) => void} report
   */
  async sessions(report) {
    let cursor = '';
    do {
      const { sessions, next, total } = await this.#json(`sessions?limit=${PAGE_SIZE}&sort_by=started_at&order=desc${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      report(sessions.map((/** @type {any} */ row) => this.#item(row)), total ?? sessions.length);
      cursor = next ?? '';
    } while (cursor);
  }

  /** @param {Overview & { status?: string, latest_score?: Score | number | null, scoring_status?: string | null }} row @returns {Item} */
  #item({ status, latest_score, scoring_status, ...overview }) {
    const server = this;
    return {
      id: overview.session, source: 'server', origin: this.address, overview, scores: listedScores(overview, latest_score, scoring_status),
      isWhole: false, stages: [], isScoring: false,
      async read() {
        return JSON.stringify((await server.record(overview.session)).session);
      },
      async record() {
        const { overview: _, ...record } = await server.record(overview.session);
        return JSON.stringify(record);
      },
    };
  }

  /** Loads one session as an item of the list, with its details. @param {string} id @returns {Promise<Item>} */
  async item(id) {
    const { overview, scores, stages } = await this.record(id);
    return { ...this.#item(overview), scores: newestFirst(scores), stages, isWhole: true };
  }

  /** Loads a record file with its overview. @param {string} id @returns {Promise<RecordFile & { overview: Overview }>} */
  record(id) {
    return this.#json(`sessions/${encodeURIComponent(id)}`);
  }

  /** Requests a score. @param {string} id @returns {Promise<{ score_id: string, status: string }>} */
  score(id) {
    return this.#json(`sessions/${encodeURIComponent(id)}/score`, { method: 'POST' });
  }

  /** Cancels a running score. @param {string} id @param {string} score */
  cancel(id, score) {
    return this.#request(`sessions/${encodeURIComponent(id)}/scores/${encodeURIComponent(score)}/cancel`, { method: 'POST' });
  }

  /** Requests a new summary and synthesis. @param {string} id */
  report(id) {
    return this.#request(`sessions/${encodeURIComponent(id)}/report`, { method: 'POST' });
  }

  /** Asks a question about a session. @param {string} id @param {string} question @returns {Promise<Stage>} */
  async chat(id, question) {
    return (await this.#json(`sessions/${encodeURIComponent(id)}/chat`, { method: 'POST', body: { question } })).stage;
  }

  /** Deletes a session with its stages and scores. @param {string} id */
  async delete(id) {
    await this.#request(`records/${encodeURIComponent(id)}`, { method: 'DELETE' });
  }

  /** Listens for notices until the connection is closed. Dispatches `notice` with `detail`, `live` and `lost`. */
  async listen() {
    for (let tries = 0; !this.#abort.signal.aborted; tries++) {
      try {
        // Without a number the server sends only new notices.
        const response = await this.#request(this.#lastNotice ? `events?after=${this.#lastNotice}` : 'events', { accept: 'text/event-stream' });
        this.dispatchEvent(new Event('live'));
        tries = 0;
        for await (const notice of noticesIn(/** @type {ReadableStream<Uint8Array>} */ (response.body))) {
          this.#lastNotice = Math.max(this.#lastNotice, Number(notice.seq) || 0);
          this.dispatchEvent(new CustomEvent('notice', { detail: notice }));
        }
      } catch (error) {
        if (this.#abort.signal.aborted) return;
        // Another try is useless if the server has no notices or rejects the key.
        if (error instanceof ServerError && error.code !== 'unreachable' && !/^http_5/.test(error.code)) return;
        this.dispatchEvent(new Event('lost'));
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_WAITS[Math.min(tries, RETRY_WAITS.length - 1)]));
    }
  }

  /** Closes the connection and cancels running requests. */
  close() {
    this.#abort.abort();
  }
}

/** Makes score rows from the summary in the list. @param {Overview} overview @param {Score | number | null | undefined} latest @param {string | null | undefined} status @returns {Score[]} */
function listedScores({ session, last_at }, latest, status) {
  /** @type {Score[]} */
  const rows = [];
  const score = typeof latest === 'number' ? { score_id: `${session}-latest`, total_score: latest } : latest;
  if (score) rows.push({ status: 'completed', started_at: last_at, ...score });
  const latestStatus = status ?? '';
  const hasFailed = ['failed', 'timed_out', 'cancelled', 'scoring_failed'].includes(latestStatus);
  const runs = isRunning(latestStatus) || latestStatus === 'scoring_in_progress';
  if (hasFailed || runs) {
    rows.unshift({ score_id: `${session}-attempt`, total_score: null, status: hasFailed ? 'failed' : 'in_progress', started_at: (rows[0]?.started_at ?? last_at) + 1 });
  }
  return rows;
}

/** Parses the notices of an event stream. @param {ReadableStream<Uint8Array>} body */
async function* noticesIn(body) {
  const decoder = new TextDecoder();
  let text = '';
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const blocks = text.split(/\r?\n\r?\n/);
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block.split(/\r?\n/).filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trimStart()).join('\n');
      if (!data) continue;
      try {
        yield JSON.parse(data);
      } catch {
        // A malformed notice is skipped; the next one loads the same session.
      }
    }
  }
}
