// The page around the interview. `?study=` names another study of this site, `?persist=off` keeps nothing on the device.

const interview = /** @type {import('./element/interview.js').QuerentInterview} */ (
  document.querySelector('querent-interview')
);
const wanted = new URLSearchParams(location.search);

const study = wanted.get('study');
if (study && new URL(study, document.baseURI).origin === location.origin) interview.setAttribute('study', study);
if (wanted.get('persist') === 'off') interview.setAttribute('persist', 'off');
import('./element/define.js');

interview.addEventListener('querent-ready', () => {
  const { title, language } = interview.study ?? {};
  if (title) document.title = title;
  if (language) document.documentElement.lang = language;
});

if ('serviceWorker' in navigator && wanted.get('persist') !== 'off') {
  // Without it the page works the same, online.
  navigator.serviceWorker.register('sw.js').catch(() => {});
}
