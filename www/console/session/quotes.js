// Marks the quotes in an answer. Positions count code points, as in the engine; JavaScript strings count UTF-16 units.

import { h } from '../../element/dom.js';

/** @import { TurnView } from '../../engine/types.d.ts' */

/** @typedef {TurnView['marks'][number]} Mark */

/**
 * A part of an answer with the ideas and links that quote it.
 * @typedef {{ text: string, nodes: string[], edges: string[] }} Segment
 */

/**
 * Splits an answer where marks begin and end. Marks may overlap.
 * @param {string} answer
 * @param {Mark[]} marks
 * @returns {Segment[]}
 */
export function splitByMarks(answer, marks) {
  const points = Array.from(answer);
  const borders = new Set([0, points.length]);
  for (const { start, end } of marks) borders.add(Math.min(start, points.length)).add(Math.min(end, points.length));
  const places = [...borders].sort((a, b) => a - b);
  return places.slice(1).map((end, at) => {
    const start = places[at] ?? 0;
    const covering = marks.filter((mark) => mark.start <= start && mark.end >= end);
    return {
      text: points.slice(start, end).join(''),
      nodes: [...new Set(covering.flatMap(({ nodes }) => nodes))],
      edges: [...new Set(covering.flatMap(({ edges }) => edges))],
    };
  });
}

/**
 * Renders an answer with its marks. Marks of ideas can be selected; marks of links are underlined.
 * @param {string} answer
 * @param {Mark[]} marks
 * @param {(id: string) => string} labelOf label of an idea
 * @param {boolean} isCurrent whether Tab reaches its marks
 */
export function renderAnswer(answer, marks, labelOf, isCurrent) {
  return splitByMarks(answer, marks).map(({ text, nodes, edges }) => {
    const things = [...nodes.map((id) => `node-${id}`), ...edges.map((id) => `edge-${id}`)];
    if (!things.length) return text;
    if (!nodes.length) return h('span.linked', { 'data-things': things.join(' ') }, text);
    return h('mark', {
      'data-things': things.join(' '), role: 'button', tabindex: isCurrent ? 0 : -1,
      title: nodes.map(labelOf).join(', '),
    }, text);
  });
}
