// Progress: which parts have come up and how deeply, how answers went, and the phase.

import { h, svg } from '../dom.js';
import { count, sentence } from './panel.js';
import { phaseName } from './signals.js';

/** @import { View } from '../../engine/types.d.ts' */

export const DEPTHS = ['surface', 'shallow', 'moderate', 'deep'];
export const MOMENTA = ['low', 'neutral', 'high'];
const RUNGS = 5;

/** Height of a step of a chart, in pixels. */
const STEP = 28;

/** @param {View} view */
export function progress(view) {
  const { elements, course, max_turns } = view;
  const covered = elements.filter((element) => element.covered).length;
  return [
    h('p.because', {},
      elements.length > 0 && `${sentence(count(covered, 'of', 'of'))} ${count(elements.length, 'part')} ${covered === 1 ? 'has' : 'have'} come up. `,
      `${sentence(count(view.turn, 'turn'))} of at most ${max_turns}.`),
    elements.length > 0 && h('section', {}, h('h2', {}, 'What has been covered'), coverage(view)),
    course.length > 0 && h('section', {}, h('h2', {}, 'Depth of each answer'),
      chart('Depth', DEPTHS, course.map((turn) => turn.response_depth), view)),
    course.length > 0 && h('section', {}, h('h2', {}, 'Momentum'),
      chart('Momentum', MOMENTA, course.map((turn) => turn.momentum), view)),
    h('section', {}, h('h2', {}, 'Phase'), phases(view)),
    course.length > 0 && twin(view),
  ].filter((part) => part instanceof Node);
}

/** @param {View} view */
function coverage({ elements }) {
  return h('table.cover', {},
    h('thead.sr', {}, h('tr', {}, ['Part', 'Depth', 'Depth, 0 to 1, and ideas'].map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, elements.map(({ label, covered, depth, node_count, is_focus }) => h('tr', {},
      h('th', { scope: 'row', dir: 'auto' }, is_focus ? h('mark', {}, label) : label),
      h('td', {}, rungs(depth)),
      h('td.num', {}, covered ? `${depth.toFixed(2)} · ${node_count} ${node_count === 1 ? 'idea' : 'ideas'}` : 'not raised yet')))));
}

/** A depth as rungs of a ladder. @param {number} depth 0–1 */
export function rungs(depth) {
  return h('span.rungs', { 'aria-hidden': 'true' }, Array.from({ length: RUNGS }, (_, rung) =>
    h('i', { '--full': `${(Math.min(1, Math.max(0, depth * RUNGS - rung)) * 100).toFixed(0)}%` })));
}

/**
 * A line over the turns; turns without a value leave a gap.
 * @param {string} name
 * @param {string[]} steps from the lowest
 * @param {Array<string | null>} values
 * @param {View} view
 * @param {number} [here] the turn marked on the axis; the one that comes next
 */
export function chart(name, steps, values, { course, max_turns }, here = course.length + 1) {
  const turns = Math.max(max_turns, course.length);
  const height = steps.length * STEP;
  /** @param {number} at */
  const x = (at) => 2 + (at * 96) / Math.max(1, turns - 1);
  /** @param {string} value */
  const y = (value) => height - STEP / 2 - steps.indexOf(value) * STEP;
  const points = values.map((value, at) => value !== null && `${x(at)} ${y(value)}`);
  const path = points.map((point, at) => point && `${points[at - 1] ? 'L' : 'M'}${point}`).filter(Boolean).join('');
  const every = Math.ceil(turns / 12);
  const told = `${name} of ${count(course.length, 'turn')}: ${values.map((value) => value ?? 'skipped').join(', ')}`;
  // The drawing is stretched to the width there is; lines and dots keep theirs.
  return h('div.chart', { role: 'img', 'aria-label': told },
    h('ol.steps', {}, steps.toReversed().map((step) => h('li', {}, step))),
    svg('svg.line', { viewBox: `0 0 100 ${height}`, preserveAspectRatio: 'none', '--tall': `${height}px` },
      svg('path.rung', { d: steps.map((value) => `M0 ${y(value)}H100`).join('') }),
      svg('path.trace', { d: path }),
      svg('path.dots', { d: points.map((point) => point && `M${point}h0`).filter(Boolean).join('') })),
    h('ol.axis', {}, Array.from({ length: turns }, (_, at) =>
      at % every === 0 && h(at + 1 === here ? 'li.next' : 'li', { '--at': `${x(at)}%` }, at + 1))));
}

/** @param {View} view */
export function phases({ phases: named, course }) {
  // A policy may have phases of its own, and asking again what was not understood is in none.
  const met = [...new Set(course.map((turn) => turn.phase))].filter((phase) => phase && phase !== 'clarification');
  const all = met.every((phase) => named.includes(phase)) ? named : met;
  const phase = course.findLast((turn) => met.includes(turn.phase))?.phase ?? '';
  const here = all.indexOf(phase);
  return h('ol.phase', {}, all.map((name, at) => {
    const turns = course.filter((turn) => turn.phase === name).map((turn) => turn.turn);
    const [first, last] = [turns[0], turns.at(-1)];
    const span = first === undefined ? 'not yet' : first === last ? `turn ${first}` : `turns ${first} to ${last}`;
    return h('li', { class: at < here ? 'done' : at === here ? 'on' : undefined, 'aria-current': at === here && 'step' },
      phaseName(name), h('small.num', {}, span));
  }));
}

/** @param {View} view */
export function twin({ course }) {
  return h('details.foot', {}, h('summary', {}, `${course.length} ${course.length === 1 ? 'turn' : 'turns'}, as a table`),
    h('table.twin', {},
      h('thead', {}, h('tr', {}, ['Turn', 'Depth', 'Momentum', 'New ideas', 'Phase', 'Then'].map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody.num', {}, course.map(({ turn, response_depth, momentum, new_nodes, phase, strategy }) => h('tr', {},
        h('th', { scope: 'row' }, turn), h('td', {}, response_depth ?? 'skipped'), h('td', {}, momentum ?? 'skipped'),
        h('td', {}, new_nodes), h('td', {}, phaseName(phase)), h('td', {}, strategy ?? ''))))));
}
