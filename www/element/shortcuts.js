// The keyboard shortcuts of the page: Ctrl+Enter or Cmd+Enter sends, Escape closes what was opened last. Enter makes
// a new line, because answers are several sentences long.

/** @import { ScreenState } from './views/screen.js' */

/**
 * @param {KeyboardEvent} event
 * @param {ScreenState} screen
 * @param {boolean} isInAnswer whether the answer box has the focus
 * @returns {'send' | 'goOn' | 'cancel' | 'how' | undefined} the action of the element
 */
export function shortcutOf({ key, ctrlKey, metaKey, isComposing }, { stopping, editing, isHowOpen }, isInAnswer) {
  if (isComposing) return undefined;
  if (key === 'Enter') return (ctrlKey || metaKey) && isInAnswer ? 'send' : undefined;
  if (key !== 'Escape') return undefined;
  if (stopping) return 'goOn';
  return editing ? 'cancel' : isHowOpen ? 'how' : undefined;
}
