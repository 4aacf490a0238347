// The view of one session: the transcript, and tabs with details of the selected turn.
//
// A shadow root keeps the styles apart: map, terms and charts come from the respondent's panel.

import { h, loaded, morph, stylesheet } from '../../element/dom.js';
import { map } from '../../element/how/map.js';
import { reveal } from '../../element/how/panel.js';
import { cite } from './cite.js';
import { cost } from './cost.js';
import { course } from './course.js';
import { decision } from './decision.js';
import { head } from './head.js';
import { quality } from './quality.js';
import { scrubber } from './scrubber.js';
import { tabAfter, tabList, TABS } from './tabs.js';
import { transcript } from './transcript.js';
import { changeValue, compare, initialWhatIf, selectKey, whatIf } from './whatif.js';
import { messageOf } from '../format.js';

/** @import { SessionRecord } from '../../engine/studio.js' */
/** @import { ElementReview, MemberCheck, Overview, TurnView, InterviewView } from '../../engine/types.d.ts' */
/** @import { Tab } from './tabs.js' */
/** @import { WhatIfState } from './whatif.js' */

/**
 * What the session view is made from.
 * @typedef {object} State
 * @property {SessionRecord} record
 * @property {Overview} overview
 * @property {TurnView[]} turns
 * @property {MemberCheck | null} member
 * @property {ElementReview[]} elements
 * @property {number} turn the turn that everything is shown after, 0 for the opening question
 * @property {Tab} tab
 * @property {string | undefined} picked the pinned idea or link: `node-n1`, `edge-e1`
 * @property {string | undefined} pointed the idea or link under the pointer
 * @property {boolean} raw whether signals have their technical names
 * @property {boolean} narrow whether there is room for one column only
 * @property {WhatIfState} whatif
 * @property {string | undefined} copied what was copied last
 */

/** Widest view with one column, in rem, as in the style sheet. */
const NARROW = 56;
/** Wait after the last key before a changed weight is compared, in milliseconds. */
const TYPING_PAUSE = 250;

/** @type {Record<Exclude<Tab, 'transcript'>, (state: State, view: InterviewView) => Node[]>} */
const PARTS = {
  map: (state, view) => map(view, { tab: 'map', raw: false, picked: state.pointed ?? state.picked, policies: undefined, wanted: undefined }),
  why: decision,
  course,
  whatif: whatIf,
  quality,
  cost,
  cite,
};

/**
 * @param {object} given
 * @param {SessionRecord} given.record used until `close`, which does not free it
 * @param {Overview} given.overview
 * @param {(to: { turn: number, tab: Tab }) => void} [given.go] called with the selected turn and tab
 * @param {{ name?: string, turn?: number, tab?: string }} [given.initial] name of the session, first turn and tab; an unknown tab is ignored
 * @returns {{ element: HTMLElement, select: (turn: number) => void, open: (tab: string) => void, close: () => void }}
 */
export function sessionView({ record, overview, go, initial = {} }) {
  const turns = record.turns();
  const firstTab = knownTab(initial.tab);
  /** @type {State} */
  const state = {
    record: withCachedViews(record), overview, turns, member: record.member(), elements: record.elements(),
    turn: Math.min(initial.turn ?? turns.length, turns.length), tab: firstTab ?? 'map', picked: undefined, pointed: undefined, raw: false,
    narrow: false, whatif: initialWhatIf(), copied: undefined,
  };
  const element = h('div.session-view');
  const shadow = element.attachShadow({ mode: 'open' });
  const boxes = {
    scrub: h('div.scrub'),
    tabs: h('div.tabbar'),
    transcript: h('div.transcript', { id: 'transcript' }),
    detail: h('div.view', { id: 'detail', role: 'tabpanel', tabindex: 0 }),
  };
  const side = h('aside.side', { 'aria-label': 'The turn in detail' });
  const layout = h('div.desk', { hidden: true });
  const sheets = [stylesheet('./how/how.css'), stylesheet('../style/session.css')];
  shadow.append(...sheets, layout);
  Promise.all(sheets.map(loaded)).then(() => {
    layout.hidden = false;
    render();
    // A session opens at its beginning, unless the address names a turn.
    if (initial.turn !== undefined) revealTurn();
  });

  /** Arranges the boxes for the width. */
  function arrange() {
    layout.className = state.narrow ? 'desk narrow' : 'desk';
    const top = head(state, initial.name ?? overview.session);
    if (state.narrow) layout.replaceChildren(top, boxes.scrub, boxes.tabs, boxes.transcript, boxes.detail);
    else {
      side.replaceChildren(boxes.scrub, boxes.tabs, boxes.detail);
      layout.replaceChildren(top, boxes.transcript, side);
    }
  }

  function render() {
    const tab = visibleTab();
    morph(boxes.scrub, h('div.scrub', {}, scrubber(state)));
    morph(boxes.tabs, h('div.tabbar', {}, tabList(tab, state.narrow)));
    const isTranscript = tab === 'transcript';
    morph(boxes.transcript, h('div.transcript', {
      id: 'transcript', tabindex: 0, hidden: state.narrow && !isTranscript, 'aria-label': 'Transcript', role: state.narrow ? 'tabpanel' : 'group',
    }, transcript(state)));
    renderDetail();
  }

  /** The selected tab; the transcript is no tab in a wide view. @returns {Tab} */
  const visibleTab = () => (state.tab === 'transcript' && !state.narrow ? 'map' : state.tab);

  function renderDetail() {
    const tab = visibleTab();
    const [, name = ''] = TABS.find(([id]) => id === tab) ?? [];
    morph(boxes.detail, h('div.view', { id: 'detail', role: 'tabpanel', tabindex: 0, 'aria-label': name, hidden: tab === 'transcript' },
      h(`div.part.${tab}`, { 'data-key': tab }, part(tab))));
    highlight();
  }

  /** @param {Tab} tab @returns {Node[]} */
  function part(tab) {
    if (tab === 'transcript') return [];
    try {
      return PARTS[tab](state, state.record.view_at(state.turn));
    } catch (error) {
      return [h('p.refusal', { role: 'alert' }, `This part cannot be shown: ${messageOf(error)}`)];
    }
  }

  /** Highlights an idea together with its quotes. */
  function highlight() {
    const thing = state.pointed ?? state.picked;
    for (const mark of shadow.querySelectorAll('[data-things]')) {
      const isLit = thing !== undefined && (mark.getAttribute('data-things') ?? '').split(' ').includes(thing);
      mark.classList.toggle('lit', isLit);
    }
    for (const idea of shadow.querySelectorAll('.idea')) {
      const isLit = things().includes(idea.getAttribute('data-pick') ?? '');
      idea.classList.toggle('lit', isLit);
    }
  }

  /** Ideas and links of the quote under the pointer. @type {string[]} */
  let pointedAt = [];
  const things = () => (pointedAt.length ? pointedAt : [state.pointed ?? state.picked ?? '']);

  /** Scrolls to the selected turn, and to its focus on the map. */
  function revealTurn() {
    const here = shadow.querySelector('.turns [aria-current]');
    if (here && !state.narrow) scrollTo(boxes.transcript, /** @type {HTMLElement} */ (here));
    reveal(/** @type {HTMLElement} */ (/** @type {unknown} */ (shadow)));
  }

  /** @param {number} turn */
  function select(turn) {
    if (turn < 0 || turn > turns.length) return;
    if (turn !== state.turn) {
      state.turn = turn;
      go?.({ turn, tab: state.tab });
    }
    render();
    revealTurn();
  }

  /** @param {string} id of a tab */
  function open(id) {
    const tab = knownTab(id);
    if (tab === undefined) return;
    if (tab !== state.tab) {
      state.tab = tab;
      go?.({ turn: state.turn, tab });
    }
    render();
    revealTurn();
  }

  /** @param {string | undefined} thing @param {string[]} [all] */
  function point(thing, all = []) {
    if (state.pointed === thing && all.join() === pointedAt.join()) return;
    [state.pointed, pointedAt] = [thing, all];
    if (visibleTab() === 'map') renderDetail();
    else highlight();
  }

  /** @param {string} thing */
  function pick(thing) {
    state.picked = state.picked === thing ? undefined : thing;
    render();
    const quote = shadow.querySelector(`[data-things~="${CSS.escape(thing)}"]`);
    if (state.picked && quote && !state.narrow) scrollTo(boxes.transcript, /** @type {HTMLElement} */ (quote.closest('li')));
  }

  /** Finds the element, mark and idea of an event. @param {Event} event */
  const targetOf = (event) => {
    const target = /** @type {Element} */ (event.composedPath()[0]);
    const at = target instanceof Element ? target : undefined;
    const mark = at?.closest('[data-things]')?.getAttribute('data-things')?.split(' ');
    return { at, mark, thing: mark?.[0] ?? at?.closest('[data-pick]')?.getAttribute('data-pick') ?? undefined };
  };

  shadow.addEventListener('click', (event) => {
    const { at, mark, thing } = targetOf(event);
    const button = /** @type {HTMLElement | null | undefined} */ (at?.closest('button, summary, input, select, textarea, label'));
    const { select: turn, tab, pin, copy, undo } = button?.dataset ?? {};
    if (tab) return open(tab);
    if (copy) return void copyText(copy);
    if (undo) {
      state.whatif.made.delete(undo);
      if (state.whatif.key === undo) selectKey(state.record, state.whatif, undo);
      compare(state.record, state.whatif);
      return render();
    }
    if (pin) state.picked = pin;
    if (turn !== undefined) return select(Number(turn));
    if (thing && (mark || button)) pick(thing);
    const line = at?.closest('[data-turn]');
    if (line && !button?.matches('summary')) select(Number(line.getAttribute('data-turn')));
  });
  for (const kind of ['pointerover', 'focusin']) {
    shadow.addEventListener(kind, (event) => {
      const { mark, thing } = targetOf(event);
      point(thing, mark);
    });
  }
  shadow.addEventListener('focusout', () => point(undefined));
  element.addEventListener('pointerleave', () => point(undefined));
  shadow.addEventListener('keydown', (event) => {
    const { key } = /** @type {KeyboardEvent} */ (event);
    const { at, mark } = targetOf(event);
    if (at?.getAttribute('role') === 'tab') {
      const next = tabAfter(state.tab, key, state.narrow);
      if (!next) return;
      event.preventDefault();
      open(next);
      /** @type {HTMLElement | null} */ (shadow.querySelector('[aria-selected=true]'))?.focus();
    } else if (mark && (key === 'Enter' || key === ' ')) {
      event.preventDefault();
      pick(mark[0] ?? '');
    } else if (key === 'Escape' && state.picked) {
      state.picked = undefined;
      render();
    }
  });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  shadow.addEventListener('input', (event) => {
    const { at } = targetOf(event);
    if (at instanceof HTMLInputElement && at.dataset.scrub !== undefined) select(Number(at.value));
    if (at instanceof HTMLInputElement && at.dataset.whatif === 'value') {
      clearTimeout(waiting);
      waiting = setTimeout(() => (changeValue(state.record, state.whatif, at.value), render()), TYPING_PAUSE);
    }
  });
  shadow.addEventListener('change', (event) => {
    const { at } = targetOf(event);
    if (at instanceof HTMLSelectElement && at.dataset.whatif === 'key') {
      selectKey(state.record, state.whatif, at.value);
      render();
    }
    if (at instanceof HTMLInputElement && at.dataset.act === 'raw') {
      state.raw = at.checked;
      render();
    }
  });
  shadow.addEventListener('submit', (event) => event.preventDefault());

  /** Copies a text, or selects it if the clipboard is not available. @param {string} id */
  async function copyText(id) {
    const text = /** @type {HTMLElement | null} */ (shadow.querySelector(`[data-text="${id}"]`));
    if (!text) return;
    try {
      await navigator.clipboard.writeText(text.innerText);
      state.copied = id;
      render();
    } catch {
      getSelection()?.selectAllChildren(text);
    }
  }

  // Print shows all tabs, after the last turn.
  const paper = matchMedia('print');
  const onPaper = () => {
    if (!paper.matches) return arrange(), render();
    const view = state.record.view_at(turns.length);
    const all = /** @type {Array<Exclude<Tab, 'transcript'>>} */ (['map', 'course', 'quality', 'cost', 'cite']);
    const last = { ...state, turn: turns.length, picked: undefined, pointed: undefined };
    layout.className = 'desk narrow';
    boxes.transcript.hidden = false;
    layout.replaceChildren(head(state, initial.name ?? overview.session), boxes.transcript, ...all.map((tab) =>
      h('section.printed', {}, h('h2.title', {}, TABS.find(([id]) => id === tab)?.[1] ?? ''), h(`div.part.${tab}`, {}, PARTS[tab](last, view)))));
  };
  paper.addEventListener('change', onPaper);

  const watch = new ResizeObserver(([entry]) => {
    const width = entry?.contentRect.width ?? 0;
    const narrow = width > 0 && width <= NARROW * parseFloat(getComputedStyle(document.documentElement).fontSize);
    if (narrow === state.narrow || paper.matches) return;
    state.narrow = narrow;
    if (!narrow && state.tab === 'transcript') state.tab = 'map';
    if (narrow && firstTab === undefined) state.tab = 'transcript';
    arrange();
    if (!layout.hidden) render();
  });
  arrange();
  watch.observe(element);

  return {
    element,
    select,
    open,
    close() {
      clearTimeout(waiting);
      watch.disconnect();
      paper.removeEventListener('change', onPaper);
    },
  };
}

/** The tab with an id, if there is one. @param {string | undefined} id @returns {Tab | undefined} */
function knownTab(id) {
  return TABS.find(([tab]) => tab === id)?.[0];
}

/** Scrolls a box to a part of it, without scrolling the page. @param {HTMLElement} box @param {HTMLElement | null} part */
function scrollTo(box, part) {
  if (!part) return;
  const [outer, inner] = [box.getBoundingClientRect(), part.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + 16;
  else if (inner.bottom > outer.bottom) box.scrollTop += Math.min(inner.bottom - outer.bottom + 16, inner.top - outer.top);
}

/**
 * Caches the views of a record, because each needs a replay and the slider requests them often.
 * @param {SessionRecord} record
 * @returns {SessionRecord}
 */
function withCachedViews(record) {
  /** @type {Map<number, InterviewView>} */
  const views = new Map();
  return new Proxy(record, {
    get(target, name) {
      if (name === 'view_at') {
        return (/** @type {number} */ turn) => {
          const view = views.get(turn) ?? target.view_at(turn);
          views.set(turn, view);
          return view;
        };
      }
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
