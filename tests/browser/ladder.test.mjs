// Where ideas stand on the map.

import assert from 'node:assert/strict';
import test from 'node:test';
import { layOutLadder } from '../../www/element/how/ladder.js';

const TYPES = [
  { id: 'attribute', name: 'Attribute', level: 1, terminal: false },
  { id: 'consequence', name: 'Consequence', level: 2, terminal: false },
  { id: 'value', name: 'Value', level: 3, terminal: true },
  { id: 'context', name: 'Context', level: null, terminal: false },
];

const node = (id, node_type, is_focus = false) => ({ id, label: `idea ${id}`, node_type, is_focus, turn: 1, stance: 0, focus_count: 0, quotes: [] });
const edge = (source, target) => ({ id: `${source}-${target}`, source, target, name: 'leads to', permitted: true, quotes: [] });
const view = (nodes, edges) => ({ node_types: TYPES, nodes, edges });
const placesOf = (drawn) => new Map(drawn.places.map((place) => [place.node?.id, place]));

test('a line of reasons stands straight, values at the top', () => {
  const at = placesOf(layOutLadder(view([node(1, 'attribute'), node(2, 'consequence'), node(3, 'value')], [edge(1, 2), edge(2, 3)])));
  assert.deepEqual([1, 2, 3].map((id) => at.get(id).row), [2, 1, 0]);
  assert.equal(new Set([1, 2, 3].map((id) => at.get(id).x)).size, 1);
});

test('crossed lines are uncrossed', () => {
  const at = placesOf(layOutLadder(view(
    [node(1, 'attribute'), node(2, 'attribute'), node(3, 'consequence'), node(4, 'consequence')], [edge(1, 4), edge(2, 3)])));
  assert.equal(Math.sign(at.get(1).x - at.get(2).x), Math.sign(at.get(4).x - at.get(3).x));
});

test('rungs are there before anyone has climbed them, other rows only with something in them', () => {
  assert.deepEqual(layOutLadder(view([node(1, 'attribute')], [])).rows.map(({ name }) => name), ['Value', 'Consequence', 'Attribute']);
  const { rows } = layOutLadder(view([node(1, 'attribute'), node(2, 'context')], []));
  assert.deepEqual(rows.map(({ name }) => name), ['Value', 'Consequence', 'Attribute', 'Context']);
});

test('what is asked for is marked above a focus that leads nowhere yet, and only there', () => {
  const asked = (nodes, edges) => layOutLadder(view(nodes, edges)).places.filter((place) => !place.node).map(({ row }) => row);
  assert.deepEqual(asked([node(1, 'attribute', true)], []), [1]);
  assert.deepEqual(asked([node(1, 'attribute', true), node(2, 'consequence')], [edge(1, 2)]), []);
  assert.deepEqual(asked([node(1, 'value', true)], []), []);
});

test('eighty ideas stand apart from each other', () => {
  const types = ['attribute', 'consequence', 'value'];
  const nodes = Array.from({ length: 80 }, (_, id) => node(id, types[id % 3]));
  const edges = Array.from({ length: 120 }, (_, n) => edge((n * 7) % 80, (n * 13 + 5) % 80));
  const { places } = layOutLadder(view(nodes, edges));
  for (let row = 0; row < 3; row++) {
    const xs = places.filter((place) => place.row === row).map(({ x }) => x).sort((a, b) => a - b);
    assert.ok(xs[0] >= 0);
    for (let at = 1; at < xs.length; at++) assert.ok(xs[at] - xs[at - 1] >= 1, `row ${row} at ${at}`);
  }
});
