// What a respondent can do in an interview.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { ANSWERS, answer, begin, box, question, stored, turn, visit, erase } from './harness.mjs';
import { inArabic, withConsent, withStimulus } from './studies.mjs';

/** What has the focus, across shadow roots: its `data-act`, `data-box`, `name` or tag. */
const focused = (page) => page.evaluate(() => {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active?.dataset.act ?? active?.dataset.box ?? active?.getAttribute('name') ?? active?.tagName;
});

/** From now on, counts the frames in which nothing has the focus: a keyboard or screen-reader user has lost their place. */
const watchFocus = (page) => page.evaluate(() => {
  window.framesWithoutFocus = 0;
  const look = () => {
    if (document.activeElement === document.body) window.framesWithoutFocus++;
    requestAnimationFrame(look);
  };
  look();
});

async function tabTo(page, wanted, limit = 30) {
  for (let step = 0; step < limit; step++) {
    if ((await focused(page)) === wanted) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not reach ${wanted}`);
}

test('a whole interview needs only the keyboard', async (t) => {
  const { page } = await visit(t, { site: { alter: { 'study.json': withConsent } } });
  await page.locator('[data-act=begin]').waitFor();
  await tabTo(page, 'consent');
  assert.equal(await page.locator('input[name=consent]').isChecked(), false, 'consent is never ticked in advance');
  await tabTo(page, 'begin');
  await page.keyboard.press('Enter');
  await page.locator('.missing').waitFor();
  assert.equal(await focused(page), 'consent', 'the box that is missing has the focus');
  await page.keyboard.press('Space');
  await tabTo(page, 'begin');
  await watchFocus(page);
  await page.keyboard.press('Enter');
  await box(page).waitFor();
  for (let now = 1; now <= 20 && (await page.locator('.last').count()) === 0; now++) {
    assert.equal(await focused(page), `answer-${now}`, 'the focus stays in the answer box');
    const text = ANSWERS[now % ANSWERS.length];
    await page.keyboard.type(text.slice(0, 40));
    await page.keyboard.press('Enter');
    await page.keyboard.type(text.slice(40));
    assert.match(await box(page).inputValue(), /\n/, 'Enter makes a new line');
    if (now % 2) await page.keyboard.press('Control+Enter');
    else {
      await tabTo(page, 'send');
      await page.keyboard.press('Enter');
    }
    await page.locator(`textarea[data-box="answer-${now + 1}"], .last`).waitFor();
  }
  await page.locator('.last').waitFor();
  assert.equal(await page.evaluate(() => window.framesWithoutFocus), 0, 'the focus is somewhere in every frame');
  assert.equal(await focused(page), 'H1', 'the last screen begins where the focus is');
  await tabTo(page, 'remark');
  await page.keyboard.type('It was short.');
  await tabTo(page, 'remark');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('.sent').waitFor();
});

test('the answer box has the focus, however late its screen is loaded', async (t) => {
  const { page } = await visit(t, {
    before: (context) => context.route('**/views/later.js', async (route) => {
      await new Promise((done) => setTimeout(done, 2000));
      await route.continue();
    }),
  });
  await page.locator('[data-act=begin]').press('Enter');
  await box(page).waitFor();
  await page.waitForTimeout(100);
  assert.equal(await focused(page), 'answer-1');
});

test('no button of the keyboard leaves the focus nowhere', async (t) => {
  const { page } = await visit(t);
  await begin(page);
  await answer(page, ANSWERS[0]);
  await watchFocus(page);
  const press = async (act, wanted) => {
    await page.locator(`[data-act=${act}]`).focus();
    await page.keyboard.press('Enter');
    await page.locator(wanted).waitFor();
  };
  await press('skip', 'textarea[data-box="answer-3"]');
  await press('decline', 'textarea[data-box="answer-4"]');
  await answer(page, ANSWERS[1]);
  await press('edit', 'textarea[data-box="edit-4"]');
  await page.keyboard.press('Escape');
  await press('edit', 'textarea[data-box="edit-4"]');
  await press('cancel', 'textarea[data-box="answer-5"]');
  await press('how', '#why');
  await page.keyboard.press('Escape');
  await page.locator('.panel').waitFor({ state: 'detached' });
  assert.equal(await focused(page), 'how', 'Escape closes the panel and leads back to its button');
  await press('stop', '[data-act=stopKeep]');
  await page.keyboard.press('Escape');
  await box(page).waitFor();
  await press('stop', '[data-act=stopKeep]');
  await press('goOn', 'textarea[data-box="answer-5"]');
  await press('stop', '[data-act=stopKeep]');
  await press('stopKeep', '.last');
  await page.locator('[data-box=remark]').fill('It was short.');
  await press('remark', '.sent');
  assert.equal(await page.evaluate(() => window.framesWithoutFocus), 0, 'the focus is somewhere in every frame');
});

test('every earlier question and answer is labelled for a screen reader', async (t) => {
  const { page } = await visit(t);
  await begin(page);
  for (const text of ANSWERS.slice(0, 2)) await answer(page, text);
  const labels = await page.locator('.past h2, .past h3').allTextContents();
  assert.deepEqual(labels, ['Question 1', 'Your answer', 'Question 2', 'Your answer']);
});

for (const [width, height] of [[320, 256], [390, 340], [740, 360]]) {
  test(`at ${width}×${height} the box leaves the question free, and both are in view`, async (t) => {
    const { page } = await visit(t, { context: { viewport: { width, height } }, site: { alter: { 'study.json': withStimulus } } });
    await begin(page);
    for (const text of ANSWERS.slice(0, 3)) {
      await answer(page, text);
      const [asked, written, talk] = await Promise.all(['.question', '.now textarea', '.ask'].map((part) => page.locator(part).boundingBox()));
      assert.ok(talk.y + talk.height <= written.y + 1, 'the question ends above the box');
      assert.ok(asked.y >= -1 && written.y + written.height <= height, `the question at ${asked.y}, the end of the box at ${written.y + written.height}`);
      assert.equal(await page.locator('.stimulus').evaluate((details) => details.open), false, 'what the study shows is folded');
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, 'nothing sticks out sideways');
  });
}

test('a question is skipped, declined, and the interview goes on', async (t) => {
  const { page } = await visit(t);
  await begin(page);
  await answer(page, ANSWERS[0]);
  await page.click('[data-act=skip]');
  await page.locator('textarea[data-box="answer-3"]').waitFor();
  await page.click('[data-act=decline]');
  await page.locator('textarea[data-box="answer-4"]').waitFor();
  const study = await page.evaluate(() => document.querySelector('querent-interview').study);
  assert.deepEqual(await page.locator('.said.none').allTextContents(), [study.interface.skipped, study.interface.declined]);
});

test('the last answer comes back to the box, is left as it was, or is changed', async (t) => {
  const { page } = await visit(t);
  await begin(page);
  const first = await question(page).textContent();
  assert.equal(await page.locator('[data-act=edit]').count(), 0, 'there is nothing to edit yet');
  await answer(page, ANSWERS[0]);
  const second = await question(page).textContent();
  await box(page).fill('half an answer');
  await page.click('[data-act=edit]');
  assert.equal(await question(page).textContent(), first);
  assert.equal(await box(page).inputValue(), ANSWERS[0]);
  await page.click('[data-act=cancel]');
  assert.equal(await question(page).textContent(), second);
  assert.equal(await box(page).inputValue(), 'half an answer');
  await page.click('[data-act=edit]');
  await box(page).fill(ANSWERS[5]);
  await page.click('[data-act=send]');
  await page.locator('textarea[data-box="answer-2"]').waitFor();
  assert.equal(await page.locator('.said').last().textContent(), ANSWERS[5]);
});

test('an empty answer is refused beside the box, and goes once it is written', async (t) => {
  const { page } = await visit(t);
  await begin(page);
  await page.click('[data-act=send]');
  await page.getByRole('alert').waitFor();
  assert.equal(await box(page).getAttribute('aria-invalid'), 'true');
  assert.equal(await turn(page), 1);
  await answer(page, ANSWERS[0]);
  assert.equal(await page.getByRole('alert').count(), 0);
});

test('an answer that is too long stays in the box', async (t) => {
  const { page } = await visit(t);
  await begin(page);
  await box(page).fill('a'.repeat(20_001));
  await page.click('[data-act=send]');
  await page.getByRole('alert').waitFor();
  assert.equal((await box(page).inputValue()).length, 20_001);
});

test('stopping asks once; going on changes nothing', async (t) => {
  const { page } = await visit(t);
  await begin(page);
  await answer(page, ANSWERS[0]);
  await box(page).fill('half an answer');
  await page.click('[data-act=stop]');
  await page.click('[data-act=goOn]');
  assert.equal(await box(page).inputValue(), 'half an answer');
  assert.equal(await turn(page), 2);
});

test('stopping and keeping leads to the last screen, with code, rating, remark and file', async (t) => {
  const { page } = await visit(t, { site: { alter: { 'study.json': withConsent } } });
  await begin(page);
  for (const text of ANSWERS.slice(0, 4)) await answer(page, text);
  await page.click('[data-act=stop]');
  await page.click('[data-act=stopKeep]');
  await page.locator('.last').waitFor();
  const code = await page.locator('.code [role=group]').boundingBox();
  assert.ok(code && code.y + code.height <= 800, 'the completion code is seen without scrolling');
  await page.locator('.scale label').nth(2).click();
  await page.locator('textarea[data-box=correction]').fill('Not the sugar as such.');
  await page.locator('textarea[data-box=remark]').fill('It was short.');
  await page.click('[data-act=remark]');
  await page.locator('.sent').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-act=download]')]);
  const session = JSON.parse(await readFile(await download.path(), 'utf8'));
  const said = session.log.filter(({ entry, type }) => entry === 'input' && type === 'answer').map(({ text }) => text);
  assert.deepEqual(said, ANSWERS.slice(0, 4));
  const { fit, correction, text } = session.log.at(-1);
  assert.deepEqual({ fit, correction, text }, { fit: 3, correction: 'Not the sugar as such.', text: 'It was short.' });
  await page.reload();
  await page.locator('.sent').waitFor();
});

test('stopping and deleting leaves nothing on the device', async (t) => {
  const { page } = await visit(t);
  await begin(page);
  await answer(page, ANSWERS[0]);
  await page.click('[data-act=stop]');
  await page.keyboard.press('Escape');
  await box(page).waitFor();
  await page.click('[data-act=stop]');
  await erase(page);
  await page.locator('[data-act=anew]').waitFor();
  assert.deepEqual(await stored(page), { sessions: [], log: [], drafts: [], studies: [] });
  await page.reload();
  await page.locator('[data-act=begin]').waitFor();
});

test('deleting everything is confirmed in place, on every screen that offers it', async (t) => {
  const { page } = await visit(t);
  await begin(page);
  await answer(page, ANSWERS[0]);
  await page.click('[data-act=stop]');
  await page.click('.erase summary');
  assert.equal((await stored(page)).sessions.length, 1);
  await page.click('[data-act=stopKeep]');
  await page.locator('.last').waitFor();
  assert.equal(await page.locator('[data-act=erase]').isVisible(), false);
  await page.click('.erase summary');
  await page.getByText('This cannot be undone.').waitFor();
  assert.equal((await stored(page)).sessions.length, 1, 'one click deletes nothing');
  await page.click('[data-act=erase]');
  await page.locator('[data-act=anew]').waitFor();
  assert.equal((await stored(page)).sessions.length, 0);
});

test('words of distress are met with the words of the study, and the respondent decides whether to go on', async (t) => {
  const { page } = await visit(t);
  await begin(page);
  const { pause, safety } = await page.evaluate(() => document.querySelector('querent-interview').study.texts);
  const despair = async () => {
    await box(page).fill('Honestly, I want to kill myself.');
    await page.click('[data-act=send]');
    await page.locator('.proposal').waitFor();
    assert.equal((await page.locator('#question').textContent()).trim(), pause.trim());
  };
  await despair();
  const looks = await page.locator('.proposal .choices > button').evaluateAll((all) => all.map((button) => [button.dataset.act, button.className, getComputedStyle(button).backgroundColor]));
  assert.deepEqual(looks.map(([act]) => act), ['stopKeep', 'skip']);
  assert.deepEqual(looks[0].slice(1), looks[1].slice(1), 'to finish and to go on are equals');
  assert.equal(await page.locator('.proposal [data-act=erase]').isVisible(), false, 'deleting is one step further');
  assert.equal(await page.locator('.stimulus').count(), 0, 'no product stands beside these words');
  await page.click('.proposal [data-act=skip]');
  await page.locator('.proposal').waitFor({ state: 'detached' });
  await answer(page, ANSWERS[0]);
  await despair();
  await page.click('.proposal [data-act=stopKeep]');
  await page.locator('.last .safety').waitFor();
  assert.equal((await page.locator('h1').textContent()).trim(), safety.trim());
  assert.equal(await page.locator('.fit').count(), 0, 'nobody is asked for a rating now');
});

test('what the study shows comes after the first answer, and stays in view', async (t) => {
  const { page } = await visit(t, { site: { alter: { 'study.json': withStimulus } } });
  await begin(page);
  assert.equal(await page.locator('.stimulus').count(), 0, 'the first question is answered unaided');
  await answer(page, ANSWERS[0]);
  assert.ok(await page.getByText('weighed out for two').isVisible());
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('.stimulus summary').click();
  assert.equal(await page.getByText('weighed out for two').isVisible(), false, 'it folds away on a phone');
  await answer(page, ANSWERS[1]);
  assert.equal(await page.getByText('weighed out for two').isVisible(), false, 'and stays folded');
});

test('a language that runs from right to left turns the page round', async (t) => {
  const { page } = await visit(t, { site: { alter: { 'study.json': inArabic } } });
  await begin(page);
  await answer(page, ANSWERS[0]);
  const [send, state] = await Promise.all(['[data-act=send]', '.send .state'].map((part) => page.locator(part).boundingBox()));
  assert.ok(send.x < state.x, 'Send stands at the left end');
  assert.equal(await page.locator('.shell').getAttribute('dir'), 'rtl');
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'ar');
});

test('the element tells the page around what happens', async (t) => {
  const { page } = await visit(t, {
    before: (context) => context.addInitScript(() => {
      globalThis.told = [];
      for (const name of ['ready', 'question', 'turn', 'finished', 'error']) {
        addEventListener(`querent-${name}`, (event) => told.push([name, event.turn ?? event.question?.turn ?? event.outcome?.reason ?? event.resumed]));
      }
    }),
  });
  await begin(page);
  await answer(page, ANSWERS[0]);
  await page.click('[data-act=stop]');
  await page.click('[data-act=stopKeep]');
  await page.locator('.last').waitFor();
  assert.deepEqual(await page.evaluate(() => globalThis.told), [
    ['ready', false], ['question', 1], ['turn', 1], ['question', 2], ['finished', 'respondent_stopped'],
  ]);
  assert.equal(await page.evaluate(() => document.querySelector('querent-interview').session.log[0].type), 'start');
});
