// Where an interview stands, as the screen reads it. Whoever conducts it changes it.

/** @import { Failure } from '../engine/index.js' */
/** @import { Step, Study } from '../engine/types.d.ts' */
/** @import { Draft, Kept } from '../store/types.d.ts' */
/** @import { Hearing } from './hearing.js' */
/** @import { Posting } from './posting.js' */
/** @import { Reach } from './reach.js' */
/** @import { Phase } from './types.d.ts' */

/** What is behind it. @typedef {{ hearing: Hearing, reach: Reach, posting: Posting }} Parts */

export class Standing {
  /** @type {Phase} */
  phase = 'loading';
  /** @type {Study | undefined} */
  study;
  /** @type {Step} */
  step = { type: 'start' };
  /** What went wrong last, until something goes well. @type {Failure | undefined} */
  problem;
  /** Whether what was said is on this device. @type {'saved' | 'saving' | 'not_saved'} */
  saving = 'saved';
  /** When the interview that was resumed was touched last. @type {number | undefined} */
  resumed;
  /** Whether an input is being dealt with. */
  busy = false;
  /** What stands in the boxes. @type {Draft} */
  draft = {};
  /** Sessions of this study set aside on this device. @type {Kept[]} */
  earlier = [];
  /** The study as the session here began it, where that is another version. @type {string | undefined} */
  former;

  #parts = /** @type {Parts} */ ({});

  /** Says what is behind it; whoever conducts does so once. @param {Parts} parts */
  stand(parts) {
    this.#parts = parts;
  }

  /** Entries of the log, each a JSON text. */
  get log() {
    return this.#parts.hearing.log.entries;
  }

  /** Turns so far, with what was asked and said. */
  get past() {
    return this.#parts.hearing.log.past;
  }

  /** Whether the respondent has added a remark. */
  get hasRemark() {
    return this.#parts.hearing.log.hasRemark;
  }

  /** Answers given so far. */
  get answers() {
    return this.#parts.hearing.log.answers;
  }

  /** The models, as far as they are there. */
  get models() {
    return this.#parts.reach.models;
  }

  /** Where what is said is sent to; none if it stays here. */
  get collected() {
    return this.#parts.posting.to;
  }

  /** Where what was said is, for a study that collects; after deleting, whether it is deleted there too. */
  get sent() {
    return this.#parts.posting.state;
  }

  /** The code by which the session can be deleted where it was sent. */
  get code() {
    return this.#parts.posting.code;
  }

  /** What the "How it works" panel shows. */
  get view() {
    return this.#parts.hearing.engine?.view();
  }

  /** The session as a file, JSON text. */
  get session() {
    return this.log.length ? this.#parts.hearing.engine?.session() : undefined;
  }

  /** Hash of the study. */
  get hash() {
    return this.#parts.hearing.engine?.hash;
  }
}
