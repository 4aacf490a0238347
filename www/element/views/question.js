// The conversation: earlier turns, the question, the answer box, and the buttons.

import { h } from '../dom.js';
import { spellNumber } from '../words.js';
import { button, erase, errorKey, header, icon, notice, savingStatus } from './frame.js';

/** @import { Child } from '../dom.js' */
/** @import { Question, Stimulus } from '../../engine/types.d.ts' */
/** @import { PastTurn } from '../session_log.js' */
/** @import { ScreenProps } from './screen.js' */

/**
 * @param {ScreenProps} props
 * @param {Question} question
 * @param {boolean} canEdit
 */
export function asking(props, question, canEdit) {
  const { state, editing, stopping } = props;
  const edited = editing ? state.past.at(-1) : undefined;
  const past = edited ? state.past.slice(0, -1) : state.past;
  if (stopping) return conversation(props, past, stopQuestion(props), h('div.now.column', {}, stopChoices(props, 'goOn')));
  const text = questionText(props, edited?.question ?? question.text);
  // A question whether to stop takes an answer in words too.
  const choices = question.proposes && !edited && stopChoices(props, 'skip');
  return conversation(props, past, text, [choices && h('div.proposal.column', {}, choices), composer(props, question, edited, canEdit)]);
}

/** The wait for models. The respondent sees the last answer, and may stop. @param {ScreenProps} props */
export function waiting(props) {
  const { state, words, stopping, wait } = props;
  const { past } = state;
  const text = words(past.length ? 'waiting' : 'waiting_first') || words('waiting');
  const long = wait === 'long' && words('waiting_long');
  // Shown at once. A screen reader speaks it only if the wait lasts.
  const seen = [
    h('h1.sr', { id: 'question' }, state.study?.title ?? ''),
    h('p.waiting', { 'aria-hidden': 'true' }, h('i'), h('span', {}, text, long && h('small', {}, long))),
  ];
  return conversation(props, past, stopping ? stopQuestion(props) : seen, [
    stopping ? h('div.now.column', {}, stopChoices(props, 'goOn')) : disabledComposer(props),
    h('p.sr', { role: 'status', 'data-key': 'wait' }, wait && !stopping ? [text, long].filter(Boolean).join('. ') : ''),
  ]);
}

/** The disabled composer. @param {ScreenProps} props */
function disabledComposer(props) {
  const { words } = props;
  return h('div.now.column', { 'aria-busy': 'true' },
    h('textarea.answer', { 'data-box': 'waiting', 'aria-label': words('answer_label'), readonly: true, rows: 3 }),
    // The answer is saved already.
    h('div.send', {}, h('p.state', {}, savingStatus({ ...props, slow: false })), button('button', 'send', words('send'), { 'aria-disabled': 'true' })),
    h('div.ways', { role: 'group', 'aria-label': words('ways') }, button('quiet.stop', 'stop', words('stop'), { 'data-key': 'stop' })));
}

/**
 * @param {ScreenProps} props
 * @param {PastTurn[]} past
 * @param {Child | Child[]} now the question
 * @param {Child | Child[]} below the answer box and the buttons
 */
function conversation(props, past, now, below) {
  const { state, words } = props;
  const stimulus = state.study?.concept.stimulus;
  // The first question is answered without it, and it does not stand beside a question whether to stop. A hidden element
  // keeps its place.
  const isProposal = state.step.type === 'ask' && !!state.step.question.proposes;
  const isShown = stimulus && state.past.length > 0 && !isProposal;
  const isFolded = props.isShort || (props.isNarrow && state.past.length > 1);
  return h(isShown ? 'div.interview.with-stimulus' : 'div.interview', { 'data-key': 'asking' },
    header(props),
    // A phone folds it after the next answer. The changed key makes a new, folded element.
    stimulus && (isShown ? stimulusPanel(stimulus, words('stimulus'), !isFolded) : h('div', { hidden: true })),
    h('div.talk', { role: 'log', 'aria-label': words('earlier') },
      // A screen reader speaks the new question, not the answer that the respondent has just written.
      h('div.past', { tabindex: past.length ? 0 : undefined, 'aria-live': 'off', role: 'group', 'aria-label': words('earlier') },
        h('ol.column', {}, past.map((turn) => pastTurn(turn, props)))),
      h('div.ask.column', { 'aria-live': 'polite' }, now)),
    below);
}

/** @param {PastTurn} turn @param {ScreenProps} props */
function pastTurn({ turn, question, answer, kind }, { words }) {
  return h('li', { 'data-key': String(turn) },
    h('h2.sr', {}, words('question_number', { n: turn })),
    h('p.asked', {}, question),
    h('h3.sr', {}, words('answer_label')),
    answer === undefined ? h('p.said.none', {}, words(kind)) : h('p.said', {}, answer));
}

/** @param {ScreenProps} props @param {string} text */
function questionText({ state, words, slow, editing }, text) {
  if (slow) return h('h1.waiting', { id: 'question' }, h('i'), words('waiting'));
  const back = state.resumedAt !== undefined && !editing;
  return [
    back && notice({ sign: 'back', text: words('resumed'), acts: [button('link', 'anew', words('start_anew'))] }),
    editing && h('p.editing', {}, words('editing')),
    h('h1.question', { id: 'question' }, text),
  ];
}

/**
 * @param {ScreenProps} props
 * @param {Question} question
 * @param {PastTurn | undefined} edited
 * @param {boolean} canEdit
 */
function composer(props, question, edited, canEdit) {
  const { state, words, isOffline } = props;
  const { problem, busy } = state;
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
    problem && problemNotice(props, problem.code),
    h('div.send', {},
      h('p.state', { role: 'status' },
        h('strong', {}, turnsLeft(props, question.turns_left)),
        savingStatus(props),
        isOffline && h('span.kept', {}, icon('offline'), words('offline'))),
      h('span.keys', { 'aria-hidden': 'true' }, isApple() ? '⌘ ↵' : 'Ctrl ↵'),
      button('button', 'send', words('send'), { 'aria-disabled': busy && 'true' })),
    h('div.ways', { role: 'group', 'aria-label': words('ways') },
      edited
        ? button('quiet', 'cancel', words('cancel'), { 'data-key': 'cancel' })
        : [button('quiet', 'skip', words('skip')), button('quiet', 'decline', words('decline')),
            canEdit && button('quiet', 'edit', words('edit'), { 'data-key': 'edit' }),
            button('quiet.stop', 'stop', words('stop'), { 'data-key': 'stop' })]));
}

/** @param {ScreenProps} props @param {string} code */
function problemNotice({ words, state }, code) {
  const box = notice({
    sign: 'alert',
    text: words(errorKey(code), { limit: '20,000' }),
    role: 'alert',
    acts: code === 'storage' && state.log.answers > 0 ? [button('link', 'download', words('download'))] : [],
  });
  box.id = 'wrong';
  return box;
}

/** @param {ScreenProps} props @param {number} turns */
function turnsLeft({ words }, turns) {
  if (turns === 0) return words('left_last');
  return turns === 1 ? words('left_one') : words('left_many', { n: spellNumber(words, turns) });
}

/** @param {ScreenProps} props */
function stopQuestion({ words, state }) {
  const text = (state.collector && words('stop_text_sent')) || words('stop_text');
  return [h('h1.question', { id: 'question', tabindex: -1 }, words('stop_title')), h('p.lead', {}, text)];
}

/**
 * The ways to go. Asked by the interview, to finish and to go on are equals.
 * @param {ScreenProps} props
 * @param {'goOn' | 'skip'} on what goes on: back to the question, or on to the next one
 */
function stopChoices(props, on) {
  const { words, state } = props;
  const isHandling = state.busy && state.step.type !== 'call';
  return h('div.choices', { role: 'group', 'aria-labelledby': 'question' },
    button(on === 'skip' ? 'button.plain' : 'button', 'stopKeep', words('stop_keep'), { 'aria-disabled': isHandling && 'true' }),
    button('button.plain', on, words('stop_continue')),
    erase(props));
}

/**
 * The stimulus of the study, beside the conversation.
 * @param {Stimulus} stimulus
 * @param {string} label
 * @param {boolean} isOpen at first; later the respondent decides
 */
function stimulusPanel({ title, text, image, alt }, label, isOpen) {
  return h('details.stimulus', { open: isOpen, 'data-key': isOpen ? 'open' : 'folded' },
    h('summary', {}, title ?? label),
    h('div.shown', { tabindex: 0, role: 'group', 'aria-label': title ?? label },
      image && h('img', { src: image, alt: alt ?? '' }),
      (text ?? '').split(/\n\s*\n/).filter(Boolean).map((paragraph) => h('p', { dir: 'auto' }, paragraph))));
}

function isApple() {
  return /Mac|iP(hone|ad)/.test(navigator.platform);
}
