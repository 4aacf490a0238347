// Questions to a session: a model answers at a server; here a search finds the turns that hold the words.

import { h } from '../element/dom.js';
import { spinner } from './badge.js';
import { isRunning } from './bands.js';
import { markdown } from './markdown.js';
import { linkTo } from './route.js';

/** @import { Item, Opened, Stage } from './types.d.ts' */

/** Most characters of a question. */
const LONGEST = 2000;

/** @typedef {{ question: string, hits?: Array<{ turn: number, share?: number }>, isWaiting?: boolean, problem?: string }} Asked */

/**
 * @param {Item} item
 * @param {Opened} record
 * @param {Asked[]} asked questions of this visit, oldest first
 */
export function askView(item, record, asked) {
  const isServer = item.source === 'server';
  /** @param {number} turn */
  const turnLink = (turn) => linkTo(item.id, '', turn);
  const waiting = asked.filter(({ isWaiting }) => isWaiting).map(({ question }) => question);
  // What is being answered comes as a stage too; it is shown once.
  const talks = item.stages.filter(({ stage_type, status, result }) =>
    stage_type === 'chat' && !(isRunning(status) && result?.type === 'chat' && waiting.includes(result.question)));
  const turns = new Map(record.turns().map((/** @type {any} */ look) => [look.turn, look]));
  return h('div.page.ask', {},
    h('p.lead', {}, isServer
      ? 'The answer names the turns it rests on. Only this session is looked at.'
      : 'Finds the turns that hold your words. Sessions at a server are answered by a model.'),
    h('div.talk', { role: 'log', 'aria-label': 'Questions and answers' },
      talks.map((stage) => talk(stage, turnLink)),
      asked.map((one) => found(one, turns, turnLink))),
    h('form.composer', { 'data-act': 'ask' },
      h('label', { for: 'question' }, isServer ? 'Ask about this session' : 'Look for'),
      h('div', {},
        isServer
          ? h('textarea', { id: 'question', name: 'question', rows: 2, maxlength: LONGEST, required: true, dir: 'auto' })
          : h('input', { id: 'question', name: 'question', type: 'search', maxlength: LONGEST, required: true, dir: 'auto', autocomplete: 'off' }),
        h('button.button', { type: 'submit' }, isServer ? 'Ask' : 'Find'))));
}

/** @param {Stage} stage @param {(turn: number) => string} turnLink */
function talk({ result, status, error_message }, turnLink) {
  const { question = '', answer = '' } = result?.type === 'chat' ? result : {};
  return h('article', {},
    h('p.asked', { dir: 'auto' }, question),
    answer ? markdown(answer, turnLink, 2)
      : isRunning(status) ? h('p.by', {}, spinner(), 'Being answered…')
        : h('div.notice.error', {}, h('p', {}, error_message ?? 'There is no answer.')));
}

/** @param {Asked} asked @param {Map<number, any>} turns @param {(turn: number) => string} turnLink */
function found({ question, hits, isWaiting, problem }, turns, turnLink) {
  return h('article', {},
    h('p.asked', { dir: 'auto' }, question),
    isWaiting && h('p.by', {}, spinner(), 'Being answered…'),
    problem && h('div.notice.error', { role: 'status' }, h('p', {}, problem)),
    hits && (hits.length
      ? h('ol.hits', {}, hits.map(({ turn }) => {
        const { question: put, answer } = turns.get(turn) ?? {};
        return h('li', {}, h('a.turn', { href: turnLink(turn) }, `turn ${turn}`), h('p.by', { dir: 'auto' }, put?.text ?? ''), h('p', { dir: 'auto' }, marked(answer ?? '', question)));
      }))
      : h('p.empty', {}, 'No turn holds these words.')));
}

/** An answer with the words looked for. @param {string} text @param {string} question */
function marked(text, question) {
  const wanted = question.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  if (!wanted.length) return [text];
  // Words are found by their beginnings, as the search finds them by their stems.
  const stems = wanted.map((word) => word.slice(0, Math.max(3, word.length - 2)));
  return text.split(/([\p{L}\p{N}]+)/u).map((part) => (stems.some((stem) => part.toLowerCase().startsWith(stem)) ? h('mark', {}, part) : part));
}
