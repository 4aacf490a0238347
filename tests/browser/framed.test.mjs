// The interview in a frame of another site: who is told what, and who is not.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test, { after } from 'node:test';
import { ANSWERS, begin, chromiumOfThisFile, close, answer } from './respondent.mjs';
import { serve } from './site.mjs';

after(close);

/** A page of another site around the interview; notes what it is told. */
const around = (src, module) => `<!doctype html><meta charset="utf-8"><title>A survey</title>
<iframe src="${src}" title="Interview" width="800" height="700" sandbox="allow-scripts allow-same-origin allow-forms allow-downloads"></iframe>
<script type="module">
import { connect } from '${module}';
globalThis.told = [];
const interview = connect(document.querySelector('iframe'));
for (const type of ['ready', 'question', 'turn', 'resize', 'finished', 'error']) {
  interview.addEventListener(type, ({ detail }) => told.push({ type, ...detail }));
}
</script>`;

/** The interview on one site, and a page of another site that frames it. `listed`: whether the study lists that page. */
async function framed(t, { listed, host = (origin) => origin }) {
  const site = await serve({ headers: { 'access-control-allow-origin': '*' } });
  let html = '';
  const survey = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  await new Promise((listening) => survey.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${survey.address().port}`;
  site.alter['study.json'] = (text) => JSON.stringify({ ...JSON.parse(text), ...(listed && { embed_in: [origin] }) });
  html = around(`${site.url}?host=${encodeURIComponent(host(origin))}`, `${site.url}embed/host.js`);
  const context = await (await chromiumOfThisFile()).newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' });
  t.after(async () => {
    await context.close();
    await site.close();
    survey.close();
  });
  const page = await context.newPage();
  await page.goto(origin);
  const frame = page.frames().find((one) => one.url().startsWith(site.url)) ?? (await page.waitForEvent('framenavigated'));
  const told = () => page.evaluate(() => globalThis.told);
  const hears = (type) => page.waitForFunction((wanted) => globalThis.told.some((message) => message.type === wanted), type);
  return { page, frame, told, hears, site };
}

test('the page around hears how the interview goes, and gets the session at its end', async (t) => {
  const { page, frame, told, hears } = await framed(t, { listed: true });
  await hears('ready');
  await begin(frame);
  await answer(frame, ANSWERS[0]);
  await frame.click('[data-act=stop]');
  await frame.click('[data-act=stopKeep]');
  await hears('finished');
  const all = await told();
  assert.deepEqual(all.find(({ type }) => type === 'ready').study, 'oat_milk');
  assert.deepEqual(all.filter(({ type }) => type === 'turn').map(({ turn }) => turn), [1]);
  assert.ok(all.findLast(({ type }) => type === 'resize').height > 100);
  const { session, outcome } = all.find(({ type }) => type === 'finished');
  assert.equal(outcome.reason, 'respondent_stopped');
  assert.ok(session.log.some(({ type, text }) => type === 'answer' && text === ANSWERS[0]));
  assert.ok(!JSON.stringify(all).includes('token'), 'no token is handed on');
  assert.equal(await page.evaluate(() => document.querySelectorAll('iframe').length), 1);
});

for (const [who, options] of [
  ['a page that the study does not list', { listed: false }],
  ['a page that names another origin than its own', { listed: true, host: () => 'https://survey.example' }],
]) {
  test(`${who} hears nothing`, async (t) => {
    const { frame, told } = await framed(t, options);
    await begin(frame);
    await answer(frame, ANSWERS[0]);
    assert.deepEqual(await told(), []);
  });
}

test('messages of another form, of another window or before the greeting change nothing', async (t) => {
  const { page, frame, told, hears } = await framed(t, { listed: true });
  await hears('ready');
  await page.evaluate(() => {
    const { contentWindow } = document.querySelector('iframe');
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => globalThis.told.push({ type: 'stolen', data });
    // The frame has its channel: a second one is not taken.
    contentWindow.postMessage({ ns: 'querent', v: 1, type: 'connect', payload: {} }, '*', [port2]);
    for (const junk of [null, 7, 'formbricksSurveyCompleted', [], {}, { ns: 'querent' }, { ns: 'querent', v: 2, type: 'connect', payload: {} },
      { ns: 'querent', v: 1, type: 'connect', payload: null }, { ns: 'querent', v: 1, type: '__proto__', payload: {} }]) {
      contentWindow.postMessage(junk, '*');
      window.postMessage(junk, '*');
    }
  });
  await begin(frame);
  await answer(frame, ANSWERS[0]);
  await hears('turn');
  assert.ok(!(await told()).some(({ type }) => type === 'stolen' || type === '__proto__'));
});
