// Caches the page, so that an interview opens without a network.
//
// Invariant: a page gets all its files from one version. `files.json`, which the build writes, lists the version and its
// files. When the page opens, the worker fetches the list again. If the version has changed, all its files are fetched before
// any of them is used. Without a network the last complete version is used. Without a list nothing is cached.
//
// The console's files are cached after its first visit. Respondents never fetch them.

const worker = /** @type {any} */ (self);
const PREFIX = `querent ${worker.registration.scope} `;
/** Longest wait for the list before the page opens from the cache, in milliseconds. */
const LIST_DEADLINE = 3000;
const LIST = new URL('files.json', worker.registration.scope).href;
const CONSOLE = new URL('console.html', worker.registration.scope).href;
const API = new URL('api/v1/', worker.registration.scope).href;

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(update()));

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  const isOurs = request.method === 'GET' && url.href.startsWith(worker.registration.scope);
  if (!isOurs || url.href === LIST || url.href.startsWith(API)) return;
  event.respondWith(answer(request, url));
});

worker.addEventListener('message', (/** @type {any} */ event) => {
  if (event.data === 'console') event.waitUntil(cacheConsole());
});

/**
 * @param {Request} request
 * @param {URL} url
 */
async function answer(request, url) {
  if (request.mode === 'navigate') await update();
  // A new instance of the engine imports its bindings with a query. The file is the same.
  const cached = await (await current())?.match(url.origin + url.pathname.replace(/index\.html$/, ''));
  return cached ?? fetch(request);
}

/** Fetches a new version. If that fails, the current one stays. */
async function update() {
  try {
    const list = await fetch(LIST, { cache: 'no-store', signal: AbortSignal.timeout(LIST_DEADLINE) });
    if (!list.ok) return;
    const { version, files, console: tools = [] } = await list.clone().json();
    const name = PREFIX + version;
    const cache = await caches.open(name);
    if (await cache.match(LIST)) return;
    const isResearcher = await (await current())?.match(CONSOLE);
    await cache.addAll(requests(isResearcher ? [...files, ...tools] : files));
    // The list comes last: a version with its list is complete.
    await cache.put(LIST, list);
    for (const other of await caches.keys()) {
      if (other.startsWith(PREFIX) && other !== name) await caches.delete(other);
    }
  } catch {
    // There is no network, or the version was replaced during the fetch.
  }
}

/** Adds the console's files to the current version, once. */
async function cacheConsole() {
  try {
    const cache = await current();
    const { console: tools = [] } = (await (await cache?.match(LIST))?.json()) ?? {};
    if (cache && !(await cache.match(CONSOLE))) await cache.addAll(requests(tools));
  } catch {
    // There is no network. The next visit of the console tries again.
  }
}

/** @param {string[]} files */
function requests(files) {
  return files.map((file) => new Request(file, { cache: 'no-cache' }));
}

/** The newest complete version. @returns {Promise<Cache | undefined>} */
async function current() {
  for (const name of (await caches.keys()).reverse()) {
    const cache = name.startsWith(PREFIX) ? await caches.open(name) : undefined;
    if (await cache?.match(LIST)) return cache;
  }
  return undefined;
}
