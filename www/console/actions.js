// Actions on sessions: score, ask, export, delete, cite.

import { h } from '../element/dom.js';
import { currentScore, isRunning } from './score_state.js';
import { openDialog } from './dialog.js';
import { csvTable, download } from './download.js';
import { formatTime, messageOf, plural, sessionName } from './format.js';

/** @import { Sessions } from './sessions.js' */
/** @import { Scorer } from './scorer.js' */
/** @import { ServerConnection } from './server_connection.js' */
/** @import { SessionPane } from './session_pane.js' */
/** @import { SessionSources } from './sources.js' */
/** @import { StatusBar } from './status_bar.js' */
/** @import { Item } from './sessions.js' */
/** @import { WorkerClient } from './worker_client.js' */

export class Actions {
  /**
   * @param {{ sessions: Sessions, status: StatusBar, scorer: Scorer, pane: SessionPane, connection: ServerConnection, sources: SessionSources, worker: WorkerClient }} parts
   */
  constructor(parts) {
    this.parts = parts;
    /** Handlers by the `data-act` of a button. @type {Record<string, (button: HTMLElement) => unknown>} */
    this.handlers = {
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

  /** The open session, if any. @returns {Item[]} */
  get #open() {
    const { item } = this.parts.pane;
    return item ? [item] : [];
  }

  /** The selected sessions, in the order of the list. @returns {Item[]} */
  get #selection() {
    const { sessions } = this.parts;
    return [...new Set([...sessions.shown, ...sessions.all])].filter(({ id }) => sessions.selected.has(id));
  }

  async #score() {
    const [item] = this.#open;
    if (!item) return;
    const { connection, scorer, sessions, status } = this.parts;
    if (currentScore(item)) {
      const choice = await openDialog('Score again?', [
        h('p', {}, 'The new score is added and the old one is kept. The newest completed score is shown.'),
        h('p.by', {}, item.source === 'server' ? 'The server’s judge model scores it, which may cost money.' : 'The rules score it in this page. They give the same interview the same score.'),
      ], [{ value: '', label: 'Cancel' }, { value: 'score', label: 'Score again', tone: 'main' }]);
      if (choice !== 'score') return;
    }
    if (item.source !== 'server') return scorer.scoreAgain(item.id);
    item.failure = undefined;
    item.isScoring = true;
    sessions.changed();
    try {
      const { score_id, status: row } = /** @type {any} */ (await connection.server?.score(item.id));
      sessions.addScore(item.id, { score_id, total_score: null, status: row === 'completed' ? 'in_progress' : (row ?? 'in_progress'), started_at: Date.now(), score_triggered_by: 'researcher' });
    } catch (error) {
      const { code } = /** @type {{ code?: string }} */ (error);
      // Another researcher has started a score already.
      if (code === 'score_in_progress') status.announce('This session is already being scored.');
      else item.failure = messageOf(error);
    } finally {
      item.isScoring = false;
      sessions.changed();
    }
    this.#watch(item);
  }

  /** Polls a running score until it ends, in case notices do not arrive. @param {Item} item */
  async #watch(item) {
    const { connection, sessions } = this.parts;
    for (let wait = 1000; item.scores.some(({ status }) => isRunning(status)) && sessions.get(item.id) === item; wait = Math.min(wait * 1.5, 15_000)) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (!item.scores.some(({ status }) => isRunning(status)) || !connection.server) return;
      item.isWhole = false;
      await connection.loadDetails(item).catch(() => {});
    }
  }

  async #cancel() {
    const [item] = this.#open;
    const running = item?.scores.find(({ status }) => isRunning(status));
    if (!item || !running) return;
    try {
      await this.parts.connection.server?.cancel(item.id, running.score_id);
      item.isWhole = false;
      await this.parts.connection.loadDetails(item);
    } catch (error) {
      this.parts.status.announce(messageOf(error));
    }
  }

  async #report() {
    const [item] = this.#open;
    if (!item) return;
    try {
      await this.parts.connection.server?.report(item.id);
      this.parts.status.announce('The server writes a summary and a synthesis. They appear here when they are finished.');
    } catch (error) {
      this.parts.status.announce(messageOf(error));
    }
  }

  /** @param {HTMLFormElement} form */
  async ask(form) {
    const { pane, connection } = this.parts;
    const { item, record } = pane;
    const question = String(new FormData(form).get('question') ?? '').trim();
    if (!item || !record || !question) return;
    if (item.source !== 'server') return pane.addQuestion({ question, hits: record.search(question) });
    /** @type {import('./chat_view.js').ChatQuestion} */
    const asked = { question, isWaiting: true };
    await pane.addQuestion(asked);
    try {
      const stage = await connection.server?.chat(item.id, question);
      if (stage) item.stages = [...item.stages.filter(({ stage_id }) => stage_id !== stage.stage_id), stage];
      pane.removeQuestion(asked);
    } catch (error) {
      Object.assign(asked, { isWaiting: false, problem: messageOf(error) });
    }
    await pane.redraw();
  }

  /** @param {Item[]} items */
  async #export(items) {
    if (!items.length) return;
    const { status } = this.parts;
    const simulated = items.filter(({ overview }) => overview.is_simulated).length;
    const choice = await openDialog(`Export ${plural(items.length, 'session')}`, [
      h('p', {}, 'Records hold everything: the interview, its reports and all scores. The table has one line for each session.'),
      simulated ? h('p.by', {}, `${plural(simulated, 'of them is', 'of them are')} simulated and marked so in the files.`) : '',
    ], [{ value: 'csv', label: 'Table (CSV)' }, { value: 'ndjson', label: 'Records (NDJSON)', tone: 'main' }]);
    const [only] = items;
    const name = items.length === 1 && only ? `querent-${only.id}` : `querent-${items.length}-sessions`;
    if (choice === 'csv') download(`${name}.csv`, [csvTable(items)], 'text/csv');
    if (choice !== 'ndjson') return;
    let isStopped = false;
    const progress = status.startProgress('Collecting records', () => (isStopped = true));
    /** @type {BlobPart[]} */
    const lines = [];
    /** @type {Array<{ name: string, problem: string }>} */
    const problems = [];
    for (const [at, item] of items.entries()) {
      if (isStopped) break;
      progress.update(`Record ${at + 1} of ${items.length}`, at / items.length);
      try {
        // The browser may keep blobs on disk, so thousands of records need little memory.
        lines.push(new Blob([oneLine(await item.record()), '\n']));
      } catch (error) {
        problems.push({ name: sessionName(item), problem: messageOf(error) });
      }
    }
    progress.end();
    if (isStopped) return status.announce('Stopped. Nothing was saved.');
    status.showProblems(problems);
    if (lines.length) download(`${name}.ndjson`, lines, 'application/x-ndjson');
    status.announce(`${plural(lines.length, 'record')} saved.`);
  }

  /** @param {Item[]} items */
  async #delete(items) {
    if (!items.length) return;
    const { sessions, status, connection, sources } = this.parts;
    /** @param {Item['source']} source */
    const from = (source) => items.filter((item) => item.source === source);
    const [device, remote] = [from('device'), from('server')];
    const rest = items.length - device.length - remote.length;
    const isSerious = device.length + remote.length > 0;
    const choice = await openDialog(isSerious ? `Delete ${plural(items.length, 'session')}?` : `Remove ${plural(items.length, 'session')} from the list?`, [
      device.length ? h('p', {}, `${plural(device.length, 'session')} on this device: the interview, its drafts and its scores. Data sent to a server stays there.`) : '',
      remote.length ? h('p', {}, `${plural(remote.length, 'session')} on ${connection.server?.address ?? 'the server'}: the interview, its reports and its scores, for all researchers.`) : '',
      rest ? h('p', {}, `${plural(rest, 'session')} from files or samples: removed from the list and from this browser. The files are not changed.`) : '',
      h('ul.names', { tabindex: 0, 'aria-label': 'Sessions to remove' }, items.slice(0, 50).map((item) => h('li', {}, h('bdi', {}, sessionName(item)), `, ${formatTime(item.overview.started_at)}`)),
        items.length > 50 && h('li', {}, `and ${items.length - 50} more`)),
      isSerious ? h('p', {}, h('b', {}, 'This cannot be undone.')) : '',
    ], [{ value: '', label: 'Keep' }, { value: 'delete', label: isSerious ? 'Delete' : 'Remove from the list', tone: isSerious ? 'danger' : 'main' }]);
    if (choice !== 'delete') return;
    let isStopped = false;
    const progress = status.startProgress('Deleting', () => (isStopped = true));
    /** @type {string[]} */
    const removed = [];
    const problems = [];
    for (const item of items) {
      if (isStopped) break;
      try {
        if (item.source === 'device') await sources.removeFromDevice(item.id);
        if (item.source === 'server') await connection.server?.delete(item.id);
        removed.push(item.id);
        progress.update(`${removed.length} of ${items.length}`, removed.length / items.length);
      } catch (error) {
        problems.push({ name: sessionName(item), problem: messageOf(error) });
      }
    }
    progress.end();
    await sources.forgetOpened(removed).catch(() => {});
    const isOpen = this.parts.pane.item && removed.includes(this.parts.pane.item.id);
    sessions.remove(removed);
    for (const { name, problem } of problems) status.announce(`${name} was not deleted: ${problem}`);
    if (!problems.length) status.announce(`${plural(removed.length, 'session')} ${isSerious ? 'deleted' : 'removed from the list'}.`);
    if (isOpen) location.hash = '#/sessions';
  }

  /** @param {Item[]} items */
  async #methods(items) {
    if (!items.length) return;
    const { status, worker } = this.parts;
    const progress = status.startProgress(`Reading ${plural(items.length, 'session')}`, () => {});
    let methods;
    try {
      methods = await worker.methods(await Promise.all(items.map((item) => item.record())));
    } catch (error) {
      return status.announce(`The methods paragraph could not be written: ${messageOf(error)}`);
    } finally {
      progress.end();
    }
    await openDialog('Methods and citation', [
      h('p.by', {}, `For ${plural(items.length, 'session')}. Check it against your procedure before you use it.`),
      copyable('Methods', methods.paragraph), copyable('Citation', methods.citation),
    ], [{ value: '', label: 'Close' }]);
  }
}

/** A text with a copy button. @param {string} name @param {string} text */
function copyable(name, text) {
  const button = h('button.quiet', { type: 'button', 'aria-label': `Copy: ${name}` }, 'Copy');
  const box = h('p.copyable', { tabindex: 0, role: 'group', 'aria-label': name }, text);
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = 'Copied';
    } catch {
      getSelection()?.selectAllChildren(box);
      button.textContent = 'Selected. Copy it with Ctrl+C';
    }
  });
  return h('section.copy', {}, h('div.row', {}, h('h3', {}, name), button), box);
}

/** Puts a JSON text on one line. @param {string} text */
function oneLine(text) {
  return text.includes('\n') ? JSON.stringify(JSON.parse(text)) : text;
}
