import type { Conductor } from './conductor.js';
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
  /** The completion code is on the clipboard. */
  copied: boolean;
  isHowOpen: boolean;
}

/** What a view is made from. */
export interface Shown extends ScreenState {
  conductor: Conductor;
  words: Words;
  /** Whether the panel may be opened. */
  hasHow: boolean;
  isOffline: boolean;
  /** At most as wide as a phone. */
  isNarrow: boolean;
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
