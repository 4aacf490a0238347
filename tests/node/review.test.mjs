// Session records and findings of the linter: wasm gives the same as the native program.
// QUERENT names the program, QUERENT_SITE a folder written by `querent build`.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { golden, NAMES, writeGolden } from '../golden.mjs';
import { isDocument } from '../../www/console/linter/documents.js';

const { QUERENT, QUERENT_SITE } = process.env;
assert(QUERENT && QUERENT_SITE, 'QUERENT and QUERENT_SITE say where the program and the built page are');

const folder = mkdtempSync(join(tmpdir(), 'querent-review-'));
after(() => rmSync(folder, { recursive: true }));

const bindings = join(folder, 'studio.mjs');
copyFileSync(join(QUERENT_SITE, 'engine/pkg/studio.js'), bindings);
const studio = await import(pathToFileURL(bindings).href);
studio.initSync({ module: readFileSync(join(QUERENT_SITE, 'engine/pkg/studio_bg.wasm')) });

/** What the native program prints as JSON. */
function native(...args) {
  const { stdout, stderr, status } = spawnSync(QUERENT, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  assert(status === 0 || status === 1, stderr);
  return JSON.parse(stdout);
}

const config = fileURLToPath(new URL('../../config/', import.meta.url));

for (const name of NAMES) {
  const text = golden(name);
  const file = writeGolden(folder, name);

  test(`the turns of ${name} are those of the native program, each quote in its words`, () => {
    const record = new studio.Record(text);
    const turns = native('replay', file, '--print', 'turns');
    const looks = record.turns();
    assert.equal(looks.length, turns.length);
    for (const [at, look] of looks.entries()) {
      const turn = turns[at];
      assert.equal(look.answer, turn.answer);
      assert.equal(look.question.text, turn.question.text);
      assert.equal(look.decision?.chosen.score, turn.decision?.chosen.score);
      assert.deepEqual(look.calls, turn.calls ?? []);
      const points = Array.from(look.answer ?? '');
      const added = turn.delta.operations.filter(({ op }) => op === 'add_node').flatMap(({ quotes }) => quotes);
      for (const { start, end } of added) {
        assert(look.marks.some((mark) => mark.start === start && mark.end === end && mark.nodes.length), `${start}–${end} is marked`);
        assert(points.slice(start, end).join('').trim(), 'a mark holds words');
      }
    }
    assert(JSON.stringify(looks).length < 1_000_000, 'turns are no megabytes');
    record.free();
  });

  test(`the view of ${name} after its last turn is that of the interview`, () => {
    const { study, log } = JSON.parse(text);
    const record = new studio.Record(text);
    const interview = studio.Interview.resume(JSON.stringify(study), JSON.stringify(log));
    assert.deepEqual(record.view_at(record.turns().length), interview.view());
    assert.equal(record.view_at(0).nodes.length, 0);
    assert.throws(() => record.view_at(99), ({ code, message }) => code === 'no_turn' && /99/.test(message));
  });

  test(`the rules' score of ${name} is that of the native program`, () => {
    // Beside the row of a score stand the figures it rests on, which only the page of the score shows.
    const { ceilings, measures, ...row } = new studio.Record(text).score();
    assert.ok(Array.isArray(ceilings) && measures.questions > 0);
    const told = native('score', file, '--json');
    for (const word of ['total_score', 'category_points', 'failure_tags', 'score_analysis', 'tool_improvement_report', 'rubric_version']) {
      assert.deepEqual(row[word], told[word], word);
    }
  });

  test(`what would have been asked in ${name} under a changed weight is what the native program says`, () => {
    const record = new studio.Record(text);
    const [key] = record.keys();
    const setting = `${key.key}=${key.value - 2}`;
    const { said, ...found } = record.whatif(JSON.stringify([setting]));
    assert.deepEqual(found, native('whatif', file, '--set', setting, '--json'));
    assert.deepEqual(said.map(({ turn }) => turn), found.turns.map(({ turn }) => turn));
  });

  test(`${name} alone and within a record file read the same`, () => {
    const filed = JSON.stringify({ record_format: 1, session: JSON.parse(text), stages: [], executions: [], interactions: [], scores: [] });
    assert.deepEqual(studio.overview(filed), studio.overview(text));
    assert.deepEqual(new studio.Record(filed).turns(), new studio.Record(text).turns());
    assert.equal(studio.methods([text, filed]).paragraph.includes('2 semi-structured interviews'), true);
  });
}

test('quality, elements, summary, synthesis, search, costs and methods of a session cross as objects', () => {
  const record = new studio.Record(golden('oat_milk-treat'));
  assert.equal(record.quality().turns.length, record.turns().length);
  assert.equal(record.elements().length, record.view_at(1).elements.length);
  assert(record.summary().length > 0 && record.synthesis().chains.length > 0);
  assert(record.search('coffee').every(({ turn, share }) => turn > 0 && share > 0));
  assert.equal(record.costs().total.calls, 0);
  assert.match(record.methods().citation, /Querent/);
});

test('a file that is no session is refused with what it is not, and a key with what was meant', () => {
  const text = golden(NAMES[0]);
  for (const [file, code, words] of [
    ['{', 'cut', /ends in the middle/], ['[1]', 'unreadable', /no session file/], ['{"format":3}', 'format', /3.*reads 1/],
  ]) assert.throws(() => new studio.Record(file), (problem) => problem.code === code && words.test(problem.message), file);
  assert.throws(() => studio.overview(text.slice(0, 500)), ({ message }) => /no session file/.test(message));
  const record = new studio.Record(text);
  assert.throws(() => record.whatif('["limits.max_turn=3"]'), ({ code, message }) => code === 'refused' && /max_turn/.test(message));
});

/** Documents of a folder as the linter's page names them. */
function documentsOf(root) {
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .filter((name) => isDocument(`config/${name}`));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(root, name), 'utf8')]));
}

/** The findings of `querent check` with names as the page has them. */
const checked = (root) => native('check', root, '--json').findings.map(({ file, ...rest }) => ({ file: relative(root, file), ...rest }));

test('the linter finds in the shipped documents what querent check finds', () => {
  assert.deepEqual(studio.check_documents(JSON.stringify(documentsOf(config))), checked(config));
});

test('the linter finds in broken documents what querent check finds, place by place', () => {
  const root = join(folder, 'config');
  cpSync(config, root, { recursive: true });
  const mend = (name, from, to) => {
    const text = readFileSync(join(root, name), 'utf8');
    assert(text.includes(from), `${name} has ${from}`);
    writeFileSync(join(root, name), text.replace(from, to));
  };
  mend('studies/oat_milk.yaml', 'methodology:', 'methodolgy:');
  mend('methodologies/means_end_chain.yaml', 'graph.max_depth', 'graph.max_dept');
  mend('locales/de.yaml', '{n} Fragen', '{m} Fragen');
  mend('methodologies/means_end_chain.de.yaml', 'Warum ist „{focus}“ für Sie wichtig?', 'Finden Sie nicht auch, dass „{focus}“ wichtig ist?');
  mend('facts/oat_milk.yaml', 'concept: oat_milk', 'concept: oat_mlk');
  mend('policies/two_tier.yaml', 'select: most_recent', 'select: most_recnt');
  mend('studies/pedelec.yaml', 'language: de', 'language: DE');
  writeFileSync(join(root, 'studies/cut.yaml'), 'id: cut\ntitle: "open');
  writeFileSync(join(root, 'concepts/prose.md'), '# \n\nNothing.\n');
  const found = studio.check_documents(JSON.stringify(documentsOf(root)));
  assert.deepEqual(found, checked(root));
  const told = found.map(({ file, code }) => `${file} ${code}`);
  for (const file of ['studies/oat_milk.yaml', 'methodologies/means_end_chain.yaml', 'studies/cut.yaml']) {
    assert(told.some((one) => one.startsWith(file)), `${file} has a finding: ${told.join(', ')}`);
  }
  assert(found.some(({ hint }) => /max_depth/.test(hint ?? '')), 'what was meant is said');
});
