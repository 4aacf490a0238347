// The page against the native server that collects: what a researcher gets is what lies on the respondent's device, byte by
// byte, also when the server is killed in between; and what is deleted is gone there.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import test, { after } from 'node:test';
import { QUERENT, RESEARCHER } from '../edge/homes.mjs';
import { ANSWERS, answer, begin, chromiumOfThisFile, close, stored, erase } from './respondent.mjs';

after(close);

/** A port that is free, so that a server can come back where it was. */
async function freePort() {
  const probe = createServer();
  await new Promise((listening) => probe.listen(0, '127.0.0.1', listening));
  const { port } = probe.address();
  await new Promise((closed) => probe.close(closed));
  return port;
}

/** A study like the shipped one that collects, resolved, and a server for it that can be killed and started again. */
async function collecting(t) {
  const folder = await mkdtemp(join(tmpdir(), 'querent-collects-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const study = join(folder, 'study.json');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  const start = async () => {
    child = spawn(QUERENT, ['serve', '--port', String(port), '--study', study, '--data', join(folder, 'data')], {
      env: { ...process.env, QUERENT_RESEARCHER_SECRET: RESEARCHER, ANTHROPIC_API_KEY: '' }, stdio: ['ignore', 'pipe', 'ignore'],
    });
    const lines = createInterface({ input: child.stdout });
    await new Promise((listening, failed) => {
      lines.on('line', (line) => line.includes('Listening on') && listening());
      child.on('exit', (code) => failed(new Error(`the server ended with ${code}`)));
    });
  };
  const kill = async () => {
    const ended = new Promise((over) => child.once('exit', over));
    child.kill('SIGKILL');
    await ended;
  };
  t.after(kill);
  // A resolved study can be served as it is: this one is the shipped one but for its `collect`.
  const site = process.env.QUERENT_SITE ?? new URL('../../target/site', import.meta.url).pathname;
  const shipped = JSON.parse(await readFile(join(site, 'study.json'), 'utf8'));
  await writeFile(study, JSON.stringify({ ...shipped, id: 'oat_milk_collected', collect: true }));
  await start();
  const ask = (path, options = {}) => fetch(`${url}api/v1/${path}`, { headers: { authorization: `Bearer ${RESEARCHER}` }, ...options });
  const browser = await chromiumOfThisFile();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block', reducedMotion: 'reduce' });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(url);
  return { page, url, ask, start, kill };
}

const settled = async (page) => (await stored(page)).log.filter((row) => row.settled).map(({ entry }) => entry);

async function until(holds, what) {
  const deadline = Date.now() + 20_000;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, what);
    await new Promise((over) => setTimeout(over, 50));
  }
}

/** The session as a researcher gets it; nothing before there is one. */
async function received(ask, id) {
  const response = await ask(`sessions/${id}`);
  return response.ok ? response.json() : undefined;
}

async function finish(page) {
  await page.click('[data-act=stop]');
  await page.click('[data-act=stopKeep]');
  await page.locator('.last').waitFor();
}

/** Waits until the researcher has the log of the device. */
async function arrives(page, ask) {
  const [{ id }] = (await stored(page)).sessions;
  const here = (await settled(page)).map((entry) => JSON.parse(entry));
  await until(async () => {
    const record = await received(ask, id);
    return record && JSON.stringify((record.session ?? record).log) === JSON.stringify(here);
  }, 'the researcher did not get what is on the device');
  return id;
}

test('a researcher gets the session as it is on the device, with the rating and what was not meant', async (t) => {
  const { page, ask } = await collecting(t);
  await begin(page);
  for (const text of ANSWERS.slice(0, 4)) await answer(page, text);
  await finish(page);
  await page.getByText('Saved on this device and sent').waitFor();
  await page.locator('.summary .dispute').first().click();
  await page.locator('[data-box="not-line-0"]').fill('It was about the quiet.');
  await page.locator('.scale label').nth(2).click();
  await page.click('[data-act=remark]');
  await page.locator('.sent').waitFor();
  const id = await arrives(page, ask);
  const { sessions } = await (await ask('sessions')).json();
  const [row] = sessions.filter((listed) => JSON.stringify(listed).includes(id));
  assert.equal(row.status, 'completed', JSON.stringify(row));
  const record = JSON.stringify(await received(ask, id));
  assert.match(record, /It was about the quiet/);
  assert.match(record, /"manner"/);
});

test('a server that is killed while answers come loses none that it acknowledged, and the rest follows', async (t) => {
  const { page, ask, kill, start } = await collecting(t);
  await begin(page);
  await answer(page, ANSWERS[0]);
  await arrives(page, ask);
  await kill();
  await answer(page, ANSWERS[1]);
  await page.getByText('not sent yet').waitFor();
  await answer(page, ANSWERS[2]);
  await start();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await arrives(page, ask);
  await finish(page);
  await page.getByText('Saved on this device and sent').waitFor();
});

test('the code on the last screen deletes the session for good', async (t) => {
  const { page, url, ask } = await collecting(t);
  await begin(page);
  await answer(page, ANSWERS[0]);
  await finish(page);
  await page.getByText('Saved on this device and sent').waitFor();
  const id = await arrives(page, ask);
  const code = await page.locator('.deletion .code [role]').textContent();
  const other = await page.context().newPage();
  await other.goto(`${url}forget.html`);
  await other.fill('input', code.toLowerCase().replaceAll('-', ' '));
  await other.click('button');
  await other.getByText('Done.').waitFor();
  await until(async () => (await received(ask, id)) === undefined, 'it is still there');
});

test('deleting everything on the page deletes what the researcher had', async (t) => {
  const { page, ask } = await collecting(t);
  await begin(page);
  await answer(page, ANSWERS[0]);
  const id = await arrives(page, ask);
  await page.click('[data-act=stop]');
  await erase(page);
  await page.getByText('it has been deleted where it was sent').waitFor();
  assert.equal(await received(ask, id), undefined);
});
