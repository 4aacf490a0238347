// Routes of the console: `#/sessions`, `#/sessions/ID?turn=3&tab=why`, `#/sessions/ID/scoring`, `#/lint`.

/**
 * @typedef {object} Route
 * @property {'sessions' | 'session' | 'lint'} page
 * @property {string} id
 * @property {'' | 'scoring' | 'findings' | 'ask'} part of a session; '' is the interview
 * @property {number} [turn] of the interview
 * @property {string} [tab] id of a tab of the interview
 */

const PARTS = ['scoring', 'findings', 'ask'];

/** Parses the hash of an address. @param {string} hash @returns {Route} */
export function parseRoute(hash) {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [page, id = '', part = ''] = path.split('/').map(decode);
  if (page === 'lint') return { page: 'lint', id: '', part: '' };
  if (page !== 'sessions' || !id) return { page: 'sessions', id: '', part: '' };
  const given = new URLSearchParams(query);
  const turn = /^\d+$/.test(given.get('turn') ?? '') ? Number(given.get('turn')) : undefined;
  return { page: 'session', id, part: /** @type {Route['part']} */ (PARTS.includes(part) ? part : ''), turn, tab: given.get('tab') ?? undefined };
}

/**
 * Returns the hash for a part of a session.
 * @param {string} id
 * @param {Route['part']} [part]
 * @param {number} [turn]
 * @param {string} [tab]
 */
export function linkTo(id, part = '', turn, tab) {
  const query = [turn !== undefined && `turn=${turn}`, tab !== undefined && `tab=${tab}`].filter(Boolean).join('&');
  return `#/sessions/${encodeURIComponent(id)}${part && `/${part}`}${query && `?${query}`}`;
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
