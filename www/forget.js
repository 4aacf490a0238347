// The page that has answers deleted by the code their respondent kept. `?study=` names a study whose language it speaks.
//
// The endpoint tells nobody whether a code was right: neither does this page.

import { directionOf, wordsOf } from './element/words.js';

/** @import { Words } from './element/words.js' */

/** What a code looks like; the endpoint forgives small letters, blanks and an O for a 0, and so does this. */
const CODE = /^[0-9A-Z]{12}$/;

const form = /** @type {HTMLFormElement} */ (document.querySelector('form'));
const box = /** @type {HTMLInputElement} */ (document.querySelector('#code'));
const button = /** @type {HTMLButtonElement} */ (document.querySelector('button'));
const said = /** @type {HTMLElement} */ (document.querySelector('#said'));

/** @type {Record<string, string>} */
const IN_ENGLISH = {
  forget_done: 'Done. If there were answers under this code, they are deleted now.',
  forget_form: 'This is not a deletion code. It has twelve letters and digits, like 7KQ2-M4XD-9T3H.',
  forget_busy: 'Too many tries from here. Please wait an hour and try again.',
  forget_failed: 'The answers could not be reached. Please check your connection and try again.',
};
/** @type {Words} */
let words = wordsOf(undefined);

/** Puts the page into the language of the study beside it. */
async function speak() {
  const wanted = new URL(new URLSearchParams(location.search).get('study') ?? 'study.json', document.baseURI);
  if (wanted.origin !== location.origin) return;
  const response = await fetch(wanted);
  const study = response.ok ? await response.json() : undefined;
  if (!study?.interface?.forget_title) return;
  words = wordsOf(study);
  Object.assign(document.documentElement, { lang: study.language, dir: directionOf(study.language) });
  document.title = words('forget_title');
  for (const element of document.querySelectorAll('[data-words]')) {
    element.textContent = words(element.getAttribute('data-words') ?? '') || element.textContent;
  }
}

/** @param {string} key @param {'right' | 'wrong'} kind */
function say(key, kind) {
  said.className = kind;
  said.textContent = words(key) || (IN_ENGLISH[key] ?? '');
  box.toggleAttribute('aria-invalid', key === 'forget_form');
}

/** What the endpoint makes of a code, as a key of the words. @param {string} code */
async function forget(code) {
  try {
    const response = await fetch('api/v1/deletions', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ code }), credentials: 'omit', cache: 'no-store',
    });
    if (response.ok) return 'forget_done';
    if (response.status === 429) return 'forget_busy';
    return response.status === 400 || response.status === 422 ? 'forget_form' : 'forget_failed';
  } catch {
    return 'forget_failed';
  }
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (button.hasAttribute('aria-disabled')) return;
  const letters = box.value.toUpperCase().replace(/[\s-]/g, '');
  if (!CODE.test(letters)) {
    say('forget_form', 'wrong');
    return box.focus();
  }
  button.setAttribute('aria-disabled', 'true');
  const key = await forget((letters.match(/.{4}/g) ?? []).join('-'));
  button.removeAttribute('aria-disabled');
  say(key, key === 'forget_done' ? 'right' : 'wrong');
  if (key === 'forget_done') box.value = '';
});

speak().catch(() => {});
