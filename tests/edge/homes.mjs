// The two homes of the endpoint, each beside a stand-in for a provider: the native server, and a Worker in workerd.

import { spawn } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { start } from '../stub/provider.mjs';

const require = createRequire(new URL('../../www/package.json', import.meta.url));

/** The program, and the folder that `querent build --edge` wrote. */
export const QUERENT = process.env.QUERENT ?? new URL('../../target/debug/querent', import.meta.url).pathname;
export const WORKER = process.env.QUERENT_WORKER ?? new URL('../../target/worker', import.meta.url).pathname;

/** The page that was built with it. */
export const WORKER_SITE = `${WORKER}-site`;

/** A secret that must never leave the endpoint. */
export const CANARY = 'sk-canary-0123456789abcdefghijklmnopqrstuvwxyz';

/** Another page that may ask. */
export const FRIEND = 'https://survey.example';

/** What a researcher has to know. */
export const RESEARCHER = 'a-researcher-knows-this-0123456789abcdef';

/**
 * The endpoint in workerd, the runtime that Workers run in.
 * @param {object} [options]
 * @param {object} [options.limits] instead of those of the settings
 * @param {string} [options.site] folder of the page, served beside it
 * @param {string} [options.study] file of a resolved study, served instead of those that were built in
 */
export async function worker({ limits, site, study } = {}) {
  const { Miniflare } = require('miniflare');
  const stub = await start({ key: CANARY });
  const log = [];
  const source = async (path, type = 'ESModule') => ({ type, path, contents: await readFile(join(WORKER, path)) });
  const served = await source('served.js');
  const built = JSON.parse(served.contents.toString().replace(/^export default /, '').replace(/;\s*$/, ''));
  const studies = study ? [JSON.parse(await readFile(study, 'utf8'))] : built.studies;
  served.contents = `export default ${JSON.stringify({ ...built, studies })};`;
  const flare = new Miniflare({
    modules: [await source('worker.js'), await source('glue.js'), await source('pkg/studio.js'), await source('pkg/studio_bg.wasm', 'CompiledWasm'), served],
    modulesRoot: '/',
    compatibilityDate: '2026-04-01',
    d1Databases: ['DATABASE'],
    bindings: {
      ANTHROPIC_API_KEY: CANARY,
      ANTHROPIC_BASE_URL: stub.url,
      SIGNING_KEY: 'k1.a-signing-key-of-a-test-0123456789abcdef',
      RESEARCHER_SECRET: RESEARCHER,
      ORIGINS: FRIEND,
      ...(limits && { LIMITS: JSON.stringify(limits) }),
    },
    ...(site && { assets: { directory: site, binding: 'ASSETS', routerConfig: { has_user_worker: true, static_routing: { user_worker: ['/api/*'] } } } }),
    cf: false,
    handleRuntimeStdio: (out, error) => {
      for (const stream of [out, error]) stream.on('data', (chunk) => log.push(String(chunk)));
    },
  });
  const url = (await flare.ready).href;
  const database = await flare.getD1Database('DATABASE');
  for (const file of (await readdir(join(WORKER, 'migrations'))).sort()) {
    const statements = (await readFile(join(WORKER, 'migrations', file), 'utf8')).split(';').map((one) => one.trim()).filter(Boolean);
    for (const statement of statements) await database.prepare(statement).run();
  }
  return {
    name: 'a Worker', url, stub, studies, log: () => log.join(''),
    async close() {
      await flare.dispose();
      await stub.close();
    },
  };
}

/**
 * The native server.
 * @param {object} [options]
 * @param {string[]} [options.args] further options of `querent serve`
 * @param {Record<string, string>} [options.env]
 * @param {string} [options.study] file of a resolved study, served besides the shipped ones
 * @param {string} [options.cwd] folder it is started in
 * @param {string} [options.program] to start instead
 */
export async function native({ args = [], env = {}, study, cwd, program = QUERENT } = {}) {
  const stub = await start({ key: CANARY });
  const given = { ANTHROPIC_API_KEY: CANARY, ANTHROPIC_BASE_URL: stub.url, QUERENT_RESEARCHER_SECRET: RESEARCHER, ...env };
  const more = study ? ['--study', study, ...args] : args;
  const child = spawn(program, ['serve', '--port', '0', '--origin', FRIEND, '--sessions-per-hour', '100000', ...more], { cwd, env: { ...process.env, ...given }, stdio: ['ignore', 'pipe', 'pipe'] });
  const log = [];
  child.stderr.on('data', (chunk) => log.push(String(chunk)));
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise((listening, failed) => {
    lines.on('line', (line) => {
      log.push(line);
      const [, found] = /Listening on (http:\S+)/.exec(line) ?? [];
      if (found) listening(`${found}/`);
    });
    child.on('exit', (code) => failed(new Error(`the server ended with ${code}:\n${log.join('')}`)));
  });
  const served = await (await fetch(`${url}study.json`)).json();
  const ended = new Promise((over) => child.on('exit', over));
  return {
    name: 'the native server', url, stub, studies: [served], log: () => log.join('\n'), pid: child.pid,
    async close() {
      child.kill();
      await ended;
      await stub.close();
    },
    /** Ends it as a power cut would. */
    async kill() {
      child.kill('SIGKILL');
      await ended;
      await stub.close();
    },
  };
}
