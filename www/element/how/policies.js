// The policies that a site offers for its study, and the control that switches between them. `policies/index.json` beside
// the study lists them, `policies/ID/study.json` is the study resolved with one.

import { h } from '../dom.js';
import { button } from '../views/frame.js';

/** @import { Study } from '../../engine/types.d.ts' */
/** @import { PanelState } from './panel.js' */

/** `current`: id of the policy in use. @typedef {{ current: string, offers: Array<{ id: string, name: string, address: string }> }} Policies */

/** Names of policies. @type {Record<string, string>} */
const NAMES = {
  signal_pools: 'Signal pools',
  two_tier: 'Two tier',
  two_tier_uniform: 'Two tier (uniform weights)',
  arbitration: 'Arbitration',
};

const RESOLVED = /^(.*\/)policies\/([^/]+)\/study\.json$/;

/**
 * Finds the policies that this site offers for a study.
 * @param {string} address of the study on the page
 * @param {Study} study
 * @returns {Promise<Policies | undefined>} undefined if the site offers none
 */
export async function findPolicies(address, study) {
  const { origin, pathname } = new URL(address, document.baseURI);
  const [, under, named] = RESOLVED.exec(origin + pathname) ?? [];
  const folder = under ?? new URL('.', origin + pathname).href;
  const root = under ? `${under}study.json` : origin + pathname;
  try {
    const [ids, own] = await Promise.all([
      /** @type {Promise<string[]>} */ (json(`${folder}policies/index.json`)),
      under ? /** @type {Promise<Study>} */ (json(root)) : study,
    ]);
    const kind = own.policy.policy;
    const offers = [...new Set([kind, ...ids])].map((id) => ({
      id, name: nameOf(id), address: short(id === kind ? root : `${folder}policies/${id}/study.json`),
    }));
    return { current: named ?? kind, offers };
  } catch {
    return undefined;
  }
}

/**
 * The select box, and a confirmation for another policy.
 * @param {Policies} policies
 * @param {PanelState} state
 * @param {boolean} isStored whether this device has the interview
 */
export function policyChooser({ current, offers }, { wanted }, isStored) {
  const other = offers.find(({ id }) => id === wanted);
  return h('div.policy', {},
    h('label', {}, h('span', {}, 'Choose questions by:'),
      h('select', { name: 'policy', 'data-key': current }, offers.map(({ id, name }) =>
        h('option', { value: id, selected: id === current }, name)))),
    h('p', { role: 'status' }, other && (isStored
      ? `With ${other.name} the interview starts over; this one stays on this device.`
      : `With ${other.name} the interview starts over; this one is not kept on this device, so download it first if you want it.`)),
    other && h('div.acts', {},
      button('link', 'switch', 'Start over'),
      button('quiet', 'download', 'Download this one'),
      button('quiet', 'stay', 'Stay')));
}

/** @param {string} id */
function nameOf(id) {
  return NAMES[id] ?? id.replace(/_/g, ' ').replace(/^./, (first) => first.toUpperCase());
}

/** An address relative to the page. @param {string} url */
function short(url) {
  const here = new URL('.', document.baseURI).href;
  return url.startsWith(here) ? url.slice(here.length) : url;
}

/** @param {string} url */
async function json(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.json();
}
