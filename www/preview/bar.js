// The bar of the preview: draws the choices, and reports changes.

import { h, morph } from '../element/dom.js';

/** @import { Child } from '../element/dom.js' */
/** @import { PersonaSummary } from '../engine/studio.js' */

/**
 * @typedef {object} Choice
 * @property {string} study id
 * @property {string} policy id; empty: the study's own
 * @property {string} persona id of the persona that answers
 * @property {number} seed of the persona's random choices
 * @property {number} turn of the question on the page; 0: the first screen
 */

/** Names of languages. */
const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

/** @type {WeakMap<HTMLElement, (change: Partial<Choice>) => void>} */
const listeners = new WeakMap();

/**
 * @param {HTMLElement} place
 * @param {object} props
 * @param {Choice} props.choice
 * @param {Array<{ id: string, title: string, language: string }>} props.studies
 * @param {string[]} props.policies
 * @param {string} props.own the study's own policy, if it is in use
 * @param {PersonaSummary[]} props.personas that speak the study's language
 * @param {number} props.last largest number of turns of the study
 * @param {string} props.findings errors of the study
 * @param {(change: Partial<Choice>) => void} props.change
 */
export function bar(place, { choice, studies, policies, own, personas, last, findings, change }) {
  const languages = [...new Set(studies.map(({ language }) => language))];
  const persona = personas.find(({ id }) => id === choice.persona);
  const end = last + 1;
  const next = h('header', { id: 'bar' },
    h('form', {},
      field('Study', h('select', { name: 'study' }, languages.map((language) =>
        h('optgroup', { label: language ? NAMES.of(language) ?? language : 'Others' },
          studies.filter((study) => study.language === language).map(({ id, title }) => option(id, title === id ? id : `${title} (${id})`)))))),
      field('Policy', h('select', { name: 'policy' }, option('', own ? `as written: ${own}` : 'as written'), policies.map((id) => option(id, id)))),
      field('Who answers', h('select', { name: 'persona', title: persona?.description }, personas.map(({ id, name }) => option(id, name)))),
      h('div.turns', { role: 'group', 'aria-label': 'Turn' }, h('span', { 'aria-hidden': 'true' }, 'Turn'), h('div.turn', {},
        h('button', { type: 'button', 'data-step': -1, 'aria-label': 'One turn back' }, '−'),
        h('input', { type: 'number', name: 'turn', min: 0, max: end, 'aria-label': `Turn: 0 is the first screen, ${end} the last one` }),
        h('button', { type: 'button', 'data-step': 1, 'aria-label': 'One turn on' }, '+'),
        h('button', { type: 'button', 'data-to': end }, 'End'))),
      h('button', { type: 'button', 'data-to': 0 }, 'Reset'),
      h('label.tick', {}, h('input', { type: 'checkbox', name: 'phone' }), 'Phone'),
      h('p.note', { role: 'status' }, 'Preview. Nothing is kept and nothing is sent.')),
    findings && h('p.found', { role: 'alert' }, findings));
  morph(place, next);
  // A control ignores its markup once the author has used it.
  for (const control of /** @type {NodeListOf<HTMLSelectElement | HTMLInputElement>} */ (place.querySelectorAll('select, [name=turn]'))) {
    control.value = String(choice[/** @type {keyof Choice} */ (control.name)]);
  }
  if (!listeners.has(place)) listen(place);
  listeners.set(place, change);
}

/** @param {HTMLElement} place */
function listen(place) {
  /** @param {Partial<Choice>} changed */
  const change = (changed) => listeners.get(place)?.(changed);
  const turn = () => /** @type {HTMLInputElement} */ (place.querySelector('[name=turn]'));
  /** @param {number} to */
  const go = (to) => change({ turn: Math.min(Math.max(0, Math.trunc(to) || 0), Number(turn().max)) });
  place.addEventListener('change', ({ target }) => {
    const { name, value, checked } = /** @type {HTMLInputElement} */ (target);
    if (name === 'phone') document.body.classList.toggle('phone', checked);
    else if (name === 'turn') go(Number(value));
    else if (name) change({ [name]: value });
  });
  place.addEventListener('click', ({ target }) => {
    const { step, to } = /** @type {HTMLElement} */ (target).dataset;
    if (step) go(Number(turn().value) + Number(step));
    else if (to) go(Number(to));
  });
  place.addEventListener('submit', (event) => event.preventDefault());
}

/** @param {string} label @param {Child} control */
function field(label, control) {
  return h('label', {}, label, control);
}

/** @param {string} value @param {string} label */
function option(value, label) {
  return h('option', { value }, label);
}
