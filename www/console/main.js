// The researcher's console: where sessions come from, which one is open, and what is done with them. The address says where
// one is; everything else hangs on the sessions it knows.

import { h } from '../element/dom.js';
import { Actions } from './actions.js';
import { connect } from './connect.js';
import { Sessions, newestFirst } from './sessions.js';
import { SessionList } from './list.js';
import { linkTo, routeOf } from './route.js';
import { Scorer } from './scorer.js';
import { knownServer, remember, Server } from './server.js';
import { SessionPane } from './session.js';
import { fromDevice, fromFiles, fromSamples } from './sources.js';
import { Status } from './status.js';
import { Toolbar } from './toolbar.js';
import { count, nameOf, problemOf } from './words.js';

/** @import { Item } from './types.d.ts' */

const sessions = new Sessions();
const list = new SessionList(sessions);
const toolbar = new Toolbar(sessions);
const status = new Status();
/** @type {Server | undefined} */
let server;
const pane = new SessionPane(complete);
const scorer = new Scorer(sessions, () => list.inSight);
const actions = new Actions({ sessions, status, scorer, pane, server: () => server, complete });

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const page = { list: part('list'), session: part('middle'), lint: part('lint'), empty: part('empty'), serverState: part('server-state') };
page.list.append(toolbar.element, h('p.empty.nothing', { hidden: true }, 'No session passes these filters.'), list.element);
page.session.append(pane.element);
document.body.append(status.element);

// What changes is drawn; the open session too, if it was touched.

sessions.addEventListener('change', draw);
list.onsight = () => sessions.dispatchEvent(new Event('sight'));

/** What the open session looked like last. */
let drawn = '';
let isReading = true;

function draw() {
  toolbar.draw();
  list.draw();
  const route = routeOf(location.hash);
  const hasSessions = sessions.size > 0;
  document.body.classList.toggle('bare', !hasSessions && route.page !== 'lint');
  page.empty.hidden = hasSessions || isReading || route.page === 'lint';
  /** @type {HTMLElement} */ (page.list.querySelector('.nothing')).hidden = !hasSessions || sessions.shown.length > 0;
  const item = route.page === 'session' ? sessions.get(route.id) : undefined;
  const told = item ? JSON.stringify([item.scores, item.isScoring, item.failure, item.stages.length]) : '';
  if (item && pane.item !== item) show();
  else if (item && told !== drawn) pane.refresh();
  else if (route.page === 'session' && !item && pane.item) show();
  drawn = told;
}

// Where we are.

/** @type {{ element: HTMLElement, close?(): void } | undefined} */
let linter;

async function show() {
  const route = routeOf(location.hash);
  document.body.dataset.page = route.page;
  for (const link of document.querySelectorAll('.bar a[data-page]')) {
    const isHere = link.getAttribute('data-page') === (route.page === 'lint' ? 'lint' : 'sessions');
    if (isHere) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  page.lint.hidden = route.page !== 'lint';
  list.open(route.id);
  if (route.page === 'lint') {
    document.title = 'Linter · Querent';
    try {
      const { linterView } = await import('./linter.js');
      linter ??= linterView();
      if (!page.lint.contains(linter.element)) page.lint.replaceChildren(linter.element);
    } catch (error) {
      page.lint.replaceChildren(h('div.notice.error', {}, h('p', {}, `The linter could not be loaded: ${problemOf(error)}`)));
    }
    return;
  }
  const item = route.page === 'session' ? sessions.get(route.id) : undefined;
  document.body.classList.toggle('open', route.page === 'session');
  if (item) {
    document.title = `${nameOf(item)} · Sessions · Querent`;
    await pane.show(item, route);
    return;
  }
  pane.empty();
  document.title = 'Sessions · Querent';
  if (route.page !== 'session') {
    pane.body.replaceChildren(sessions.size ? h('p.empty.choose', {}, 'Choose a session from the list. Arrow keys lead through it, Enter opens, Space selects.') : '');
  } else if (!isReading) {
    document.title = 'Not here · Querent';
    pane.body.replaceChildren(h('div.notice.hint.choose', {}, h('p', {}, h('b', {}, 'This session is not in the list.')),
      h('p', {}, 'It may lie in a file, on another device or at a server. Open it, and this page shows it.'), h('p', {}, h('a', { href: '#/sessions' }, 'All sessions'))));
  }
}

/** Whether the list is beside the session. */
const isWide = () => matchMedia('(min-width: 56.01rem)').matches;

addEventListener('hashchange', async () => {
  knownKey();
  const { page: where } = routeOf(location.hash);
  await show();
  // Where the list is gone, focus goes on to what has come.
  if (!isWide() && where === 'session') /** @type {HTMLElement} */ (pane.element).focus({ preventScroll: true });
  if (!isWide()) scrollTo(0, 0);
  draw();
});

/** A key that came by an address of this tab. */
function knownKey() {
  if (!/[#?&/]key=/.test(location.hash)) return;
  const known = knownServer();
  if (known) use(known);
}

// Sources.

/** What a server's list does not tell, when a session is opened. @param {Item} item */
async function complete(item) {
  if (item.source !== 'server' || item.isWhole || !server) return;
  const { scores, stages, overview } = await server.record(item.id);
  Object.assign(item, { scores: newestFirst(scores), stages, isWhole: true, overview: overview ?? item.overview });
  sessions.changed();
}

/** @param {{ address: string, key: string }} given */
async function use(given) {
  server?.close();
  sessions.removeAll('server');
  const now = (server = new Server(given));
  let isOver = false;
  const work = status.begin(`Fetching the sessions of ${now.address}…`, () => ((isOver = true), now.close()));
  try {
    let fetched = 0;
    now.addEventListener('notice', (event) => heard(now, /** @type {CustomEvent} */ (event).detail));
    now.addEventListener('lost', () => tellServer('lost'));
    now.addEventListener('live', () => tellServer('live'));
    // What happens while the list is on its way is heard too.
    now.listen();
    await now.sessions((items, total) => {
      fetched += items.length;
      sessions.add(items);
      work.at(`${fetched.toLocaleString('en-GB')} of ${count(total, 'session')} of ${now.address}`, fetched / Math.max(1, total));
    });
    remember(given);
    tellServer('live');
    status.say(`${count(fetched, 'session')} at ${now.address}.`);
  } catch (error) {
    now.close();
    if (server === now) server = undefined;
    tellServer('none');
    if (isOver) return status.say('Stopped. What was fetched is in the list.');
    remember(undefined);
    status.refuse([]);
    await openServer(given, problemOf(error));
  } finally {
    work.end();
    show();
  }
}

/** @param {{ address: string, key: string }} [given] @param {string} [problem] */
async function openServer(given, problem) {
  const chosen = await connect(given ?? knownServer(), server?.address, problem);
  if (chosen === 'leave') {
    server?.close();
    server = undefined;
    remember(undefined);
    sessions.removeAll('server');
    tellServer('none');
    show();
  } else if (chosen) await use(chosen);
}

/** @param {'live' | 'lost' | 'none'} state */
function tellServer(state) {
  page.serverState.textContent = state === 'none' || !server ? '' : state === 'live' ? server.address : `${server.address}, connection lost; trying again`;
  page.serverState.dataset.state = state;
}

/** Sessions of which something was heard, to be asked for together. @type {Set<string>} */
const rumoured = new Set();

/** @param {Server} from @param {{ type?: string, session_id?: string }} notice */
function heard(from, { type = '', session_id }) {
  if (!session_id || from !== server) return;
  if (/deleted|forgotten/.test(type)) return sessions.remove([session_id]);
  if (!rumoured.size) setTimeout(() => fetchRumoured(from), 150);
  rumoured.add(session_id);
}

/** @param {Server} from */
async function fetchRumoured(from) {
  const ids = [...rumoured];
  rumoured.clear();
  for (const id of ids) {
    try {
      const fresh = await from.item(id);
      if (from !== server) return;
      const there = sessions.get(id);
      if (there?.source === 'server' && there.overview.entries === fresh.overview.entries) {
        Object.assign(there, { scores: fresh.scores, stages: fresh.stages, overview: fresh.overview, isWhole: true });
        sessions.changed();
        if (pane.item?.id === id && ['ask', 'findings'].includes(routeOf(location.hash).part)) pane.redraw();
      } else sessions.add([fresh]);
    } catch {
      // Deleted meanwhile, or out of reach: the next notice or the next opening tells.
    }
  }
}

/** @param {File[]} files */
async function open(files) {
  if (!files.length) return;
  const before = performance.now();
  let read = 0;
  let there = 0;
  const label = (/** @type {number} */ done) => `Reading ${done.toLocaleString('en-GB')} of ${count(files.length, 'file')}`;
  const reading = fromFiles(files, (items, problems, done) => {
    read += items.length;
    there += sessions.add(items).length;
    status.refuse(problems);
    work.at(label(done), done / files.length);
  });
  const work = status.begin(label(0), reading.stop);
  try {
    const how = await scorer.after(() => reading.result);
    const known = there ? `, ${there.toLocaleString('en-GB')} of them known already` : '';
    status.say(how === 'stopped' ? `Stopped. ${count(read, 'session')} read so far.` : `${count(read, 'session')} read${known}.`);
    performance.measure('querent-read', { start: before, end: performance.now() });
  } catch (error) {
    status.refuse([{ name: 'All files', problem: problemOf(error) }]);
  } finally {
    work.end();
    show();
  }
}

async function samples() {
  const work = status.begin('Loading sample sessions', () => {});
  try {
    const items = await fromSamples();
    sessions.add(items);
    status.say(`${count(items.length, 'simulated session')}. Nobody said any of this.`);
  } catch (error) {
    status.refuse([{ name: 'samples.json', problem: problemOf(error) }]);
  } finally {
    work.end();
    show();
  }
}

// Files may be dropped anywhere.

let depth = 0;
const isDrop = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files') ?? false;
addEventListener('dragenter', (event) => {
  if (!isDrop(event)) return;
  depth++;
  document.body.classList.add('dropping');
});
addEventListener('dragleave', () => {
  depth = Math.max(0, depth - 1);
  if (!depth) document.body.classList.remove('dropping');
});
addEventListener('dragover', (event) => isDrop(event) && event.preventDefault());
addEventListener('drop', (event) => {
  depth = 0;
  document.body.classList.remove('dropping');
  // The linter takes its documents itself.
  if (!isDrop(event) || event.defaultPrevented || routeOf(location.hash).page === 'lint') return;
  event.preventDefault();
  const entries = [...(event.dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry?.() ?? undefined);
  const plain = [...(event.dataTransfer?.files ?? [])];
  if (entries.some((entry) => entry?.isDirectory)) filesIn(entries).then(open);
  else open(plain);
});

/** Files of dropped folders. @param {Array<FileSystemEntry | undefined>} entries @returns {Promise<File[]>} */
async function filesIn(entries) {
  const found = await Promise.all(entries.map(async (entry) => {
    if (entry?.isFile) return [await new Promise((resolve, reject) => /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject))];
    if (!entry?.isDirectory) return [];
    const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
    const within = [];
    for (;;) {
      /** @type {FileSystemEntry[]} */
      const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (!some.length) break;
      within.push(...some);
    }
    return filesIn(within);
  }));
  return found.flat();
}

// What is clicked.

const picker = /** @type {HTMLInputElement} */ (part('files'));
picker.addEventListener('change', () => {
  open([...(picker.files ?? [])]);
  picker.value = '';
});

/** @type {Record<string, (button: HTMLElement) => unknown>} */
const ACTS = {
  files: () => picker.click(),
  samples,
  server: () => openServer(),
  reopen: () => show(),
  ...actions.acts,
};

document.addEventListener('click', (event) => {
  const button = /** @type {HTMLElement | null} */ (event.target instanceof Element ? event.target.closest('button[data-act]') : null);
  if (button) ACTS[button.dataset.act ?? '']?.(button);
});
document.addEventListener('submit', (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.dataset.act === 'ask') actions.ask(form);
});
document.addEventListener('keydown', (event) => {
  // Enter sends a question, as it sends a search; Shift+Enter begins a line. An Enter that chooses among characters is neither.
  if (event.key === 'Enter' && !event.shiftKey && !event.isComposing && event.target instanceof HTMLTextAreaElement && event.target.form?.dataset.act === 'ask') {
    event.preventDefault();
    event.target.form.requestSubmit();
  }
  const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    toolbar.search.focus();
  }
});

// The beginning.

async function begin() {
  const known = knownServer();
  document.body.dataset.page = routeOf(location.hash).page;
  try {
    sessions.add(await fromDevice());
  } catch {
    // Without storage there are no sessions on this device.
  }
  isReading = false;
  draw();
  await show();
  if (known) await use(known);
}

begin();
if ('serviceWorker' in navigator) {
  navigator.serviceWorker.register('sw.js').catch(() => {});
  // Once opened, the console opens without a network too.
  navigator.serviceWorker.ready.then(({ active }) => active?.postMessage('console'));
}
// Tests, and people at the console of their browser, look in here.
Object.assign(globalThis, { querent: { sessions, linkTo } });
