import type { Conductor } from './conductor.js';
import type { View } from '../engine/types.d.ts';
import type { Words } from './words.js';

/** Where a page stands. */
export type Phase = 'loading' | 'failed' | 'first' | 'asking' | 'finished' | 'other_tab' | 'version' | 'deleted';

/** A turn as a respondent knows it. */
export interface PastTurn {
  turn: number;
  asked: string;
  /** None if the question was passed over. */
  said: string | undefined;
  kind: 'answered' | 'skipped' | 'declined';
}

/** What only the screen knows. */
export interface ScreenState {
  /** The last answer is back in the box. */
  editing: boolean;
  /** The respondent is asked whether to stop. */
  stopping: boolean;
  /** The engine takes longer than one notices. */
  slow: boolean;
  /** The wait for models, as far as it is worth a word. */
  wait: 'short' | 'long' | undefined;
  consentMissing: boolean;
  /** The code that is on the clipboard. */
  copied: string;
  /** What of the summary and the map is not what the respondent meant: `line-2`, `node-n7`. */
  disputed: string[];
  isHowOpen: boolean;
}

/** What a view is made from. */
export interface Shown extends ScreenState {
  conductor: Conductor;
  words: Words;
  /** Whether the panel may be opened. */
  hasHow: boolean;
  isOffline: boolean;
  /** What the interview has come to, once it is over. */
  view: View | undefined;
  /** At most as wide as a phone. */
  isNarrow: boolean;
  /** Width of the page, in pixels. */
  room: number;
}

/** What the "How it works" panel shows. */
export interface PanelState {
  tab: 'why' | 'map' | 'progress' | 'models';
  /** Whether signals go by their own names. */
  raw: boolean;
  /** The idea or link of the map that is pointed at. */
  picked: string | undefined;
  /** What else may choose the questions; none if the site offers nothing. */
  policies: Policies | undefined;
  /** Id of the policy that is picked and not confirmed. */
  wanted: string | undefined;
}

/** The policies a site offers for its study. */
export interface Policies {
  /** Id of the one that chooses now. */
  current: string;
  offers: Array<{ id: string; name: string; address: string }>;
}
