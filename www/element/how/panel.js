// The "How it works" panel: four views of one interview, in English.

import { h } from '../dom.js';
import { hiddenDetails } from './hidden.js';
import { map } from './map.js';
import { models } from './models.js';
import { policyChooser } from './policies.js';
import { progress } from './progress.js';
import { why } from './why.js';
import { directionOf } from '../words.js';

export { findPolicies } from './policies.js';

/** @import { InterviewView } from '../../engine/types.d.ts' */
/** @import { Policies } from './policies.js' */

/**
 * @typedef {object} PanelState
 * @property {'why' | 'map' | 'progress' | 'models'} tab
 * @property {boolean} raw whether signals have their technical names
 * @property {string | undefined} picked idea or link of the map that the pointer is on: `node-n1`, `edge-e1`
 * @property {{ text: string, language: string }} [note] says in the language of the study that the panel is in English
 * @property {number} [room] width of the page, in pixels; without it maps have their full size
 * @property {boolean} [isMapLarge] whether the map has its full size
 * @property {Policies | undefined} policies that the site offers; undefined if it offers none
 * @property {string | undefined} wanted id of a policy that is selected and not confirmed
 */

/** Address of the console. */
const CONSOLE = new URL('../../console.html', import.meta.url).href;

/** @type {Array<[PanelState['tab'], string, (view: InterviewView, state: PanelState, log: string[]) => Node[]]>} */
const TABS = [
  ['why', 'Why this question', why],
  ['map', 'Map', map],
  ['progress', 'Progress', progress],
  ['models', 'Models', (view, state, log) => [...models(log), ...hiddenDetails(view.hidden)]],
];

/**
 * @param {InterviewView | undefined} view
 * @param {string[]} log entries of the log, each a JSON text
 * @param {PanelState} state
 * @param {boolean} isStored whether this device has the interview
 */
export function panel(view, log, state, isStored) {
  const [, name = '', render = why] = TABS.find(([id]) => id === state.tab) ?? [];
  return h('section.panel', { 'aria-label': 'How it works', lang: 'en', dir: 'ltr' },
    h('div.tabs', { role: 'tablist', 'aria-label': 'How it works' }, TABS.map(([id, label]) =>
      h('button', {
        type: 'button', role: 'tab', id, 'data-act': 'tab', 'aria-controls': 'view',
        'aria-selected': String(id === state.tab), tabindex: id === state.tab ? 0 : -1,
      }, label))),
    state.note && h('p.note', { lang: state.note.language, dir: directionOf(state.note.language) }, state.note.text),
    state.policies && policyChooser(state.policies, state, isStored),
    h('div.view', { role: 'tabpanel', id: 'view', 'aria-label': name, tabindex: 0, 'data-key': state.tab },
      view ? render(view, state, log) : h('p.because', {}, 'Nothing to show yet.'),
      isStored && h('p.foot.onward', {}, h('a', { href: CONSOLE, target: '_blank', rel: 'noopener' }, 'This and other sessions, with scores, in the console'))));
}

/**
 * The tab that a key selects.
 * @param {PanelState['tab']} tab
 * @param {string} key
 * @returns {PanelState['tab'] | undefined}
 */
export function tabAfter(tab, key) {
  const here = TABS.findIndex(([id]) => id === tab);
  const places = /** @type {Record<string, number>} */ ({
    ArrowRight: here + 1, ArrowLeft: here - 1 + TABS.length, Home: 0, End: TABS.length - 1,
  });
  const place = places[key];
  return place === undefined ? undefined : TABS[place % TABS.length]?.[0];
}

/**
 * Scrolls the map to the idea of the question.
 * @param {HTMLElement} shell
 */
export function reveal(shell) {
  const [scroll, here] = ['.scroll', '.idea.here'].map((part) => /** @type {HTMLElement | null} */ (shell.querySelector(part)));
  if (scroll && here) scroll.scrollLeft = here.offsetLeft + (here.offsetWidth - scroll.clientWidth) / 2;
}

/**
 * A count with its noun; numbers up to twelve as words.
 * @param {number} n
 * @param {string} one
 * @param {string} [many]
 */
export function count(n, one, many = `${one}s`) {
  const words = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');
  return `${words[n] ?? n} ${n === 1 ? one : many}`;
}

/** A text with a capital letter. @param {string} text */
export function capitalize(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
