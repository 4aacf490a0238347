// Nothing a respondent said is lost: not by a reload, a crash, a second tab, a full disk, or a trap of the engine.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { ANSWERS, answer, begin, box, chromiumWithProfile, question, stepIn, stored, turn, visit } from './harness.mjs';
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

// The moments a page can die at: the engine has not heard the answer yet, or has, and nothing of it is stored.
for (const moment of ['beforeHandle', 'afterHandle']) {
  test(`an answer survives a kill of the browser ${moment === 'beforeHandle' ? 'before' : 'after'} the engine has heard it`, async (t) => {
    const profile = await mkdtemp(join(tmpdir(), 'querent-'));
    const site = await serve({ alter: { ...stepIn } });
    t.after(() => site.close());
    const first = await chromiumWithProfile(profile);
    const page = first.pages()[0];
    await page.goto(site.url);
    await begin(page);
    await answer(page, ANSWERS[0]);
    // The engine's call blocks until the browser is killed.
    await page.evaluate((name) => {
      globalThis[name] = () => {
        const request = new XMLHttpRequest();
        request.open('GET', 'never', false);
        request.send();
      };
    }, moment);
    const blocked = site.hold('/never');
    await box(page).fill(ANSWERS[1]);
    await box(page).press('Control+Enter', { noWaitAfter: true, timeout: 1000 }).catch(() => {});
    await blocked;
    await kill(first);
    const second = await chromiumWithProfile(profile);
    t.after(async () => {
      await second.close();
      await rm(profile, { recursive: true, force: true });
    });
    const again = second.pages()[0];
    await again.goto(site.url);
    await again.locator('textarea[data-box="answer-3"]').waitFor();
    assert.deepEqual(await said(again), ANSWERS.slice(0, 2));
    const { log } = await stored(again);
    assert.ok(log.every(({ settled }) => settled));
    assert.equal(log.filter(({ entry }) => JSON.parse(entry).type === 'answer').length, 2, 'it is there once');
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
  await answer(page, ANSWERS[1]);
  assert.deepEqual(await said(page), ANSWERS.slice(0, 2));
  await page.locator('.notice.error').waitFor();
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
});

/** Kills the browser as the system would: no page is told. */
async function kill(context) {
  const closed = new Promise((gone) => context.on('close', gone));
  const session = await context.browser()?.newBrowserCDPSession?.();
  await (session ? session.send('Browser.crash').catch(() => {}) : crash(context));
  await closed;
}

async function crash(context) {
  const session = await context.newCDPSession(context.pages()[0]);
  await session.send('Browser.crash').catch(() => {});
}

/** Waits until something stored is so. */
async function until(holds) {
  const deadline = Date.now() + 10_000;
  while (!(await holds())) assert.ok(Date.now() < deadline, 'it was not stored within ten seconds');
}
