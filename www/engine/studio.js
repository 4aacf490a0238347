// Loads the studio package: the engine with prompts, the linter, and previews. Respondents' pages load it only to call a
// model themselves.

import { CallFailed } from '../models/model_call.js';

/** @import { Interview } from './index.js' */
/** @import { Costs, ElementReview, StudyNumber, MemberCheck, MethodsText, Overview, Prompt, Quality, Request, TurnView, InterviewView, WhatIf } from './types.d.ts' */

/** A persona that an author can choose. @typedef {{ id: string, name: string, description: string, languages: string[] }} PersonaSummary */

/**
 * The class `Preview` of the package: an author's documents, with studies and interviews made from them.
 * @typedef {object} Preview
 * @property {() => string[]} studies
 * @property {() => string[]} policies
 * @property {() => PersonaSummary[]} personas
 * @property {(name: string) => string} study
 * @property {(study: string, policy: string) => string} with_policy
 * @property {(study: string, persona: string, turn: number, seed: number) => string} session
 */

/**
 * The class `Record` of the package: one session, opened.
 * @typedef {object} SessionRecord
 * @property {() => Overview} overview
 * @property {() => TurnView[]} turns
 * @property {(turn: number) => InterviewView} view_at
 * @property {() => MemberCheck | null} member
 * @property {() => StudyNumber[]} keys
 * @property {(settings: string) => WhatIf} whatif
 * @property {() => Costs} costs
 * @property {() => string} session
 * @property {() => { id: string, title: string, version: string, language: string, concept: string, methodology: string, max_turns: number, models: string[] }} study
 * @property {() => ElementReview[]} elements
 * @property {() => Quality} quality
 * @property {() => MethodsText} methods
 * @property {() => any} score
 * @property {() => any} synthesis
 * @property {() => any} summary
 * @property {(question: string) => any} search
 * @property {() => void} free
 */

/**
 * @typedef {object} StudioPackage
 * @property {(options: { module_or_path: URL }) => Promise<unknown>} default
 * @property {new (files: string) => Preview} Preview
 * @property {new (file: string) => SessionRecord} Record
 * @property {{ resume(study: string, log: string): Interview }} Interview
 * @property {(file: string) => Overview} overview
 * @property {(files: string[]) => MethodsText} methods
 * @property {(study: string, request: string, nonce: Uint8Array) => string} render_prompt `nonce` is random: it makes the
 *   marks around the respondent's words unpredictable
 * @property {(files: string) => any[]} check_documents `files` is a JSON object of names and texts
 */

/** @type {Promise<StudioPackage> | undefined} */
let loading;

/** Loads the studio package, once. */
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
 * Renders the prompt of a request.
 * @param {string} study text of `study.json`
 * @param {Request} request
 * @returns {Promise<Prompt>}
 */
export async function renderPrompt(study, request) {
  /** @type {StudioPackage} */
  let studio;
  try {
    studio = await loadStudio();
  } catch {
    throw new CallFailed('unavailable', 'the studio package could not be loaded');
  }
  try {
    return JSON.parse(studio.render_prompt(study, JSON.stringify(request), crypto.getRandomValues(new Uint8Array(16))));
  } catch {
    throw new CallFailed('invalid_request', 'the prompt could not be rendered');
  }
}
