// Selects the screen for a phase, and declares what screens are rendered from.

import { deleted, failed, first, loading, otherTab, version } from './status.js';

/** @import { InterviewView } from '../../engine/types.d.ts' */
/** @import { InterviewState } from '../interview_state.js' */
/** @import { Words } from '../words.js' */

/**
 * The state of the screen alone.
 * @typedef {object} ScreenState
 * @property {boolean} editing whether the last answer is in the box again
 * @property {boolean} stopping whether the respondent is asked to confirm the end
 * @property {boolean} slow whether the engine takes noticeable time
 * @property {'short' | 'long' | undefined} wait length of the wait for models
 * @property {boolean} consentMissing
 * @property {string} copied code on the clipboard
 * @property {boolean} isMapLarge whether the maps have their full size
 * @property {boolean} isHowOpen
 */

/**
 * What a screen is rendered from.
 * @typedef {ScreenState & {
 *   state: Readonly<InterviewState>,
 *   words: Words,
 *   hasHow: boolean,
 *   isOffline: boolean,
 *   view: InterviewView | undefined,
 *   isNarrow: boolean,
 *   isShort: boolean,
 *   room: number,
 * }} ScreenProps `hasHow`: whether the panel may be opened. `view`: the result, after the last question. `isNarrow`: at
 *   most as wide as a phone. `isShort`: no higher than a phone with its keyboard. `room`: width of the page, in pixels
 */

/**
 * @param {ScreenProps} props
 * @param {typeof import('./later.js') | undefined} later the screens after the first one, if they are loaded
 */
export function renderScreen(props, later) {
  const { phase, step } = props.state;
  if (phase === 'failed') return failed(props);
  if (phase === 'other_tab') return otherTab(props);
  if (phase === 'version') return version(props);
  if (phase === 'deleted') return deleted(props);
  if (phase === 'first') return first(props);
  if (phase === 'finished' && step.type === 'finished' && later) return later.last(props, step.outcome);
  if (phase === 'asking' && step.type === 'ask' && later) return later.asking(props, step.question, step.can_edit);
  if (phase === 'asking' && step.type === 'call' && later) return later.waiting(props);
  return loading(props);
}
