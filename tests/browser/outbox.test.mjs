// Where a study collects, what was said reaches the endpoint: each entry once, in order, however often the network fails, the
// page is reloaded or answers are lost. What the page says about it is true, and what is deleted is deleted there too.

import assert from 'node:assert/strict';
import test from 'node:test';
import { ANSWERS, answer, begin, box, stored, visit, erase } from './harness.mjs';
import { collecting, endpoint, withModels } from './endpoint.mjs';

const EXPECTED = [/Failed to load resource/, /net::ERR/];
const collect = (api, more = (text) => text) => ({ site: { api, alter: { 'study.json': (text) => collecting(more(text)) } }, expected: EXPECTED });

/** Waits until something at the endpoint is so. */
async function until(holds, what) {
  const deadline = Date.now() + 15_000;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, what);
    await new Promise((over) => setTimeout(over, 20));
  }
}

const settled = async (page) => (await stored(page)).log.filter((row) => row.settled).map(({ entry }) => entry);
const kept = (page) => page.locator('.kept').first().textContent();
const there = (api) => [...api.collected.values()][0]?.entries ?? [];

async function finish(page) {
  await page.click('[data-act=stop]');
  await page.click('[data-act=stopKeep]');
  await page.locator('.last').waitFor();
}

/** Waits until the endpoint has what the device has. */
const arrives = (page, api) => until(async () => {
  const here = await settled(page);
  return here.length > 0 && JSON.stringify(there(api)) === JSON.stringify(here);
}, 'what is on the device did not arrive');

test('every entry arrives as the device has it, the session is finished, and the remark follows', async (t) => {
  const api = endpoint();
  const { page } = await visit(t, collect(api));
  await page.locator('[data-act=begin]').waitFor();
  assert.match(await page.locator('.facts').textContent(), /sent to the people who run this study/);
  assert.match(await page.locator('.first').textContent(), /how it was written.*Never which keys/);
  assert.equal(api.seen.mints.length, 0, 'nothing is sent before the respondent begins');
  await begin(page);
  for (const text of ANSWERS.slice(0, 3)) await answer(page, text);
  await arrives(page, api);
  assert.equal(await kept(page), 'Saved on this device, sent as you go');
  await finish(page);
  await page.getByText('Saved on this device and sent').waitFor();
  await arrives(page, api);
  assert.equal([...api.collected.values()][0].isFinished, true);
  assert.equal(await page.locator('.deletion .code [role]').textContent(), 'ABCD-EFGH-JK12');
  await page.locator('.scale label').nth(2).click();
  await page.click('[data-act=remark]');
  await page.locator('.sent').waitFor();
  await arrives(page, api);
  assert.match(there(api).at(-1), /"type":"remark".*"fit":3/);
  await until(() => api.seen.finishes.length === 2, 'the end was said again after the remark');
  assert.equal(api.seen.mints.length, 1);
});

test('a study that does not collect sends nothing and says nothing of it', async (t) => {
  const api = endpoint();
  const { page, seen } = await visit(t, { site: { api } });
  assert.doesNotMatch(await page.locator('.first').textContent(), /sent to the people/);
  await begin(page);
  await answer(page, ANSWERS[0]);
  await finish(page);
  assert.deepEqual(seen.requests.filter((url) => url.includes('/api/') || url.includes('outbox')), []);
  assert.equal(await page.locator('.deletion').count(), 0);
});

test('a network that fails changes nothing for the respondent, and all of it arrives once it is back', async (t) => {
  const down = { on: false };
  const api = endpoint({ mint: () => (down.on ? { error: [503, 'unavailable'] } : undefined), upload: () => (down.on ? { error: [503, 'storage'] } : undefined) });
  down.on = true;
  const { page } = await visit(t, collect(api));
  await begin(page);
  await answer(page, ANSWERS[0]);
  await page.getByText('Saved on this device, not sent yet').waitFor();
  assert.equal(await page.locator('.notice').count(), 0);
  await answer(page, ANSWERS[1]);
  assert.equal(there(api).length, 0);
  down.on = false;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await arrives(page, api);
  await page.getByText('Saved on this device, sent as you go').waitFor();
});

test('a network that comes back while a try is failing is used at once, not after the next wait', async (t) => {
  const failed = { error: [503, 'unavailable'] };
  let fail = () => {};
  const failing = new Promise((over) => (fail = () => over(failed)));
  const api = endpoint({ mint: (count) => (count < 3 ? failed : count === 3 ? failing : undefined) });
  const { page } = await visit(t, collect(api));
  const back = () => page.evaluate(() => dispatchEvent(new Event('online')));
  await begin(page);
  await answer(page, ANSWERS[0]);
  // By the third failure the next try is twenty seconds away, more than is waited for here.
  await until(async () => {
    await back();
    return api.seen.mints.length === 3;
  }, 'there was no third try');
  await back();
  fail();
  await arrives(page, api);
});

test('answers lost on their way, doubled and cut uploads leave each entry there once', async (t) => {
  // The second, third and fifth upload are kept and their answers lost; the fourth never arrives.
  const api = endpoint({ upload: ({ count }) => ([2, 3, 5].includes(count) ? { lost: true } : count === 4 ? { cut: true } : undefined) });
  const { page } = await visit(t, collect(api));
  await begin(page);
  for (const text of ANSWERS.slice(0, 5)) {
    await answer(page, text);
    await page.evaluate(() => dispatchEvent(new Event('online')));
  }
  await until(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')));
    return there(api).length === (await settled(page)).length;
  }, 'not everything arrived');
  assert.deepEqual(there(api), await settled(page));
  assert.ok(api.seen.uploads.length > 5);
});

test('a reload in the middle sends on where it stopped, and what is not settled never leaves', async (t) => {
  const down = { on: false };
  const api = endpoint({ upload: () => (down.on ? { error: [503, 'storage'] } : undefined) });
  const { page } = await visit(t, collect(api));
  await begin(page);
  await answer(page, ANSWERS[0]);
  await arrives(page, api);
  const before = there(api).length;
  down.on = true;
  await answer(page, ANSWERS[1]);
  await box(page).fill('this is only a draft');
  down.on = false;
  const first = api.seen.uploads.length;
  await page.reload();
  await page.locator('textarea[data-box="answer-3"]').waitFor();
  await arrives(page, api);
  assert.equal(api.seen.uploads.slice(first).find(({ from }) => from < before), undefined, 'nothing was sent twice');
  assert.equal(api.seen.mints.length, 1, 'the session was opened once');
  assert.ok(api.seen.uploads.every(({ entries }) => !entries.join().includes('only a draft')));
});

test('where the endpoint has less than the page knew, the page goes back to what it has', async (t) => {
  const api = endpoint();
  const { page } = await visit(t, collect(api));
  await begin(page);
  await answer(page, ANSWERS[0]);
  await arrives(page, api);
  [...api.collected.values()][0].entries.length = 1;
  await answer(page, ANSWERS[1]);
  await arrives(page, api);
});

test('where the endpoint has something else, that is deleted and everything is sent anew', async (t) => {
  const api = endpoint();
  const { page } = await visit(t, collect(api));
  await begin(page);
  await answer(page, ANSWERS[0]);
  await arrives(page, api);
  [...api.collected.values()][0].entries[1] = '{"entry":"another"}';
  await answer(page, ANSWERS[1]);
  await arrives(page, api);
  assert.equal(api.seen.mints.length, 2);
  assert.equal(api.collected.size, 1);
});

test('a page that keeps nothing sends all the same', async (t) => {
  const api = endpoint();
  const { page } = await visit(t, { ...collect(api), path: '?persist=off' });
  await begin(page);
  await answer(page, ANSWERS[0]);
  await finish(page);
  await page.getByText('Sent; this page keeps nothing').waitFor();
  assert.equal(await stored(page), undefined);
  assert.ok(there(api).some((entry) => entry.includes(ANSWERS[0].slice(0, 20))));
  await page.click('.erase summary');
  assert.equal(api.collected.size, 1, 'nothing is deleted before the answer to the question');
  await page.click('[data-act=erase]');
  await page.getByText('it has been deleted where it was sent').waitFor();
  assert.equal(api.collected.size, 0);
});

test('deleting everything deletes at the endpoint too, later if it cannot be reached', async (t) => {
  const down = { on: false };
  const api = endpoint({ upload: ({ isDeletion }) => (down.on && isDeletion ? { error: [503, 'storage'] } : undefined) });
  const { page } = await visit(t, collect(api));
  await begin(page);
  await answer(page, ANSWERS[0]);
  await arrives(page, api);
  await page.click('[data-act=stop]');
  assert.match(await page.locator('.ask').textContent(), /was sent as you went along/);
  down.on = true;
  await erase(page);
  await page.getByText('it will be deleted as soon as').waitFor();
  assert.match(await page.locator('.plainly').textContent(), /ABCD-EFGH-JK12/);
  const { sessions, log } = await stored(page);
  assert.deepEqual([sessions, log], [[], []]);
  assert.equal(api.collected.size, 1);
  down.on = false;
  await page.reload();
  await until(() => api.collected.size === 0, 'it was not deleted after the page was opened again');
});

test('a deletion that goes through says so', async (t) => {
  const api = endpoint();
  const { page } = await visit(t, collect(api));
  await begin(page);
  await answer(page, ANSWERS[0]);
  await arrives(page, api);
  await page.click('[data-act=stop]');
  await erase(page);
  await page.getByText('it has been deleted where it was sent').waitFor();
  assert.equal(api.collected.size, 0);
  assert.equal(api.seen.ends.length, 1);
});

test('models and the outbox share one session, also after a reload', async (t) => {
  const api = endpoint();
  const { page } = await visit(t, collect(api, withModels()));
  await begin(page);
  await answer(page, ANSWERS[0]);
  await arrives(page, api);
  await page.reload();
  await page.locator('textarea[data-box="answer-2"]').waitFor();
  await answer(page, ANSWERS[1]);
  await arrives(page, api);
  assert.equal(api.seen.mints.length, 1);
  assert.ok(api.seen.calls.length >= 4, 'models were asked before and after');
});

test('a host without an endpoint: the interview is held, and what was not sent is not called sent', async (t) => {
  const { page } = await visit(t, { site: { alter: { 'study.json': collecting } }, expected: EXPECTED });
  await begin(page);
  await answer(page, ANSWERS[0]);
  await page.getByText('not sent yet').waitFor();
  await finish(page);
  assert.equal(await kept(page), 'Saved on this device, not sent yet');
});

test('the page for deletion codes takes one in any writing and tells nothing of it', async (t) => {
  const api = endpoint();
  const { page } = await visit(t, { path: 'forget.html', site: { api }, expected: EXPECTED });
  await page.fill('input', 'not a code');
  await page.click('button');
  await page.getByText('This is not a deletion code').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), 'code');
  await page.fill('input', ' abcd efgh-jk12 ');
  await page.keyboard.press('Enter');
  await page.getByText('Done. If there were answers').waitFor();
  assert.deepEqual(api.seen.deletions, ['ABCD-EFGH-JK12']);
});
