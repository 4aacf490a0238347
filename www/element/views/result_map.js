// Draws the respondent's ideas as a map: one row for each level, values at the top, with a legend. The map has the width of
// its column; a map that is wider can be enlarged.

import { h, svg } from '../dom.js';
import { fit, layOutLadder, widthOf } from '../how/ladder.js';
import { button } from './frame.js';

/** @import { InterviewView } from '../../engine/types.d.ts' */
/** @import { Place } from '../how/ladder.js' */
/** @import { ScreenProps } from './screen.js' */

/** Sizes in pixels: the height of an idea, the space between columns, and a row. */
const HEIGHT = 52;
const GAP = 16;
const ROW = 84;
/** Largest width of the column of text, and the space beside it, in pixels. */
const COLUMN = 592;
const BESIDE = 32;

/**
 * @param {InterviewView} view at the end of the interview
 * @param {ScreenProps} props
 * @returns {HTMLElement[]} the drawing is hidden from screen readers, which get the list beside it
 */
export function resultMap(view, { words, room, isMapLarge }) {
  const { rows, places, links } = layOutLadder(drawnOf(view));
  const used = new Set(places.map(({ row }) => row));
  const order = rows.map((_, row) => row).filter((row) => used.has(row));
  const first = Math.min(...places.map(({ x }) => x));
  const idea = widthOf(places);
  /** @param {Place} place */
  const left = ({ x }) => (x - first) * (idea + GAP);
  /** @param {Place} place */
  const top = ({ row }) => order.indexOf(row) * ROW;
  const width = Math.max(...places.map(left), 0) + idea;
  const height = (order.length - 1) * ROW + HEIGHT;
  const at = new Map(places.map((place) => [place.node?.id, place]));
  const zoom = fit(width, Math.min(room - BESIDE, COLUMN));
  return [
    h('p.fine', {}, words('map_legend')),
    h('figure.drawing', { tabindex: 0, role: 'group', 'aria-label': words('map_title') },
      h('div.canvas', { 'aria-hidden': 'true', '--width': `${width}px`, '--height': `${height}px`, '--idea': `${idea}px`, '--zoom': isMapLarge ? 1 : zoom },
        svg('svg', { width, height, viewBox: `0 0 ${width} ${height}` },
          svg('defs', {}, svg('marker', { id: 'leads', viewBox: '0 0 6 6', refX: 5.2, refY: 3, markerWidth: 7, markerHeight: 7, markerUnits: 'userSpaceOnUse', orient: 'auto' },
            svg('path', { d: 'M0 .4 5.6 3 0 5.6z' }))),
          links.map(({ source, target }) => {
            const [from, to] = [/** @type {Place} */ (at.get(source)), /** @type {Place} */ (at.get(target))];
            return svg('path', { d: route(left(from) + idea / 2, top(from), left(to) + idea / 2, top(to)), 'marker-end': 'url(#leads)' });
          })),
        places.map((place) => place.node && h('p.idea', { '--x': `${left(place)}px`, '--y': `${top(place)}px` }, h('span', { dir: 'auto' }, place.node.label))))),
    ...(zoom < 1 ? [button('quiet', 'enlarge', words(isMapLarge ? 'map_fit' : 'map_enlarge'), { 'data-key': 'enlarge' })] : []),
  ];
}

/** The ideas that lead somewhere or are led to; all of them if none does. The list has every idea. @param {InterviewView} view */
function drawnOf(view) {
  const linked = new Set(view.edges.flatMap(({ source, target }) => (source === target ? [] : [source, target])));
  const nodes = view.nodes.map((node) => ({ ...node, is_focus: false }));
  return { ...view, nodes: linked.size ? nodes.filter(({ id }) => linked.has(id)) : nodes };
}

/**
 * The line from idea to idea: within a row above it, otherwise from edge to edge.
 * @param {number} x1 middle
 * @param {number} y1 upper edge
 * @param {number} x2
 * @param {number} y2
 */
function route(x1, y1, x2, y2) {
  if (y1 === y2) return `M${x1} ${y1}C${x1} ${y1 - 18} ${x2} ${y2 - 18} ${x2} ${y2}`;
  const [start, end] = y1 > y2 ? [y1, y2 + HEIGHT] : [y1 + HEIGHT, y2];
  const middle = (start + end) / 2;
  return `M${x1} ${start}C${x1} ${middle} ${x2} ${middle} ${x2} ${end}`;
}
