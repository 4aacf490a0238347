// The map: ideas in rows by level, the links between them, and the quotes behind each.

import { h, svg } from '../dom.js';
import { layOutLadder } from './ladder.js';
import { capitalize, count } from './panel.js';

/** @import { InterviewView, QuoteView } from '../../engine/types.d.ts' */
/** @import { Place } from './ladder.js' */
/** @import { PanelState } from './panel.js' */

/** Sizes in pixels: an idea, a column, a row, and the space around the drawing. */
const NODE = { width: 116, height: 48 };
const COLUMN = 134;
const ROW = 96;
const EDGE = 4;

/** @type {WeakMap<InterviewView, ReturnType<typeof layOutLadder>>} */
const layouts = new WeakMap();

/**
 * @param {InterviewView} view
 * @param {PanelState} state
 */
export function map(view, { picked }) {
  if (!view.nodes.length) return [h('p.because', {}, 'The map is empty. The first answer puts the first ideas on it.')];
  const drawn = layouts.get(view) ?? layOutLadder(view);
  layouts.set(view, drawn);
  const { rows, places } = drawn;
  const width = Math.max(...places.map(left)) + NODE.width + EDGE;
  const height = rows.length * ROW;
  return [
    summary(view),
    h('figure.mapbox', { 'aria-label': `Map of ${count(view.nodes.length, 'idea')} on ${count(rows.length, 'row')}, values at the top` },
      h('div.ladder', { '--height': `${height}px` },
        h('ol.names', {}, rows.map((row, at) => h('li', { '--top': `${at * ROW}px` }, h('span', {}, row.name)))),
        h('div.scroll', { tabindex: 0, role: 'group', 'aria-label': 'The map' },
          h('div.canvas', { '--width': `${width}px` },
            lines(view, drawn, width, height, picked),
            places.map((place) => idea(place, view, picked))))),
      caption(view, picked)),
    mapTable(view),
  ];
}

/** @param {Place} place */
function left({ x }) {
  return EDGE + x * COLUMN;
}

/** @param {Place} place @returns {[number, number]} centre */
function centre(place) {
  return [left(place) + NODE.width / 2, place.row * ROW + ROW / 2];
}

/** @param {Place} place @param {InterviewView} view @param {string | undefined} picked */
function idea(place, { node_types }, picked) {
  const at = { '--x': `${left(place)}px`, '--y': `${place.row * ROW + (ROW - NODE.height) / 2}px` };
  const { node } = place;
  if (!node) return h('span.ask-for', { ...at, 'aria-hidden': 'true' }, '?');
  const type = node_types.find(({ id }) => id === node.node_type)?.name ?? node.node_type;
  const pick = `node-${node.id}`;
  return h(node.is_focus ? 'button.idea.here' : 'button.idea', {
    ...at, type: 'button', 'data-pick': pick, title: node.label, 'aria-current': node.is_focus && 'true',
    class: `idea${node.is_focus ? ' here' : ''}${picked === pick ? ' picked' : ''}${node.stance < 0 ? ' against' : ''}`,
  }, h('span', { dir: 'auto' }, node.label), h('span.sr', {}, `, ${type}`));
}

/**
 * @param {InterviewView} view
 * @param {ReturnType<typeof layOutLadder>} drawn
 * @param {number} width
 * @param {number} height
 * @param {string | undefined} picked
 */
function lines({ nodes }, { rows, places, links }, width, height, picked) {
  const at = new Map(places.map((place) => [place.node?.id, place]));
  const ask = places.find((place) => !place.node);
  const focus = places.find((place) => place.node?.is_focus);
  /** @param {string | number} id */
  const label = (id) => nodes.find((node) => node.id === id)?.label ?? '';
  return svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' },
    svg('defs', {}, svg('marker', { id: 'tip', viewBox: '0 0 6 6', refX: 5.2, refY: 3, markerWidth: 6, markerHeight: 6, markerUnits: 'userSpaceOnUse', orient: 'auto' },
      svg('path', { d: 'M0 .4 5.6 3 0 5.6z' }))),
    rows.slice(1).map((_, row) => svg('path.rung', { d: `M0 ${(row + 1) * ROW}H${width}` })),
    links.map(({ id, source, target, name, permitted }) => {
      const d = route(/** @type {Place} */ (at.get(source)), /** @type {Place} */ (at.get(target)));
      const pick = `edge-${id}`;
      const near = [pick, `node-${source}`, `node-${target}`].includes(picked ?? '');
      return svg('g', { class: `link${near ? ' near' : ''}${permitted ? '' : ' odd'}`, 'data-pick': pick },
        svg('title', {}, `${label(source)} ${name} ${label(target)}`),
        svg('path.reach', { d }), svg('path', { d, 'marker-end': 'url(#tip)' }));
    }),
    ask && focus && svg('path.open', { d: `M${centre(focus)[0]} ${centre(focus)[1] - NODE.height / 2}L${centre(ask)[0]} ${centre(ask)[1] + 15}` }));
}

/**
 * The path of a link: straight between neighbours, otherwise a curve around the ideas between them.
 * @param {Place} from
 * @param {Place} to
 */
function route(from, to) {
  const [[x1, y1], [x2, y2]] = [centre(from), centre(to)];
  const [w, half] = [NODE.width / 2, NODE.height / 2];
  if (from.row === to.row) {
    const side = Math.sign(x2 - x1);
    if (Math.abs(to.x - from.x) < 1.5) return `M${x1 + side * w} ${y1}H${x2 - side * (w + 2)}`;
    return `M${x1} ${y1 - half}C${x1} ${y1 - ROW * 0.55} ${x2} ${y2 - ROW * 0.55} ${x2} ${y2 - half - 2}`;
  }
  const up = Math.sign(y1 - y2);
  const [start, end] = [y1 - up * half, y2 + up * (half + 2)];
  if (Math.abs(from.row - to.row) === 1) return `M${x1} ${start}L${x2} ${end}`;
  const bow = Math.max(x1, x2) + w + 9;
  return `M${x1} ${start}C${bow} ${start - up * ROW * 0.6} ${bow} ${end + up * ROW * 0.6} ${x2} ${end}`;
}

/** The number of ideas and links, and the idea of the question. @param {InterviewView} view */
function summary({ nodes, edges, turn }) {
  const focus = nodes.find((node) => node.is_focus);
  const above = focus && edges.find(({ source }) => source === focus.id);
  return h('p.because', {},
    `${capitalize(count(turn, 'turn'))} have made ${count(nodes.length, 'idea')} with ${count(edges.length, 'link')}.`,
    focus && [above ? ' Now asked about: ' : ' Nothing is known above ', h('mark', { dir: 'auto' }, focus.label), above ? '.' : ' yet.']);
}

/** The quotes of the picked idea or link, by default of the idea of the question. @param {InterviewView} view @param {string | undefined} picked */
function caption({ nodes, edges }, picked) {
  const node = nodes.find(({ id }) => `node-${id}` === picked);
  const edge = edges.find(({ id }) => `edge-${id}` === picked);
  const chosen = node ?? edge ?? nodes.find((found) => found.is_focus);
  const quotes = chosen?.quotes ?? [];
  return h('figcaption', { 'aria-live': 'polite' }, quotes.length
    ? quotes.map(quoted)
    : h('span.by', {}, chosen ? 'No words of its own.' : 'Point at an idea or a link to read the words it stands on.'));
}

/** @param {QuoteView} quote */
function quoted({ text, turn }) {
  return h('p', {}, h('q', { dir: 'auto' }, text), ' ', h('span.by', {}, 'answer ', turn));
}

/** The map as a table. @param {InterviewView} view */
function mapTable({ nodes, edges }) {
  /** @param {string | number} id */
  const label = (id) => nodes.find((node) => node.id === id)?.label ?? '';
  const linked = new Set(edges.flatMap(({ source, target }) => [source, target]));
  const rows = [
    ...edges.map(({ source, target, name, quotes }) => [label(source), name, label(target), quotes]),
    ...nodes.filter(({ id }) => !linked.has(id)).map(({ label: alone, quotes }) => [alone, '', '', quotes]),
  ];
  return h('details.foot', {}, h('summary', {}, `${nodes.length} ideas, ${edges.length} links, as a table`),
    h('table.twin', {},
      h('thead', {}, h('tr', {}, ['From', 'Link', 'To', 'In their words'].map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, rows.map(([from, name, to, quotes]) => h('tr', {},
        h('th', { scope: 'row', dir: 'auto' }, /** @type {string} */ (from)), h('td', {}, /** @type {string} */ (name)),
        h('td', { dir: 'auto' }, /** @type {string} */ (to)),
        h('td', { dir: 'auto' }, /** @type {QuoteView[]} */ (quotes).map(({ text }) => `“${text}”`).join(' ')))))));
}
