// The map: ideas in rows by level, the links between them, and the quotes behind each.

import { h, svg } from '../dom.js';
import { button } from '../views/frame.js';
import { fit, layOutLadder, widthOf } from './ladder.js';
import { capitalize, count } from './panel.js';

/** Width of a phone, as in the style sheets, in pixels. */
const NARROW = 640;

/** @import { InterviewView, QuoteView } from '../../engine/types.d.ts' */
/** @import { Place } from './ladder.js' */
/** @import { PanelState } from './panel.js' */

/** Sizes in pixels: the height of an idea, the space between columns, a row, and the space around the drawing. */
const HEIGHT = 48;
const GAP = 18;
const ROW = 96;
const EDGE = 4;

/** Widest panel, and the space beside the drawing, wide and narrow, in pixels. */
const PANEL = 704;
const [BESIDE, BESIDE_NARROW] = [148, 74];

/** A layout with the width of its ideas. @typedef {ReturnType<typeof layOutLadder> & { idea: number }} Drawing */

/** @type {WeakMap<InterviewView, Drawing>} */
const layouts = new WeakMap();

/**
 * @param {InterviewView} view
 * @param {PanelState} state
 */
export function map(view, { picked, room, isMapLarge }) {
  if (!view.nodes.length) return [h('p.because', {}, 'The map is empty. The first answer puts the first ideas on it.')];
  const drawn = layouts.get(view) ?? drawingOf(view);
  layouts.set(view, drawn);
  const { rows, places, idea: wide } = drawn;
  const width = Math.max(...places.map((place) => left(place, wide))) + wide + EDGE;
  const height = rows.length * ROW;
  const fitted = room === undefined ? 1 : fit(width, Math.min(room, PANEL) - (room <= NARROW ? BESIDE_NARROW : BESIDE));
  const zoom = isMapLarge ? 1 : fitted;
  return [
    summary(view),
    h('figure.mapbox', { 'aria-label': `Map of ${count(view.nodes.length, 'idea')} on ${count(rows.length, 'row')}, values at the top` },
      h('div.ladder', { '--height': `${height * zoom}px`, '--row': `${ROW * zoom}px` },
        h('ol.names', {}, rows.map((row, at) => h('li', { '--top': `${at * ROW * zoom}px` }, h('span', {}, row.name)))),
        h('div.scroll', { tabindex: 0, role: 'group', 'aria-label': 'The map' },
          h('div.canvas', { '--width': `${width}px`, '--tall': `${height}px`, '--zoom': zoom, '--idea': `${wide}px` },
            lines(view, drawn, width, height, picked),
            places.map((place) => idea(place, wide, view, picked))))),
      h('div.legend', {},
        h('p', {}, h('i.from', {}), 'leads to'), drawn.links.some(({ permitted }) => !permitted) && h('p', {}, h('i.from.odd', {}), 'as said, not part of the method'),
        view.nodes.some(({ is_focus }) => is_focus) && h('p', {}, h('i.box.here', {}), 'asked about now'),
        view.nodes.some(({ stance }) => stance < 0) && h('p', {}, h('i.box.against', {}), 'spoken against'),
        fitted < 1 && button('quiet', 'enlarge', isMapLarge ? 'Fit to width' : 'Enlarge', { 'data-key': 'enlarge' })),
      caption(view, picked)),
    mapTable(view),
  ];
}

/** @param {InterviewView} view @returns {Drawing} */
function drawingOf(view) {
  const laidOut = layOutLadder(view);
  return { ...laidOut, idea: widthOf(laidOut.places) };
}

/** @param {Place} place @param {number} wide width of an idea */
function left({ x }, wide) {
  return EDGE + x * (wide + GAP);
}

/** @param {Place} place @param {number} wide @returns {[number, number]} centre */
function centre(place, wide) {
  return [left(place, wide) + wide / 2, place.row * ROW + ROW / 2];
}

/** @param {Place} place @param {number} wide width of an idea @param {InterviewView} view @param {string | undefined} picked */
function idea(place, wide, { node_types }, picked) {
  const at = { '--x': `${left(place, wide)}px`, '--y': `${place.row * ROW + (ROW - HEIGHT) / 2}px` };
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
 * @param {Drawing} drawn
 * @param {number} width
 * @param {number} height
 * @param {string | undefined} picked
 */
function lines({ nodes }, { rows, places, links, idea: wide }, width, height, picked) {
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
      const d = route(/** @type {Place} */ (at.get(source)), /** @type {Place} */ (at.get(target)), wide);
      const pick = `edge-${id}`;
      const near = [pick, `node-${source}`, `node-${target}`].includes(picked ?? '');
      return svg('g', { class: `link${near ? ' near' : ''}${permitted ? '' : ' odd'}`, 'data-pick': pick },
        svg('title', {}, `${label(source)} ${name} ${label(target)}`),
        svg('path.reach', { d }), svg('path', { d, 'marker-end': 'url(#tip)' }));
    }),
    ask && focus && svg('path.open', { d: `M${centre(focus, wide)[0]} ${centre(focus, wide)[1] - HEIGHT / 2}L${centre(ask, wide)[0]} ${centre(ask, wide)[1] + 15}` }));
}

/**
 * The path of a link: straight between neighbours, otherwise a curve around the ideas between them.
 * @param {Place} from
 * @param {Place} to
 * @param {number} wide width of an idea
 */
function route(from, to, wide) {
  const [[x1, y1], [x2, y2]] = [centre(from, wide), centre(to, wide)];
  const [w, half] = [wide / 2, HEIGHT / 2];
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
    : h('span.by', {}, chosen ? 'No quote belongs to it.' : 'Point at an idea or a link to read the words behind it.'));
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
