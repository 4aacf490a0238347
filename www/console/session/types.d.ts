/** What crosses the border of the studio package for the console, as `src/desk` and `src/stages` write it. */

import type { CallRecord, FailureKind, Ranked, Source, Term, View } from '../../engine/types.d.ts';

export interface Overview {
  session: string;
  study: string;
  version: string;
  study_hash: string;
  title: string;
  language: string;
  methodology: string;
  policy: string;
  started_at: number;
  last_at: number;
  reason: string | null;
  answers: number;
  skips: number;
  edits: number;
  words: number;
  fit: number | null;
  has_correction: boolean;
  is_simulated: boolean;
  entries: number;
}

export interface Mark {
  /** Code points. */
  start: number;
  end: number;
  nodes: string[];
  edges: string[];
}

export interface Idea {
  id: string;
  label: string;
  type_name: string;
  is_new: boolean;
  is_superseded: boolean;
}

export interface LinkLook {
  id: string;
  source: string;
  target: string;
  from: string;
  name: string;
  to: string;
  is_new: boolean;
  permitted: boolean;
}

export interface Sum {
  calls: number;
  failed: number;
  attempts: number;
  latency_ms: number;
  usage: Record<string, number>;
  cost_nano_usd: number | null;
  is_partial: boolean;
}

export interface Costs {
  total: Sum;
  tasks: Record<string, Sum>;
  models: Record<string, Sum>;
}

export interface TurnLook {
  turn: number;
  kind: 'answered' | 'skipped' | 'declined';
  question: {
    text: string;
    strategy: string | null;
    strategy_name: string | null;
    tactic: string | null;
    focus: string;
    node: string | null;
    element: string | null;
    worded_by: Source;
  };
  answer: string | null;
  withdrawn: Array<{ text: string; at: number }>;
  asked_at: number;
  answered_at: number;
  took_ms: number;
  manner: null | { pasted: number; keys: number; first_ms?: number; typing_ms: number };
  read_by: Source | null;
  reading: null | {
    response_depth: string | null;
    sentiment: string | null;
    momentum: { level: 'low' | 'neutral' | 'high'; indicators?: string[] } | null;
    knowledge_lack: boolean;
    off_focus?: boolean;
    wants_to_stop: boolean;
    distress: boolean;
  };
  marks: Mark[];
  ideas: Idea[];
  links: LinkLook[];
  phase: string;
  decision: View['decision'];
  vetoes: Ranked[];
  clarifies: string | null;
  ends: string | null;
  calls: CallRecord[];
  cost: Sum;
}

export interface Member {
  fit: number | null;
  texts: string[];
  corrections: string[];
  disputed: Array<{ node: string | null; line: number | null; was: string[]; turn: number | null; meant: string }>;
  at: number;
}

export interface Key {
  key: string;
  group: string;
  name: string;
  value: number;
}

export interface Choice {
  ends: string | null;
  score_recorded: number | null;
  score_now: number | null;
  terms: Array<{ source: string; recorded: number | null; now: number | null }>;
}

export interface WhatIf {
  settings: Array<{ key: string; before: unknown; after: unknown }>;
  turns: Array<{ turn: number; recorded: Choice; now: Choice; is_same: boolean }>;
  compared: number;
  different: number;
  said: Array<{ turn: number; recorded: Asked | null; now: Asked | null }>;
}

export interface Asked {
  strategy: string;
  focus: string;
}

export type Standing = 'covered' | 'touched' | 'not_reached' | 'declined' | 'left_out';

export interface ElementStanding {
  element: string;
  label: string;
  standing: Standing;
  /** Turns that asked about it, and whose answer spoke of it. */
  asked: number[];
  spoken: number[];
}

export interface Flag {
  id: string;
  value: number;
  threshold: number;
  turns: number[];
  sentence: string;
}

export interface Quality {
  answers: number;
  skips: number;
  edits: number;
  words: number;
  pasted: number | null;
  median_seconds: number | null;
  total_seconds: number | null;
  function_words: number | null;
  is_simulated: boolean;
  turns: Array<{ turn: number; words: number; characters: number; seconds: number | null; words_per_minute: number | null; pasted: number | null; likeness: number }>;
  flags: Flag[];
}

/** The class `Record` of the studio package. */
export interface SessionRecord {
  overview(): Overview;
  turns(): TurnLook[];
  view_at(turn: number): View;
  member(): Member | null;
  keys(): Key[];
  whatif(settings: string): WhatIf;
  costs(): Costs;
  session(): string;
  study(): { id: string; title: string; version: string; language: string; concept: string; methodology: string; max_turns: number; models: string[] };
  elements(): ElementStanding[];
  quality(): Quality;
  methods(): { paragraph: string; citation: string };
  free(): void;
}

export type Tab = 'transcript' | 'map' | 'why' | 'course' | 'whatif' | 'quality' | 'cost' | 'cite';

/** What the session view is made from. */
export interface State {
  record: SessionRecord;
  overview: Overview;
  turns: TurnLook[];
  member: Member | null;
  elements: ElementStanding[];
  /** The turn everything is shown after, 0 for the opening question. */
  turn: number;
  tab: Tab;
  /** The idea or link that is pinned: `node-n1`, `edge-e1`. */
  picked: string | undefined;
  /** The idea or link that is pointed at. */
  pointed: string | undefined;
  /** Whether signals go by their own names. */
  raw: boolean;
  /** At most one column. */
  narrow: boolean;
  whatif: WhatIfState;
  /** What was copied last. */
  copied: string | undefined;
}

export interface WhatIfState {
  key: string;
  value: string;
  /** Changes made so far, by key. */
  made: Map<string, string>;
  result: WhatIf | undefined;
  refusal: string | undefined;
}

export type { CallRecord, FailureKind, Ranked, Source, Term, View };
