// The words of the page's controls: those of the study, and English for what can fail before a study is there.

/** @import { Study } from '../engine/types.d.ts' */

/** @type {Record<string, string>} */
const BEFORE_A_STUDY = {
  error_load: 'The interview could not be loaded. Check the connection and try again.',
  error_engine: 'Something went wrong on this page. Your answers are safe; reload to go on.',
  try_again: 'Try again',
  reload: 'Reload',
};

const RIGHT_TO_LEFT = /^(ar|he|fa|ur)\b/i;

/** @typedef {(key: string, values?: Record<string, string | number>) => string} Words */

/**
 * @param {Study | undefined} study
 * @returns {Words}
 */
export function wordsOf(study) {
  return (key, values = {}) => {
    const text = study?.interface?.[key] ?? BEFORE_A_STUDY[key] ?? '';
    return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
  };
}

/**
 * A number in words, as far as the study has them.
 * @param {Words} words
 * @param {number} n
 */
export function spelled(words, n) {
  return words(`number_${n}`) || String(n);
}

/** @param {string} language @returns {'rtl' | 'ltr'} */
export function directionOf(language) {
  return RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr';
}
