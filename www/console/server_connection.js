// The connection to a server: loads its list, keeps it up to date, and shows its state in the bar.

import { messageOf, plural } from './format.js';
import { knownServer, rememberServer, Server } from './server.js';
import { askForServer } from './server_dialog.js';
import { newestFirst } from './sessions.js';

/** @import { Sessions } from './sessions.js' */
/** @import { StatusBar } from './status_bar.js' */
/** @import { ServerAccess } from './server.js' */
/** @import { Item } from './sessions.js' */

/** Time to collect notices before their sessions are fetched, in milliseconds. */
const COLLECT = 150;

export class ServerConnection {
  /** @type {Server | undefined} */
  #server;
  /** Ids of sessions with a notice, not fetched yet. @type {Set<string>} */
  #changed = new Set();

  /**
   * @param {object} parts
   * @param {Sessions} parts.sessions
   * @param {StatusBar} parts.status
   * @param {HTMLElement} parts.label shows the address and the state
   * @param {() => void} parts.onlist called after the list was loaded or cleared
   * @param {(id: string) => void} parts.onsession called after the details of a listed session changed
   */
  constructor({ sessions, status, label, onlist, onsession }) {
    this.sessions = sessions;
    this.status = status;
    this.label = label;
    this.onlist = onlist;
    this.onsession = onsession;
  }

  /** The connected server. */
  get server() {
    return this.#server;
  }

  /** Loads scores and stages of a session, which the list does not hold. @param {Item} item */
  async loadDetails(item) {
    if (item.source !== 'server' || item.isWhole || !this.#server) return;
    const { scores, stages, overview } = await this.#server.record(item.id);
    Object.assign(item, { scores: newestFirst(scores), stages, isWhole: true, overview: overview ?? item.overview });
    this.sessions.changed();
  }

  /** Asks for a server and connects to it. @param {ServerAccess} [access] @param {string} [problem] */
  async choose(access, problem) {
    const chosen = await askForServer(access ?? knownServer(), this.#server?.address, problem);
    if (chosen === 'leave') this.#leave();
    else if (chosen) await this.connect(chosen);
  }

  /** Connects to a server and loads its list. @param {ServerAccess} access */
  async connect(access) {
    const { sessions, status } = this;
    this.#server?.close();
    sessions.removeAll('server');
    const server = (this.#server = new Server(access));
    let isStopped = false;
    let loaded = 0;
    const progress = status.startProgress(`Loading the sessions of ${server.address}…`, () => {
      isStopped = true;
      server.close();
    });
    try {
      server.addEventListener('notice', (event) => this.#receive(server, /** @type {CustomEvent} */ (event).detail));
      server.addEventListener('lost', () => this.#showState('lost'));
      server.addEventListener('live', () => this.#showState('live'));
      // Notices are received while the list loads, so that no change is missed.
      server.listen();
      await server.sessions((items, total) => {
        loaded += items.length;
        sessions.add(items);
        progress.update(`${loaded.toLocaleString('en-GB')} of ${plural(total, 'session')} from ${server.address}`, loaded / Math.max(1, total));
      });
      rememberServer(access);
      this.#showState('live');
      status.announce(`${plural(loaded, 'session')} from ${server.address}.`);
    } catch (error) {
      server.close();
      if (this.#server === server) this.#server = undefined;
      this.#showState('none');
      if (isStopped) return status.announce('Stopped. The sessions loaded so far are in the list.');
      rememberServer(undefined);
      await this.choose(access, messageOf(error));
    } finally {
      progress.end();
      this.onlist();
    }
  }

  #leave() {
    this.#server?.close();
    this.#server = undefined;
    rememberServer(undefined);
    this.sessions.removeAll('server');
    this.#showState('none');
    this.onlist();
  }

  /** @param {'live' | 'lost' | 'none'} state */
  #showState(state) {
    const address = this.#server?.address;
    this.label.textContent = state === 'none' || !address ? '' : state === 'live' ? address : `${address}, connection lost; trying again`;
    this.label.dataset.state = state;
  }

  /** @param {Server} from @param {{ type?: string, session_id?: string }} notice */
  #receive(from, { type = '', session_id }) {
    if (!session_id || from !== this.#server) return;
    if (/deleted|forgotten/.test(type)) return this.sessions.remove([session_id]);
    if (!this.#changed.size) setTimeout(() => this.#fetchChanged(from), COLLECT);
    this.#changed.add(session_id);
  }

  /** @param {Server} from */
  async #fetchChanged(from) {
    const { sessions } = this;
    const ids = [...this.#changed];
    this.#changed.clear();
    for (const id of ids) {
      try {
        const fresh = await from.item(id);
        if (from !== this.#server) return;
        const listed = sessions.get(id);
        if (listed?.source !== 'server' || listed.overview.entries !== fresh.overview.entries) sessions.add([fresh]);
        else {
          Object.assign(listed, { scores: fresh.scores, stages: fresh.stages, overview: fresh.overview, isWhole: true });
          sessions.changed();
          this.onsession(id);
        }
      } catch {
        // The session was deleted or the server is out of reach. The next notice fetches it again.
      }
    }
  }
}
