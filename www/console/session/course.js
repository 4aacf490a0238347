// The tab `Course`: coverage, momentum, depth and new ideas up to the selected turn.

import { h, svg } from '../../element/dom.js';
import { chart, courseTable, DEPTHS, MOMENTA, phases, rungs } from '../../element/how/progress.js';
import { plural } from '../format.js';

/** @import { ElementReview, InterviewView } from '../../engine/types.d.ts' */
/** @import { State } from './session_view.js' */

/** @typedef {ElementReview['standing']} Standing */

/** Mark and label of an element's final coverage. The marks differ without colour. @type {Record<Standing, [string, string]>} */
export const STANDINGS = {
  covered: ['●', 'covered'],
  touched: ['◐', 'touched'],
  not_reached: ['○', 'not reached'],
  declined: ['⊘', 'declined'],
  left_out: ['–', 'left out by design'],
};

/** @param {State} state @param {InterviewView} view */
export function course(state, view) {
  const finalView = state.record.view_at(state.turns.length);
  const { turn } = state;
  return [
    h('p.because', {}, turn === 0 ? 'There is no answer yet.' : summary(view, state)),
    view.elements.length > 0 && h('section', {}, h('h2', {}, turn < state.turns.length ? `Coverage after answer ${turn}, and at the end` : 'Coverage'), coverage(state, view)),
    ...(state.turns.length ? charts(state, finalView) : []),
    turn > 0 && h('section', {}, h('h2', {}, 'Phase'), phases(view)),
    state.turns.length > 0 && courseTable(finalView),
  ].filter((part) => part instanceof Node);
}

/** @param {State} state @param {InterviewView} finalView the view after the last turn */
function charts(state, finalView) {
  const { turn } = state;
  return [
    h('section', {}, h('h2', {}, 'Momentum'), chart('Momentum', MOMENTA, finalView.course.map((one) => one.momentum), finalView, turn)),
    h('section', {}, h('h2', {}, 'Depth of each answer'), chart('Depth', DEPTHS, finalView.course.map((one) => one.response_depth), finalView, turn)),
    h('section', {}, h('h2', {}, 'New ideas per turn'), newIdeasChart(state)),
  ];
}

/** @param {InterviewView} view @param {State} state */
function summary({ nodes, elements }, { turn, turns }) {
  const covered = elements.filter((element) => element.covered).length;
  const dry = turns.slice(0, turn).filter(({ ideas }) => !ideas.some(({ is_new }) => is_new)).length;
  return [
    `${plural(nodes.length, 'idea')} after ${plural(turn, 'turn')}`,
    elements.length > 0 && `${covered} of ${plural(elements.length, 'element')} covered`,
    dry > 0 && `${plural(dry, 'turn')} without a new idea`,
  ].filter(Boolean).join(', ') + '.';
}

/** @param {State} state @param {InterviewView} view */
function coverage({ elements: standings, turn: here, turns }, { elements }) {
  const shown = new Map(elements.map((element) => [element.id, element]));
  const isEnd = here === turns.length;
  return h('table.cover', {},
    h('thead', {}, h('tr', {}, ['Element', 'Depth', isEnd ? 'Ideas' : 'So far', 'At the end'].map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, standings.map(({ element, label, standing, spoken, asked }) => {
      const { covered = false, depth = 0, node_count = 0, is_focus = false } = shown.get(element) ?? {};
      const turnsNote = [asked.length && `asked in turn ${asked.join(', ')}`, spoken.length && `discussed in turn ${spoken.join(', ')}`].filter(Boolean).join('; ');
      return h('tr', {},
        h('th', { scope: 'row', dir: 'auto' }, is_focus ? h('mark', {}, label) : label),
        h('td', {}, rungs(depth)),
        h('td.num', {}, covered ? `${depth.toFixed(2)}, ${plural(node_count, 'idea')}` : isEnd ? 'none' : 'not yet'),
        h('td', {}, h(`span.standing.${standing}`, { title: turnsNote }, h('i', { 'aria-hidden': 'true' }, STANDINGS[standing][0]), STANDINGS[standing][1])));
    })));
}

/** One bar for each turn; the label lists the numbers. @param {State} state */
function newIdeasChart({ turns, turn: here }) {
  const counts = turns.map(({ ideas }) => ideas.filter(({ is_new }) => is_new).length);
  const most = Math.max(1, ...counts);
  const [width, height, room] = [100 / Math.max(1, turns.length), 64, 14];
  const every = Math.ceil(turns.length / 12);
  return h('div.bars', { role: 'img', 'aria-label': `New ideas per turn: ${counts.join(', ')}` },
    svg('svg.line', { viewBox: `0 0 100 ${height + room}`, preserveAspectRatio: 'none', '--tall': `${height + room}px` },
      counts.map((n, at) => svg('rect', {
        class: at + 1 === here ? 'one here' : 'one', x: at * width + width * 0.15, width: width * 0.7,
        y: room + height - (n / most) * height, height: (n / most) * height,
      })),
      svg('path.rung', { d: `M0 ${height + room - 0.5}H100` })),
    h('ol.counts', {}, counts.map((n, at) => h('li.num', { '--at': `${(at + 0.5) * width}%`, '--up': `${(n / most) * height}px` }, n || ''))),
    h('ol.axis', {}, turns.map(({ turn }, at) => at % every === 0 && h(turn === here ? 'li.next' : 'li', { '--at': `${(at + 0.5) * width}%` }, turn))));
}
