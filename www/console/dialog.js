// Questions before something that cannot be taken back, and forms that are not always there.

import { h } from '../element/dom.js';

/**
 * Shows a dialog. Resolves to what was chosen; undefined if it was closed.
 * @param {string} title
 * @param {Array<Node | string>} content
 * @param {Array<{ value: string, label: string, tone?: 'main' | 'danger' }>} choices
 * @returns {Promise<string | undefined>}
 */
export function askIn(title, content, choices) {
  const buttons = choices.map(({ value, label, tone }) =>
    h(tone === 'main' ? 'button.button' : tone === 'danger' ? 'button.button.danger' : 'button.button.plain', { type: 'submit', value, formnovalidate: tone === undefined }, label));
  const dialog = /** @type {HTMLDialogElement} */ (h('dialog', { 'aria-labelledby': 'dialog-title' },
    h('form', { method: 'dialog' }, h('h2', { id: 'dialog-title' }, title), content, h('div.choices', {}, buttons))));
  document.body.append(dialog);
  return new Promise((resolve) => {
    // `form-action 'none'` forbids even a form that only closes its dialog.
    dialog.querySelector('form')?.addEventListener('submit', (event) => {
      event.preventDefault();
      dialog.close(/** @type {HTMLButtonElement | null} */ (/** @type {SubmitEvent} */ (event).submitter)?.value ?? '');
    });
    dialog.addEventListener('cancel', () => (dialog.returnValue = ''));
    dialog.addEventListener('close', () => {
      resolve(dialog.returnValue || undefined);
      dialog.remove();
    });
    dialog.showModal();
  });
}
