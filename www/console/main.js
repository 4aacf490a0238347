// Starts the researcher's console.

import { Console } from './console.js';

const app = new Console();
app.start();

if ('serviceWorker' in navigator) {
  navigator.serviceWorker.register('sw.js').catch(() => {});
  // The service worker caches the console, so that it opens without a network.
  navigator.serviceWorker.ready.then(({ active }) => active?.postMessage('console'));
}
// For tests, and for debugging in the browser.
Object.assign(globalThis, { querent: { sessions: app.sessions } });
