// What one sees of one session: the transcript, and beside it whatever the chosen turn tells. Everything follows the turn.
//
// It stands in a shadow root: the map, the tally and the charts are those of the respondent's panel, with their styles.

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
import { change, choose, compare, unchanged, whatIf } from './whatif.js';
import { problemOf } from './words.js';

/** @import { Overview, SessionRecord, State, Tab, View } from './types.d.ts' */

/** Widest that still gets one column, in rem; the style sheet has the same. */
const NARROW = 56;
/** Milliseconds without a key until a changed weight is looked at. */
const PAUSE = 250;

/** @type {Record<Exclude<Tab, 'transcript'>, (state: State, view: View) => Node[]>} */
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
 * @param {SessionRecord} given.record stays open until `close`, and is not freed by it
 * @param {Overview} given.overview
 * @param {(to: { turn: number }) => void} [given.go] tells the address which turn is looked at
 * @param {{ name?: string, turn?: number, tab?: Tab }} [given.words] what the session is called, and where to begin
 * @returns {{ element: HTMLElement, select: (turn: number) => void, close: () => void }}
 */
export function sessionView({ record, overview, go, words = {} }) {
  const turns = record.turns();
  /** @type {State} */
  const state = {
    record: keeping(record), overview, turns, member: record.member(), elements: record.elements(),
    turn: Math.min(words.turn ?? turns.length, turns.length), tab: words.tab ?? 'map', picked: undefined, pointed: undefined, raw: false,
    narrow: false, whatif: unchanged(), copied: undefined,
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
  const desk = h('div.desk', { hidden: true });
  const sheets = [stylesheet('./how/how.css'), stylesheet('../style/session.css')];
  shadow.append(...sheets, desk);
  Promise.all(sheets.map(loaded)).then(() => {
    desk.hidden = false;
    render();
    // A session is read from its beginning, unless somebody points at a turn.
    if (words.turn !== undefined) settle();
  });

  /** Puts the boxes where they belong for the width there is. */
  function arrange() {
    desk.className = state.narrow ? 'desk narrow' : 'desk';
    const top = head(state, words.name ?? overview.session);
    if (state.narrow) desk.replaceChildren(top, boxes.scrub, boxes.tabs, boxes.transcript, boxes.detail);
    else {
      side.replaceChildren(boxes.scrub, boxes.tabs, boxes.detail);
      desk.replaceChildren(top, boxes.transcript, side);
    }
  }

  function render() {
    const tab = shown();
    morph(boxes.scrub, h('div.scrub', {}, scrubber(state)));
    morph(boxes.tabs, h('div.tabbar', {}, tabList(tab, state.narrow)));
    const isSaid = tab === 'transcript';
    morph(boxes.transcript, h('div.transcript', {
      id: 'transcript', tabindex: 0, hidden: state.narrow && !isSaid, 'aria-label': 'Transcript', role: state.narrow ? 'tabpanel' : 'group',
    }, transcript(state)));
    renderDetail();
  }

  /** The tab there is room for. @returns {Tab} */
  const shown = () => (state.tab === 'transcript' && !state.narrow ? 'map' : state.tab);

  function renderDetail() {
    const tab = shown();
    const [, name = ''] = TABS.find(([id]) => id === tab) ?? [];
    morph(boxes.detail, h('div.view', { id: 'detail', role: 'tabpanel', tabindex: 0, 'aria-label': name, hidden: tab === 'transcript' },
      h(`div.part.${tab}`, { 'data-key': tab }, part(tab))));
    light();
  }

  /** @param {Tab} tab @returns {Node[]} */
  function part(tab) {
    if (tab === 'transcript') return [];
    try {
      return PARTS[tab](state, state.record.view_at(state.turn));
    } catch (error) {
      return [h('p.refusal', { role: 'alert' }, `This part cannot be shown: ${problemOf(error)}`)];
    }
  }

  /** Shows which words and which ideas belong together. */
  function light() {
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

  /** What is pointed at: where a quote is, everything that rests on it. @type {string[]} */
  let pointedAt = [];
  const things = () => (pointedAt.length ? pointedAt : [state.pointed ?? state.picked ?? '']);

  /** Brings the turn, and what is asked about on the map, into sight. */
  function settle() {
    const here = shadow.querySelector('.turns [aria-current]');
    if (here && !state.narrow) scrollTo(boxes.transcript, /** @type {HTMLElement} */ (here));
    reveal(/** @type {HTMLElement} */ (/** @type {unknown} */ (shadow)));
  }

  /** @param {number} turn */
  function select(turn) {
    if (turn < 0 || turn > turns.length) return;
    if (turn !== state.turn) {
      state.turn = turn;
      go?.({ turn });
    }
    render();
    settle();
  }

  /** @param {Tab} tab */
  function open(tab) {
    state.tab = tab;
    render();
    settle();
  }

  /** @param {string | undefined} thing @param {string[]} [all] */
  function point(thing, all = []) {
    if (state.pointed === thing && all.join() === pointedAt.join()) return;
    [state.pointed, pointedAt] = [thing, all];
    if (shown() === 'map') renderDetail();
    else light();
  }

  /** @param {string} thing */
  function pick(thing) {
    state.picked = state.picked === thing ? undefined : thing;
    render();
    const words = shadow.querySelector(`[data-things~="${CSS.escape(thing)}"]`);
    if (state.picked && words && !state.narrow) scrollTo(boxes.transcript, /** @type {HTMLElement} */ (words.closest('li')));
  }

  /** What an event is about. @param {Event} event */
  const aimed = (event) => {
    const target = /** @type {Element} */ (event.composedPath()[0]);
    const at = target instanceof Element ? target : undefined;
    const mark = at?.closest('[data-things]')?.getAttribute('data-things')?.split(' ');
    return { at, mark, thing: mark?.[0] ?? at?.closest('[data-pick]')?.getAttribute('data-pick') ?? undefined };
  };

  shadow.addEventListener('click', (event) => {
    const { at, mark, thing } = aimed(event);
    const button = /** @type {HTMLElement | null | undefined} */ (at?.closest('button, summary, input, select, textarea, label'));
    const { select: turn, tab, pin, copy, undo } = button?.dataset ?? {};
    if (tab) return open(/** @type {Tab} */ (tab));
    if (copy) return void put(copy);
    if (undo) {
      state.whatif.made.delete(undo);
      if (state.whatif.key === undo) choose(state.record, state.whatif, undo);
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
      const { mark, thing } = aimed(event);
      point(thing, mark);
    });
  }
  shadow.addEventListener('focusout', () => point(undefined));
  element.addEventListener('pointerleave', () => point(undefined));
  shadow.addEventListener('keydown', (event) => {
    const { key } = /** @type {KeyboardEvent} */ (event);
    const { at, mark } = aimed(event);
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
    const { at } = aimed(event);
    if (at instanceof HTMLInputElement && at.dataset.scrub !== undefined) select(Number(at.value));
    if (at instanceof HTMLInputElement && at.dataset.whatif === 'value') {
      clearTimeout(waiting);
      waiting = setTimeout(() => (change(state.record, state.whatif, at.value), render()), PAUSE);
    }
  });
  shadow.addEventListener('change', (event) => {
    const { at } = aimed(event);
    if (at instanceof HTMLSelectElement && at.dataset.whatif === 'key') {
      choose(state.record, state.whatif, at.value);
      render();
    }
    if (at instanceof HTMLInputElement && at.dataset.act === 'raw') {
      state.raw = at.checked;
      render();
    }
  });
  shadow.addEventListener('submit', (event) => event.preventDefault());

  /** Copies a text, or selects it where the clipboard is refused. @param {string} id */
  async function put(id) {
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

  // On paper there is room for everything, after the last turn.
  const paper = matchMedia('print');
  const onPaper = () => {
    if (!paper.matches) return arrange(), render();
    const view = state.record.view_at(turns.length);
    const all = /** @type {Array<Exclude<Tab, 'transcript'>>} */ (['map', 'course', 'quality', 'cost', 'cite']);
    const last = { ...state, turn: turns.length, picked: undefined, pointed: undefined };
    desk.className = 'desk narrow';
    boxes.transcript.hidden = false;
    desk.replaceChildren(head(state, words.name ?? overview.session), boxes.transcript, ...all.map((tab) =>
      h('section.printed', {}, h('h2.title', {}, TABS.find(([id]) => id === tab)?.[1] ?? ''), h(`div.part.${tab}`, {}, PARTS[tab](last, view)))));
  };
  paper.addEventListener('change', onPaper);

  const watch = new ResizeObserver(([entry]) => {
    const width = entry?.contentRect.width ?? 0;
    const narrow = width > 0 && width <= NARROW * parseFloat(getComputedStyle(document.documentElement).fontSize);
    if (narrow === state.narrow || paper.matches) return;
    state.narrow = narrow;
    if (!narrow && state.tab === 'transcript') state.tab = 'map';
    if (narrow && words.tab === undefined) state.tab = 'transcript';
    arrange();
    if (!desk.hidden) render();
  });
  arrange();
  watch.observe(element);

  return {
    element,
    select,
    close() {
      clearTimeout(waiting);
      watch.disconnect();
      paper.removeEventListener('change', onPaper);
    },
  };
}

/** Scrolls a box so that a part of it is seen, and nothing around it. @param {HTMLElement} box @param {HTMLElement | null} part */
function scrollTo(box, part) {
  if (!part) return;
  const [outer, inner] = [box.getBoundingClientRect(), part.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + 16;
  else if (inner.bottom > outer.bottom) box.scrollTop += Math.min(inner.bottom - outer.bottom + 16, inner.top - outer.top);
}

/**
 * The record with its views kept: each costs a replay, and the scrubber passes by them again and again.
 * @param {SessionRecord} record
 * @returns {SessionRecord}
 */
function keeping(record) {
  /** @type {Map<number, View>} */
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
