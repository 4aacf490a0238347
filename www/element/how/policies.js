// Which policy chooses the questions, and the way to another. A site keeps the page's study once more for each policy:
// `policies/index.json` beside the study names them, `policies/ID/study.json` is the study resolved with one.

import { h } from '../dom.js';
import { button } from '../views/frame.js';

/** @import { Study } from '../../engine/types.d.ts' */
/** @import { PanelState, Policies } from '../types.d.ts' */

/** By policy: its plain name. @type {Record<string, string>} */
const NAMES = {
  signal_pools: 'Signal pools',
  two_tier: 'Two tier',
  two_tier_uniform: 'Two tier (uniform weights)',
  arbitration: 'Arbitration',
};

const RESOLVED = /^(.*\/)policies\/([^/]+)\/study\.json$/;

/**
 * The policies this site offers for a study. The study's own is at its own address.
 * @param {string} address of the study on the page
 * @param {Study} study
 * @returns {Promise<Policies | undefined>} none where the site offers none
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
 * The choice of a policy, and below it what another would mean.
 * @param {Policies} policies
 * @param {PanelState} state
 * @param {boolean} isKept whether the interview is on this device
 */
export function chooser({ current, offers }, { wanted }, isKept) {
  const other = offers.find(({ id }) => id === wanted);
  return h('div.policy', {},
    h('label', {}, h('span', {}, 'Choose questions by:'),
      h('select', { name: 'policy', 'data-key': current }, offers.map(({ id, name }) =>
        h('option', { value: id, selected: id === current }, name)))),
    h('p', { role: 'status' }, other && (isKept
      ? `With ${other.name} the interview starts anew; this one stays on this device.`
      : `With ${other.name} the interview starts anew; this one is not kept on this device, so download it first if you want it.`)),
    other && h('div.acts', {},
      button('link', 'switch', 'Start anew'),
      button('quiet', 'download', 'Download this one'),
      button('quiet', 'stay', 'Stay')));
}

/** @param {string} id */
function nameOf(id) {
  return NAMES[id] ?? id.replace(/_/g, ' ').replace(/^./, (first) => first.toUpperCase());
}

/** An address as a page would write it. @param {string} url */
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
