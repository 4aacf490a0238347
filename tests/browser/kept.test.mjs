// Nothing a respondent said is lost: not by a reload, a crash, a second tab, a full disk, or a trap of the engine.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { ANSWERS, answer, begin, box, chromiumWithProfile, question, stepIn, stored, turn, visit, erase } from './harness.mjs';
import { serve } from './site.mjs';

const said = (page) => page.locator('.said').allTextContents();

for (const turns of [0, 1, 3]) {
  test(`a reload after ${turns} answers stands at the same question`, async (t) => {
    const { page } = await visit(t);
    await begin(page);
    for (const text of ANSWERS.slice(0, turns)) await answer(page, text);
    const before = await question(page).textContent();
    await page.reload();
    await question(page).waitFor();
    assert.equal(await question(page).textContent(), before);
    assert.deepEqual(await said(page), ANSWERS.slice(0, turns));
    assert.equal(await page.locator('.ask .notice').count(), turns ? 1 : 0, 'who has answered is welcomed back');
    await answer(page, ANSWERS[turns]);
    assert.deepEqual(await said(page), ANSWERS.slice(0, turns + 1));
  });
}

test('a draft is there again after a reload, also that of an edit', async (t) => {
  const { page } = await visit(t);
  await begin(page);
  await answer(page, ANSWERS[0]);
  await box(page).pressSequentially('half an ans');
  await page.waitForFunction(async () => (await indexedDB.databases()).length > 0);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await until(async () => (await stored(page)).drafts[0]?.['answer-2'] === 'half an ans');
  await page.reload();
  await box(page).waitFor();
  assert.equal(await box(page).inputValue(), 'half an ans');
  await page.click('[data-act=edit]');
  await box(page).fill('another first answer');
  await until(async () => (await stored(page)).drafts[0]?.['edit-1'] === 'another first answer');
  await page.reload();
  await box(page).waitFor();
  assert.equal(await box(page).inputValue(), 'another first answer');
  assert.equal(await turn(page), 1);
});

test('a draft is stored while it is typed, without waiting for a pause', async (t) => {
  const { page } = await visit(t);
  await begin(page);
  const text = ANSWERS[1].slice(0, 60);
  let isTyped = false;
  const typing = box(page).pressSequentially(text, { delay: 60 }).then(() => (isTyped = true));
  await until(async () => (await stored(page)).drafts[0]?.['answer-1']);
  assert.equal(isTyped, false, 'it is stored before the typing ends');
  await typing;
});

// Every moment a browser can be killed at that the store can tell apart: after each write of the log. A start and two
// answers make six: each is written before the engine hears it, and again with what the engine made of it.
for (const [at, answers] of [0, 0, 1, 1, 2, 2].entries()) {
  test(`a browser killed after write ${at + 1} of the log goes on with ${answers} answers`, async (t) => {
    const profile = await mkdtemp(join(tmpdir(), 'querent-'));
    t.after(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
    const site = await serve();
    t.after(() => site.close());
    const first = await chromiumWithProfile(profile);
    await first.addInitScript(blockAfterWrite, at + 1);
    const page = first.pages()[0];
    await page.goto(site.url);
    const blocked = site.hold('/never');
    // The page hangs somewhere in here, and the browser with it.
    const conversation = begin(page)
      .then(() => answer(page, ANSWERS[0]))
      .then(() => answer(page, ANSWERS[1]))
      .catch(() => {});
    await Promise.race([blocked, conversation.then(() => assert.fail('the page went on past the write'))]);
    await kill(first);
    await conversation;
    const second = await chromiumWithProfile(profile);
    t.after(() => second.close());
    const again = second.pages()[0];
    await again.goto(site.url);
    await again.locator(`textarea[data-box="answer-${answers + 1}"]`).waitFor();
    assert.deepEqual(await said(again), ANSWERS.slice(0, answers));
    const { log } = await stored(again);
    assert.ok(log.every(({ settled }) => settled));
    const inputs = log.map(({ entry }) => JSON.parse(entry)).filter(({ entry }) => entry === 'input');
    assert.deepEqual(inputs.map(({ type }) => type), ['start', 'answer', 'answer'].slice(0, answers + 1), 'each is there once');
  });
}

test('a second tab says so, waits, takes over, and the first tab writes no more', async (t) => {
  const { page, context, site } = await visit(t);
  await begin(page);
  await answer(page, ANSWERS[0]);
  const second = await context.newPage();
  await second.goto(site.url);
  await second.locator('[data-act=takeOver]').waitFor();
  await second.click('[data-act=takeOver]');
  await second.locator('textarea[data-box="answer-2"]').waitFor();
  await page.locator('[data-act=takeOver]').waitFor();
  await answer(second, ANSWERS[1]);
  await page.click('[data-act=takeOver]');
  await page.locator('textarea[data-box="answer-3"]').waitFor();
  await second.locator('[data-act=takeOver]').waitFor();
  assert.deepEqual(await said(page), ANSWERS.slice(0, 2));
});

test('a second tab goes on by itself when the first is closed', async (t) => {
  const { page, context, site } = await visit(t);
  await begin(page);
  await answer(page, ANSWERS[0]);
  const second = await context.newPage();
  await second.goto(site.url);
  await second.locator('[data-act=takeOver]').waitFor();
  await page.close();
  await second.locator('textarea[data-box="answer-2"]').waitFor();
});

test('with persist="off" nothing is kept', async (t) => {
  const { page } = await visit(t, { path: '?persist=off' });
  await begin(page);
  await answer(page, ANSWERS[0]);
  assert.equal(await stored(page), undefined);
  assert.deepEqual(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]), [0, 0, '']);
  await page.reload();
  await page.locator('[data-act=begin]').waitFor();
});

test('a device that refuses storage is named, and the interview goes on', async (t) => {
  const { page } = await visit(t, {
    before: (context) => context.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('refused', 'SecurityError');
      };
    }),
  });
  await page.locator('.notice.error').waitFor();
  await begin(page);
  await answer(page, ANSWERS[0]);
  await answer(page, ANSWERS[1]);
  assert.equal(await page.locator('.notice.error').count(), 1);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('.notice [data-act=download]')]);
  assert.match(download.suggestedFilename(), /\.session\.json$/);
});

test('a device that fills up is named, and what it missed is stored once there is room', async (t) => {
  const { page } = await visit(t);
  await begin(page);
  await answer(page, ANSWERS[0]);
  await page.evaluate(() => {
    const plain = IDBObjectStore.prototype.put;
    globalThis.isFull = true;
    IDBObjectStore.prototype.put = function (...values) {
      if (globalThis.isFull) throw new DOMException('full', 'QuotaExceededError');
      return plain.apply(this, values);
    };
  });
  await answer(page, ANSWERS[1]);
  await page.locator('.notice.error').waitFor();
  assert.equal((await stored(page)).log.filter(({ entry }) => JSON.parse(entry).type === 'answer').length, 1);
  await page.evaluate(() => (globalThis.isFull = false));
  await answer(page, ANSWERS[2]);
  await page.locator('.notice.error').waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('textarea[data-box="answer-4"]').waitFor();
  assert.deepEqual(await said(page), ANSWERS.slice(0, 3));
});

test('an engine that traps once is rebuilt from the log, and the answer is heard', async (t) => {
  const { page } = await visit(t, { site: { alter: { ...stepIn } } });
  await begin(page);
  await answer(page, ANSWERS[0]);
  await page.evaluate(() => {
    globalThis.beforeHandle = () => {
      globalThis.beforeHandle = undefined;
      throw new WebAssembly.RuntimeError('unreachable');
    };
  });
  await page.evaluate(() => addEventListener('querent-error', ({ code }) => (globalThis.told = code)));
  await answer(page, ANSWERS[1]);
  assert.deepEqual(await said(page), ANSWERS.slice(0, 2));
  await page.locator('.notice.error').waitFor();
  assert.equal(await page.evaluate(() => globalThis.told), 'trap');
  await answer(page, ANSWERS[2]);
  assert.equal(await page.locator('.notice.error').count(), 0);
});

test('an answer the engine always traps on stays in the box', async (t) => {
  const { page } = await visit(t, {
    site: { alter: { ...stepIn } },
    before: (context) => context.addInitScript(() => {
      globalThis.beforeHandle = (input) => {
        if (input.text === 'poison') throw new WebAssembly.RuntimeError('unreachable');
      };
    }),
  });
  await begin(page);
  await answer(page, ANSWERS[0]);
  await box(page).fill('poison');
  await page.click('[data-act=send]');
  await page.locator('.notice.error').waitFor();
  assert.equal(await box(page).inputValue(), 'poison');
  assert.equal(await turn(page), 2);
  await page.reload();
  await box(page).waitFor();
  assert.equal(await box(page).inputValue(), 'poison');
  await answer(page, ANSWERS[1]);
  assert.deepEqual(await said(page), ANSWERS.slice(0, 2));
});

test('a session of an earlier version of the study is kept and offered for download', async (t) => {
  const { page, site } = await visit(t);
  await begin(page);
  await answer(page, ANSWERS[0]);
  site.alter['study.json'] = (text) => JSON.stringify({ ...JSON.parse(text), version: 'another' });
  await page.reload();
  await page.locator('[data-act=anew]').waitFor();
  await page.click('[data-act=anew]');
  await page.locator('[data-act=begin]').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('.earlier [data-act=download]')]);
  assert.ok(await download.path());
  await page.click('[data-act=clear]');
  await page.locator('[data-act=anew]').waitFor();
  assert.deepEqual(await stored(page), { sessions: [], log: [], drafts: [], studies: [] });
});

test('a session of an earlier version of the study is asked about, and goes on in that version', async (t) => {
  const { page, site } = await visit(t);
  await begin(page);
  await answer(page, ANSWERS[0]);
  const asked = await question(page).textContent();
  const [{ hash }] = (await stored(page)).sessions;
  site.alter['study.json'] = (text) => JSON.stringify({ ...JSON.parse(text), version: 'another', title: 'Another title' });
  await page.reload();
  await page.getByText('The interview has changed since you began it').waitFor();
  assert.equal(await page.locator('.question').count(), 0, 'nothing goes on before the respondent says so');
  await page.click('[data-act=keepVersion]');
  await page.locator('textarea[data-box="answer-2"]').waitFor();
  assert.equal(await question(page).textContent(), asked);
  await answer(page, ANSWERS[1]);
  assert.deepEqual(await said(page), ANSWERS.slice(0, 2));
  const session = await page.evaluate(() => document.querySelector('querent-interview').session);
  assert.deepEqual([session.study_hash, session.study.version === 'another'], [hash, false]);
  await page.reload();
  await page.click('[data-act=anew]');
  await begin(page);
  assert.equal(await page.evaluate(() => document.querySelector('querent-interview').study.version), 'another');
  assert.equal((await stored(page)).sessions.length, 2, 'what was begun is set aside, not lost');
});

test('starting over sets the first interview aside and begins a new one', async (t) => {
  const { page } = await visit(t);
  await begin(page);
  await answer(page, ANSWERS[0]);
  await page.reload();
  await page.click('.notice [data-act=anew]');
  await begin(page);
  assert.deepEqual(await said(page), []);
  await answer(page, ANSWERS[1]);
  await page.reload();
  await question(page).waitFor();
  assert.deepEqual(await said(page), [ANSWERS[1]]);
  assert.equal((await stored(page)).sessions.length, 2);
  await page.click('[data-act=stop]');
  await erase(page);
  await page.locator('[data-act=anew]').waitFor();
  assert.equal((await stored(page)).sessions.length, 0, 'everything means the one set aside too');
});

/** In the page: never comes back from a request once the log has been written this often. */
function blockAfterWrite(writes) {
  const plain = IDBObjectStore.prototype.put;
  const counted = new WeakSet();
  let count = 0;
  IDBObjectStore.prototype.put = function (...values) {
    if (this.name === 'log' && !counted.has(this.transaction)) {
      counted.add(this.transaction);
      this.transaction.addEventListener('complete', () => {
        if (++count !== writes) return;
        const request = new XMLHttpRequest();
        request.open('GET', 'never', false);
        request.send();
      });
    }
    return plain.apply(this, values);
  };
}

/** Kills the browser as the system would: no page is told. */
async function kill(context) {
  const closed = new Promise((gone) => context.on('close', gone));
  const session = await context.newCDPSession(context.pages()[0]);
  await session.send('Browser.crash').catch(() => {});
  await closed;
}

/** Waits until something stored is so. */
async function until(holds) {
  const deadline = Date.now() + 10_000;
  while (!(await holds())) assert.ok(Date.now() < deadline, 'it was not stored within ten seconds');
}
