// The page that deletes answers by their deletion code. `?study=` names the study whose language it uses.
//
// Invariant: neither the endpoint nor this page tells whether a code exists.

import { directionOf, wordsOf } from './element/words.js';

/** @import { Words } from './element/words.js' */

/** The form of a code. Endpoint and page accept small letters, blanks, and an O for a 0. */
const CODE = /^[0-9A-Z]{12}$/;

const form = /** @type {HTMLFormElement} */ (document.querySelector('form'));
const box = /** @type {HTMLInputElement} */ (document.querySelector('#code'));
const button = /** @type {HTMLButtonElement} */ (document.querySelector('button'));
const message = /** @type {HTMLElement} */ (document.querySelector('#said'));

/** @type {Record<string, string>} */
const IN_ENGLISH = {
  forget_done: 'Done. If there were answers under this code, they are deleted now.',
  forget_form: 'This is not a deletion code. It has twelve letters and digits, like 7KQ2-M4XD-9T3H.',
  forget_busy: 'Too many attempts from this connection. Please wait an hour and try again.',
  forget_failed: 'The answers could not be reached. Please check your connection and try again.',
};
/** @type {Words} */
let words = wordsOf(undefined);

/** Translates the page into the language of the study. */
async function translate() {
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
function showMessage(key, kind) {
  message.className = kind;
  message.textContent = words(key) || (IN_ENGLISH[key] ?? '');
  box.toggleAttribute('aria-invalid', key === 'forget_form');
}

/** Deletes the answers. Returns the key of the message. @param {string} code */
async function deleteAnswers(code) {
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
    showMessage('forget_form', 'wrong');
    return box.focus();
  }
  button.setAttribute('aria-disabled', 'true');
  const key = await deleteAnswers((letters.match(/.{4}/g) ?? []).join('-'));
  button.removeAttribute('aria-disabled');
  showMessage(key, key === 'forget_done' ? 'right' : 'wrong');
  if (key === 'forget_done') box.value = '';
});

translate().catch(() => {});
