// Which server, and with what key.

import { h } from '../element/dom.js';
import { askIn } from './dialog.js';
import { ownAddress } from './server.js';

/**
 * Asks for a server. Resolves to it, to `leave`, or to nothing.
 * @param {{ address: string, key: string } | undefined} known
 * @param {string | undefined} current the server in use
 * @param {string} [problem] what was wrong with the one before
 * @returns {Promise<{ address: string, key: string } | 'leave' | undefined>}
 */
export async function connect(known, current, problem) {
  const address = /** @type {HTMLInputElement} */ (h('input', { type: 'text', inputmode: 'url', name: 'address', autocomplete: 'off', spellcheck: 'false', required: true, value: known?.address ?? ownAddress() }));
  const key = /** @type {HTMLInputElement} */ (h('input', { type: 'password', name: 'key', autocomplete: 'off', required: true, value: known?.key ?? '' }));
  const choice = await askIn('Sessions at a server', [
    problem ? h('div.notice.error', { role: 'alert' }, h('p', {}, problem)) : '',
    h('label.field', {}, h('span', {}, 'Address'), address, h('small', {}, 'As the server printed it when it started.')),
    h('label.field', {}, h('span', {}, 'Researcher key'), key, h('small', {}, 'Stays in this tab, and is sent to this server alone.')),
  ], [
    ...(current ? [/** @type {const} */ ({ value: 'leave', label: `Leave ${current}` })] : []),
    { value: '', label: 'Cancel' },
    { value: 'connect', label: 'Connect', tone: 'main' },
  ]);
  if (choice === 'leave') return 'leave';
  if (choice !== 'connect' || !address.value.trim() || !key.value.trim()) return undefined;
  return { address: address.value.trim(), key: key.value.trim() };
}
