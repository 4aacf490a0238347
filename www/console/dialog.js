// Modal dialogs: confirmations and short forms.

import { h } from '../element/dom.js';

/**
 * Shows a dialog. Resolves to the value of the chosen button, or to undefined if it was closed.
 * @param {string} title
 * @param {Array<Node | string>} content
 * @param {Array<{ value: string, label: string, tone?: 'main' | 'danger' }>} choices
 * @returns {Promise<string | undefined>}
 */
export function openDialog(title, content, choices) {
  const buttons = choices.map(({ value, label, tone }) =>
    h(tone === 'main' ? 'button.button' : tone === 'danger' ? 'button.button.danger' : 'button.button.plain', { type: 'submit', value, formnovalidate: tone === undefined }, label));
  const dialog = /** @type {HTMLDialogElement} */ (h('dialog', { 'aria-labelledby': 'dialog-title' },
    h('form', { method: 'dialog' }, h('h2', { id: 'dialog-title' }, title), content, h('div.choices', {}, buttons))));
  document.body.append(dialog);
  return new Promise((resolve) => {
    // The policy `form-action 'none'` forbids `method=dialog`, so the script closes the dialog.
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
