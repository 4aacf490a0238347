// What an interview in a frame and the page around it say to each other. A message is `{ns, v, type, payload}`; whatever
// is not of this form, of another version or of another origin is left alone: pages get messages from many sides.

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
 * A message of ours, or nothing.
 * @param {unknown} data
 * @returns {Envelope | undefined}
 */
export function opened(data) {
  if (typeof data !== 'object' || data === null) return undefined;
  const { ns, v, type, payload } = /** @type {Record<string, unknown>} */ (data);
  const isOurs = ns === 'querent' && v === VERSION && typeof type === 'string';
  return isOurs && typeof payload === 'object' && payload !== null ? /** @type {Envelope} */ (data) : undefined;
}
