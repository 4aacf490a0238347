// engine.mjs warm|cold|handle FOLDER POLICY GRAPH: the engine in wasm; FOLDER holds its bindings and the studies.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { cold, warm } from './clock.mjs';

const [kind, folder, policy, file] = process.argv.slice(2);
const { Turns } = createRequire(import.meta.url)(join(resolve(folder), 'engine.js'));
const script = new Turns(readFileSync(join(folder, `${policy}.json`), 'utf8'), readFileSync(file, 'utf8'));

if (kind === 'cold') {
  console.log(JSON.stringify(cold(script.turns(), () => script.play())));
} else if (kind === 'warm') {
  script.skip_to(script.turns() - 1);
  console.log(JSON.stringify(warm(() => script.play(), () => script.rewind())));
} else {
  const whole = script.whole();
  console.log(JSON.stringify(warm(() => whole.handle(), () => whole.rewind())));
}
