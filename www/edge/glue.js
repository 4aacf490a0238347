// What the endpoint asks of the platform for one request: its body, the reply, time, chance, the network, the database.

/** @typedef {Record<string, any> & { DATABASE: D1, ASSETS?: { fetch(request: Request): Promise<Response> } }} Env */
/** @typedef {{ prepare(sql: string): Statement, batch(statements: Statement[]): Promise<Result[]> }} D1 */
/** @typedef {{ bind(...values: unknown[]): Statement }} Statement */
/** @typedef {{ meta: { changes: number }, results?: Record<string, unknown>[] }} Result */

/** Statuses whose replies have no body. */
const EMPTY = [204, 304];

export class Glue {
  /** The reply, once its head is known. @type {Promise<Response>} */
  response;
  #request;
  #env;
  /** @type {(response: Response) => void} */
  #answer = () => {};
  /** @type {ReadableStreamDefaultReader<Uint8Array> | undefined} */
  #reader;
  /** @type {WritableStreamDefaultWriter<Uint8Array> | undefined} */
  #writer;
  #isAnswered = false;

  /** @param {Request | undefined} request none for what nobody asked for @param {Env} env */
  constructor(request, env) {
    this.#request = request;
    this.#env = env;
    this.response = new Promise((answer) => (this.#answer = answer));
  }

  /** Sees the work through to its end, whatever that is. @param {Promise<unknown>} work */
  async through(work) {
    try {
      await work;
    } catch (error) {
      console.error(`a request ended early: ${error}`);
    }
    if (!this.#isAnswered) this.#answer(Response.json({ error: { code: 'unavailable', message: 'no model can be reached at present', retryable: true } }, { status: 503 }));
    await this.end();
    await this.#reader?.cancel().catch(() => {});
  }

  /** The next piece of the request's body. */
  async chunk() {
    this.#reader ??= this.#request?.body?.getReader();
    return (await this.#reader?.read())?.value;
  }

  /** @param {number} status @param {string[]} named names and values in turn */
  head(status, named) {
    const headers = new Headers();
    for (let at = 0; at + 1 < named.length; at += 2) headers.append(named[at] ?? '', named[at + 1] ?? '');
    this.#isAnswered = true;
    if (EMPTY.includes(status)) return this.#answer(new Response(null, { status, headers }));
    const { readable, writable } = new TransformStream();
    this.#writer = writable.getWriter();
    this.#answer(new Response(readable, { status, headers }));
  }

  /** Waits while the other end is not ready, and throws once it has gone. @param {Uint8Array} bytes */
  async write(bytes) {
    await this.#writer?.write(bytes);
  }

  /** The reply is whole; what follows keeps nobody waiting. */
  async end() {
    const writer = this.#writer;
    this.#writer = undefined;
    await writer?.close().catch(() => {});
  }

  /** @param {number} ms @param {AbortSignal} signal */
  sleep(ms, signal) {
    return new Promise((over) => {
      const timer = setTimeout(over, ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        over(undefined);
      });
    });
  }

  /** @param {number} bytes */
  random(bytes) {
    return crypto.getRandomValues(new Uint8Array(bytes));
  }

  /** @param {string} url @param {string[]} named @param {Uint8Array<ArrayBuffer>} body @param {AbortSignal} signal */
  async fetch(url, named, body, signal) {
    const headers = new Headers();
    for (let at = 0; at + 1 < named.length; at += 2) headers.append(named[at] ?? '', named[at + 1] ?? '');
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    const reader = response.body?.getReader();
    return {
      status: response.status,
      header: (/** @type {string} */ name) => response.headers.get(name) ?? undefined,
      chunk: async () => (await reader?.read())?.value,
    };
  }

  /** Carries statements out in one transaction. @param {string} statements JSON text */
  async batch(statements) {
    const { DATABASE: database } = this.#env;
    /** @type {Array<{ sql: string, values: unknown[] }>} */
    const wanted = JSON.parse(statements);
    const done = await database.batch(wanted.map(({ sql, values }) => database.prepare(sql).bind(...values)));
    return JSON.stringify(done.map(({ meta, results = [] }) => ({ changes: meta.changes ?? 0, rows: results.map(Object.values) })));
  }

  /** Records of calls go to the log of the Worker; they hold no text of anybody. @param {string} record JSON text */
  record(record) {
    console.log(record);
  }
}
