// What the respondent says on the last screen, as the interview is told.

/** @import { Disputed } from '../../engine/types.d.ts' */

/**
 * @param {HTMLElement} shell
 * @param {string[]} disputed `line-2`, `node-n7`
 * @returns {{ text: string, fit?: number, correction: string, disputed?: Disputed[] } | undefined} nothing if nothing is said
 */
export function remarkIn(shell, disputed) {
  const { value: fit } = /** @type {HTMLInputElement | null} */ (shell.querySelector('input[name=fit]:checked')) ?? {};
  /** @param {string} name */
  const said = (name) => /** @type {HTMLTextAreaElement | null} */ (shell.querySelector(`[data-box="${name}"]`))?.value.trim() ?? '';
  const [text, correction] = [said('remark'), said('correction')];
  if (!fit && !correction && !text && !disputed.length) return undefined;
  return {
    text, correction,
    ...(fit && { fit: Number(fit) }),
    ...(disputed.length && { disputed: disputed.map((about) => disputedAs(about, said(`not-${about}`))) }),
  };
}

/**
 * @param {string} about
 * @param {string} text what was meant
 * @returns {Disputed}
 */
function disputedAs(about, text) {
  const [of, which = ''] = about.split('-');
  return of === 'line' ? { of, line: Number(which), text } : { of: 'node', node: which, text };
}
