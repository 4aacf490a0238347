// Reads the remark of the last screen: rating, correction, text, and disputed ideas.

import { disputedIn } from '../session_log.js';

/** @import { Input } from '../../engine/types.d.ts' */
/** @import { InterviewState } from '../interview_state.js' */

/** @typedef {Omit<Extract<Input, { type: 'remark' }>, 'type' | 'at'>} Remark */
/** @typedef {NonNullable<Remark['disputed']>[number]} Disputed */

/**
 * @param {HTMLElement} shell
 * @param {Readonly<InterviewState>} state
 * @returns {Remark | undefined} undefined if all is empty
 */
export function readRemark(shell, { draft }) {
  const disputed = disputedIn(draft);
  const { value: fit } = /** @type {HTMLInputElement | null} */ (shell.querySelector('input[name=fit]:checked')) ?? {};
  /** @param {string} name */
  const read = (name) => /** @type {HTMLTextAreaElement | null} */ (shell.querySelector(`[data-box="${name}"]`))?.value.trim() ?? '';
  const [text, correction] = [read('remark'), read('correction')];
  if (!fit && !correction && !text && !disputed.length) return undefined;
  return {
    text, correction,
    ...(fit && { fit: Number(fit) }),
    ...(disputed.length && { disputed: disputed.map((about) => parseDisputed(about, read(`not-${about}`))) }),
  };
}

/**
 * What the respondent rejects, with what was meant instead: in the remark, or not sent yet.
 * @param {Readonly<InterviewState>} state
 * @returns {Map<string, string>} by `line-2` or `node-n7`
 */
export function disputes({ log, draft }) {
  if (!log.remark) return new Map(disputedIn(draft).map((about) => [about, draft[`not-${about}`] ?? '']));
  return new Map(log.remark.disputed?.map((one) => [one.of === 'line' ? `line-${one.line}` : `node-${one.node}`, one.text ?? '']));
}

/**
 * @param {string} about
 * @param {string} text what the respondent meant
 * @returns {Disputed}
 */
function parseDisputed(about, text) {
  const [of, which = ''] = about.split('-');
  return of === 'line' ? { of, line: Number(which), text } : { of: 'node', node: which, text };
}
