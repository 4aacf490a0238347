// The larger artifact of the engine, which renders prompts and previews studies. Loaded only where the page itself talks to a
// model, and by authors.

import { CallFailed } from './calling.js';

/** @import { Prompt, Request, StudioPackage } from './types.d.ts' */

/** @type {Promise<StudioPackage> | undefined} */
let loading;

/** Loads the larger artifact, once. */
export function loadStudio() {
  loading ??= load().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** @returns {Promise<StudioPackage>} */
async function load() {
  const address = './pkg/studio.js';
  const studio = /** @type {StudioPackage} */ (await import(address));
  await studio.default({ module_or_path: new URL('./pkg/studio_bg.wasm', import.meta.url) });
  return studio;
}

/**
 * The prompt of a request.
 * @param {string} study text of `study.json`
 * @param {Request} request
 * @returns {Promise<Prompt>}
 */
export async function promptOf(study, request) {
  /** @type {StudioPackage} */
  let studio;
  try {
    studio = await loadStudio();
  } catch {
    throw new CallFailed('unavailable', 'what renders prompts could not be loaded');
  }
  try {
    return JSON.parse(studio.render_prompt(study, JSON.stringify(request), crypto.getRandomValues(new Uint8Array(16))));
  } catch {
    throw new CallFailed('invalid_request', 'no prompt could be rendered');
  }
}
