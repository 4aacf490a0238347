// An endpoint as the page meets it, for tests of the page: tokens, tasks, and whatever can go wrong in between. What it
// replies is made by the stand-in for providers, so that an interview can be held with it. What the real endpoint does is
// tested in tests/edge.

import { createHash, randomUUID } from 'node:crypto';
import { compose } from '../stub/replies.mjs';

const SYSTEM = JSON.stringify({
  node_types: ['attribute', 'functional_consequence', 'psychosocial_consequence', 'instrumental_value', 'terminal_value'],
  edge_types: ['leads_to'],
});

/**
 * @param {object} [options]
 * @param {(call: { task: string, turn: number, count: number }) => object | undefined} [options.fate] what becomes of a
 *   call: `{error: [status, code, more]}`, `{text}` sent as it is, `{output}`, `{ms}` later, `{hold: true}` never, `{cut: true}`
 * @param {(count: number) => object | undefined | Promise<object | undefined>} [options.mint] the same for a token
 * @param {(upload: { from: number, entries: string[], count: number }) => object | undefined} [options.upload] the same for
 *   entries of a log; `{lost: true}` keeps them and answers nothing
 */
export function endpoint({ fate = () => undefined, mint = () => undefined, upload = () => undefined } = {}) {
  const seen = { calls: [], mints: [], renewals: [], ends: [], uploads: [], finishes: [], deletions: [] };
  /** By session: the entries that were sent, its events token, its code, and whether it was finished. */
  const collected = new Map();
  const known = new Map();
  let valid = new Set();

  const refusal = ([status, code, more = {}]) => [status, { error: { code, message: 'a fixed sentence', retryable: false, ...more } }];

  const append = async (own, { from, entries }) => {
    seen.uploads.push({ from, entries, count: seen.uploads.length + 1 });
    const wished = upload(seen.uploads.at(-1)) ?? {};
    if (wished.cut) return 'cut';
    if (wished.error) return refusal(wished.error);
    const have = own.entries.length;
    if (from > have) return [409, { ...refusal([409, 'gap'])[1], have }];
    const isSame = entries.every((entry, at) => (own.entries[from + at] ?? entry) === entry);
    if (!isSame) return [409, { ...refusal([409, 'conflict'])[1], have }];
    for (const entry of entries.slice(have - from)) {
      if (own.isFinished && !entry.includes('"type":"remark"')) return refusal([409, 'finished']);
      own.entries.push(entry);
    }
    return wished.lost ? 'cut' : [200, { have: own.entries.length, hash: chain(own.entries) }];
  };

  const finish = (own, { have, hash }) => {
    seen.finishes.push({ have, hash });
    if (have !== own.entries.length || hash !== chain(own.entries)) return [409, { ...refusal([409, 'conflict'])[1], have: own.entries.length }];
    own.isFinished = true;
    return [200, { status: 'completed' }];
  };

  /** @returns what to answer: status and value, a text, or nothing */
  const respond = async (method, path, headers, body) => {
    if (method === 'POST' && path === 'sessions') {
      seen.mints.push(body);
      const wished = await mint(seen.mints.length);
      if (wished?.error) return refusal(wished.error);
      if (body.session && known.has(body.session)) return refusal([409, 'replay']);
      const session = body.session ?? randomUUID();
      known.set(session, true);
      const token = `v1.${randomUUID()}`;
      valid.add(token);
      const record = { entries: [], token: `e1.${randomUUID()}`, code: 'ABCD-EFGH-JK12', isFinished: false };
      collected.set(session, record);
      return [201, {
        session, token, expires_at: Date.now() + 7_200_000, events_token: record.token, events_expires_at: Date.now() + 2_592_000_000,
        deletion_code: record.code,
      }];
    }
    if (path === 'deletions') {
      seen.deletions.push(body.code);
      return [204];
    }
    const token = headers.authorization?.replace('Bearer ', '');
    const renewal = /^sessions\/([^/]+)\/token$/.exec(path);
    if (renewal) {
      seen.renewals.push(body);
      const fresh = `v1.${randomUUID()}`;
      valid.add(fresh);
      return [201, { session: renewal[1], token: fresh, expires_at: Date.now() + 7_200_000 }];
    }
    const own = collected.get(path.split('/')[1]);
    if (path.startsWith('sessions/') && own && token === own.token) {
      if (method === 'DELETE') {
        seen.ends.push(path);
        const wished = upload({ from: 0, entries: [], count: 0, isDeletion: true });
        if (wished?.error) return refusal(wished.error);
        collected.delete(path.split('/')[1]);
        return [204];
      }
      return path.endsWith('/events') ? append(own, body) : finish(own, body);
    }
    if (method === 'DELETE') {
      seen.ends.push(path);
      return path.startsWith('sessions/') && token?.startsWith('e1.') ? refusal([401, 'token_invalid']) : [204];
    }
    const task = path.replace('tasks/', '');
    const call = { task, turn: body.turn, count: seen.calls.length + 1, headers, body };
    seen.calls.push(call);
    if (!valid.has(token)) return refusal([401, token ? 'token_expired' : 'token_invalid']);
    const wished = fate(call) ?? {};
    if (wished.ms) await new Promise((over) => setTimeout(over, wished.ms));
    if (wished.hold) return undefined;
    if (wished.cut) return 'cut';
    if (wished.error) return refusal(wished.error);
    if (wished.text !== undefined) return wished.text;
    const isText = task.startsWith('question');
    const facts = { task, json: !isText, system: SYSTEM, user: JSON.stringify(body.context) };
    const output = wished.output ?? compose(facts, { obey: false, turn: call.count });
    return [200, {
      request_id: headers['x-request-id'], output, finish: 'stop', usage: { input: 1200, output: 90 }, model_class: isText ? 'question' : 'analysis',
      budget_left: { calls: 60 - call.count, tokens: 100_000 }, cost_nano_usd: 2_345_000,
    }];
  };

  return {
    seen,
    collected,
    /** Every token is worth nothing from now on. */
    expire: () => (valid = new Set()),
    /** Answers a request below `api/v1/`. */
    async handle(request, response, path) {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      const answer = await respond(request.method, path, request.headers, text ? JSON.parse(text) : {});
      if (answer === undefined) return;
      if (answer === 'cut') return request.socket.destroy();
      if (typeof answer === 'string') return response.writeHead(200, { 'content-type': 'text/html' }).end(answer);
      const [status, value] = answer;
      response.writeHead(status, { 'content-type': 'application/json' }).end(value && JSON.stringify(value));
    },
  };
}

/** The chain hash over entries. */
function chain(entries) {
  const sha256 = (text) => createHash('sha256').update(text).digest('hex');
  return entries.reduce((hash, entry) => sha256(hash + entry), sha256(''));
}

/** A study whose sessions are collected. */
export const collecting = (text) => JSON.stringify({ ...JSON.parse(text), collect: true });

/** A study that asks models. */
export const withModels = (models = ['primary'], calls = {}) => (text) => {
  const study = JSON.parse(text);
  study.models = models;
  if (Object.keys(calls).length) study.calls = { ...study.calls, ...calls };
  return JSON.stringify(study);
};
