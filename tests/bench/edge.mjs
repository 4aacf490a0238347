// edge.mjs PROGRAM [--json]: what the endpoint adds to a provider's own time, with 1, 100 and 1,000 interviews at once.
//
// PROGRAM is the native program. It serves against the stand-in for a provider, which takes a fixed time for every call. Each
// interview opens a session and takes turns: it thinks, has its answer read, and has a question worded. The same calls go to the
// stand-in directly in the same run, from the same process; the difference is what the endpoint adds, the load of the
// measuring process aside.
//   TURNS    turns of each interview; 4 if not set
//   THINK    mean seconds an interview thinks between two turns; 8 if not set
//   LEVELS   interviews at once; "1 100 1000" if not set

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const STUB_MS = 200;
const TURNS = Number(process.env.TURNS ?? 4);
const THINK = Number(process.env.THINK ?? 8) * 1000;
const LEVELS = (process.env.LEVELS ?? '1 100 1000').split(' ').map(Number);
const KEY = 'stub-key';

const [program, ...options] = process.argv.slice(2);
const root = fileURLToPath(new URL('../..', import.meta.url));
const note = (text) => process.stderr.write(`${text}\n`);
const wait = (ms) => new Promise((over) => setTimeout(over, ms));
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** Starts a program and waits for a line of its output. */
async function start(command, words, env, line) {
  const child = spawn(command, words, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const text of createInterface({ input: child.stdout })) {
    const found = line(text);
    if (found) return { child, address: found };
  }
  throw new Error(`${command} ${words.join(' ')} ended before it was ready`);
}

/** Posts JSON and reads the reply to its end. */
function post(url, headers, body) {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const asked = request(url, { method: 'POST', agent, headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers } }, (answer) => {
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

/** Resident memory of a process in megabytes, now and at its highest; undefined where the system does not tell. */
function memory(pid) {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  const status = readFileSync(file, 'utf8');
  const of = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 102.4) / 10;
  return { now_mb: of('VmRSS'), highest_mb: of('VmHWM') };
}

const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

function summary(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const of = (share) => Math.round(quantile(sorted, share) * 10) / 10;
  return { calls: sorted.length, p50_ms: of(0.5), p99_ms: of(0.99) };
}

const ANSWER = 'It is creamy in my coffee, so I feel that my morning begins well.';
const ANALYSIS = { question: 'What comes to mind first?', answer: ANSWER };
const QUESTION = { turns_left: 9 };

/** One interview; its calls' times go into `times`, whatever was no reply into `lost`. */
async function interview(call, times, lost) {
  await wait(Math.random() * THINK * 2);
  const asked = await call.open();
  for (let turn = 1; turn <= TURNS; turn++) {
    for (const [task, context] of [['turn_analysis', ANALYSIS], ['question_opening', QUESTION]]) {
      const { status, text, ms } = await asked(task, turn, context);
      if (status === 200) times.push(ms);
      else lost.push(`${status} ${text.slice(0, 200)}`);
    }
    if (turn < TURNS) await wait(Math.random() * THINK * 2);
  }
}

/** So many interviews at once. */
async function level(count, call) {
  const [times, lost, began] = [[], [], performance.now()];
  await Promise.all(Array.from({ length: count }, () => interview(call, times, lost)));
  const seconds = (performance.now() - began) / 1000;
  return { ...summary(times), lost: lost.length, why: [...new Set(lost)].slice(0, 3), calls_per_second: Math.round(times.length / seconds) };
}

const stub = await start(process.execPath, ['tests/stub/provider.mjs', '--port', '0', '--key', KEY], {}, (line) => JSON.parse(line).url);
await post(`${stub.address}/control`, {}, { default: { ms: STUB_MS } });
const data = mkdtempSync(join(tmpdir(), 'querent-bench-'));
const env = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: stub.address, OPENAI_API_KEY: '', DEEPSEEK_API_KEY: '', MOONSHOT_API_KEY: '' };
const server = await start(program, ['serve', '--port', '0', '--data', data, '--sessions-per-hour', '1000000'], env, (line) => /Listening on (\S+)/.exec(line)?.[1]);

const throughEdge = {
  async open() {
    const origin = server.address;
    const opened = JSON.parse((await post(`${origin}/api/v1/sessions`, { origin }, { study: 'oat_milk' })).text);
    return (task, turn, context) =>
      post(`${origin}/api/v1/tasks/${task}`, { origin, authorization: `Bearer ${opened.token}`, 'x-request-id': randomUUID(), 'x-turn': String(turn) }, { turn, context });
  },
};

/** What the endpoint sends to the stand-in for each task, as it was recorded. */
async function recorded() {
  const asked = await throughEdge.open();
  const bodies = {};
  for (const [task, context] of [['turn_analysis', ANALYSIS], ['question_opening', QUESTION]]) {
    const { status, text } = await asked(task, 1, context);
    if (status !== 200) throw new Error(`${task}: ${status} ${text}`);
  }
  const requests = await (await fetch(`${stub.address}/control/requests`)).json();
  for (const { task, body } of requests) bodies[task] = body;
  const known = (task) => bodies[task] ?? requests.at(task === 'turn_analysis' ? -2 : -1).body;
  const headers = { 'x-api-key': KEY, 'anthropic-version': '2023-06-01' };
  return { open: async () => (task) => post(`${stub.address}/v1/messages`, headers, known(task)) };
}

try {
  const direct = await recorded();
  const rows = [];
  for (const count of LEVELS) {
    note(`${count} interviews, to the stand-in directly`);
    const own = await level(count, direct);
    note(`${count} interviews, through the endpoint`);
    const edge = await level(count, throughEdge);
    const added = (key) => Math.round((edge[key] - own[key]) * 10) / 10;
    rows.push({ interviews: count, own, edge, added_p50_ms: added('p50_ms'), added_p99_ms: added('p99_ms'), memory: memory(server.child.pid) });
  }
  if (options.includes('--json')) {
    console.log(JSON.stringify({ edge: { stub_ms: STUB_MS, turns: TURNS, think_ms: THINK, levels: rows } }));
  } else {
    console.log('interviews   calls  calls/s   p50 own/edge ms   p99 own/edge ms   added p50   added p99   memory MB   lost');
    for (const { interviews, own, edge, added_p50_ms: p50, added_p99_ms: p99, memory: m } of rows) {
      const cells = [interviews, edge.calls, edge.calls_per_second, `${own.p50_ms}/${edge.p50_ms}`, `${own.p99_ms}/${edge.p99_ms}`, p50, p99, m?.highest_mb ?? '-', edge.lost];
      const widths = [10, 8, 9, 18, 18, 12, 12, 12, 7];
      console.log(cells.map((cell, at) => String(cell).padStart(widths[at])).join(''));
      for (const why of edge.why) console.log(`  lost: ${why}`);
    }
  }
} finally {
  server.child.kill('SIGINT');
  stub.child.kill();
  await wait(500);
  rmSync(data, { recursive: true, force: true });
  process.exit();
}
