// Minimal pages around the session view and the linter, for tests without the rest of the console.

import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { golden } from '../golden.mjs';
import { isDocument } from '../../www/console/linter/documents.js';
import { FOLDER } from './site.mjs';

const HEAD = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="icon.svg">'
  + '<link rel="stylesheet" href="style/tokens.css"><link rel="stylesheet" href="style/page.css"><link rel="stylesheet" href="page-of-test.css">';

const page = (title, script) => `<!doctype html><html lang="en"><head>${HEAD}<title>${title}</title></head>
<body><main></main><script type="module" src="${script}"></script></body></html>`;

/** Pages of the test. `sessions` are session files by name. */
export function pages(sessions = {}) {
  return {
    'page-of-test.css': 'main { block-size: 100dvh; overflow: hidden; } @media print { main { block-size: auto; overflow: visible; } }',
    'session.html': page('A session', 'session-of-test.js'),
    'session-of-test.js': `
      import * as studio from './engine/pkg/studio.js';
      import { sessionView } from './console/session/session_view.js';
      await studio.default({ module_or_path: new URL('./engine/pkg/studio_bg.wasm', location.href) });
      const { searchParams: asked } = new URL(location);
      const text = await (await fetch('sessions/' + asked.get('session') + '.json')).text();
      const record = new studio.Record(text);
      globalThis.went = [];
      const begun = performance.now();
      const view = sessionView({ record, overview: record.overview(), go: (to) => went.push(to.turn), initial: { name: asked.get('session'), turn: asked.has('turn') ? Number(asked.get('turn')) : undefined } });
      globalThis.took = performance.now() - begun;
      globalThis.view = view;
      document.querySelector('main').append(view.element);`,
    'lint.html': page('The linter', 'lint-of-test.js'),
    'lint-of-test.js': `
      import { linterView } from './console/linter.js';
      document.querySelector('main').append(linterView().element);`,
    ...Object.fromEntries(Object.entries(sessions).map(([name, text]) => [`sessions/${name}.json`, text])),
  };
}

/** A session file with everything in it that a respondent can do: emoji, an edit, skips, a stop, and a member check. */
export async function eventful() {
  const folder = mkdtempSync(join(tmpdir(), 'querent-eventful-'));
  copyFileSync(join(FOLDER, 'engine/pkg/studio.js'), join(folder, 'studio.mjs'));
  const { initSync, Interview } = await import(pathToFileURL(join(folder, 'studio.mjs')).href);
  initSync({ module: readFileSync(join(FOLDER, 'engine/pkg/studio_bg.wasm')) });
  const interview = new Interview(JSON.stringify(JSON.parse(golden('oat_milk-treat')).study));
  const at = (seconds) => Date.UTC(2026, 4, 14, 16, 31) + seconds * 1000;
  const tell = (input) => interview.handle(JSON.stringify(input));
  tell({ type: 'start', session: 'eventful', seed: 0, locale: 'en', at: at(0) });
  tell({ type: 'answer', text: '🥛🥛 The barista one froths properly, so my flat white tastes like the café.', at: at(21), manner: { pasted: 60, keys: 9, typing_ms: 3000 } });
  tell({ type: 'answer', text: 'No idea.', at: at(30) });
  tell({ type: 'edit', turn: 2, text: 'It makes the morning a small ritual, because those ten minutes are mine.', at: at(44) });
  tell({ type: 'skip', kind: 'skipped', at: at(50) });
  tell({ type: 'answer', text: 'I feel calm, so I am patient with everyone.', at: at(66) });
  tell({ type: 'skip', kind: 'declined', at: at(70) });
  tell({ type: 'stop', by: 'respondent', at: at(80) });
  const { nodes } = interview.view();
  tell({ type: 'remark', text: 'Thanks.', fit: 3, correction: 'Not the price.', at: at(95),
    disputed: [{ of: 'node', node: nodes[0].id, text: 'froth, not taste' }, { of: 'line', line: 0, text: '' }] });
  const text = interview.session();
  rmSync(folder, { recursive: true });
  return text;
}

/** The documents of `config` by name. */
export function shippedDocuments() {
  const root = fileURLToPath(new URL('../../config/', import.meta.url));
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = entries.map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name))).filter((name) => isDocument(`config/${name}`));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(root, name), 'utf8')]));
}
