// Small things the conductor decides by.

import { endpointOf } from '../engine/endpoint.js';
import { Failure, loadStudy } from '../engine/index.js';
import { slotOf } from '../store/index.js';

/** @import { Input, Reply, Request, Step, Study } from '../engine/types.d.ts' */
/** @import { Phase } from './types.d.ts' */

/**
 * A study, with its place in the store and the address that others are beside.
 * @param {string | Study} from address of a resolved study, or the study itself
 */
export async function studyFrom(from) {
  if (typeof from !== 'string') return { text: JSON.stringify(from), study: from, slot: from.id, address: document.baseURI };
  return { ...(await loadStudy(from)), slot: slotOf(from), address: new URL(from, document.baseURI).href };
}

/**
 * Names the box that an input came from.
 * @param {Input} input
 * @param {Step} step
 */
export function boxOf(input, step) {
  if (input.type === 'edit') return `edit-${input.turn}`;
  if (step.type === 'ask') return `answer-${step.question.turn}`;
  return step.type === 'finished' ? 'remark' : undefined;
}

/** Where a page stands at a step; nothing where it stays. @param {Step} step @returns {Phase | undefined} */
export function phaseOf({ type }) {
  if (type === 'finished') return 'finished';
  return type === 'ask' || type === 'call' ? 'asking' : undefined;
}

/**
 * Where the study wants what is said sent to, if anywhere.
 * @param {Study} study
 * @param {string | null} endpoint the `endpoint` attribute
 * @param {string} address of the study
 */
export function collectedAt(study, endpoint, address) {
  return study.collect ? endpointOf(study, endpoint, address) : undefined;
}

/** An id that nobody else has, also on a page without https. */
export function mint() {
  return crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** @param {unknown} error */
export function failure(error) {
  return error instanceof Failure ? error : new Failure('page', String(error));
}

/**
 * Replies that say why there are none.
 * @param {Request[]} requests
 * @param {'unavailable' | 'bad_output'} kind
 * @param {string} message
 * @returns {Reply[]}
 */
export function unanswered(requests, kind, message) {
  return requests.map(({ id }) => ({ id, outcome: { failure: { kind, message, latency_ms: 0, attempts: 0 } } }));
}
