// "Why this question" speaks plainly of every weight that a shipped study has. QUERENT_SITE names a folder written by
// `querent build`.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { nameOf } from '../../www/element/how/signals.js';

const { QUERENT_SITE } = process.env;
assert(QUERENT_SITE, 'QUERENT_SITE says where the built page is');

const folder = join(QUERENT_SITE, 'studies');
const studies = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  .map(({ name }) => JSON.parse(readFileSync(join(folder, name, 'study.json'), 'utf8')));

test('every weight of the shipped studies has a name of its own', () => {
  const keys = new Set(studies.flatMap(({ methodology }) => methodology.strategies.flatMap(({ weights }) => Object.keys(weights ?? {}))));
  assert(keys.size > 40, `${keys.size} weights`);
  const spelt = [...keys].filter((key) => {
    const plain = key.replace(/^(graph|llm|meta|temporal)\./, '').replace(/[._]/g, ' ');
    return nameOf(key, 'Deepen', 'mid').toLowerCase() === plain;
  });
  assert.deepEqual(spelt, [], 'these are shown as they are spelt in a file');
});

test('what is still required is called so', () => {
  assert.equal(nameOf('requires.ladders_end', 'Deepen', 'mid'), 'Still wanted: ladders end');
});
