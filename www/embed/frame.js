// The interview in a frame: reports its progress to the host page, and the session at the end.
//
// Invariant: a host page gets no message before it has answered, and only if the study lists its origin under `embed_in`.
// The address names that origin, `?host=https://survey.example`, and the browser delivers messages to no other one. No token
// leaves the frame.

import { envelope, parseEnvelope } from './envelope.js';

/** @import { QuerentInterview } from '../element/interview.js' */
/** @import { FinishedEvent, QuestionEvent, ReadyEvent, TurnEvent, ErrorEvent } from '../element/events.js' */

/** Time between greetings in milliseconds, and their number: the host page may take a minute to listen. */
const GREETING_INTERVAL = 500;
const GREETINGS = 120;

/**
 * Greets the host page until it has answered.
 * @param {string} host @param {() => boolean} isAnswered
 */
function greet(host, isAnswered) {
  let left = GREETINGS;
  const timer = setInterval(() => {
    if (isAnswered() || left-- === 0) clearInterval(timer);
    else parent.postMessage(envelope('hello'), host);
  }, GREETING_INTERVAL);
  parent.postMessage(envelope('hello'), host);
}

/**
 * @param {QuerentInterview} interview
 * @param {string | null} host origin of the host page, from the address
 */
export function join(interview, host) {
  if (!host) return;
  /** @type {MessagePort | undefined} */
  let port;
  /** Messages from before the host page answered. @type {ReturnType<typeof envelope>[]} */
  const waiting = [];
  let isListed = false;

  /** @param {string} type @param {Record<string, unknown>} [payload] */
  const send = (type, payload) => {
    if (port) port.postMessage(envelope(type, payload));
    else waiting.push(envelope(type, payload));
  };

  addEventListener('message', ({ data, origin, source, ports }) => {
    const message = parseEnvelope(data);
    if (!isListed || port || source !== parent || origin !== host || message?.type !== 'connect' || !ports[0]) return;
    port = ports[0];
    for (const held of waiting.splice(0)) port.postMessage(held);
  });

  /** @param {boolean} resumed */
  const onReady = (resumed) => {
    const { study } = interview;
    isListed = study?.embed_in?.includes(host) ?? false;
    if (!isListed) {
      if (study) console.warn(`${host} gets no messages of this interview: the study does not list it under embed_in`);
      return;
    }
    send('ready', { study: study?.id, version: study?.version, language: study?.language, title: study?.title, resumed });
    greet(host, () => port !== undefined);
  };
  interview.addEventListener('querent-ready', (event) => onReady(/** @type {ReadyEvent} */ (event).resumed));
  interview.addEventListener('querent-question', (event) => {
    const { turn, text, turns_left } = /** @type {QuestionEvent} */ (event).question;
    send('question', { turn, text, turns_left });
  });
  interview.addEventListener('querent-turn', (event) => send('turn', { turn: /** @type {TurnEvent} */ (event).turn }));
  interview.addEventListener('querent-finished', (event) => {
    send('finished', { outcome: /** @type {FinishedEvent} */ (event).outcome, session: interview.session });
  });
  interview.addEventListener('querent-error', (event) => {
    const { code, message } = /** @type {ErrorEvent} */ (event);
    send('error', { code, message });
  });
  new ResizeObserver(([entry]) => {
    const height = Math.ceil(entry?.contentRect.height ?? 0);
    if (height > 0) send('resize', { height });
  }).observe(interview);
}
