// What can go wrong, and what goes right. A scenario is `{fault, …}`; without a fault the reply is sent as it should be.
//
//   errors with real bodies   auth balance permission not_found conflict too_large invalid unprocessable unsupported{field}
//                             too_long rate_limited quota server_error bad_gateway unavailable gateway_timeout overloaded
//                             filter; with retry_after: seconds, or "date:SECONDS" for an HTTP date; status: another status
//   time                      slow{ms} silent stall{events} trickle{ms} keep_alive{ms, times}
//   broken replies            cut{bytes} garbage html empty refusal content_filter length fenced prefixed twice
//                             no_usage error_in_stream loop redirect gzip_bomb endless reset silent_cut wrong_type
//   say: TEXT                 these very words instead of its own
//   thinking: true|false      thinking before the reply
//   cached: TOKENS            so many of the input tokens came from a cache

import { gzipSync } from 'node:zlib';

const wait = (ms) => new Promise((over) => setTimeout(over, ms));

const ERRORS = new Set(['auth', 'balance', 'permission', 'not_found', 'conflict', 'too_large', 'invalid', 'unprocessable', 'unsupported', 'too_long', 'rate_limited', 'quota', 'server_error', 'bad_gateway', 'unavailable', 'gateway_timeout', 'overloaded', 'filter']);

/** The header of a scenario: seconds, or an HTTP date so many seconds from now. */
function retryAfter(wish) {
  if (wish === undefined) return undefined;
  const date = /^date:(\d+)$/.exec(String(wish));
  return date ? new Date(Date.now() + Number(date[1]) * 1000).toUTCString() : String(wish);
}

/** Answers a call as its scenario says. */
export async function perform({ speaks, facts, reply, usage, wanted, response }) {
  const { fault } = wanted;
  if (wanted.ms && fault !== 'trickle' && fault !== 'keep_alive') await wait(wanted.ms);
  if (ERRORS.has(fault)) {
    const { status, value, headers } = speaks.failure(fault, { message: wanted.message, field: wanted.field, retry_after: retryAfter(wanted.retry_after) });
    response.writeHead(wanted.status ?? status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
    return 'failed';
  }
  if (wanted.status) {
    response.writeHead(wanted.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(wanted.body ?? {}));
    return 'failed';
  }
  const rude = RUDE[fault];
  if (rude) {
    rude(response);
    return 'failed';
  }
  const how = { thinking: wanted.thinking, noUsage: fault === 'no_usage' };
  let text = wanted.say ?? reply;
  let used = { ...usage, cached: wanted.cached ?? 0 };
  if (typeof text === 'string') {
    if (fault === 'empty') text = '';
    if (fault === 'refusal') how.refusal = true;
    if (fault === 'content_filter') how.filter = true;
    if (fault === 'fenced') text = `\`\`\`json\n${text}\n\`\`\``;
    if (fault === 'prefixed') text = `Here is the JSON you asked for:\n${text}\nLet me know if you need more.`;
    if (fault === 'twice') text = `${text}\n${text}`;
    if (fault === 'loop') text = text.slice(0, 40) + 'and so I go on and on about the very same thing again, '.repeat(400);
    if (fault === 'length') [text, how.stop] = [text.slice(0, Math.ceil(text.length * (wanted.share ?? 0.6))), 'length'];
    if (wanted.say !== undefined) used.output = Math.ceil(Buffer.byteLength(text) / 3.5);
  }
  if (fault === 'silent_cut') used = { ...used, input: Math.min(used.input, wanted.tokens ?? 64) };
  if (!facts.stream) return whole(response, JSON.stringify(speaks.whole(facts, text, used, how)), wanted);
  return stream(response, speaks.stream(facts, text, used, how), wanted, speaks);
}

const TYPE = { html: 'text/html', garbage: 'application/json' };

/** Replies that are none. */
const RUDE = {
  silent: () => {},
  reset: (response) => response.destroy(),
  garbage: (response) => response.writeHead(200, { 'content-type': TYPE.garbage }).end(Buffer.from([0xff, 0xfe, 0x00, 0x7b, 0x22, 0x80])),
  html: (response) => response.writeHead(200, { 'content-type': TYPE.html }).end('<!doctype html><title>Sign in</title><h1>Sign in to the network</h1>'),
  redirect: (response) => response.writeHead(307, { location: 'http://127.0.0.1:9/v1/messages' }).end(),
  gzip_bomb: (response) => response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb()),
  endless: (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const more = () => {
      while (!response.destroyed && response.write(`data: ${'x'.repeat(8000)}`)) { /* until the pipe is full */ }
    };
    response.on('drain', more);
    response.on('error', () => {});
    more();
  },
};

let packed;
/** 256 MB of blanks in a quarter of a megabyte. */
function bomb() {
  packed ??= gzipSync(Buffer.alloc(256 * 1024 * 1024, 0x20));
  return packed;
}

async function whole(response, text, { fault, bytes = 100, ms = 1000, times = 5 }) {
  const type = fault === 'wrong_type' ? 'text/plain' : 'application/json';
  if (fault === 'cut') {
    response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(text) });
    response.write(Buffer.from(text).subarray(0, bytes), () => response.destroy());
    return 'failed';
  }
  response.writeHead(200, { 'content-type': type });
  if (fault === 'stall') {
    response.write(text.slice(0, bytes));
    return 'failed';
  }
  if (fault === 'keep_alive') {
    for (let i = 0; i < times && !response.destroyed; i += 1) {
      response.write('\n');
      await wait(ms);
    }
  }
  response.end(text);
  return 'answered';
}

async function stream(response, events, { fault, bytes = 400, events: after = 4, ms = 0, times = 5 }, speaks) {
  response.writeHead(200, { 'content-type': fault === 'wrong_type' ? 'text/plain' : 'text/event-stream', 'cache-control': 'no-cache' });
  if (fault === 'cut') {
    response.write(Buffer.from(events.join('')).subarray(0, bytes), () => response.end());
    return 'failed';
  }
  if (fault === 'keep_alive') {
    for (let i = 0; i < times && !response.destroyed; i += 1) {
      response.write(speaks.pause);
      await wait(ms || 1000);
    }
  }
  for (const [index, event] of events.entries()) {
    if (response.destroyed) return 'failed';
    if (fault === 'error_in_stream' && index === after) {
      response.end(speaks.broken());
      return 'failed';
    }
    if (fault === 'stall' && index >= after) {
      // Alive, and yet not: comments go on, content does not.
      const pulse = setInterval(() => (response.destroyed ? clearInterval(pulse) : response.write(speaks.pause)), ms || 500);
      response.on('close', () => clearInterval(pulse));
      return 'failed';
    }
    response.write(event);
    if (fault === 'trickle') await wait(ms || 20);
  }
  response.end();
  return 'answered';
}
