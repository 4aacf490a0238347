// Progress: the covered parts with their depth, the depth and momentum of the answers, and the phase.

import { h, svg } from '../dom.js';
import { capitalize, count } from './panel.js';

/** @import { InterviewView } from '../../engine/types.d.ts' */

export const DEPTHS = ['surface', 'shallow', 'moderate', 'deep'];
export const MOMENTA = ['low', 'neutral', 'high'];
const RUNGS = 5;
const PHASES = /** @type {Record<string, string>} */ ({ early: 'Early', mid: 'Middle', late: 'Late' });

/** Height of a step of a chart, in pixels. */
const STEP = 28;

/** @param {InterviewView} view */
export function progress(view) {
  const { elements, course, max_turns } = view;
  const covered = elements.filter((element) => element.covered).length;
  return [
    h('p.because', {},
      elements.length > 0 && `${capitalize(count(covered, 'of', 'of'))} ${count(elements.length, 'part')} ${covered === 1 ? 'has' : 'have'} come up. `,
      `${capitalize(count(view.turn, 'turn'))} of at most ${max_turns}.`),
    elements.length > 0 && h('section', {}, h('h2', {}, 'What has been covered'), coverage(view)),
    course.length > 0 && h('section', {}, h('h2', {}, 'Depth of each answer'),
      chart('Depth', DEPTHS, course.map((turn) => turn.response_depth), view)),
    course.length > 0 && h('section', {}, h('h2', {}, 'Momentum'),
      chart('Momentum', MOMENTA, course.map((turn) => turn.momentum), view)),
    h('section', {}, h('h2', {}, 'Phase'), phases(view)),
    course.length > 0 && courseTable(view),
  ].filter((part) => part instanceof Node);
}

/** @param {InterviewView} view */
function coverage({ elements }) {
  return h('table.cover', {},
    h('thead.sr', {}, h('tr', {}, ['Part', 'Depth', 'Depth, 0 to 1, and ideas'].map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, elements.map(({ label, covered, depth, node_count, is_focus }) => h('tr', {},
      h('th', { scope: 'row', dir: 'auto' }, is_focus ? h('mark', {}, label) : label),
      h('td', {}, rungs(depth)),
      h('td.num', {}, covered ? `${depth.toFixed(2)} · ${node_count} ${node_count === 1 ? 'idea' : 'ideas'}` : 'not raised yet')))));
}

/** Draws a depth as rungs of a ladder. @param {number} depth 0–1 */
export function rungs(depth) {
  return h('span.rungs', { 'aria-hidden': 'true' }, Array.from({ length: RUNGS }, (_, rung) =>
    h('i', { '--full': `${(Math.min(1, Math.max(0, depth * RUNGS - rung)) * 100).toFixed(0)}%` })));
}

/**
 * Draws values over the turns as a line. A turn without a value leaves a gap.
 * @param {string} name
 * @param {string[]} steps lowest first
 * @param {Array<string | null>} values
 * @param {InterviewView} view
 * @param {number} [here] the turn marked on the axis, by default the next one
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
  const label = `${name} of ${count(course.length, 'turn')}: ${values.map((value) => value ?? 'skipped').join(', ')}`;
  // The drawing fills the width. Lines and dots keep their size.
  return h('div.chart', { role: 'img', 'aria-label': label },
    h('ol.steps', {}, steps.toReversed().map((step) => h('li', {}, step))),
    svg('svg.line', { viewBox: `0 0 100 ${height}`, preserveAspectRatio: 'none', '--tall': `${height}px` },
      svg('path.rung', { d: steps.map((value) => `M0 ${y(value)}H100`).join('') }),
      svg('path.trace', { d: path }),
      svg('path.dots', { d: points.map((point) => point && `M${point}h0`).filter(Boolean).join('') })),
    h('ol.axis', {}, Array.from({ length: turns }, (_, at) =>
      at % every === 0 && h(at + 1 === here ? 'li.next' : 'li', { '--at': `${x(at)}%` }, at + 1))));
}

/** @param {string} phase */
function phaseName(phase) {
  return PHASES[phase] ?? capitalize(phase.replace(/[._]/g, ' ').trim());
}

/** @param {InterviewView} view */
export function phases({ phases: named, course }) {
  // A policy may have its own phases. A clarification is in none.
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

/** @param {InterviewView} view */
export function courseTable({ course }) {
  return h('details.foot', {}, h('summary', {}, `${course.length} ${course.length === 1 ? 'turn' : 'turns'}, as a table`),
    h('table.twin', {},
      h('thead', {}, h('tr', {}, ['Turn', 'Depth', 'Momentum', 'New ideas', 'Phase', 'Then'].map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody.num', {}, course.map(({ turn, response_depth, momentum, new_nodes, phase, strategy }) => h('tr', {},
        h('th', { scope: 'row' }, turn), h('td', {}, response_depth ?? 'skipped'), h('td', {}, momentum ?? 'skipped'),
        h('td', {}, new_nodes), h('td', {}, phaseName(phase)), h('td', {}, strategy ?? ''))))));
}
