// The last screen: thanks, what was understood with its map, what of it was not meant, and the codes to keep.

import { h } from '../dom.js';
import { mapOf } from './drawing.js';
import { button, ends, errorKey, keeping, notice, sign } from './frame.js';

/** @import { Outcome, Study, View, ViewNode } from '../../engine/types.d.ts' */
/** @import { Shown } from '../types.d.ts' */

/** @param {Shown} shown @param {Outcome} outcome */
export function last(shown, outcome) {
  const { conductor, words, view } = shown;
  const { thanks, completion_code } = /** @type {Study} */ (conductor.study).texts;
  const isSafety = outcome.reason === 'safety';
  const lines = isSafety ? [] : outcome.summary;
  const hasMap = !isSafety && !!view?.nodes.length && !!words('map_title');
  return ends(shown, 'last',
    isSafety ? h('h1.safety', {}, outcome.text) : [h('h1', {}, thanks), outcome.text && h('p.lead', {}, outcome.text)],
    completion_code && code(shown, 'completion_code', completion_code),
    lines.length > 0 && h('section.summary', { 'aria-labelledby': 'summary' },
      h('h2', { id: 'summary' }, words('summary_title')),
      h('ul', {}, lines.map((ideas, at) => line(shown, [ideas].flat(), `line-${at}`)))),
    hasMap && mapped(shown, view),
    conductor.hasRemark
      ? h('p.sent', { role: 'status' }, sign('check'), words('remark_sent'))
      : remark(shown, lines.length > 0),
    deletion(shown),
    h('footer.codes', {}, h('p.state', { role: 'status' }, keeping(shown)),
      h('div.acts', {}, button('quiet', 'download', [sign('down'), words('download')]),
        button('quiet', 'anew', words('start_anew')), button('quiet', 'erase', words('delete_all')))));
}

/** @param {Shown} shown @param {string} name @param {string} value */
function code({ words, copied }, name, value) {
  const isCopied = copied === value;
  return h('div.code', {}, h('p.label', { id: name }, words(name)),
    h('p', { 'aria-labelledby': name, role: 'group' }, value),
    button('quiet', 'copy', [sign(isCopied ? 'check' : 'copy'), words(isCopied ? 'copied' : 'copy')], { 'data-code': value }));
}

/** The code to have the answers deleted with, and what it is for. @param {Shown} shown */
function deletion(shown) {
  const { conductor, words } = shown;
  if (!conductor.code) return null;
  const page = new URL('../../forget.html', import.meta.url);
  const isHere = new URL('api/v1/', page).href === conductor.collected;
  return h('section.deletion', {}, code(shown, 'deletion_code', conductor.code),
    h('p.fine', {}, words('deletion_text'), ' ', isHere && h('a.link', { href: page.href, target: '_blank' }, words('deletion_where'))));
}

/**
 * A line of reasons: the person's ideas, one leading to the next.
 * @param {Shown} shown
 * @param {string[]} ideas
 * @param {string} about
 */
function line(shown, [start = '', ...rest], about) {
  const said = rest.length
    ? [h('mark', {}, start), rest.map((idea) => [' ', h('i', { 'aria-hidden': 'true' }, '→'), ' ', idea])].flat(3)
    : [start];
  return h('li', { 'data-key': about }, h(isDisputed(shown, about) ? 'p.said-so.not' : 'p.said-so', {}, said),
    dispute(shown, about, [start, ...rest].join(', ')));
}

/** A drawing of the ideas where there is room, and one by one with what they lead to. @param {Shown} shown @param {View} view */
function mapped(shown, view) {
  const { words, isNarrow } = shown;
  const rung = new Map(view.node_types.map(({ id, level }) => [id, level ?? -1]));
  const ideas = view.nodes.toSorted((a, b) => (rung.get(a.node_type) ?? 0) - (rung.get(b.node_type) ?? 0));
  return h('section.check', { 'aria-labelledby': 'check' },
    h('h2', { id: 'check' }, words('map_title')),
    !isNarrow && mapOf(view, shown.room),
    // Folded: whoever goes by keyboard comes to the rating without passing every idea.
    h('details', {}, h('summary', {}, words('map_each')),
      h('ul.ideas', {}, ideas.map((node) => idea(shown, view, node)))));
}

/** @param {Shown} shown @param {View} view @param {ViewNode} node */
function idea(shown, { nodes, edges, node_types }, { id, label, node_type, quotes }) {
  const { words } = shown;
  const about = `node-${id}`;
  const ends = edges.filter((edge) => edge.source === id && edge.permitted).map((edge) => nodes.find((other) => other.id === edge.target)?.label);
  const leads = [...new Set(ends)].filter((end) => end !== undefined);
  const kind = node_types.find((type) => type.id === node_type)?.name ?? '';
  // The longest of the words it stands on tells most.
  const [quote] = quotes.toSorted((a, b) => b.text.length - a.text.length);
  return h('li', { 'data-key': about },
    h('p.kind', {}, kind),
    h(isDisputed(shown, about) ? 'p.said-so.not' : 'p.said-so', {}, label),
    quote && quote.text !== label && h('p.because', {}, words('map_words'), ': ', h('q', { dir: 'auto' }, quote.text)),
    leads.length > 0 && h('p.because', {}, words('map_leads'), ': ', leads.join(' · ')),
    dispute(shown, about, label));
}

/** @param {Shown} shown @param {string} about */
function isDisputed({ disputed, conductor }, about) {
  return disputed.includes(about) && !conductor.hasRemark;
}

/**
 * "That is not what I meant", and a line to say what was.
 * @param {Shown} shown
 * @param {string} about `line-2` or `node-n7`
 * @param {string} said
 */
function dispute(shown, about, said) {
  const { words, conductor } = shown;
  if (conductor.hasRemark || !words('dispute')) return null;
  if (!isDisputed(shown, about)) {
    return button('quiet.dispute', 'dispute', words('dispute'), { 'data-about': about, 'aria-label': words('dispute_what', { idea: said }), 'data-key': 'no' });
  }
  return h('div.not-so', { 'data-key': 'yes', role: 'group', 'aria-label': words('dispute_what', { idea: said }) },
    h('label.field', {}, h('span', {}, words('dispute_label'), ' ', h('em', {}, words('optional'))),
      h('textarea.answer.short', { rows: 1, 'data-box': `not-${about}`, autocomplete: 'off' })),
    button('quiet', 'accept', words('dispute_keep'), { 'data-about': about }));
}

/** @param {Shown} shown @param {boolean} hasSummary */
function remark({ words, conductor, disputed }, hasSummary) {
  const { problem } = conductor;
  return h('div.form', { role: 'group', 'aria-labelledby': 'summary', 'data-key': 'remark' },
    hasSummary && h('fieldset.fit', {}, h('legend', {}, words('fit_legend')),
      h('div.scale', {}, ['1', '2', '3', '4'].map((n) =>
        h('label', {}, h('input', { type: 'radio', name: 'fit', value: n }),
          h('span', {}, h('b', {}, n), ' ', words(`fit_${n}`)))))),
    hasSummary && field('correction', words('correction'), words('optional')),
    field('remark', words('remark'), words('optional')),
    problem && notice({ sign: 'alert', text: words(errorKey(problem.code), { limit: '20,000' }), role: 'alert' }),
    h('div.post', {}, button('button', 'remark', words('send')),
      disputed.length > 0 && h('span.state', { role: 'status' }, words('dispute_sum'), ': ', String(disputed.length))));
}

/** @param {string} name @param {string} label @param {string} optional */
function field(name, label, optional) {
  return h('label.field', {}, h('span', {}, label, ' ', h('em', {}, optional)),
    h('textarea.answer.short', { rows: 1, 'data-box': name, autocomplete: 'off' }));
}
