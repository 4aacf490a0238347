// Routes of the console: `#/sessions`, `#/sessions/ID`, `#/sessions/ID/scoring`, `#/lint`.


/**
 * @typedef {object} Route
 * @property {'sessions' | 'session' | 'lint'} page
 * @property {string} id
 * @property {'' | 'scoring' | 'findings' | 'ask'} part of a session; '' is the interview
 * @property {number} [turn]
 */

const PARTS = ['scoring', 'findings', 'ask'];

/** Parses the hash of an address. @param {string} hash @returns {Route} */
export function parseRoute(hash) {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [page, id = '', part = ''] = path.split('/').map(decode);
  if (page === 'lint') return { page: 'lint', id: '', part: '' };
  if (page !== 'sessions' || !id) return { page: 'sessions', id: '', part: '' };
  const turn = Number(new URLSearchParams(query).get('turn')) || undefined;
  return { page: 'session', id, part: /** @type {Route['part']} */ (PARTS.includes(part) ? part : ''), turn };
}

/** Returns the hash for a part of a session. @param {string} id @param {Route['part']} [part] @param {number} [turn] */
export function linkTo(id, part = '', turn) {
  return `#/sessions/${encodeURIComponent(id)}${part && `/${part}`}${turn === undefined ? '' : `?turn=${turn}`}`;
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
