// Renders an interview: the screen, the panel beside it, and their style sheets. Later screens and the panel are loaded
// when they are needed.

import { h, isNarrow, isShort, loaded, morph, stylesheet } from './dom.js';
import { renderScreen } from './views/screen.js';
import { directionOf, wordsOf } from './words.js';

/** @import { InterviewView } from '../engine/types.d.ts' */
/** @import { Conductor } from './conductor.js' */
/** @import { InterviewState } from './interview_state.js' */
/** @import { PanelState } from './how/panel.js' */
/** @import { ScreenState } from './views/screen.js' */

const SHEETS = ['../style/tokens.css', './interview.css'];

export class Renderer {
  /** The panel, if it is loaded. @type {typeof import('./how/panel.js') | undefined} */
  how;
  /** The screens after the first one, if they are loaded. @type {typeof import('./views/later.js') | undefined} */
  later;
  #element;
  #shell;
  #loaded;
  /** @type {Promise<void> | undefined} */
  #loading;
  /** @type {{ step: object, view: InterviewView | undefined } | undefined} */
  #viewed;
  /** Tab and turn that the panel showed last. */
  #revealed = '';
  /** Step and question that were shown last. @type {[object?, string?]} */
  #asked = [];

  /**
   * @param {HTMLElement} element
   * @param {HTMLElement} shell that shows the screen
   * @param {() => void} loaded called when a part was loaded
   */
  constructor(element, shell, loaded) {
    this.#element = element;
    this.#shell = shell;
    this.#loaded = loaded;
  }

  /** Shows the shell when its styles are loaded. @param {ShadowRoot} root */
  async open(root) {
    const sheets = SHEETS.map((sheet) => stylesheet(sheet));
    root.append(...sheets, this.#shell);
    await Promise.all(sheets.map(loaded));
    await this.checkAccent();
    this.#shell.hidden = false;
  }

  /** Replaces an accent colour of the page that is hard to read. */
  async checkAccent() {
    const given = getComputedStyle(this.#element);
    if (!['--querent-accent', '--querent-accent-dark'].some((name) => given.getPropertyValue(name))) return;
    const { checkAccent } = await import('./accent.js');
    checkAccent(this.#shell);
  }

  /** @param {Conductor} conductor @param {ScreenState} screen @param {PanelState} panel @returns {boolean} whether the panel is open */
  render(conductor, screen, panel) {
    const { state } = conductor;
    if (state.phase !== 'loading') void this.loadLater();
    const hasHow = this.#element.getAttribute('how') !== 'off';
    const isHowOpen = hasHow && screen.isHowOpen && (state.phase === 'asking' || state.phase === 'finished');
    const props = {
      state, words: wordsOf(state.study), ...screen, hasHow, isHowOpen, isOffline: !navigator.onLine,
      isNarrow: isNarrow(this.#element), isShort: isShort(), room: this.#element.clientWidth, view: state.phase === 'finished' ? this.#view(conductor) : undefined,
    };
    const language = state.study?.language ?? 'en';
    const note = /^en\b/i.test(language) ? undefined : { text: props.words('how_english'), language };
    const next = h(isHowOpen ? 'div.shell.with-panel' : 'div.shell', {
      lang: language, dir: directionOf(language), hidden: this.#shell.hidden,
      'data-accent': this.#shell.getAttribute('data-accent'),
    }, renderScreen(props, this.later), isHowOpen && (this.how?.panel(this.#view(conductor), state.log.entries, { ...panel, note, room: props.room, isMapLarge: screen.isMapLarge }, state.saving !== 'not_saved') ?? h('section.panel', { 'aria-busy': 'true' })));
    morph(this.#shell, next);
    return isHowOpen;
  }

  /**
   * Scrolls the panel to the focus of a new question, and a short window to the question.
   * @param {Readonly<InterviewState>} state
   * @param {boolean} isHowOpen
   * @param {PanelState['tab']} tab
   */
  reveal({ past, step }, isHowOpen, tab) {
    const question = this.#shell.querySelector('.ask h1');
    const [lastStep, lastText] = this.#asked;
    this.#asked = [step, question?.textContent ?? ''];
    if (isShort() && question && (step !== lastStep || question.textContent !== lastText)) question.scrollIntoView();
    const shown = isHowOpen && this.how ? `${tab} ${past.length}` : '';
    if (shown !== this.#revealed) this.how?.reveal(this.#shell);
    this.#revealed = shown;
  }

  /** Loads the panel. */
  async loadHow() {
    const sheet = this.#sheet('./how/how.css');
    const [how] = await Promise.all([import('./how/panel.js'), loaded(sheet)]);
    this.how = how;
    this.#loaded();
  }

  /** Loads the screens after the first one. After a failure the next redraw tries again. */
  loadLater() {
    this.#loading ??= (async () => {
      const sheet = this.#sheet('./later.css');
      const [later] = await Promise.all([import('./views/later.js'), loaded(sheet)]);
      this.later = later;
      this.#loaded();
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
    const { step } = conductor.state;
    if (this.#viewed?.step !== step) this.#viewed = { step, view: conductor.view };
    return this.#viewed.view;
  }
}
