// What a respondent carries away: the session as a file, the code for a panel.

import { h } from './dom.js';

/** @param {string} [text] @param {string} [name] */
export function download(text = '', name = 'interview.session.json') {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * @param {string} code
 * @param {Element | null} words where it stands
 * @returns {Promise<boolean>} whether it is on the clipboard; where that is not allowed it is selected, ready for the keyboard
 */
export async function copy(code, words) {
  try {
    await navigator.clipboard.writeText(code);
    return true;
  } catch {
    if (words) getSelection()?.selectAllChildren(words);
    return false;
  }
}
