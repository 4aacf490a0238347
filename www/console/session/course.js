// The course: what has been covered up to the turn and how it stands in the end, momentum and depth, new ideas per turn.

import { h, svg } from '../../element/dom.js';
import { chart, DEPTHS, MOMENTA, phases, rungs, twin } from '../../element/how/progress.js';
import { some } from './words.js';

/** @import { Standing, State, View } from './types.d.ts' */

/** How an element stands at the end: a mark that needs no colour, and the words. @type {Record<Standing, [string, string]>} */
export const STANDINGS = {
  covered: ['●', 'covered'],
  touched: ['◐', 'touched'],
  not_reached: ['○', 'not reached'],
  declined: ['⊘', 'declined'],
  left_out: ['–', 'left out by design'],
};

/** @param {State} state @param {View} view */
export function course(state, view) {
  const whole = state.record.view_at(state.turns.length);
  const { turn } = state;
  return [
    h('p.because', {}, turn === 0 ? 'Nothing has been said yet.' : lead(view, state)),
    view.elements.length > 0 && h('section', {}, h('h2', {}, turn < state.turns.length ? `Coverage after answer ${turn}, and how it ended` : 'Coverage'), coverage(state, view)),
    ...(state.turns.length ? charts(state, whole) : []),
    turn > 0 && h('section', {}, h('h2', {}, 'Phase'), phases(view)),
    state.turns.length > 0 && twin(whole),
  ].filter((part) => part instanceof Node);
}

/** @param {State} state @param {View} whole the view after the last turn */
function charts(state, whole) {
  const { turn } = state;
  return [
    h('section', {}, h('h2', {}, 'Momentum'), chart('Momentum', MOMENTA, whole.course.map((one) => one.momentum), whole, turn)),
    h('section', {}, h('h2', {}, 'Depth of each answer'), chart('Depth', DEPTHS, whole.course.map((one) => one.response_depth), whole, turn)),
    h('section', {}, h('h2', {}, 'New ideas per turn'), newIdeas(state)),
  ];
}

/** @param {View} view @param {State} state */
function lead({ nodes, elements }, { turn, turns }) {
  const covered = elements.filter((element) => element.covered).length;
  const dry = turns.slice(0, turn).filter(({ ideas }) => !ideas.some(({ is_new }) => is_new)).length;
  return [
    `${some(nodes.length, 'idea')} after ${some(turn, 'turn')}`,
    elements.length > 0 && `${covered} of ${some(elements.length, 'part')} raised`,
    dry > 0 && `${some(dry, 'turn')} brought nothing new`,
  ].filter(Boolean).join(', ') + '.';
}

/** @param {State} state @param {View} view */
function coverage({ elements: standings, turn: here, turns }, { elements }) {
  const shown = new Map(elements.map((element) => [element.id, element]));
  const isEnd = here === turns.length;
  return h('table.cover', {},
    h('thead', {}, h('tr', {}, ['Part', 'Depth', isEnd ? 'Ideas' : 'So far', 'In the end'].map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, standings.map(({ element, label, standing, spoken, asked }) => {
      const { covered = false, depth = 0, node_count = 0, is_focus = false } = shown.get(element) ?? {};
      const said = [asked.length && `asked in turn ${asked.join(', ')}`, spoken.length && `spoken of in turn ${spoken.join(', ')}`].filter(Boolean).join('; ');
      return h('tr', {},
        h('th', { scope: 'row', dir: 'auto' }, is_focus ? h('mark', {}, label) : label),
        h('td', {}, rungs(depth)),
        h('td.num', {}, covered ? `${depth.toFixed(2)}, ${some(node_count, 'idea')}` : isEnd ? 'none' : 'not yet'),
        h('td', {}, h(`span.standing.${standing}`, { title: said }, h('i', { 'aria-hidden': 'true' }, STANDINGS[standing][0]), STANDINGS[standing][1])));
    })));
}

/** A bar a turn; its table is the one below. @param {State} state */
function newIdeas({ turns, turn: here }) {
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
