// Golden sessions in wasm: what the page's engine makes of them is, byte for byte, what the native program makes of them.
// QUERENT names the program, QUERENT_SITE a folder written by `querent build`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

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
  return engine;
}

const native = (file, what) =>
  execFileSync(QUERENT, ['replay', file, '--print', what], { encoding: 'utf8', maxBuffer: 2 ** 28 }).replace(/\n$/, '');

/** What models replied in a session, by the id of the request: the lines of the file beside it, if there is one. */
function repliesOf(file) {
  const lines = file.replace(/\.json$/, '.replies.jsonl');
  const replies = existsSync(lines) ? readFileSync(lines, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line)) : [];
  return new Map(replies.map(({ id, output, failure, model, finish, effort }) => {
    const text = typeof output === 'string' ? output : JSON.stringify(output);
    return [id, failure ? { failure: { kind: failure, ...effort } } : { completion: { output: text, finish, model, ...effort } }];
  }));
}

/** Serves every call of an interview from these replies. */
function serve(interview, step, replies) {
  let now = step;
  while (now.type === 'call') {
    const answered = now.requests.map(({ id }) => ({ id, outcome: replies.get(id) ?? { failure: { kind: 'unavailable' } } }));
    now = interview.handle(JSON.stringify({ type: 'replies', replies: answered, at: 0 }));
  }
}

const sessions = fileURLToPath(new URL('../sessions/', import.meta.url));
const files = readdirSync(sessions).filter((name) => name.endsWith('.json')).map((name) => join(sessions, name));
assert(files.length > 0, 'there are golden sessions');

for (const artifact of ['engine', 'studio']) {
  const { Interview } = await load(artifact);

  for (const file of files) {
    const { study, study_hash, log } = JSON.parse(readFileSync(file, 'utf8'));

    test(`${artifact} resumes ${basename(file)} to the bytes of the native program`, () => {
      const interview = Interview.resume(JSON.stringify(study), JSON.stringify(log));
      assert.equal(interview.turns(), native(file, 'turns'));
      assert.equal(interview.session(), native(file, 'session'));
      assert.equal(interview.study_hash, study_hash);
    });

    test(`${artifact} asks ${basename(file)} again from its answers alone`, () => {
      const interview = new Interview(JSON.stringify(study));
      const replies = repliesOf(file);
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
