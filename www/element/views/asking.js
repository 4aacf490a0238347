// The conversation: earlier turns, the question, the box, the ways to go on.

import { h } from '../dom.js';
import { spelled } from '../words.js';
import { button, errorKey, header, keeping, notice, sign } from './frame.js';

/** @import { Child } from '../dom.js' */
/** @import { Question, Stimulus } from '../../engine/types.d.ts' */
/** @import { PastTurn, Shown } from '../types.d.ts' */

/**
 * @param {Shown} shown
 * @param {Question} question
 * @param {boolean} canEdit
 */
export function asking(shown, question, canEdit) {
  const { conductor, editing, stopping } = shown;
  const edited = editing ? conductor.past.at(-1) : undefined;
  const past = edited ? conductor.past.slice(0, -1) : conductor.past;
  return talk(shown, past, stopping ? stop(shown) : ask(shown, edited?.asked ?? question.text),
    stopping ? h('div.now.column', {}, choices(shown)) : composer(shown, question, edited, canEdit));
}

/**
 * Models are asked. What was said stands above already, and stopping is possible.
 * @param {Shown} shown
 */
export function waiting(shown) {
  const { conductor, words, stopping, wait } = shown;
  const { past } = conductor;
  const said = words(past.length ? 'waiting' : 'waiting_first') || words('waiting');
  const long = wait === 'long' && words('waiting_long');
  // Seen at once; heard, in a region of its own, only once the wait is one.
  const seen = [
    h('h1.sr', { id: 'question' }, conductor.study?.title ?? ''),
    h('p.waiting', { 'aria-hidden': 'true' }, h('i'), h('span', {}, said, long && h('small', {}, long))),
  ];
  return talk(shown, past, stopping ? stop(shown) : seen, [
    stopping ? h('div.now.column', {}, choices(shown)) : standby(shown),
    h('p.sr', { role: 'status', 'data-key': 'wait' }, wait && !stopping ? [said, long].filter(Boolean).join('. ') : ''),
  ]);
}

/** What stays in place of the composer meanwhile. @param {Shown} shown */
function standby(shown) {
  const { words } = shown;
  return h('div.now.column', { 'aria-busy': 'true' },
    h('textarea.answer', { 'data-box': 'waiting', 'aria-label': words('answer_label'), readonly: true, rows: 3 }),
    // What was said is in the store already; only the models are still to come.
    h('div.send', {}, h('p.state', {}, keeping({ ...shown, slow: false })), button('button', 'send', words('send'), { 'aria-disabled': 'true' })),
    h('div.ways', { role: 'group', 'aria-label': words('ways') }, button('quiet.stop', 'stop', words('stop'), { 'data-key': 'stop' })));
}

/**
 * @param {Shown} shown
 * @param {PastTurn[]} past
 * @param {Child | Child[]} now what is asked
 * @param {Child | Child[]} below what can be done
 */
function talk(shown, past, now, below) {
  const { conductor, words } = shown;
  const stimulus = conductor.study?.concept.stimulus;
  return h(stimulus ? 'div.interview.with-stimulus' : 'div.interview', { 'data-key': 'asking' },
    header(shown),
    // On a phone it gives way to the conversation once that has begun; another key makes it anew, folded.
    stimulus && keepInView(stimulus, words('stimulus'), !(shown.isNarrow && conductor.past.length > 0)),
    h('div.talk', { role: 'log', 'aria-label': words('earlier') },
      // New answers are not read out: the respondent has just written them. The new question is.
      h('div.past', { tabindex: past.length ? 0 : undefined, 'aria-live': 'off', role: 'group', 'aria-label': words('earlier') },
        h('ol.column', {}, past.map((turn) => earlier(turn, shown)))),
      h('div.ask.column', { 'aria-live': 'polite' }, now)),
    below);
}

/** @param {PastTurn} turn @param {Shown} shown */
function earlier({ turn, asked, said, kind }, { words }) {
  return h('li', { 'data-key': String(turn) },
    h('p.asked', {}, asked),
    said === undefined ? h('p.said.none', {}, words(kind)) : h('p.said', {}, said));
}

/** @param {Shown} shown @param {string} text */
function ask({ conductor, words, slow, editing }, text) {
  if (slow) return h('h1.waiting', { id: 'question' }, h('i'), words('waiting'));
  const back = conductor.resumed !== undefined && !editing;
  return [
    back && notice({ sign: 'back', text: words('resumed'), acts: [button('link', 'anew', words('start_anew'))] }),
    editing && h('p.editing', {}, words('editing')),
    h('h1.question', { id: 'question' }, text),
  ];
}

/**
 * @param {Shown} shown
 * @param {Question} question
 * @param {PastTurn | undefined} edited
 * @param {boolean} canEdit
 */
function composer(shown, question, edited, canEdit) {
  const { conductor, words, isOffline } = shown;
  const { problem, busy } = conductor;
  const isWrong = problem?.code === 'empty_answer' || problem?.code === 'answer_too_long';
  return h('div.now.column', { 'aria-busy': String(busy) },
    h('textarea.answer', {
      'data-box': edited ? `edit-${edited.turn}` : `answer-${question.turn}`,
      'aria-label': words('answer_label'),
      'aria-describedby': isWrong ? 'question wrong' : 'question',
      'aria-invalid': isWrong && 'true',
      'aria-keyshortcuts': 'Control+Enter Meta+Enter',
      placeholder: words('placeholder'),
      readonly: busy,
      rows: 3,
      autocomplete: 'off',
    }),
    problem && wrong(shown, problem.code),
    h('div.send', {},
      h('p.state', { role: 'status' },
        h('strong', {}, left(shown, question.turns_left)),
        keeping(shown),
        isOffline && h('span.kept', {}, sign('offline'), words('offline'))),
      h('span.keys', { 'aria-hidden': 'true' }, isApple() ? '⌘ ↵' : 'Ctrl ↵'),
      button('button', 'send', words('send'), { 'aria-disabled': busy && 'true' })),
    h('div.ways', { role: 'group', 'aria-label': words('ways') },
      edited
        ? button('quiet', 'cancel', words('cancel'), { 'data-key': 'cancel' })
        : [button('quiet', 'skip', words('skip')), button('quiet', 'decline', words('decline')),
            canEdit && button('quiet', 'edit', words('edit'), { 'data-key': 'edit' }),
            button('quiet.stop', 'stop', words('stop'), { 'data-key': 'stop' })]));
}

/** @param {Shown} shown @param {string} code */
function wrong({ words, conductor }, code) {
  const box = notice({
    sign: 'alert',
    text: words(errorKey(code), { limit: '20,000' }),
    role: 'alert',
    acts: code === 'storage' && conductor.answers > 0 ? [button('link', 'download', words('download'))] : [],
  });
  box.id = 'wrong';
  return box;
}

/** @param {Shown} shown @param {number} turns */
function left({ words }, turns) {
  if (turns === 0) return words('left_last');
  return turns === 1 ? words('left_one') : words('left_many', { n: spelled(words, turns) });
}

/** @param {Shown} shown */
function stop({ words, conductor }) {
  const text = (conductor.collected && words('stop_text_sent')) || words('stop_text');
  return [h('h1.question', { id: 'question', tabindex: -1 }, words('stop_title')), h('p.lead', {}, text)];
}

/** @param {Shown} shown */
function choices({ words, conductor }) {
  const isHeard = conductor.busy && conductor.step.type !== 'call';
  return h('div.choices', { role: 'group', 'aria-labelledby': 'question' },
    button('button', 'stopKeep', words('stop_keep'), { 'aria-disabled': isHeard && 'true' }),
    button('button.plain', 'erase', words('stop_delete')),
    button('quiet', 'goOn', words('stop_continue')));
}

/**
 * What the study shows, in view as long as the conversation goes.
 * @param {Stimulus} stimulus
 * @param {string} label
 * @param {boolean} isOpen to begin with; from then on it is as the respondent leaves it
 */
function keepInView({ title, text = '', image, alt = '' }, label, isOpen) {
  return h('details.stimulus', { open: isOpen, 'data-key': isOpen ? 'open' : 'folded' },
    h('summary', {}, title ?? label),
    h('div.shown', { tabindex: 0, role: 'group', 'aria-label': title ?? label },
      image && h('img', { src: image, alt }),
      text.split(/\n\s*\n/).filter(Boolean).map((paragraph) => h('p', { dir: 'auto' }, paragraph))));
}

function isApple() {
  return /Mac|iP(hone|ad)/.test(navigator.platform);
}
