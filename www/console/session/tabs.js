// Tabs that follow the arrow keys.

import { h } from '../../element/dom.js';

/** @import { Tab } from './types.d.ts' */

/** @type {Array<[Tab, string]>} */
export const TABS = [
  ['transcript', 'Transcript'],
  ['map', 'Map'],
  ['why', 'Why'],
  ['course', 'Course'],
  ['whatif', 'What if'],
  ['quality', 'Quality'],
  ['cost', 'Cost'],
  ['cite', 'Cite'],
];

/** The tabs there are: the transcript stands on its own where there is room. @param {boolean} narrow */
export function tabsOf(narrow) {
  return narrow ? TABS : TABS.slice(1);
}

/** @param {Tab} current @param {boolean} narrow */
export function tabList(current, narrow) {
  return h('div.tabs', { role: 'tablist', 'aria-label': 'Parts of the session' }, tabsOf(narrow).map(([id, name]) =>
    h('button', {
      type: 'button', role: 'tab', id: `tab-${id}`, 'data-tab': id, 'data-key': id, 'aria-controls': id === 'transcript' ? 'transcript' : 'detail',
      'aria-selected': String(id === current), tabindex: id === current ? 0 : -1,
    }, name)));
}

/**
 * The tab a key leads to.
 * @param {Tab} current
 * @param {string} key
 * @param {boolean} narrow
 */
export function tabAfter(current, key, narrow) {
  const tabs = tabsOf(narrow);
  const here = tabs.findIndex(([id]) => id === current);
  const places = /** @type {Record<string, number>} */ ({
    ArrowRight: here + 1, ArrowLeft: here - 1 + tabs.length, Home: 0, End: tabs.length - 1,
  });
  const place = places[key];
  return place === undefined ? undefined : tabs[place % tabs.length]?.[0];
}
