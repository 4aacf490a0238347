// A server that collects: its sessions, their scores, questions to its models, and what happens there as it happens.
//
// Invariant: the key is sent to the server it was given for and nowhere else; it lives in this tab's storage alone.

import { isRunning } from './bands.js';
import { newestFirst } from './sessions.js';

/** @import { Item, Overview, RecordFile, Score, Stage } from './types.d.ts' */

const KEPT = 'querent-server';
/** Sessions asked for at a time. */
const PAGE = 500;
/** Waits between two tries for the stream of notices, in milliseconds. */
const WAITS = [1000, 2000, 5000, 15_000, 30_000];

/** What the server said no to. */
export class Refused extends Error {
  /** @param {string} message @param {string} code @param {any} body */
  constructor(message, code, body) {
    super(message);
    this.code = code;
    this.body = body;
  }
}

/**
 * The server this tab knows, if any. A key in the address (`#key=…`) is taken out of it first.
 * @returns {{ address: string, key: string } | undefined}
 */
export function knownServer() {
  const { hash } = location;
  const given = /^#\/?(?:.*[?&])?key=([^&]+)/.exec(hash)?.[1];
  if (given) {
    remember({ address: ownAddress(), key: decodeURIComponent(given) });
    history.replaceState(null, '', `${location.pathname}${location.search}#/sessions`);
  }
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param {{ address: string, key: string } | undefined} server */
export function remember(server) {
  if (server) sessionStorage.setItem(KEPT, JSON.stringify(server));
  else sessionStorage.removeItem(KEPT);
}

/** Where this page's own server would be. */
export function ownAddress() {
  return new URL('.', location.href).href;
}

/** An address as somebody types it, with the path of the interface. @param {string} address */
function baseOf(address) {
  const full = /^https?:\/\//.test(address) ? address : `${/^(localhost|127\.|\[::1\])/.test(address) ? 'http' : 'https'}://${address}`;
  const url = new URL(full);
  const path = url.pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  return `${url.origin}${path}/api/v1/`;
}

export class Server extends EventTarget {
  #base;
  #key;
  #over = new AbortController();
  #last = 0;

  /** @param {{ address: string, key: string }} server */
  constructor({ address, key }) {
    super();
    this.#base = baseOf(address);
    this.#key = key;
    this.address = new URL(this.#base).host;
  }

  /**
   * @param {string} path
   * @param {{ method?: string, body?: unknown, accept?: string }} [options]
   * @returns {Promise<Response>}
   */
  async #ask(path, { method = 'GET', body, accept = 'application/json' } = {}) {
    let response;
    try {
      response = await fetch(this.#base + path, {
        method,
        headers: {
          authorization: `Bearer ${this.#key}`, accept, ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        cache: 'no-store', credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer', signal: this.#over.signal,
      });
    } catch (error) {
      if (this.#over.signal.aborted) throw error;
      throw new Refused(`${this.address} cannot be reached. Check the address and the connection; the server must allow this page's origin.`, 'unreachable', {});
    }
    if (response.ok) return response;
    const told = await response.json().catch(() => ({}));
    const { code = `http_${response.status}`, message } = told.error ?? {};
    if (response.status === 401 || response.status === 403) throw new Refused(`${this.address} does not accept this key.`, code, told);
    throw new Refused(message ?? `${this.address} answered ${response.status}.`, code, told);
  }

  /** @param {string} path @param {object} [options] */
  async #json(path, options) {
    return (await this.#ask(path, options)).json();
  }

  /**
   * Every session there, page by page.
   * @param {(items: Item[], total: number) => void} report
   */
  async sessions(report) {
    let cursor = '';
    do {
      const { sessions, next, total } = await this.#json(`sessions?limit=${PAGE}&sort_by=started_at&order=desc${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      report(sessions.map((/** @type {any} */ row) => this.#item(row)), total ?? sessions.length);
      cursor = next ?? '';
    } while (cursor);
  }

  /** @param {Overview & { status?: string, latest_score?: Score | number | null, scoring_status?: string | null }} row @returns {Item} */
  #item({ status, latest_score, scoring_status, ...overview }) {
    const server = this;
    return {
      id: overview.session, source: 'server', origin: this.address, overview, scores: toldScores(overview, latest_score, scoring_status),
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

  /** One session as its list would tell it, for what is new. @param {string} id @returns {Promise<Item>} */
  async item(id) {
    const { overview, scores, stages } = await this.record(id);
    return { ...this.#item(overview), scores: newestFirst(scores), stages, isWhole: true };
  }

  /** @param {string} id @returns {Promise<RecordFile & { overview: Overview }>} */
  record(id) {
    return this.#json(`sessions/${encodeURIComponent(id)}`);
  }

  /** Asks for a score. @param {string} id @returns {Promise<{ score_id: string, status: string }>} */
  score(id) {
    return this.#json(`sessions/${encodeURIComponent(id)}/score`, { method: 'POST' });
  }

  /** @param {string} id @param {string} score */
  cancel(id, score) {
    return this.#ask(`sessions/${encodeURIComponent(id)}/scores/${encodeURIComponent(score)}/cancel`, { method: 'POST' });
  }

  /** Asks for synthesis and summary anew. @param {string} id */
  report(id) {
    return this.#ask(`sessions/${encodeURIComponent(id)}/report`, { method: 'POST' });
  }

  /** Asks a question about a session. @param {string} id @param {string} question @returns {Promise<Stage>} */
  async chat(id, question) {
    return (await this.#json(`sessions/${encodeURIComponent(id)}/chat`, { method: 'POST', body: { question } })).stage;
  }

  /** @param {string} id */
  async delete(id) {
    await this.#ask(`records/${encodeURIComponent(id)}`, { method: 'DELETE' });
  }

  /** Tells what happens, until the server is left: events `notice` with `detail`, `live` and `lost`. */
  async listen() {
    for (let tries = 0; !this.#over.signal.aborted; tries++) {
      try {
        // Without a number the server begins with what happens next.
        const response = await this.#ask(this.#last ? `events?after=${this.#last}` : 'events', { accept: 'text/event-stream' });
        this.dispatchEvent(new Event('live'));
        tries = 0;
        for await (const notice of noticesIn(/** @type {ReadableStream<Uint8Array>} */ (response.body))) {
          this.#last = Math.max(this.#last, Number(notice.seq) || 0);
          this.dispatchEvent(new CustomEvent('notice', { detail: notice }));
        }
      } catch (error) {
        if (this.#over.signal.aborted) return;
        // A server without notices, or without this key, does not change its mind by being asked again.
        if (error instanceof Refused && error.code !== 'unreachable' && !/^http_5/.test(error.code)) return;
        this.dispatchEvent(new Event('lost'));
      }
      await new Promise((resolve) => setTimeout(resolve, WAITS[Math.min(tries, WAITS.length - 1)]));
    }
  }

  /** Leaves the server: nothing more is asked of it. */
  close() {
    this.#over.abort();
  }
}

/** What a list tells of scores, as rows. @param {Overview} overview @param {Score | number | null | undefined} latest @param {string | null | undefined} status @returns {Score[]} */
function toldScores({ session, last_at }, latest, status) {
  /** @type {Score[]} */
  const rows = [];
  const score = typeof latest === 'number' ? { score_id: `${session}-latest`, total_score: latest } : latest;
  if (score) rows.push({ status: 'completed', started_at: last_at, ...score });
  const [latestStatus] = [status ?? ''];
  const isBad = ['failed', 'timed_out', 'cancelled', 'scoring_failed'].includes(latestStatus);
  const runs = isRunning(latestStatus) || latestStatus === 'scoring_in_progress';
  if (isBad || runs) {
    rows.unshift({ score_id: `${session}-attempt`, total_score: null, status: isBad ? 'failed' : 'in_progress', started_at: (rows[0]?.started_at ?? last_at) + 1 });
  }
  return rows;
}

/** The notices of an event stream. @param {ReadableStream<Uint8Array>} body */
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
        // A notice that cannot be read is missed; the next one asks for the same anew.
      }
    }
  }
}
