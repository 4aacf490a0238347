// collect.mjs PROGRAM [--json]: many interviews at once whose pages send their logs to the endpoint, entry by entry.
//
// PROGRAM is the native program. It serves a study that collects and keeps it in a folder of its own, on the disk, where every
// entry is before it is acknowledged. Each page opens a session, sends one entry after another, as a page does between two
// turns, and finishes. Afterwards everything is exported, and every log is held against its page's by its chain hash.
//   PAGES    interviews at once; 1000 if not set
//   THINK    mean seconds between two entries of a page; "1 0" if not set: as in an interview that is in a hurry, and as fast as
//            the endpoint answers

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chain, entriesOf, folder, hashOf, interview } from '../edge/respondent.mjs';

const PAGES = Number(process.env.PAGES ?? 1000);
const THINKS = (process.env.THINK ?? '1 0').split(' ').map(Number);
const SECRET = 'a-researcher-knows-this-0123456789abcdef';

const [program, ...options] = process.argv.slice(2);
const root = fileURLToPath(new URL('../..', import.meta.url));
const note = (text) => process.stderr.write(`${text}\n`);
const wait = (ms) => new Promise((over) => setTimeout(over, ms));
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** Starts the server and waits for its address. */
async function serve(study, data) {
  const env = { ...process.env, QUERENT_RESEARCHER_SECRET: SECRET, ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '', DEEPSEEK_API_KEY: '', MOONSHOT_API_KEY: '' };
  const words = ['serve', '--port', '0', '--study', study, '--data', data, '--sessions-per-hour', '1000000'];
  const child = spawn(program, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const found = /Listening on (\S+)/.exec(line)?.[1];
    if (found) return { child, address: found };
  }
  throw new Error('the server ended before it was ready');
}

/** Asks, and reads the reply to its end. */
function ask(address, method, path, token, body) {
  const text = JSON.stringify(body);
  const headers = { origin: address, authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const asked = request(`${address}/api/v1/${path}`, { method, agent, headers }, (answer) => {
      let all = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece) => (all += piece));
      answer.on('end', () => resolve({ status: answer.statusCode, text: all, ms: performance.now() - began }));
      answer.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(text);
  });
}

/** Resident memory of a process at its highest, in megabytes; undefined where the system does not tell. */
function memory(pid) {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) / 102.4) / 10;
}

const quantile = (sorted, share) => Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;

/** One page: its session is open, and it sends its log. What took how long goes into `times`, refusals into `refused`. */
async function send(address, { session, token, hash, entries }, think, times, refused) {
  for (const [from, entry] of entries.entries()) {
    if (think) await wait(Math.random() * think * 2000);
    const { status, text, ms } = await ask(address, 'PUT', `sessions/${session}/events`, token, { from, study_hash: hash, entries: [entry] });
    if (status !== 200) return refused.push(`${status} ${text.slice(0, 200)}`);
    times.push(ms);
  }
  const { status, text } = await ask(address, 'POST', `sessions/${session}/finish`, token, { have: entries.length, hash: chain(entries) });
  if (status !== 200) refused.push(`${status} ${text.slice(0, 200)}`);
}

/** Every log that is kept, by its session: its chain hash, as exported. */
async function kept(address) {
  const response = await fetch(`${address}/api/v1/records`, { headers: { authorization: `Bearer ${SECRET}` } });
  const found = new Map();
  let rest = '';
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const { log } = JSON.parse(line).session;
      found.set(log[0].session, { count: log.length, hash: chain(log.map((entry) => JSON.stringify(entry))) });
    }
  }
  return { found, promised: Number(response.headers.get('x-records')) };
}

const place = await folder();
const made = await interview(program, place.path);
const rows = [];
for (const think of THINKS) {
  const { child, address } = await serve(made.study, join(place.path, `data-${think}`));
  try {
    note(`${PAGES} pages open a session`);
    const study = JSON.parse(readFileSync(made.study, 'utf8')).id;
    const pages = [];
    while (pages.length < PAGES) {
      const opened = await Promise.all(Array.from({ length: Math.min(50, PAGES - pages.length) }, async () => {
        const session = randomUUID();
        const { status, text } = await ask(address, 'POST', 'sessions', '', { study, session });
        if (status !== 201) throw new Error(`${status} ${text}`);
        const token = JSON.parse(text).events_token;
        return { session, token, hash: hashOf(token), entries: entriesOf(made.log, session) };
      }));
      pages.push(...opened);
    }
    note(`each sends ${made.log.length} entries, ${think ? `one in ${think} seconds` : 'as fast as they are taken'}`);
    const [times, refused, began] = [[], [], performance.now()];
    await Promise.all(pages.map((page) => send(address, page, think, times, refused)));
    const seconds = (performance.now() - began) / 1000;
    note('all is exported and compared');
    const exporting = performance.now();
    const { found, promised } = await kept(address);
    const exported = (performance.now() - exporting) / 1000;
    const listing = performance.now();
    await (await fetch(`${address}/api/v1/sessions?limit=1000`, { headers: { authorization: `Bearer ${SECRET}` } })).text();
    const listed = performance.now() - listing;
    const wrong = pages.filter(({ session, entries }) => found.get(session)?.hash !== chain(entries));
    const sum = (logs) => logs.reduce((total, count) => total + count, 0);
    const [sent, there] = [sum(pages.map(({ entries }) => entries.length)), sum([...found.values()].map(({ count }) => count))];
    times.sort((a, b) => a - b);
    rows.push({
      pages: PAGES, think_s: think, entries: times.length, per_second: Math.round(times.length / seconds),
      p50_ms: quantile(times, 0.5), p99_ms: quantile(times, 0.99), refused: refused.length, why: [...new Set(refused)].slice(0, 3),
      wrong: wrong.length, lost: Math.max(0, sent - there), doubled: Math.max(0, there - sent),
      export_s: Math.round(exported * 10) / 10, exported: promised, list_ms: Math.round(listed), memory_mb: memory(child.pid),
    });
  } finally {
    const ended = new Promise((over) => child.on('exit', over));
    child.kill('SIGINT');
    await ended;
  }
}
await place.remove();
if (options.includes('--json')) {
  console.log(JSON.stringify({ collect: rows }));
} else {
  console.log('pages  think s  entries  entries/s   p50 ms   p99 ms  refused  wrong logs  lost  doubled  list ms  export s  memory MB');
  for (const row of rows) {
    const cells = [row.pages, row.think_s, row.entries, row.per_second, row.p50_ms, row.p99_ms, row.refused, row.wrong, row.lost, row.doubled, row.list_ms, row.export_s, row.memory_mb ?? '-'];
    const widths = [5, 9, 9, 11, 9, 9, 9, 12, 6, 9, 9, 10, 11];
    console.log(cells.map((cell, at) => String(cell).padStart(widths[at])).join(''));
    for (const why of row.why) console.log(`  refused: ${why}`);
  }
}
process.exit(rows.some((row) => row.refused || row.wrong || row.lost || row.doubled) ? 1 : 0);
