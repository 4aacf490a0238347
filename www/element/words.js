// The texts of the page in the language of the study. Errors before the study is loaded are in English.

/** @import { Study } from '../engine/types.d.ts' */

/** @type {Record<string, string>} */
const WITHOUT_STUDY = {
  error_load: 'The interview could not be loaded. Check the connection and try again.',
  error_address: 'There is no interview at this address. Please check the link, or ask the people who sent it to you.',
  error_engine: 'Something went wrong on this page. Your answers are safe; reload to go on.',
  try_again: 'Try again',
  reload: 'Reload',
};

const RIGHT_TO_LEFT = /^(ar|he|fa|ur)\b/i;

/** Looks up a text by its key in `config/locales`, and fills in values. @typedef {(key: string, values?: Record<string, string | number>) => string} Words */

/**
 * @param {Study | undefined} study
 * @returns {Words}
 */
export function wordsOf(study) {
  return (key, values = {}) => {
    const text = study?.interface?.[key] ?? WITHOUT_STUDY[key] ?? '';
    return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
  };
}

/**
 * A number as a word, if the study has one.
 * @param {Words} words
 * @param {number} n
 */
export function spellNumber(words, n) {
  return words(`number_${n}`) || String(n);
}

/** @param {string} language @returns {'rtl' | 'ltr'} */
export function directionOf(language) {
  return RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr';
}
