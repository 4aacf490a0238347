// The messages between an interview in a frame and its host page: `{ns, v, type, payload}`. Messages of another form or
// version are ignored.

/** Version of the messages. */
export const VERSION = 1;

/** @typedef {{ ns: 'querent', v: number, type: string, payload: Record<string, unknown> }} Envelope */

/**
 * @param {string} type
 * @param {Record<string, unknown>} [payload]
 * @returns {Envelope}
 */
export function envelope(type, payload = {}) {
  return { ns: 'querent', v: VERSION, type, payload };
}

/**
 * Parses a message. Returns undefined for messages of other programs.
 * @param {unknown} data
 * @returns {Envelope | undefined}
 */
export function parseEnvelope(data) {
  if (typeof data !== 'object' || data === null) return undefined;
  const { ns, v, type, payload } = /** @type {Record<string, unknown>} */ (data);
  const isOurs = ns === 'querent' && v === VERSION && typeof type === 'string';
  return isOurs && typeof payload === 'object' && payload !== null ? /** @type {Envelope} */ (data) : undefined;
}
