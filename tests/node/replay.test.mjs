// Golden sessions in wasm: the page's engine gives the same bytes as the native program.
// QUERENT names the program, QUERENT_SITE a folder written by `querent build`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { golden, goldenReplies, NAMES, writeGolden } from '../golden.mjs';

const { QUERENT, QUERENT_SITE } = process.env;
assert(QUERENT && QUERENT_SITE, 'QUERENT and QUERENT_SITE say where the program and the built page are');

const folder = mkdtempSync(join(tmpdir(), 'querent-node-'));
after(() => rmSync(folder, { recursive: true }));

/** Loads an artifact; Node takes a module by its ending. */
async function load(name) {
  const bindings = join(folder, `${name}.mjs`);
  copyFileSync(join(QUERENT_SITE, 'engine/pkg', `${name}.js`), bindings);
  const engine = await import(pathToFileURL(bindings).href);
  engine.initSync({ module: readFileSync(join(QUERENT_SITE, 'engine/pkg', `${name}_bg.wasm`)) });
  const languages = join(QUERENT_SITE, 'engine/language');
  for (const file of readdirSync(languages)) engine.register_language(readFileSync(join(languages, file), 'utf8'));
  return engine;
}

const native = (file, what) =>
  execFileSync(QUERENT, ['replay', file, '--print', what], { encoding: 'utf8', maxBuffer: 2 ** 28 }).replace(/\n$/, '');

/** Outcomes of the models' replies in a session, by the id of the request. */
function outcomes(name) {
  return new Map(goldenReplies(name).map(({ id, output, failure, model, finish, effort }) => {
    const text = typeof output === 'string' ? output : JSON.stringify(output);
    return [id, failure ? { failure: { kind: failure, ...effort } } : { completion: { output: text, finish, model, ...effort } }];
  }));
}

/** Answers all calls of an interview with these outcomes. */
function serve(interview, step, replies) {
  let now = step;
  while (now.type === 'call') {
    const answered = now.requests.map(({ id }) => ({ id, outcome: replies.get(id) ?? { failure: { kind: 'unavailable' } } }));
    now = interview.handle(JSON.stringify({ type: 'replies', replies: answered, at: 0 }));
  }
}

assert(NAMES.length > 0, 'there are golden sessions');

// Everything is loaded before the first test: the folder is removed when no test is left.
const artifacts = { engine: await load('engine'), studio: await load('studio') };
const files = new Map(NAMES.map((name) => [name, writeGolden(folder, name)]));

for (const [artifact, { Interview }] of Object.entries(artifacts)) {
  for (const name of NAMES) {
    const { study, study_hash, log } = JSON.parse(golden(name));
    const file = files.get(name);

    test(`${artifact} resumes ${name} to the bytes of the native program`, () => {
      const interview = Interview.resume(JSON.stringify(study), JSON.stringify(log));
      assert.equal(interview.turns(), native(file, 'turns'));
      assert.equal(interview.session(), native(file, 'session'));
      assert.equal(interview.study_hash, study_hash);
    });

    test(`${artifact} asks ${name} again from its answers alone`, () => {
      const interview = new Interview(JSON.stringify(study));
      const replies = outcomes(name);
      for (const { entry, ...input } of log) {
        if (entry === 'input') serve(interview, interview.handle(JSON.stringify(input)), replies);
      }
      assert.equal(interview.session(), native(file, 'session'));
    });
  }

  test(`${artifact} refuses what it cannot read and says why`, () => {
    assert.throws(() => new Interview('{"format":1'), (problem) => problem.code === 'unreadable' && /study/.test(problem.message));
  });
}
