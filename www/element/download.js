// Saves the session as a file, and copies codes.

import { h } from './dom.js';

/** Saves a JSON text as a file. @param {string} [text] @param {string} [name] */
export function download(text = '', name = 'interview.session.json') {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * Copies a code. If the browser does not allow it, the code is selected instead.
 * @param {string} code
 * @param {Element | null} element that shows the code
 * @returns {Promise<boolean>} whether it is on the clipboard
 */
export async function copy(code, element) {
  try {
    await navigator.clipboard.writeText(code);
    return true;
  } catch {
    if (element) getSelection()?.selectAllChildren(element);
    return false;
  }
}
