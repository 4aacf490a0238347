// For a host page that frames an interview of another site: one function, no dependency.
//
//   <iframe src="https://study.example/?host=https://survey.example" title="Interview"
//     sandbox="allow-scripts allow-same-origin allow-forms allow-downloads"></iframe>
//
//   import { connect } from 'https://study.example/embed/host.js';
//   connect(document.querySelector('iframe')).addEventListener('finished', ({ detail }) => keep(detail.session));

import { envelope, parseEnvelope } from './envelope.js';

/** Types of messages. */
const TYPES = ['ready', 'question', 'turn', 'resize', 'finished', 'error'];

/**
 * Listens to the interview in a frame. Its events are `CustomEvent`s with a `detail`:
 * `ready {study, version, language, title, resumed}`, `question {turn, text, turns_left}`, `turn {turn}`,
 * `resize {height}` in CSS pixels, `finished {outcome, session}`, `error {code, message}`.
 * @param {HTMLIFrameElement} frame
 * @param {{ signal?: AbortSignal }} [options] `signal` ends the connection
 * @returns {EventTarget}
 */
export function connect(frame, { signal } = {}) {
  const interview = new EventTarget();
  const { origin } = new URL(frame.src, document.baseURI);
  /** @type {MessagePort | undefined} */
  let last;
  addEventListener(
    'message',
    (event) => {
      const isOurs = event.origin === origin && event.source === frame.contentWindow;
      if (!isOurs || parseEnvelope(event.data)?.type !== 'hello') return;
      // A reloaded frame greets again, and gets a new channel.
      const { port1, port2 } = new MessageChannel();
      last?.close();
      last = port1;
      port1.onmessage = ({ data }) => {
        const message = parseEnvelope(data);
        if (!message || !TYPES.includes(message.type)) return;
        interview.dispatchEvent(new CustomEvent(message.type, { detail: message.payload }));
      };
      signal?.addEventListener('abort', () => port1.close());
      frame.contentWindow?.postMessage(envelope('connect'), origin, [port2]);
    },
    { signal },
  );
  return interview;
}
