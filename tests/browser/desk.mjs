// A page for one session, or for the linter, as small as can be: what the console puts around them is not tested here.

import { readFileSync } from 'node:fs';

/** A session file of this repository, as text. */
export const golden = (name) => readFileSync(new URL(`../sessions/${name}.json`, import.meta.url), 'utf8');

const HEAD = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="icon.svg">'
  + '<link rel="stylesheet" href="style/tokens.css"><link rel="stylesheet" href="style/page.css"><link rel="stylesheet" href="page-of-test.css">';

const page = (title, script) => `<!doctype html><html lang="en"><head>${HEAD}<title>${title}</title></head>
<body><main></main><script type="module" src="${script}"></script></body></html>`;

/** Pages of the test. `sessions` are session files by name. */
export function pages(sessions = {}) {
  return {
    'page-of-test.css': 'main { block-size: 100dvh; } @media (max-width: 56rem) { main { block-size: auto; } } @media print { main { block-size: auto; } }',
    'session.html': page('A session', 'session-of-test.js'),
    'session-of-test.js': `
      import * as studio from './engine/pkg/studio.js';
      import { sessionView } from './console/session/view.js';
      await studio.default({ module_or_path: new URL('./engine/pkg/studio_bg.wasm', location.href) });
      const { searchParams: asked } = new URL(location);
      const text = await (await fetch('sessions/' + asked.get('session') + '.json')).text();
      const record = new studio.Record(text);
      globalThis.went = [];
      const begun = performance.now();
      const view = sessionView({ record, overview: record.overview(), go: (to) => went.push(to.turn), words: { name: asked.get('session'), turn: asked.has('turn') ? Number(asked.get('turn')) : undefined } });
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
