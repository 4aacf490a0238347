// How the native server starts on a folder: a new one, one of another server, and one that cannot be used.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { QUERENT, native } from './homes.mjs';
import { folder, interview } from './respondent.mjs';

let place;
let made;

test.before(async () => {
  place = await folder();
  made = await interview(QUERENT, place.path);
});
test.after(() => place?.remove());

/** How a start ends that cannot succeed. @param {string} data */
const refusal = (data) => new Promise((ended) => {
  const child = spawn(QUERENT, ['serve', '--port', '0', '--study', made.study, '--data', data], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (piece) => (said += piece));
  child.on('exit', (code) => ended([code, said]));
});

test('a damaged database is refused by its name, and left as it is', async () => {
  const data = join(place.path, 'damaged');
  await mkdir(data);
  const file = join(data, 'querent.db');
  await writeFile(file, 'no database at all, but somebody may still want it. '.repeat(200));
  const before = await readFile(file, 'utf8');
  const [code, said] = await refusal(data);
  assert.equal(code, 2);
  assert.ok(said.includes(file) && /damaged/.test(said) && /move it away/.test(said), said);
  assert.equal(await readFile(file, 'utf8'), before);
});

test('a place that cannot be written is refused with the way out', async () => {
  const data = join(place.path, 'taken');
  await mkdir(join(data, 'querent.db'), { recursive: true });
  const [code, said] = await refusal(data);
  assert.equal(code, 2);
  assert.ok(/cannot be written/.test(said) && said.includes('--data'), said);
});

test('two servers do not share a folder', async () => {
  const data = join(place.path, 'shared');
  const home = await native({ study: made.study, args: ['--data', data] });
  try {
    const [code, said] = await refusal(data);
    assert.equal(code, 2);
    assert.match(said, /another `querent serve`/);
  } finally {
    await home.close();
  }
});

test('a study that collects is kept in querent-data without being told where, and the console’s key stays', async () => {
  const cwd = join(place.path, 'somewhere');
  await mkdir(cwd);
  const keys = [];
  for (let start = 0; start < 2; start++) {
    const home = await native({ study: made.study, cwd, env: { QUERENT_RESEARCHER_SECRET: '' } });
    try {
      const [, address, key] = /Researchers: (http:\S+)\/console\.html#key=(\S+)/.exec(home.log()) ?? [];
      assert.equal(`${address}/`, home.url);
      const response = await fetch(`${home.url}api/v1/sessions`, { headers: { authorization: `Bearer ${key}` } });
      assert.equal(response.status, 200);
      keys.push(key);
    } finally {
      await home.close();
    }
  }
  assert.equal(keys[0], keys[1]);
  assert.ok((await stat(join(cwd, 'querent-data', 'querent.db'))).isFile());
});
