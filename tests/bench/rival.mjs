// rival.mjs warm|cold typed|graphology POLICY GRAPH: one turn, or a whole interview, of a rival; one line of JSON.

import { readFileSync } from 'node:fs';
import { cold, warm } from './clock.mjs';

const [kind, name, policy, file] = process.argv.slice(2);
const { Engine } = await import(`./rivals/${name}.mjs`);
const data = JSON.parse(readFileSync(file, 'utf8'));
const engine = new Engine(data);

const deltas = Array.from({ length: data.turns }, (_, at) => ({
  turn: at + 1,
  nodes: data.nodes.filter((node) => node.turn === at + 1),
  edges: data.edges.filter((edge) => edge.turn === at + 1),
  asked: data.history[Math.min(at, data.history.length - 1)],
}));

/** The same work as the policy of that name: clusters only where it reads them. */
function play(delta) {
  engine.update(delta);
  const state = engine.state();
  engine.coverage();
  engine.depth();
  if (policy === 'two_tier') engine.clusters();
  return engine.rank(engine.engagement(state), state);
}

if (kind === 'cold') {
  console.log(JSON.stringify(cold(data.turns, (turn) => play(deltas[turn - 1]))));
} else {
  const last = deltas.at(-1);
  for (const delta of deltas.slice(0, -1)) engine.update(delta);
  const mark = engine.mark(last.asked);
  console.log(JSON.stringify(warm(() => play(last), () => engine.undo(last, mark))));
}
