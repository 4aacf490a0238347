// Where the console is, as its address says: `#/sessions`, `#/sessions/ID`, `#/sessions/ID/scoring`, `#/lint`.

/** @import { Route } from './types.d.ts' */

const PARTS = ['scoring', 'findings', 'ask'];

/** @param {string} hash @returns {Route} */
export function routeOf(hash) {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [page, id = '', part = ''] = path.split('/').map(decoded);
  if (page === 'lint') return { page: 'lint', id: '', part: '' };
  if (page !== 'sessions' || !id) return { page: 'sessions', id: '', part: '' };
  const turn = Number(new URLSearchParams(query).get('turn')) || undefined;
  return { page: 'session', id, part: /** @type {Route['part']} */ (PARTS.includes(part) ? part : ''), turn };
}

/** The address of a part of a session. @param {string} id @param {Route['part']} [part] @param {number} [turn] */
export function linkTo(id, part = '', turn) {
  return `#/sessions/${encodeURIComponent(id)}${part && `/${part}`}${turn === undefined ? '' : `?turn=${turn}`}`;
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
