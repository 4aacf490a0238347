// One interview as it is drawn: the screen, the panel beside it, and what of both the page has loaded by now.

import { h, isNarrow, loaded, morph, stylesheet } from './dom.js';
import { screenOf } from './views/screen.js';
import { directionOf, wordsOf } from './words.js';

/** @import { View } from '../engine/types.d.ts' */
/** @import { Conductor } from './conductor.js' */
/** @import { PanelState, ScreenState } from './types.d.ts' */

const SHEETS = ['../style/tokens.css', './interview.css'];

export class Drawing {
  /** The panel, once somebody wanted it. @type {typeof import('./how/panel.js') | undefined} */
  how;
  /** The screens after the first one, loaded while that is read. @type {typeof import('./views/later.js') | undefined} */
  later;
  #element;
  #shell;
  #changed;
  /** @type {Promise<void> | undefined} */
  #loading;
  /** @type {{ step: object, view: View | undefined } | undefined} */
  #viewed;
  /** What the panel showed last: a question brings its focus into view once. */
  #looked = '';

  /**
   * @param {HTMLElement} element
   * @param {HTMLElement} shell what is drawn into
   * @param {() => void} changed something was loaded: draw again
   */
  constructor(element, shell, changed) {
    this.#element = element;
    this.#shell = shell;
    this.#changed = changed;
  }

  /** Puts the shell where it is seen, once its styles are there. @param {ShadowRoot} root */
  async open(root) {
    const sheets = SHEETS.map((sheet) => stylesheet(sheet));
    root.append(...sheets, this.#shell);
    await Promise.all(sheets.map(loaded));
    await this.checkAccent();
    this.#shell.hidden = false;
  }

  /** An author's colour is looked at: whether words in it can be read. */
  async checkAccent() {
    const given = getComputedStyle(this.#element);
    if (!['--querent-accent', '--querent-accent-dark'].some((name) => given.getPropertyValue(name))) return;
    const { checkAccent } = await import('./accent.js');
    checkAccent(this.#shell);
  }

  /** @param {Conductor} conductor @param {ScreenState} state @param {PanelState} panel */
  draw(conductor, state, panel) {
    if (conductor.phase !== 'loading') void this.#loadLater();
    const hasHow = this.#element.getAttribute('how') !== 'off';
    const isHowOpen = hasHow && state.isHowOpen && (conductor.phase === 'asking' || conductor.phase === 'finished');
    const shown = {
      conductor, words: wordsOf(conductor.study), ...state, hasHow, isHowOpen, isOffline: !navigator.onLine,
      isNarrow: isNarrow(this.#element), room: this.#element.clientWidth, view: conductor.phase === 'finished' ? this.#view(conductor) : undefined,
    };
    const language = conductor.study?.language ?? 'en';
    const next = h(isHowOpen ? 'div.shell.with-panel' : 'div.shell', {
      lang: language, dir: directionOf(language), hidden: this.#shell.hidden,
      'data-accent': this.#shell.getAttribute('data-accent'),
    }, screenOf(shown, this.later), isHowOpen && (this.how?.panel(this.#view(conductor), conductor.log, panel, conductor.saving !== 'not_saved') ?? h('section.panel', { 'aria-busy': 'true' })));
    morph(this.#shell, next);
    return isHowOpen;
  }

  /** Brings what is asked about into view, once a question. @param {Conductor} conductor @param {boolean} isHowOpen @param {PanelState['tab']} tab */
  reveal(conductor, isHowOpen, tab) {
    const looked = isHowOpen && this.how ? `${tab} ${conductor.past.length}` : '';
    if (looked !== this.#looked) this.how?.reveal(this.#shell);
    this.#looked = looked;
  }

  /** Loads the panel. */
  async loadHow() {
    const sheet = this.#sheet('./how/how.css');
    const [how] = await Promise.all([import('./how/panel.js'), loaded(sheet)]);
    this.how = how;
    this.#changed();
  }

  /** Loads the screens after the first one; where that fails, it is tried again with the next thing that happens. */
  #loadLater() {
    this.#loading ??= (async () => {
      const sheet = this.#sheet('./later.css');
      const [later] = await Promise.all([import('./views/later.js'), loaded(sheet)]);
      this.later = later;
      this.#changed();
    })().catch(() => (this.#loading = undefined));
    return this.#loading;
  }

  /** @param {string} path */
  #sheet(path) {
    const sheet = stylesheet(path);
    this.#shell.before(sheet);
    return sheet;
  }

  /** @param {Conductor} conductor */
  #view(conductor) {
    if (this.#viewed?.step !== conductor.step) this.#viewed = { step: conductor.step, view: conductor.view };
    return this.#viewed.view;
  }
}
