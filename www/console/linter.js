// The linter: checks documents like `querent check`, with an editor to correct them.
//
// Invariant: no document leaves the page.

import { h, loaded, morph, stylesheet } from '../element/dom.js';
import { dropped, folderOf, KINDS, readAll, shipped } from './linter/documents.js';
import { download } from './download.js';
import { messageOf, plural } from './format.js';
import { findingList, verdict } from './linter/findings.js';

/** @import { Document, Folder } from './linter/documents.js' */
/** @import { Finding } from './linter/findings.js' */

/** Wait after the last key before the documents are checked, in milliseconds. */
const TYPING_PAUSE = 300;

/** @returns {{ element: HTMLElement, close: () => void }} */
export function linterView() {
  /** @type {Map<string, Document>} */
  const documents = new Map();
  /** @type {Finding[]} */
  let findings = [];
  /** @type {string | undefined} */
  let open;
  /** @type {string[]} */
  let refused = [];
  let isChecking = false;

  const element = h('div.linter-view');
  const shadow = element.attachShadow({ mode: 'open' });
  const bar = h('div.bar-lint');
  const list = h('nav.documents', { 'aria-label': 'Documents' });
  const report = h('div.report');
  const head = h('header.editor-head');
  const box = /** @type {HTMLTextAreaElement} */ (h('textarea.editor', { spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', wrap: 'off', 'aria-label': 'Document' }));
  const editor = h('section.editing', { hidden: true }, head, box);
  const layout = h('div.layout.lint', { hidden: true }, bar, h('div.lint-parts', {}, list, report, editor));
  const sheets = [stylesheet('./how/how.css'), stylesheet('../style/session.css')];
  shadow.append(...sheets, layout);
  Promise.all(sheets.map(loaded)).then(() => (layout.hidden = false));

  const worker = new Worker(new URL('./linter/worker.js', import.meta.url), { type: 'module', name: 'querent-linter' });
  let job = 0;
  worker.addEventListener('message', ({ data }) => {
    // The result of an outdated check is ignored.
    if (data.job !== job) return;
    isChecking = false;
    if (data.problem) refused = [data.problem];
    else findings = data.findings;
    render();
  });
  worker.addEventListener('error', () => {
    isChecking = false;
    refused = ['the checker could not be loaded; reload the page'];
    render();
  });

  function check() {
    isChecking = documents.size > 0;
    if (documents.size) worker.postMessage({ job: ++job, files: Object.fromEntries([...documents].map(([name, { text }]) => [name, text])) });
    else [findings, job] = [[], job + 1];
    render();
  }

  /** @param {Document[]} added */
  function add(added) {
    // Own documents replace shipped ones.
    for (const document of added) if (!document.isShipped || !documents.has(document.name)) documents.set(document.name, document);
    const own = added.filter(({ isShipped }) => !isShipped);
    if (own[0] && own.length === 1) show(own[0].name);
    check();
  }

  /** @param {Promise<{ documents: Document[], refused: string[] }>} reading */
  async function take(reading) {
    try {
      const read = await reading;
      refused = read.refused;
      add(read.documents);
    } catch (error) {
      refused = [messageOf(error)];
      render();
    }
  }

  /** @param {string} name @param {number} [line] @param {number} [column] */
  function show(name, line, column) {
    const document = documents.get(name);
    if (!document) return;
    open = name;
    if (box.value !== document.text) box.value = document.text;
    editor.hidden = false;
    render();
    if (line === undefined) return;
    const lines = document.text.split('\n');
    const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    const row = Array.from(lines[line - 1] ?? '');
    const at = before + row.slice(0, (column ?? 1) - 1).join('').length;
    const word = /^[^\s:,\]}]*/.exec(document.text.slice(at))?.[0].length ?? 0;
    box.focus();
    box.setSelectionRange(at, at + word);
    box.scrollTop = Math.max(0, (line - 4) * parseFloat(getComputedStyle(box).lineHeight));
    editor.scrollIntoView({ block: 'nearest' });
  }

  function render() {
    // Documents with errors come first, then those with warnings.
    const worst = new Map();
    for (const { file, severity } of findings) worst.set(file, Math.max(worst.get(file) ?? 0, severity === 'error' ? 2 : 1));
    const names = [...documents.keys()].sort((a, b) => (worst.get(b) ?? 0) - (worst.get(a) ?? 0) || (a < b ? -1 : 1));
    morph(bar, h('div.bar-lint', {},
      h('h1', {}, 'Check documents'),
      h('div.sources', {},
        h('label.plain', {}, 'Choose files', h('input.sr', { type: 'file', multiple: true, accept: '.yaml,.yml,.md', 'data-pick-files': '' })),
        h('label.plain', {}, 'Choose a folder', h('input.sr', { type: 'file', multiple: true, webkitdirectory: true, 'data-pick-files': '' })),
        h('button.plain', { type: 'button', 'data-do': 'shipped' }, 'Load the shipped configuration'),
        documents.size > 0 && h('button.quiet', { type: 'button', 'data-do': 'clear' }, 'Clear')),
      h('p.state', { role: 'status' }, documents.size ? (isChecking ? 'Checking…' : verdict(documents.size, findings)) : ''),
      refused.length > 0 && h('p.refusal', { role: 'alert' }, refused.join('; '))));
    morph(list, h('nav.documents', { 'aria-label': 'Documents', hidden: !documents.size }, h('ul', {}, names.map((name) => {
      const own = findings.filter(({ file }) => file === name);
      const errors = own.filter(({ severity }) => severity === 'error').length;
      const summary = own.length ? [errors && plural(errors, 'error'), own.length - errors && plural(own.length - errors, 'warning')].filter(Boolean).join(', ') : '';
      return h('li', {}, h('button', { type: 'button', 'data-open': name, 'aria-current': name === open && 'true' },
        h('span', {}, name, documents.get(name)?.isChanged && ' ·'), summary && h(errors ? 'small.error' : 'small', {}, summary)));
    }))));
    morph(report, h('div.report', { tabindex: documents.size ? 0 : undefined, role: 'region', 'aria-label': 'Findings' },
      documents.size ? findingList(findings, documents) : empty(),
      documents.size > 0 && !findings.length && !isChecking && h('p.because', {}, 'No findings.')));
    const kind = open && folderOf(open);
    morph(head, h('header.editor-head', {},
      h('h2', {}, open ?? ''),
      kind && h('label', {}, 'Type ', h('select', { 'data-kind': '', 'data-key': open }, Object.entries(KINDS).map(([id, name]) =>
        h('option', { value: id, selected: id === kind }, name)))),
      h('button.plain', { type: 'button', 'data-do': 'download' }, 'Download'),
      h('button.quiet', { type: 'button', 'data-do': 'close' }, 'Close')));
    editor.hidden = !open;
    layout.classList.toggle('is-open', Boolean(open));
  }

  shadow.addEventListener('click', (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('button'));
    const { open: name, line, column, do: act } = button?.dataset ?? {};
    if (name) show(name, line ? Number(line) : undefined, column ? Number(column) : undefined);
    if (act === 'shipped') take(shipped().then((all) => ({ documents: all, refused: [] })));
    if (act === 'clear') {
      documents.clear();
      [open, refused] = [undefined, []];
      check();
    }
    if (act === 'close') {
      open = undefined;
      render();
    }
    if (act === 'download' && open) download(open.split('/').at(-1) ?? open, [documents.get(open)?.text ?? ''], 'text/plain;charset=utf-8');
  });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  shadow.addEventListener('input', ({ target }) => {
    const document = open && documents.get(open);
    if (target !== box || !document) return;
    Object.assign(document, { text: box.value, isChanged: true });
    clearTimeout(waiting);
    waiting = setTimeout(check, TYPING_PAUSE);
  });
  shadow.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset.pickFiles !== undefined) {
      const files = [...(target.files ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
      target.value = '';
      take(readAll(files));
    }
    if (target instanceof HTMLSelectElement && target.dataset.kind !== undefined && open) rename(open, /** @type {Folder} */ (target.value));
  });

  /** @param {string} name @param {Folder} folder */
  function rename(name, folder) {
    const document = documents.get(name);
    if (!document) return;
    documents.delete(name);
    document.name = `${folder}/${name.split('/').at(-1)}`;
    documents.set(document.name, document);
    open = document.name;
    check();
  }

  for (const kind of ['dragenter', 'dragover']) {
    element.addEventListener(kind, (event) => {
      event.preventDefault();
      layout.classList.add('over');
    });
  }
  element.addEventListener('dragleave', () => layout.classList.remove('over'));
  // The page ignores a drop that the linter has handled.
  element.addEventListener('drop', (event) => {
    event.preventDefault();
    layout.classList.remove('over');
    const { dataTransfer } = /** @type {DragEvent} */ (event);
    if (dataTransfer) take(dropped(dataTransfer).then(readAll));
  });
  render();

  return {
    element,
    close() {
      clearTimeout(waiting);
      worker.terminate();
    },
  };
}

function empty() {
  return h('div.drop', {},
    h('p.because', {}, 'Drop YAML or Markdown files, or a folder with ', h('code', {}, 'studies'), ', ', h('code', {}, 'concepts'), ' and so on.'),
    h('p', {}, 'A study is checked with its concept, methodology, policy and language. Load the shipped configuration first if your study uses it. Your own files replace shipped ones. The findings are the same as those of ', h('code', {}, 'querent check'), '. No document leaves this page.'));
}
