// The dialog that asks for a server and a key.

import { h } from '../element/dom.js';
import { openDialog } from './dialog.js';
import { ownAddress } from './server.js';

/** @import { ServerAccess } from './server.js' */

/**
 * Asks for a server. Resolves to its address and key, to `leave`, or to undefined if cancelled.
 * @param {ServerAccess | undefined} known fills the form
 * @param {string | undefined} current address of the connected server
 * @param {string} [problem] why the last attempt failed
 * @returns {Promise<ServerAccess | 'leave' | undefined>}
 */
export async function askForServer(known, current, problem) {
  const address = /** @type {HTMLInputElement} */ (h('input', { type: 'text', inputmode: 'url', name: 'address', autocomplete: 'off', spellcheck: 'false', required: true, value: known?.address ?? ownAddress() }));
  const key = /** @type {HTMLInputElement} */ (h('input', { type: 'password', name: 'key', autocomplete: 'off', required: true, value: known?.key ?? '' }));
  const choice = await openDialog('Sessions on a server', [
    problem ? h('div.notice.error', { role: 'alert' }, h('p', {}, problem)) : '',
    h('label.field', {}, h('span', {}, 'Address'), address, h('small', {}, 'The server prints it when it starts.')),
    h('label.field', {}, h('span', {}, 'Researcher key'), key, h('small', {}, 'The key stays in this tab and is sent only to this server.')),
  ], [
    ...(current ? [/** @type {const} */ ({ value: 'leave', label: `Disconnect from ${current}` })] : []),
    { value: '', label: 'Cancel' },
    { value: 'connect', label: 'Connect', tone: 'main' },
  ]);
  if (choice === 'leave') return 'leave';
  if (choice !== 'connect' || !address.value.trim() || !key.value.trim()) return undefined;
  return { address: address.value.trim(), key: key.value.trim() };
}
