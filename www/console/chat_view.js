// Questions about a session: on a server a model answers; in this page a search finds turns with the words.

import { h } from '../element/dom.js';
import { spinner } from './badge.js';
import { isRunning } from './score_state.js';
import { markdown } from './markdown.js';
import { linkTo } from './route.js';

/** @import { SessionRecord } from '../engine/studio.js' */
/** @import { Stage } from '../engine/types.d.ts' */
/** @import { Item } from './sessions.js' */

/** Most characters of a question. */
const MAX_LENGTH = 2000;

/** @typedef {{ question: string, hits?: Array<{ turn: number, share?: number }>, isWaiting?: boolean, problem?: string }} ChatQuestion */

/**
 * @param {Item} item
 * @param {SessionRecord} record
 * @param {ChatQuestion[]} questions of this visit, oldest first
 */
export function chatView(item, record, questions) {
  const isServer = item.source === 'server';
  /** @param {number} turn */
  const turnLink = (turn) => linkTo(item.id, '', turn);
  const waiting = questions.filter(({ isWaiting }) => isWaiting).map(({ question }) => question);
  // A question that waits for its answer may also be a stage; it is shown once.
  const chats = item.stages.filter(({ stage_type, status, result }) =>
    stage_type === 'chat' && !(isRunning(status) && result?.type === 'chat' && waiting.includes(result.question)));
  const turns = new Map(record.turns().map((/** @type {any} */ turn) => [turn.turn, turn]));
  return h('div.page.ask', {},
    h('p.lead', {}, isServer
      ? 'The answer cites the turns it is based on. It considers only this session.'
      : 'Finds the turns that contain your words. For sessions on a server, a model answers.'),
    h('div.talk', { role: 'log', 'aria-label': 'Questions and answers' },
      chats.map((stage) => stageView(stage, turnLink)),
      questions.map((question) => questionView(question, turns, turnLink))),
    h('form.composer', { 'data-act': 'ask' },
      h('label', { for: 'question' }, isServer ? 'Ask about this session' : 'Search for'),
      h('div', {},
        isServer
          ? h('textarea', { id: 'question', name: 'question', rows: 2, maxlength: MAX_LENGTH, required: true, dir: 'auto' })
          : h('input', { id: 'question', name: 'question', type: 'search', maxlength: MAX_LENGTH, required: true, dir: 'auto', autocomplete: 'off' }),
        h('button.button', { type: 'submit' }, isServer ? 'Ask' : 'Find'))));
}

/** @param {Stage} stage @param {(turn: number) => string} turnLink */
function stageView({ result, status, error_message }, turnLink) {
  const { question = '', answer = '' } = result?.type === 'chat' ? result : {};
  return h('article', {},
    h('p.asked', { dir: 'auto' }, question),
    answer ? markdown(answer, turnLink, 2)
      : isRunning(status) ? h('p.by', {}, spinner(), 'Waiting for the answer…')
        : h('div.notice.error', {}, h('p', {}, error_message ?? 'There is no answer.')));
}

/** @param {ChatQuestion} asked @param {Map<number, any>} turns @param {(turn: number) => string} turnLink */
function questionView({ question, hits, isWaiting, problem }, turns, turnLink) {
  return h('article', {},
    h('p.asked', { dir: 'auto' }, question),
    isWaiting && h('p.by', {}, spinner(), 'Waiting for the answer…'),
    problem && h('div.notice.error', { role: 'status' }, h('p', {}, problem)),
    hits && (hits.length
      ? h('ol.hits', {}, hits.map(({ turn }) => {
        const { question: asked, answer } = turns.get(turn) ?? {};
        return h('li', {}, h('a.turn', { href: turnLink(turn) }, `turn ${turn}`), h('p.by', { dir: 'auto' }, asked?.text ?? ''), h('p', { dir: 'auto' }, highlight(answer ?? '', question)));
      }))
      : h('p.empty', {}, 'No turn contains these words.')));
}

/** Marks the searched words in an answer. @param {string} text @param {string} question */
function highlight(text, question) {
  const wanted = question.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  if (!wanted.length) return [text];
  // The search compares stems, so words are marked by their beginnings.
  const stems = wanted.map((word) => word.slice(0, Math.max(3, word.length - 2)));
  return text.split(/([\p{L}\p{N}]+)/u).map((part) => (stems.some((stem) => part.toLowerCase().startsWith(stem)) ? h('mark', {}, part) : part));
}
