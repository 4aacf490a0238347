// Pictures of the console for people to look at: node tests/browser/console-shots.mjs FOLDER [NAME…]

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { collecting, drop, judgedScore, KEY, loadSamples, sampleSessions } from './researcher.mjs';
import { chromiumOfThisFile } from './respondent.mjs';
import { serve } from './site.mjs';

const [folder = 'shots', ...only] = process.argv.slice(2);
const SIZES = [{ width: 390, height: 844 }, { width: 1280, height: 800 }];

const at = (hash, wait) => async (page) => {
  await loadSamples(page);
  await page.goto(`${page.url().split('#')[0]}#/sessions/${hash}`);
  await page.locator(wait).first().waitFor();
};

/** By name of the state: what leads to it. */
const STATES = {
  empty: (page) => page.locator('#empty').waitFor(),
  list: loadSamples,
  filters: async (page) => {
    await loadSamples(page);
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.locator('.row input').nth(1).check();
  },
  interview: at('oat-milk-cooperative-3', '.session-view'),
  'interview-rtl': at('qahwa-cooperative-2', '.session-view'),
  score: at('oat-milk-sceptical-7/scoring', '.prose'),
  findings: at('oat-milk-sceptical-7/findings', '.quotes'),
  'findings-rtl': at('qahwa-cooperative-2/findings', '.quotes'),
  ask: async (page) => {
    await at('oat-milk-cooperative-3/ask', '#question')(page);
    await page.fill('#question', 'Why is it creamy?');
    await page.keyboard.press('Enter');
    await page.locator('.hits').waitFor();
  },
  lint: async (page) => {
    await page.goto(`${page.url().split('#')[0]}#/lint`);
    await page.locator('#lint > *').first().waitFor();
  },
  problems: async (page) => {
    await loadSamples(page);
    await drop(page, { 'shopping.json': '{"milk": 2}', 'cut.json': '{"format": 1, "study": {' });
    await page.locator('.problems li').nth(1).waitFor();
  },
  delete: async (page) => {
    await loadSamples(page);
    await page.locator('.selection input').check();
    await page.getByRole('button', { name: 'Delete' }).click();
  },
  methods: async (page) => {
    await loadSamples(page);
    await page.locator('.row input').first().check();
    await page.getByRole('button', { name: 'Methods' }).click();
    await page.locator('.copyable').first().waitFor();
  },
  connect: async (page) => {
    await page.locator('#empty [data-act=server]').click();
    await page.getByRole('dialog').waitFor();
  },
  'server-score': async (page, site) => {
    const sessions = (await sampleSessions()).slice(0, 10);
    const api = collecting(sessions);
    const rows = [[{ total_score: 88 }], [{ total_score: 72 }], [{ total_score: 47, suspect: false }], [{ total_score: 20 }], [{ status: 'in_progress', total_score: null }],
      [{ status: 'failed', total_score: null, error_message: 'the judge gave no number in six attempts' }], [], [{ total_score: 64 }, { status: 'timed_out', total_score: null, started_at: 1_790_000_000_000, error_message: 'it took longer than 600 s' }],
      [{ total_score: 79 }, { status: 'in_progress', total_score: null, started_at: 1_790_000_000_000 }], [{ total_score: 95 }]];
    sessions.forEach(({ log: [{ session }] }, n) => api.records.get(session).record.scores.push(...rows[n].map((row, at) => judgedScore(session, `s${at}`, row))));
    site.api.handle = api.handle;
    await page.goto(`${site.url}console.html?server#key=${KEY}`);
    await page.locator('.row').nth(7).waitFor();
    await page.goto(`${page.url().split('#')[0]}#/sessions/${sessions[7].log[0].session}/scoring`);
    await page.locator('.prose').first().waitFor();
  },
};

await mkdir(folder, { recursive: true });
const api = { handle: () => {} };
const site = { ...(await serve({ api: { handle: (...given) => api.handle(...given) } })), api };
const browser = await chromiumOfThisFile();
const names = Object.keys(STATES).filter((name) => !only.length || only.includes(name));
for (const name of names) {
  for (const viewport of SIZES) {
    for (const colorScheme of ['light', 'dark']) {
      const isPhone = viewport.width < 500;
      const context = await browser.newContext({ viewport, colorScheme, serviceWorkers: 'block', hasTouch: isPhone, isMobile: isPhone, reducedMotion: 'reduce' });
      const page = await context.newPage();
      try {
        await page.goto(`${site.url}console.html`);
        await page.locator('#empty').waitFor();
        await STATES[name](page, site);
        await page.evaluate(() => document.querySelectorAll('.announced').forEach((row) => row.remove()));
        await page.screenshot({ path: join(folder, `${name}-${viewport.width}-${colorScheme}.png`) });
      } catch (error) {
        console.error(`${name} ${viewport.width} ${colorScheme}: ${String(error).split('\n')[0]}`);
      }
      await context.close();
    }
  }
}
await browser.close();
await site.close();
console.log(`Pictures of ${names.length} states in ${folder}`);
