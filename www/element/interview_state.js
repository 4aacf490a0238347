// The state of one interview: everything that the screen shows of it.
//
// Invariant: only the `Conductor` of the interview changes it. Everything else reads it.

import { SessionLog } from './session_log.js';

/** @import { Failure } from '../engine/index.js' */
/** @import { Step, Study } from '../engine/types.d.ts' */
/** @import { BuiltInModel } from '../models/model_gateway.js' */
/** @import { Draft, StoredSession } from '../store/index.js' */
/** @import { UploadStatus } from '../upload/outbox.js' */

/** @typedef {'loading' | 'failed' | 'first' | 'asking' | 'finished' | 'other_tab' | 'version' | 'deleted'} Phase */

export class InterviewState {
  /** Which screen is shown. @type {Phase} */
  phase = 'loading';
  /** @type {Study | undefined} */
  study;
  /** The last step of the engine. @type {Step} */
  step = { type: 'start' };
  log = new SessionLog();
  /** The last failure, until something succeeds. @type {Failure | undefined} */
  problem;
  /** Whether the device holds every answer. @type {'saved' | 'saving' | 'not_saved'} */
  saving = 'saved';
  /** Whether an input is being processed. */
  busy = false;
  /** Texts of the boxes that were not sent yet. @type {Draft} */
  draft = {};
  /** When the resumed interview was last changed, in milliseconds since the epoch. @type {number | undefined} */
  resumedAt;
  /** Sessions of this study that this device keeps and that are set aside. @type {StoredSession[]} */
  earlier = [];
  /** Text of the study that the stored session began with, if that is another version. @type {string | undefined} */
  previousStudy;
  /** Address of the endpoint that collects the answers; undefined if they stay on the device. @type {string | undefined} */
  collector;
  /** @type {UploadStatus | undefined} */
  upload;
  /** Code that deletes the session at the endpoint. @type {string | undefined} */
  deletionCode;
  /** @type {BuiltInModel} */
  builtInModel = { status: 'none', share: 0 };

  /** Completed turns, oldest first. */
  get past() {
    return this.log.past;
  }
}
