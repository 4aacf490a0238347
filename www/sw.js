// Keeps the page on the device, so that an interview opens with the network off.
//
// Invariant: a page gets all its files from one version, so an engine never meets the study of another. `files.json`,
// which the build writes, names the version and its files. When the page is opened, the list is asked for anew: if it has
// changed, the new version is fetched whole before any of it is used; without a network the last whole version is.
// Without a list nothing is kept and every request goes to the network.
//
// What only the console needs is kept once it was opened: respondents never fetch it.

const worker = /** @type {any} */ (self);
const PREFIX = `querent ${worker.registration.scope} `;
/** How long a page waits for the list before it opens from the device, in milliseconds. */
const PATIENCE = 3000;
const LIST = new URL('files.json', worker.registration.scope).href;
const CONSOLE = new URL('console.html', worker.registration.scope).href;
const API = new URL('api/v1/', worker.registration.scope).href;

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(renew()));

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  const isOurs = request.method === 'GET' && url.href.startsWith(worker.registration.scope);
  if (!isOurs || url.href === LIST || url.href.startsWith(API)) return;
  event.respondWith(answer(request, url));
});

worker.addEventListener('message', (/** @type {any} */ event) => {
  if (event.data === 'console') event.waitUntil(keepConsole());
});

/**
 * @param {Request} request
 * @param {URL} url
 */
async function answer(request, url) {
  if (request.mode === 'navigate') await renew();
  // An engine that starts anew asks for its bindings under another query; they are the same file.
  const kept = await (await current())?.match(url.origin + url.pathname.replace(/index\.html$/, ''));
  return kept ?? fetch(request);
}

/** Fetches the version on offer, if it is not at hand; where that fails, the one at hand serves on. */
async function renew() {
  try {
    const list = await fetch(LIST, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) });
    if (!list.ok) return;
    const { version, files, console: tools = [] } = await list.clone().json();
    const name = PREFIX + version;
    const cache = await caches.open(name);
    if (await cache.match(LIST)) return;
    const isResearcher = await (await current())?.match(CONSOLE);
    await cache.addAll(requests(isResearcher ? [...files, ...tools] : files));
    // The list comes last: a version that holds it is whole.
    await cache.put(LIST, list);
    for (const other of await caches.keys()) {
      if (other.startsWith(PREFIX) && other !== name) await caches.delete(other);
    }
  } catch {
    // No network, or a version that was replaced while it was fetched.
  }
}

/** Fetches what the console needs into the version at hand, once. */
async function keepConsole() {
  try {
    const cache = await current();
    const { console: tools = [] } = (await (await cache?.match(LIST))?.json()) ?? {};
    if (cache && !(await cache.match(CONSOLE))) await cache.addAll(requests(tools));
  } catch {
    // No network: the console is fetched as it is opened.
  }
}

/** @param {string[]} files */
function requests(files) {
  return files.map((file) => new Request(file, { cache: 'no-cache' }));
}

/** The newest version that is whole. @returns {Promise<Cache | undefined>} */
async function current() {
  for (const name of (await caches.keys()).reverse()) {
    const cache = name.startsWith(PREFIX) ? await caches.open(name) : undefined;
    if (await cache?.match(LIST)) return cache;
  }
  return undefined;
}
