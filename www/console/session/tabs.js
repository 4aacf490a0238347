// The tabs of the session view, with arrow keys.

import { h } from '../../element/dom.js';


/** @typedef {'transcript' | 'map' | 'why' | 'course' | 'whatif' | 'quality' | 'cost' | 'cite'} Tab */

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

/** The tabs for a width. Where there is room, the transcript is beside them. @param {boolean} narrow */
export function tabsFor(narrow) {
  return narrow ? TABS : TABS.slice(1);
}

/** @param {Tab} current @param {boolean} narrow */
export function tabList(current, narrow) {
  return h('div.tabs', { role: 'tablist', 'aria-label': 'Parts of the session' }, tabsFor(narrow).map(([id, name]) =>
    h('button', {
      type: 'button', role: 'tab', id: `tab-${id}`, 'data-tab': id, 'data-key': id, 'aria-controls': id === 'transcript' ? 'transcript' : 'detail',
      'aria-selected': String(id === current), tabindex: id === current ? 0 : -1,
    }, name)));
}

/**
 * Returns the tab that a key selects.
 * @param {Tab} current
 * @param {string} key
 * @param {boolean} narrow
 */
export function tabAfter(current, key, narrow) {
  const tabs = tabsFor(narrow);
  const here = tabs.findIndex(([id]) => id === current);
  const places = /** @type {Record<string, number>} */ ({
    ArrowRight: here + 1, ArrowLeft: here - 1 + tabs.length, Home: 0, End: tabs.length - 1,
  });
  const place = places[key];
  return place === undefined ? undefined : tabs[place % tabs.length]?.[0];
}
