// run.mjs FOLDER [--json]: every contender in turn, in processes of their own, and the ratios between them.
//
// FOLDER holds what `tests/bench.sh` built. Contenders of one figure run one after the other, round by round, so that what else the
// machine does touches all of them alike; of the rounds the least disturbed counts, for each contender by itself.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { median } from './clock.mjs';
import { write } from './graphs.mjs';
import { print } from './table.mjs';

const SIZES = [20, 100, 300, 3000];
const COLD_SIZES = [100, 300];
const POLICIES = ['signal_pools', 'two_tier', 'arbitration'];
const RIVALS = { typed_js: 'typed', graphology: 'graphology' };

const [folder, ...options] = process.argv.slice(2);
const rounds = Number(process.env.ROUNDS ?? 3);
const here = fileURLToPath(new URL('.', import.meta.url));
const graph = (size) => join(folder, `g${size}.json`);
const measured = join(folder, 'measured');

function run(program, ...words) {
  return JSON.parse(execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }));
}

const engine = (kind, policy, size) => run(process.execPath, join(here, 'engine.mjs'), kind, measured, policy, graph(size));
const rival = (kind, name, policy, size) => run(process.execPath, join(here, 'rival.mjs'), kind, RIVALS[name], policy, graph(size));
const native = (kind, policy, size) => run(process.env.QUERENT_BENCH, kind, join(measured, `${policy}.json`), graph(size));

/** The least of several rounds for each contender. */
function race(contenders) {
  const results = new Map(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, once] of Object.entries(contenders)) results.get(name).push(once());
  }
  return [...results].map(([contender, times]) => ({ contender, least: Math.min(...times) }));
}

/** What the endpoint adds to a provider's own time. */
function edge() {
  note('the endpoint');
  return run(process.execPath, join(here, 'edge.mjs'), process.env.QUERENT, '--json');
}

const rounded = (value) => Number(value.toPrecision(4));

function perTurn(size, policy) {
  note(`${policy}, ${size} nodes`);
  const warm = race({
    wasm: () => engine('warm', policy, size),
    native: () => native('local', policy, size),
    typed_js: () => rival('warm', 'typed_js', policy, size),
    graphology: () => rival('warm', 'graphology', policy, size),
  });
  return warm.map(({ contender, least }) => ({ n: size, policy, contender, median_us: rounded(least) }));
}

function wholeTurn(size, policy) {
  note(`${policy}, whole turn at ${size} nodes`);
  const whole = race({ wasm: () => engine('handle', policy, size), native: () => native('handle', policy, size) });
  return whole.map(({ contender, least }) => ({ n: size, policy, contender, median_us: rounded(least) }));
}

function coldInterview(size, policy) {
  note(`${policy}, a whole interview of ${size} nodes in a fresh process`);
  const contenders = { wasm: () => engine('cold', policy, size) };
  for (const name of Object.keys(RIVALS)) contenders[name] = () => rival('cold', name, policy, size);
  const turns = new Map();
  const sum = (times) => times.reduce((all, time) => all + time, 0);
  const raced = race(
    Object.fromEntries(
      Object.entries(contenders).map(([name, once]) => [
        name,
        () => {
          const times = once();
          const best = turns.get(name);
          if (!best || sum(times) < sum(best)) turns.set(name, times);
          return sum(times);
        },
      ]),
    ),
  );
  return raced.map(({ contender, least }) => {
    const times = turns.get(contender);
    const [first, middle, worst] = [times[0], median(times), Math.max(...times)];
    const figures = { total_ms: least, first_ms: first, median_ms: middle, worst_ms: worst };
    const entries = Object.entries(figures).map(([key, value]) => [key, rounded(value)]);
    return { n: size, policy, contender, turns: times.length, ...Object.fromEntries(entries) };
  });
}

const brotli = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

/** Every module and style sheet the respondent's page loads. */
function pageFiles() {
  const www = join(here, '../../www');
  const folders = ['element', 'engine', 'store', 'style'].map((name) => join(www, name)).filter(existsSync);
  const inside = folders.flatMap((name) =>
    readdirSync(name, { recursive: true }).map((file) => join(name, file)).filter((file) => /\.(js|css)$/.test(file)),
  );
  return [join(www, 'page.js'), ...inside];
}

function sizes() {
  const module = readFileSync(join(folder, 'shipped/engine_bg.wasm'));
  const page = pageFiles().map((file) => readFileSync(file));
  const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);
  return {
    engine_wasm_bytes: module.length,
    engine_wasm_brotli_bytes: brotli(module),
    page_bytes: sum(page.map((bytes) => bytes.length)),
    page_brotli_bytes: sum(page.map(brotli)),
  };
}

function note(what) {
  process.stderr.write(`${what}\n`);
}

write(folder, SIZES);
const figures = {
  per_turn: POLICIES.flatMap((policy) => SIZES.flatMap((size) => perTurn(size, policy))),
  handle: POLICIES.flatMap((policy) => SIZES.flatMap((size) => wholeTurn(size, policy))),
  cold: POLICIES.flatMap((policy) => COLD_SIZES.flatMap((size) => coldInterview(size, policy))),
  size: sizes(),
  ...(process.env.QUERENT && edge()),
};
if (options.includes('--json')) console.log(JSON.stringify(figures));
else print(figures);
