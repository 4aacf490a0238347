// What is done with sessions: score again, ask, export, delete, cite.

import { h } from '../element/dom.js';
import { currentScore, isRunning } from './bands.js';
import { askIn } from './dialog.js';
import { methodsOf } from './desk.js';
import { save, table } from './saving.js';
import { theStore } from './sources.js';
import { count, moment, nameOf, problemOf } from './words.js';

/** @import { Sessions } from './sessions.js' */
/** @import { Scorer } from './scorer.js' */
/** @import { Server } from './server.js' */
/** @import { SessionPane } from './session.js' */
/** @import { Status } from './status.js' */
/** @import { Item } from './types.d.ts' */

export class Actions {
  /**
   * @param {{ sessions: Sessions, status: Status, scorer: Scorer, pane: SessionPane, server: () => Server | undefined, complete: (item: Item) => Promise<void> }} parts
   */
  constructor(parts) {
    this.parts = parts;
    /** @type {Record<string, (button: HTMLElement) => unknown>} */
    this.acts = {
      score: () => this.#score(),
      'cancel-score': () => this.#cancel(),
      'pick-score': (button) => parts.pane.pick(button.dataset.score ?? ''),
      report: () => this.#report(),
      export: () => this.#export(this.#selection),
      'export-one': () => this.#export(this.#open),
      delete: () => this.#delete(this.#selection),
      'delete-one': () => this.#delete(this.#open),
      methods: () => this.#methods(this.#selection),
      'methods-one': () => this.#methods(this.#open),
    };
  }

  /** @returns {Item[]} */
  get #open() {
    const { item } = this.parts.pane;
    return item ? [item] : [];
  }

  /** What is selected, in the order of the list. @returns {Item[]} */
  get #selection() {
    const { sessions } = this.parts;
    return [...new Set([...sessions.shown, ...sessions.all])].filter(({ id }) => sessions.selected.has(id));
  }

  async #score() {
    const [item] = this.#open;
    if (!item) return;
    const { server, scorer, sessions, status } = this.parts;
    if (currentScore(item)) {
      const choice = await askIn('Score again?', [
        h('p', {}, 'A new score is added and the old one is kept; the newest completed one is shown.'),
        h('p.by', {}, item.source === 'server' ? 'The judge of the server is asked, which may cost money.' : 'The rules judge it in this page. The same interview gets the same score from them.'),
      ], [{ value: '', label: 'Cancel' }, { value: 'score', label: 'Score again', tone: 'main' }]);
      if (choice !== 'score') return;
    }
    if (item.source !== 'server') return scorer.again(item.id);
    item.failure = undefined;
    item.isScoring = true;
    sessions.changed();
    try {
      const { score_id, status: row } = /** @type {any} */ (await server()?.score(item.id));
      sessions.addScore(item.id, { score_id, total_score: null, status: row === 'completed' ? 'in_progress' : (row ?? 'in_progress'), started_at: Date.now(), score_triggered_by: 'researcher' });
    } catch (error) {
      const { code } = /** @type {{ code?: string }} */ (error);
      // Somebody else was faster; their score will do.
      if (code === 'score_in_progress') status.say('It is being scored already.');
      else item.failure = problemOf(error);
    } finally {
      item.isScoring = false;
      sessions.changed();
    }
    this.#watch(item);
  }

  /** Asks for a running score until it has ended, for servers whose notices do not come through. @param {Item} item */
  async #watch(item) {
    const { server, sessions, complete } = this.parts;
    for (let wait = 1000; item.scores.some(({ status }) => isRunning(status)) && sessions.get(item.id) === item; wait = Math.min(wait * 1.5, 15_000)) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (!item.scores.some(({ status }) => isRunning(status)) || !server()) return;
      item.isWhole = false;
      await complete(item).catch(() => {});
    }
  }

  async #cancel() {
    const [item] = this.#open;
    const running = item?.scores.find(({ status }) => isRunning(status));
    if (!item || !running) return;
    try {
      await this.parts.server()?.cancel(item.id, running.score_id);
      item.isWhole = false;
      await this.parts.complete(item);
    } catch (error) {
      this.parts.status.say(problemOf(error));
    }
  }

  async #report() {
    const [item] = this.#open;
    if (!item) return;
    try {
      await this.parts.server()?.report(item.id);
      this.parts.status.say('Summary and synthesis are being written; they appear here when they are done.');
    } catch (error) {
      this.parts.status.say(problemOf(error));
    }
  }

  /** @param {HTMLFormElement} form */
  async ask(form) {
    const { pane, server } = this.parts;
    const { item, record } = pane;
    const question = String(new FormData(form).get('question') ?? '').trim();
    if (!item || !record || !question) return;
    if (item.source !== 'server') return pane.ask({ question, hits: record.search(question) });
    /** @type {import('./ask.js').Asked} */
    const asked = { question, isWaiting: true };
    await pane.ask(asked);
    try {
      const stage = await server()?.chat(item.id, question);
      if (stage) item.stages = [...item.stages.filter(({ stage_id }) => stage_id !== stage.stage_id), stage];
      pane.answered(asked);
    } catch (error) {
      Object.assign(asked, { isWaiting: false, problem: problemOf(error) });
    }
    await pane.redraw();
  }

  /** @param {Item[]} items */
  async #export(items) {
    if (!items.length) return;
    const { status } = this.parts;
    const simulated = items.filter(({ overview }) => overview.is_simulated).length;
    const choice = await askIn(`Export ${count(items.length, 'session')}`, [
      h('p', {}, 'Records hold everything: the interview, what was made of it, every score. The table holds a line a session.'),
      simulated ? h('p.by', {}, `${count(simulated, 'of them is', 'of them are')} simulated, and marked so in the files.`) : '',
    ], [{ value: 'csv', label: 'Table (CSV)' }, { value: 'ndjson', label: 'Records (NDJSON)', tone: 'main' }]);
    const [only] = items;
    const name = items.length === 1 && only ? `querent-${only.id}` : `querent-${items.length}-sessions`;
    if (choice === 'csv') save(`${name}.csv`, [table(items)], 'text/csv');
    if (choice !== 'ndjson') return;
    let isStopped = false;
    const work = status.begin('Putting records together', () => (isStopped = true));
    /** @type {BlobPart[]} */
    const lines = [];
    /** @type {Array<{ name: string, problem: string }>} */
    const problems = [];
    for (const [at, item] of items.entries()) {
      if (isStopped) break;
      work.at(`Record ${at + 1} of ${items.length}`, at / items.length);
      try {
        // One line each: a blob, so that thousands of them lie on the disk and not in memory.
        lines.push(new Blob([oneLine(await item.record()), '\n']));
      } catch (error) {
        problems.push({ name: nameOf(item), problem: problemOf(error) });
      }
    }
    work.end();
    if (isStopped) return status.say('Stopped; nothing was saved.');
    status.refuse(problems);
    if (lines.length) save(`${name}.ndjson`, lines, 'application/x-ndjson');
    status.say(`${count(lines.length, 'record')} saved.`);
  }

  /** @param {Item[]} items */
  async #delete(items) {
    if (!items.length) return;
    const { sessions, status, server } = this.parts;
    /** @param {Item['source']} source */
    const from = (source) => items.filter((item) => item.source === source);
    const [device, remote] = [from('device'), from('server')];
    const rest = items.length - device.length - remote.length;
    const isSerious = device.length + remote.length > 0;
    const choice = await askIn(isSerious ? `Delete ${count(items.length, 'session')}?` : `Take ${count(items.length, 'session')} off the list?`, [
      device.length ? h('p', {}, `${count(device.length, 'session')} of this device: the interview, its drafts and its scores. What was sent to a server stays there.`) : '',
      remote.length ? h('p', {}, `${count(remote.length, 'session')} at ${server()?.address ?? 'the server'}: the interview, everything made of it, every score, for everybody.`) : '',
      rest ? h('p', {}, `${count(rest, 'session')} from files or samples: taken off the list only. The files stay as they are.`) : '',
      h('ul.names', { tabindex: 0, 'aria-label': 'What goes' }, items.slice(0, 50).map((item) => h('li', {}, h('bdi', {}, nameOf(item)), `, ${moment(item.overview.started_at)}`)),
        items.length > 50 && h('li', {}, `and ${items.length - 50} more`)),
      isSerious ? h('p', {}, h('b', {}, 'This cannot be taken back.')) : '',
    ], [{ value: '', label: 'Keep' }, { value: 'delete', label: isSerious ? 'Delete' : 'Take off the list', tone: isSerious ? 'danger' : 'main' }]);
    if (choice !== 'delete') return;
    let isStopped = false;
    const work = status.begin('Deleting', () => (isStopped = true));
    /** @type {string[]} */
    const gone = [];
    const problems = [];
    for (const item of items) {
      if (isStopped) break;
      try {
        if (item.source === 'device') await (await theStore()).remove(item.id);
        if (item.source === 'server') await server()?.delete(item.id);
        gone.push(item.id);
        work.at(`${gone.length} of ${items.length}`, gone.length / items.length);
      } catch (error) {
        problems.push({ name: nameOf(item), problem: problemOf(error) });
      }
    }
    work.end();
    const isOpen = this.parts.pane.item && gone.includes(this.parts.pane.item.id);
    sessions.remove(gone);
    for (const { name, problem } of problems) status.say(`${name} was not deleted: ${problem}`);
    if (!problems.length) status.say(`${count(gone.length, 'session')} ${isSerious ? 'deleted' : 'taken off the list'}.`);
    if (isOpen) location.hash = '#/sessions';
  }

  /** @param {Item[]} items */
  async #methods(items) {
    if (!items.length) return;
    const { status } = this.parts;
    const work = status.begin(`Reading ${count(items.length, 'session')}`, () => {});
    let methods;
    try {
      methods = await methodsOf(await Promise.all(items.map((item) => item.record())));
    } catch (error) {
      return status.say(`No paragraph could be written: ${problemOf(error)}`);
    } finally {
      work.end();
    }
    await askIn('Methods and citation', [
      h('p.by', {}, `Of ${count(items.length, 'session')}. Check it against what you did before you use it.`),
      copyable('Methods', methods.paragraph), copyable('Citation', methods.citation),
    ], [{ value: '', label: 'Close' }]);
  }
}

/** A text with a button that copies it. @param {string} name @param {string} text */
function copyable(name, text) {
  const button = h('button.quiet', { type: 'button', 'aria-label': `Copy: ${name}` }, 'Copy');
  const box = h('p.copyable', { tabindex: 0, role: 'group', 'aria-label': name }, text);
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = 'Copied';
    } catch {
      getSelection()?.selectAllChildren(box);
      button.textContent = 'Selected; copy it with Ctrl+C';
    }
  });
  return h('section.copy', {}, h('div.row', {}, h('h3', {}, name), button), box);
}

/** A JSON text on one line. @param {string} text */
function oneLine(text) {
  return text.includes('\n') ? JSON.stringify(JSON.parse(text)) : text;
}
