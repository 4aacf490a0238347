// Which screen stands on the page.

import { deleted, failed, first, loading, otherTab, version } from './ends.js';

/** @import { Shown } from '../types.d.ts' */

/**
 * @param {Shown} shown
 * @param {typeof import('./later.js') | undefined} later the screens that are loaded while the first one is read
 */
export function screenOf(shown, later) {
  const { phase, step } = shown.conductor;
  if (phase === 'failed') return failed(shown);
  if (phase === 'other_tab') return otherTab(shown);
  if (phase === 'version') return version(shown);
  if (phase === 'deleted') return deleted(shown);
  if (phase === 'first') return first(shown);
  if (phase === 'finished' && step.type === 'finished' && later) return later.last(shown, step.outcome);
  if (phase === 'asking' && step.type === 'ask' && later) return later.asking(shown, step.question, step.can_edit);
  if (phase === 'asking' && step.type === 'call' && later) return later.waiting(shown);
  return loading(shown);
}
