// Pictures of every state for people to look at: node tests/browser/shots.mjs FOLDER [NAME…]

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ANSWERS, answer, begin, box, chromiumOfThisFile, question, erase } from './respondent.mjs';
import { collecting, endpoint, withModels } from './endpoint.mjs';
import { serve } from './site.mjs';
import { inArabic, withConsent, withStimulus } from './studies.mjs';

/** Models that fail now and then, and never reply while they are held. */
const HELD = { on: false };
const fate = ({ count }) => (HELD.on ? { hold: true } : count % 5 === 0 ? { error: [504, 'upstream_timeout', { kind: 'timeout_total' }] } : undefined);

const [folder = 'shots', ...only] = process.argv.slice(2);
const SIZES = [{ width: 390, height: 844 }, { width: 1280, height: 800 }];

/** By name of the state: what becomes of the study for it. */
const STUDIES = { waiting: withModels(), 'how-models': withModels(), first: withConsent, last: withConsent, rtl: inArabic, stimulus: withStimulus, collected: collecting };

/** By name of the state: what leads to it from the first screen. */
const STATES = {
  first: async () => {},
  'first-untick': async (page) => {
    if (await page.locator('input[name=consent]').count()) await page.click('[data-act=begin]');
  },
  opening: begin,
  asking: (page) => converse(page, 6),
  editing: async (page) => {
    await converse(page, 3);
    await page.click('[data-act=edit]');
  },
  stopping: async (page) => {
    await converse(page, 4);
    await page.click('[data-act=stop]');
  },
  resumed: async (page) => {
    await converse(page, 4);
    await page.reload();
    await question(page).waitFor();
  },
  offline: async (page) => {
    await converse(page, 4);
    await page.context().setOffline(true);
    await page.getByText('offline').first().waitFor();
  },
  error: async (page) => {
    await converse(page, 2);
    await box(page).press('Control+Enter');
    await page.locator('.notice.error').waitFor();
  },
  'other-tab': async (page) => {
    await converse(page, 1);
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.locator('[data-act=takeOver]').waitFor();
    return second;
  },
  skipped: async (page) => {
    await converse(page, 2);
    await page.click('[data-act=skip]');
    await page.locator('textarea[data-box="answer-4"]').waitFor();
  },
  last: async (page) => {
    await converse(page, 5);
    await finish(page);
  },
  'last-sent': async (page) => {
    await converse(page, 5);
    await finish(page);
    await page.locator('.scale label').nth(2).click();
    await page.click('[data-act=remark]');
    await page.locator('.sent').waitFor();
  },
  deleted: async (page) => {
    await converse(page, 1);
    await page.click('[data-act=stop]');
    await erase(page);
    await page.locator('[data-act=anew]').waitFor();
  },
  'collected-first': async () => {},
  'collected-asking': (page) => converse(page, 3),
  'collected-last': async (page) => {
    await converse(page, 6);
    await finish(page);
    await page.locator('.deletion').waitFor();
    await page.locator('.summary .dispute').nth(1).click();
    await page.locator('.check summary').click();
    await page.locator('.ideas .dispute').first().click();
  },
  'collected-deleted': async (page) => {
    await converse(page, 1);
    await page.click('[data-act=stop]');
    await erase(page);
    await page.locator('[data-act=anew]').waitFor();
  },
  version: async (page) => {
    await converse(page, 2);
    site.alter['study.json'] = (text) => JSON.stringify({ ...JSON.parse(text), version: 'another' });
    await page.reload();
    await page.locator('[data-act=keepVersion]').waitFor();
  },
  'last-safety': async (page) => {
    await begin(page);
    await box(page).fill('Honestly, I want to kill myself.');
    await page.click('[data-act=send]');
    await page.click('.proposal [data-act=stopKeep]');
    await page.locator('.last').waitFor();
  },
  pause: async (page) => {
    await begin(page);
    await box(page).fill('Honestly, I want to kill myself.');
    await page.click('[data-act=send]');
    await page.locator('.proposal').waitFor();
  },
  rtl: (page) => converse(page, 3),
  'rtl-first': async () => {},
  'rtl-last': async (page) => {
    await converse(page, 3);
    await finish(page);
  },
  stimulus: (page) => converse(page, 3),
  'how-opening': async (page) => {
    await begin(page);
    await how(page, 'why');
  },
  'how-why': (page) => converse(page, 6).then(() => how(page, 'why')),
  'how-raw': async (page) => {
    await converse(page, 6);
    await how(page, 'why');
    await page.locator('.switch input').check();
  },
  ...Object.fromEntries(['Arbitration', 'Two tier', 'Two tier (uniform weights)'].map((name) => [
    `how-policy-${name.toLowerCase().replace(/\W+/g, '-').replace(/-$/, '')}`, async (page) => {
      await begin(page);
      await page.click('[data-act=how]');
      await page.locator('select[name=policy]').selectOption({ label: name });
      await page.click('[data-act=switch]');
      await page.locator('[data-act=begin]').waitFor();
      await converse(page, 4);
      await page.locator('.tally').first().waitFor();
    }])),
  'how-switch': async (page) => {
    await converse(page, 3);
    await how(page, 'why');
    await page.locator('select[name=policy]').selectOption('two_tier');
    await page.locator('[data-act=switch]').waitFor();
  },
  waiting: async (page) => {
    await converse(page, 3);
    HELD.on = true;
    await box(page).fill(ANSWERS[3]);
    await page.click('[data-act=send]');
    await page.locator('.waiting').waitFor();
  },
  'waiting-long': async (page) => {
    await STATES.waiting(page);
    await page.locator('.waiting small').waitFor();
  },
  'how-models': async (page) => {
    await converse(page, 4);
    await how(page, 'models');
  },
  'how-map': (page) => converse(page, 6).then(() => how(page, 'map')),
  'how-progress': (page) => converse(page, 6).then(() => how(page, 'progress')),
};

async function converse(page, turns) {
  await begin(page);
  for (const text of ANSWERS.slice(0, turns)) await answer(page, text);
}

async function finish(page) {
  await page.click('[data-act=stop]');
  await page.click('[data-act=stopKeep]');
  await page.locator('.last').waitFor();
}

async function how(page, tab) {
  await page.click('[data-act=how]');
  await page.locator(`#${tab}`).click();
  await page.locator('.view').waitFor();
}

await mkdir(folder, { recursive: true });
const site = await serve({ api: endpoint({ fate }) });
const browser = await chromiumOfThisFile();
const names = Object.keys(STATES).filter((name) => !only.length || only.some((part) => name.startsWith(part)));
for (const name of names) {
  for (const viewport of SIZES) {
    for (const colorScheme of ['light', 'dark']) {
      const context = await browser.newContext({ viewport, colorScheme, deviceScaleFactor: 1, serviceWorkers: 'block', hasTouch: viewport.width < 500, isMobile: viewport.width < 500, reducedMotion: 'reduce' });
      const page = await context.newPage();
      const [kind] = name.split('-');
      HELD.on = false;
      site.alter['study.json'] = STUDIES[name] ?? STUDIES[kind] ?? ((text) => text);
      await page.goto(site.url + (process.env.QUERY ?? ''));
      await page.locator('[data-act=begin]').waitFor();
      const shown = (await STATES[name](page)) ?? page;
      const isPanel = (name.startsWith('how') && viewport.width < 500) || name === 'collected-last';
      await shown.screenshot({ path: join(folder, `${name}-${viewport.width}-${colorScheme}.png`), fullPage: isPanel });
      await context.close();
    }
  }
}
await browser.close();
await site.close();
console.log(`${names.length * 4} pictures in ${folder}`);
