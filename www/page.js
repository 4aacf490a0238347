// The page of the interview. `?study=` names another study of this site, `?persist=off` stores nothing on the device,
// `?host=` names the origin of the host page of a frame.

import { directionOf } from './element/words.js';

const interview = /** @type {import('./element/interview.js').QuerentInterview} */ (
  document.querySelector('querent-interview')
);
const query = new URLSearchParams(location.search);

/** Shows the study of the address. */
function show() {
  const study = new URLSearchParams(location.search).get('study');
  // An address that is none is given on, so that the page says so.
  if (study && (!URL.canParse(study, document.baseURI) || new URL(study, document.baseURI).origin === location.origin)) interview.setAttribute('study', study);
  else interview.removeAttribute('study');
}

show();
addEventListener('popstate', show);
interview.addEventListener('querent-study', (event) => {
  const { address } = /** @type {import('./element/events.js').StudyEvent} */ (event);
  const url = new URL(location.href);
  if (address === 'study.json') url.searchParams.delete('study');
  else url.searchParams.set('study', address);
  // A slash in a query needs no escape.
  history.pushState(null, '', url.href.replace(/%2F/gi, '/'));
});

if (query.get('persist') === 'off') interview.setAttribute('persist', 'off');
if (parent !== window) {
  // Before the element is defined, so that no event is missed.
  const { join } = await import('./embed/frame.js');
  join(interview, query.get('host'));
}
import('./element/define.js');

interview.addEventListener('querent-ready', () => {
  const { title, language } = interview.study ?? {};
  if (title) document.title = title;
  if (language) Object.assign(document.documentElement, { lang: language, dir: directionOf(language) });
});

if ('serviceWorker' in navigator && query.get('persist') !== 'off') {
  // Without it the page works online.
  navigator.serviceWorker.register('sw.js').catch(() => {});
}
