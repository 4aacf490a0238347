// The last screen: thanks, the summary and the map to check, a remark, and the codes to keep.

import { h } from '../dom.js';
import { resultMap } from './result_map.js';
import { button, erase, errorKey, icon, notice, savingStatus, screen } from './frame.js';
import { disputes } from './remark.js';

/** @import { InterviewOutcome, Study, InterviewView, NodeView } from '../../engine/types.d.ts' */
/** @import { RemarkEntry } from '../session_log.js' */
/** @import { ScreenProps } from './screen.js' */

/** @param {ScreenProps} props @param {InterviewOutcome} outcome */
export function last(props, outcome) {
  const { state, words, view } = props;
  const { thanks, completion_code } = /** @type {Study} */ (state.study).texts;
  const isSafety = outcome.reason === 'safety';
  const lines = isSafety ? [] : outcome.summary;
  const hasMap = !isSafety && !!view?.nodes.length && !!words('map_title');
  return screen(props, 'last',
    isSafety ? h('h1.safety', {}, outcome.text) : [h('h1', {}, thanks), outcome.text && h('p.lead', {}, outcome.text)],
    completion_code && code(props, 'completion_code', completion_code),
    lines.length > 0 && h('section.summary', { 'aria-labelledby': 'summary' },
      h('h2', { id: 'summary' }, words('summary_title')),
      h('ul', {}, lines.map((ideas, at) => line(props, [ideas].flat(), `line-${at}`)))),
    hasMap && mapSection(props, view),
    state.log.remark
      ? sent(props, state.log.remark)
      : remark(props, lines.length > 0),
    deletion(props),
    h('footer.codes', {}, h('p.state', { role: 'status' }, savingStatus(props)),
      h('div.acts', {}, button('quiet', 'download', [icon('down'), words('download')]),
        button('quiet', 'anew', words('start_anew')))),
    erase(props));
}

/** @param {ScreenProps} props @param {string} name @param {string} value */
function code({ words, copied }, name, value) {
  const isCopied = copied === value;
  return h('div.code', {}, h('p.label', { id: name }, words(name)),
    h('p', { 'aria-labelledby': name, role: 'group' }, value),
    button('quiet', 'copy', [icon(isCopied ? 'check' : 'copy'), words(isCopied ? 'copied' : 'copy')], { 'data-code': value }));
}

/** The deletion code with its explanation. @param {ScreenProps} props */
function deletion(props) {
  const { state, words } = props;
  if (!state.deletionCode) return null;
  const page = new URL('../../forget.html', import.meta.url);
  const isHere = new URL('api/v1/', page).href === state.collector;
  return h('section.deletion', {}, code(props, 'deletion_code', state.deletionCode),
    h('p.fine', {}, words('deletion_text'), ' ', isHere && h('a.link', { href: page.href, target: '_blank' }, words('deletion_where'))));
}

/**
 * A line of the summary: ideas, each leading to the next.
 * @param {ScreenProps} props
 * @param {string[]} ideas
 * @param {string} about
 */
function line(props, [start = '', ...rest], about) {
  const text = rest.length
    ? [h('mark', {}, start), rest.map((idea) => [' ', h('i', { 'aria-hidden': 'true' }, '→'), ' ', idea])].flat(3)
    : [start];
  return h('li', { 'data-key': about }, h(isDisputed(props, about) ? 'p.said-so.not' : 'p.said-so', {}, text),
    dispute(props, about, [start, ...rest].join(', ')));
}

/** What was sent, as it was sent. @param {ScreenProps} props @param {RemarkEntry} entry */
function sent({ words }, { fit, correction, text }) {
  const given = [
    [words('fit_legend'), fit && words(`fit_${fit}`)], [words('correction'), correction], [words('remark'), text],
  ].filter(([, said]) => said);
  return h('div.form', { 'data-key': 'sent' },
    h('p.sent', { role: 'status' }, icon('check'), words('remark_sent')),
    given.length > 0 && h('dl.given', {}, given.map(([label, said]) => h('div', {}, h('dt', {}, label), h('dd', { dir: 'auto' }, said)))));
}

/** The ideas as a drawing, and one by one with the ideas they lead to. @param {ScreenProps} props @param {InterviewView} view */
function mapSection(props, view) {
  const { words } = props;
  const rung = new Map(view.node_types.map(({ id, level }) => [id, level ?? -1]));
  const ideas = view.nodes.toSorted((a, b) => (rung.get(a.node_type) ?? 0) - (rung.get(b.node_type) ?? 0));
  return h('section.check', { 'aria-labelledby': 'check' },
    h('h2', { id: 'check' }, words('map_title')),
    resultMap(view, props),
    // Folded: keyboard users reach the rating without passing every idea.
    h('details', {}, h('summary', {}, words('map_each')),
      h('ul.ideas', {}, ideas.map((node) => idea(props, view, node)))));
}

/** @param {ScreenProps} props @param {InterviewView} view @param {NodeView} node */
function idea(props, { nodes, edges }, { id, label, quotes }) {
  const { words } = props;
  const about = `node-${id}`;
  const ends = edges.filter((edge) => edge.source === id && edge.permitted).map((edge) => nodes.find((other) => other.id === edge.target)?.label);
  const leads = [...new Set(ends)].filter((end) => end !== undefined);
  // The longest quote is the most informative.
  const [quote] = quotes.toSorted((a, b) => b.text.length - a.text.length);
  return h('li', { 'data-key': about },
    h(isDisputed(props, about) ? 'p.said-so.not' : 'p.said-so', {}, label),
    quote && quote.text !== label && h('p.because', {}, words('map_words'), ': ', h('q', { dir: 'auto' }, quote.text)),
    leads.length > 0 && h('p.because', {}, words('map_leads'), ': ', leads.join(' · ')),
    dispute(props, about, label));
}

/** @param {ScreenProps} props @param {string} about */
function isDisputed({ state }, about) {
  return disputes(state).has(about);
}

/**
 * The button "That is not what I meant", or the box that it opens.
 * @param {ScreenProps} props
 * @param {string} about `line-2` or `node-n7`
 * @param {string} text of the line or idea
 */
function dispute(props, about, text) {
  const { words, state } = props;
  if (!words('dispute')) return null;
  if (state.log.remark) {
    const meant = disputes(state).get(about);
    return meant ? h('p.meant', { 'data-key': 'meant' }, words('dispute_meant'), ': ', h('span', { dir: 'auto' }, meant)) : null;
  }
  if (!isDisputed(props, about)) {
    return button('quiet.dispute', 'dispute', words('dispute'), { 'data-about': about, 'aria-label': words('dispute_what', { idea: text }), 'data-key': 'no' });
  }
  return h('div.not-so', { 'data-key': 'yes', role: 'group', 'aria-label': words('dispute_what', { idea: text }) },
    h('label.field', {}, h('span', {}, words('dispute_label'), ' ', h('em', {}, words('optional'))),
      h('textarea.answer.short', { rows: 1, 'data-box': `not-${about}`, autocomplete: 'off' })),
    button('quiet', 'accept', words('dispute_keep'), { 'data-about': about }));
}

/** @param {ScreenProps} props @param {boolean} hasSummary */
function remark({ words, state }, hasSummary) {
  const { problem, draft } = state;
  const disputed = disputes(state).size;
  return h('div.form', { role: 'group', 'aria-labelledby': 'summary', 'data-key': 'remark' },
    hasSummary && h('fieldset.fit', {}, h('legend', {}, words('fit_legend')),
      h('div.scale', {}, ['1', '2', '3', '4'].map((n) =>
        h('label', {}, h('input', { type: 'radio', name: 'fit', value: n, checked: draft['fit'] === n }),
          h('span', {}, h('b', {}, n), ' ', words(`fit_${n}`)))))),
    hasSummary && field('correction', words('correction'), words('optional')),
    field('remark', words('remark'), words('optional')),
    problem && notice({ sign: 'alert', text: words(errorKey(problem.code), { limit: '20,000' }), role: 'alert' }),
    h('div.post', {}, button('button', 'remark', words(state.collector ? 'send' : 'save')),
      disputed > 0 && h('span.state', { role: 'status' }, words('dispute_sum'), ': ', String(disputed))));
}

/** @param {string} name @param {string} label @param {string} optional */
function field(name, label, optional) {
  return h('label.field', {}, h('span', {}, label, ' ', h('em', {}, optional)),
    h('textarea.answer.short', { rows: 1, 'data-box': name, autocomplete: 'off' }));
}
