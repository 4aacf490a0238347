// Which screen stands on the page.

import { asking, waiting } from './asking.js';
import { deleted, failed, first, last, loading, otherTab, version } from './ends.js';

/** @import { Shown } from '../types.d.ts' */

/** @param {Shown} shown */
export function screenOf(shown) {
  const { phase, step } = shown.conductor;
  if (phase === 'failed') return failed(shown);
  if (phase === 'other_tab') return otherTab(shown);
  if (phase === 'version') return version(shown);
  if (phase === 'deleted') return deleted(shown);
  if (phase === 'first') return first(shown);
  if (phase === 'finished' && step.type === 'finished') return last(shown, step.outcome);
  if (phase === 'asking' && step.type === 'ask') return asking(shown, step.question, step.can_edit);
  if (phase === 'asking' && step.type === 'call') return waiting(shown);
  return loading(shown);
}
