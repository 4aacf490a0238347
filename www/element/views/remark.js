// Reads the remark of the last screen: rating, correction, text, and disputed ideas.

/** @import { Input } from '../../engine/types.d.ts' */

/** @typedef {Omit<Extract<Input, { type: 'remark' }>, 'type' | 'at'>} Remark */
/** @typedef {NonNullable<Remark['disputed']>[number]} Disputed */

/**
 * @param {HTMLElement} shell
 * @param {string[]} disputed `line-2`, `node-n7`
 * @returns {Remark | undefined} undefined if all is empty
 */
export function readRemark(shell, disputed) {
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
 * @param {string} about
 * @param {string} text what the respondent meant
 * @returns {Disputed}
 */
function parseDisputed(about, text) {
  const [of, which = ''] = about.split('-');
  return of === 'line' ? { of, line: Number(which), text } : { of: 'node', node: which, text };
}
