// A stand-in for providers of language models, for tests: real wire formats, replies that fit what was asked, and every
// way in which a provider is known to fail, on demand. Nothing but Node.
//
//   node tests/stub/provider.mjs [--port 0] [--key stub-key] [--obey]
//
// prints one line of JSON: {"url":"http://127.0.0.1:PORT","key":"stub-key"}. Whose dialect it speaks is said by the path:
//   POST /v1/messages                Anthropic
//   POST /v1/chat/completions        OpenAI; /moonshot/v1/…, /deepseek/…, /ollama/v1/… in their dialects
//   POST /v1/embeddings, GET /v1/models
//   POST /control  {queue?, default?, obey?, models?}   what happens next: scenarios, see faults.mjs
//   POST /control/reset, GET /control/stats, GET /control/requests
// A scenario is an object or a word. The queue is used up first, one scenario a request (`task` limits it to a task,
// `times` repeats it, `provider` limits it to a dialect); then the default holds. A request may also bring its own in the
// header `x-stub-scenario`.

import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';

import { dialect } from './dialects.mjs';
import { perform } from './faults.mjs';
import { compose } from './replies.mjs';

/** Tokens of a text, as the project estimates them. */
export const tokens = (text) => Math.ceil(Buffer.byteLength(text) / 3.5);

/** A scenario from how it was written: a word, JSON, or an object. */
function scenario(written) {
  if (typeof written !== 'string') return written ?? {};
  return written.trim().startsWith('{') ? JSON.parse(written) : { fault: written };
}

async function body(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/**
 * Starts a stub.
 * @param {object} [options]
 * @param {number} [options.port] 0 for a free one
 * @param {string} [options.key] the only key it knows; empty: every key, and none
 * @param {boolean} [options.obey] whether it does what a respondent's text tells it
 * @param {string[]} [options.models] ids it lists; empty: it knows every model
 */
export async function start({ port = 0, key = 'stub-key', obey = false, models = [] } = {}) {
  const fresh = () => ({ queue: [], default: {}, obey, models, requests: [], stats: { calls: 0, failed: 0, aborted: 0, input: 0, output: 0, tasks: {}, providers: {} } });
  let state = fresh();

  const json = (response, status, value, headers = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };

  /** What is to happen to this call. */
  const chosen = (request, facts) => {
    const own = request.headers['x-stub-scenario'];
    if (own) return scenario(own);
    const fits = (entry) => (!entry.task || entry.task === facts.task) && (!entry.provider || entry.provider === facts.provider);
    const index = state.queue.findIndex(fits);
    if (index < 0) return fits(state.default) ? state.default : {};
    const entry = state.queue[index];
    entry.times = (entry.times ?? 1) - 1;
    if (entry.times <= 0) state.queue.splice(index, 1);
    return entry;
  };

  const control = async (request, response, path) => {
    if (path === '/control/stats') return json(response, 200, { ...state.stats, queued: state.queue.length });
    if (path === '/control/requests') return json(response, 200, state.requests);
    if (path === '/control/reset') {
      state = fresh();
      return json(response, 200, {});
    }
    const wish = JSON.parse((await body(request)) || '{}');
    if (wish.queue) state.queue.push(...wish.queue.map(scenario).map((entry) => ({ ...entry })));
    if (wish.default !== undefined) state.default = scenario(wish.default);
    if (wish.obey !== undefined) state.obey = wish.obey;
    if (wish.models) state.models = wish.models;
    return json(response, 200, { queued: state.queue.length });
  };

  const call = async (request, response, path) => {
    const speaks = dialect(path, request.headers);
    if (!speaks) return json(response, 404, { error: { type: 'not_found', message: `nothing lives at ${path}` } });
    const send = (status, value, headers) => json(response, status, value, headers);
    const fail = (kind, more) => speaks.failure(kind, more);
    const given = speaks.key(request.headers);
    if (key && given !== key) {
      state.stats.failed += 1;
      const { status, value } = fail('auth', {});
      return send(status, value);
    }
    if (request.method === 'GET') return send(200, speaks.list(state.models));
    const text = await body(request);
    let asked;
    try {
      asked = JSON.parse(text);
    } catch {
      const { status, value } = fail('invalid', { message: 'We could not parse the JSON body of your request.' });
      return send(status, value);
    }
    const facts = speaks.read(asked);
    const { stats } = state;
    stats.calls += 1;
    stats.tasks[facts.task] = (stats.tasks[facts.task] ?? 0) + 1;
    stats.providers[speaks.provider] = (stats.providers[speaks.provider] ?? 0) + 1;
    state.requests.push({ provider: speaks.provider, path, task: facts.task, headers: { ...request.headers, 'x-api-key': undefined, authorization: undefined }, body: asked });
    if (state.requests.length > 1000) state.requests.shift();
    const wanted = chosen(request, { task: facts.task, provider: speaks.provider });
    const missing = speaks.problem(asked, state.models);
    if (missing) {
      stats.failed += 1;
      const { status, value } = fail(missing.kind, missing);
      return send(status, value);
    }
    const input = tokens(text);
    const reply = compose(facts, { obey: wanted.obey ?? state.obey, turn: stats.calls });
    const output = typeof reply === 'string' ? tokens(reply) : 0;
    stats.input += input;
    stats.output += output;
    response.on('close', () => {
      if (!response.writableFinished) stats.aborted += 1;
    });
    const outcome = await perform({ speaks, facts, reply, usage: { input, output }, wanted, response, asked });
    if (outcome === 'failed') stats.failed += 1;
  };

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://stub');
    const answer = pathname.startsWith('/control') ? control : call;
    answer(request, response, pathname).catch((error) => {
      if (!response.headersSent) json(response, 500, { stub: String(error?.stack ?? error) });
      else response.destroy();
    });
  });
  await new Promise((listening) => server.listen(port, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    url,
    key,
    /** What happens next. */
    control: (wish) => fetch(`${url}/control`, { method: 'POST', body: JSON.stringify(wish) }).then((answer) => answer.json()),
    /** How much was asked for. */
    stats: () => fetch(`${url}/control/stats`).then((answer) => answer.json()),
    /** What was asked for, the last thousand. */
    requests: () => fetch(`${url}/control/requests`).then((answer) => answer.json()),
    reset: () => fetch(`${url}/control/reset`, { method: 'POST' }).then((answer) => answer.json()),
    close() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    },
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '0' }, key: { type: 'string', default: 'stub-key' }, obey: { type: 'boolean', default: false } } });
  const stub = await start({ port: Number(values.port), key: values.key, obey: values.obey });
  console.log(JSON.stringify({ url: stub.url, key: stub.key }));
}
