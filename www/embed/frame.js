// The interview in a frame: tells the page around it how far it is, and hands it the session at the end.
//
// Invariant: nothing is said to a page whose origin the study does not list under `embed_in`, and nothing before that page
// has answered. The address names the page, `?host=https://survey.example`, because a frame cannot know for certain
// who is around it; the browser delivers a message to that origin or to nobody. No token ever leaves the frame.

import { envelope, opened } from './envelope.js';

/** @import { QuerentInterview } from '../element/interview.js' */
/** @import { FinishedEvent, QuestionEvent, ReadyEvent, TurnEvent, ErrorEvent } from '../element/events.js' */

/** Milliseconds between greetings, and how many there are: the page around may take a minute to listen. */
const EVERY = 500;
const GREETINGS = 120;

/**
 * Greets the page around until it has answered: it may begin to listen later than the frame is there.
 * @param {string} host @param {() => boolean} isAnswered
 */
function greet(host, isAnswered) {
  let left = GREETINGS;
  const timer = setInterval(() => {
    if (isAnswered() || left-- === 0) clearInterval(timer);
    else parent.postMessage(envelope('hello'), host);
  }, EVERY);
  parent.postMessage(envelope('hello'), host);
}

/**
 * @param {QuerentInterview} interview
 * @param {string | null} host origin of the page around, as the address names it
 */
export function join(interview, host) {
  if (!host) return;
  /** @type {MessagePort | undefined} */
  let port;
  /** What has happened before the page around answered. @type {ReturnType<typeof envelope>[]} */
  const waiting = [];
  let isListed = false;

  /** @param {string} type @param {Record<string, unknown>} [payload] */
  const tell = (type, payload) => {
    if (port) port.postMessage(envelope(type, payload));
    else waiting.push(envelope(type, payload));
  };

  addEventListener('message', ({ data, origin, source, ports }) => {
    const message = opened(data);
    if (!isListed || port || source !== parent || origin !== host || message?.type !== 'connect' || !ports[0]) return;
    port = ports[0];
    for (const held of waiting.splice(0)) port.postMessage(held);
  });

  /** @param {boolean} resumed */
  const arrive = (resumed) => {
    const { study } = interview;
    isListed = study?.embed_in?.includes(host) ?? false;
    if (!isListed) {
      if (study) console.warn(`${host} is told nothing of this interview: the study does not list it under embed_in`);
      return;
    }
    tell('ready', { study: study?.id, version: study?.version, language: study?.language, title: study?.title, resumed });
    greet(host, () => port !== undefined);
  };
  interview.addEventListener('querent-ready', (event) => arrive(/** @type {ReadyEvent} */ (event).resumed));
  interview.addEventListener('querent-question', (event) => {
    const { turn, text, turns_left } = /** @type {QuestionEvent} */ (event).question;
    tell('question', { turn, text, turns_left });
  });
  interview.addEventListener('querent-turn', (event) => tell('turn', { turn: /** @type {TurnEvent} */ (event).turn }));
  interview.addEventListener('querent-finished', (event) => {
    tell('finished', { outcome: /** @type {FinishedEvent} */ (event).outcome, session: interview.session });
  });
  interview.addEventListener('querent-error', (event) => {
    const { code, message } = /** @type {ErrorEvent} */ (event);
    tell('error', { code, message });
  });
  new ResizeObserver(([entry]) => {
    const height = Math.ceil(entry?.contentRect.height ?? 0);
    if (height > 0) tell('resize', { height });
  }).observe(interview);
}
