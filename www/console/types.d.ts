/** What the console's modules hand to each other. Names of fields are those of `src/session` and `src/stages`. */

export interface Overview {
  session: string;
  study: string;
  version: string;
  study_hash: string;
  title: string;
  language: string;
  methodology: string;
  policy: string;
  /** Milliseconds since the epoch. */
  started_at: number;
  last_at: number;
  /** Why it ended; null while it goes on. */
  reason: string | null;
  answers: number;
  skips: number;
  edits: number;
  words: number;
  /** 1–4; null if nobody said. */
  fit: number | null;
  has_correction: boolean;
  is_simulated: boolean;
  entries: number;
}

export type RowStatus = 'pending' | 'in_progress' | 'completed' | 'failed' | 'timed_out' | 'cancelled';

export interface Score {
  score_id: string;
  session_id?: string;
  stage_id?: string | null;
  prompt_hash?: string | null;
  total_score: number | null;
  score_analysis?: string | null;
  tool_improvement_report?: string | null;
  failure_tags?: string[] | null;
  score_triggered_by?: string;
  status: RowStatus;
  started_at: number;
  completed_at?: number | null;
  error_message?: string | null;
  category_points?: Record<string, number> | null;
  rule_score?: number | null;
  suspect?: boolean;
  model?: string | null;
  provider?: string | null;
  rubric_version?: number;
  context_truncated?: { pass: number; omitted_results: number; omitted_bytes: number } | null;
  /** Only of a score made in this page. */
  measures?: Record<string, unknown>;
  ceilings?: string[];
  /** Entries of the log it was made of, where the page keeps it. */
  entries?: number;
}

export interface Stage {
  stage_id: string;
  stage_type: string;
  status: string;
  stage_index?: number;
  started_at?: number | null;
  completed_at?: number | null;
  error_message?: string | null;
  result?:
    | { type: 'synthesis'; synthesis: unknown }
    | { type: 'exec_summary'; lines: string[] }
    | { type: 'chat'; question: string; answer: string }
    | null;
}

/** What an export holds and an import reads. */
export interface RecordFile {
  record_format: number;
  session: unknown;
  stages: Stage[];
  executions: unknown[];
  interactions: unknown[];
  scores: Score[];
}

export type Source = 'device' | 'file' | 'sample' | 'server';

/** A session in the list. */
export interface Item {
  id: string;
  source: Source;
  /** Name of its file, address of its server. */
  origin: string;
  overview: Overview;
  /** Newest first. From a server only what its list tells until the session is opened. */
  scores: Score[];
  /** Whether every score is there, with its report. */
  isWhole: boolean;
  stages: Stage[];
  /** A score is being made in this page. */
  isScoring: boolean;
  /** What kept the page from scoring it. */
  failure?: string;
  /** Quality flags raised; undefined until somebody looked. */
  flags?: number;
  /** The session file, or where a worker can read it. */
  read(): Promise<string>;
  /** Where a worker reads it without the page touching it. */
  blob?: BlobPart_;
  /** The record file, for an export. */
  record(): Promise<string>;
}

/** A stretch of a file. */
export interface BlobPart_ {
  blob: Blob;
  /** Whether it holds a record file rather than a session file. */
  isRecord: boolean;
}

export type ScoreState = 'not_scored' | 'scoring' | 'scored' | 'failed' | 'rescore_failed';

export interface Filters {
  text: string;
  study: string;
  language: string;
  status: string;
  reason: string;
  source: string;
}

export type SortKey = 'started_at' | 'score' | 'answers' | 'words';

export interface Route {
  page: 'sessions' | 'session' | 'lint';
  id: string;
  /** Part of a session: '' its interview. */
  part: '' | 'scoring' | 'findings' | 'ask';
  turn?: number;
}

/** What the worker says of a file. */
export type Read =
  | { place: number; name: string; start: number; end: number; isRecord: boolean; overview: Overview; scores: Score[]; stages: Stage[] }
  | { place: number; name: string; problem: string };

/** What a worker makes of a session. */
export interface Judged {
  score: Score;
  flags: number;
}

/** One finished session, opened: the bindings of `src/wasm/desk.rs`. */
export interface Opened {
  score(): any;
  quality(): any;
  synthesis(): any;
  summary(): any;
  search(question: string): any;
  methods(): any;
  elements(): any;
  member?(): any;
  session(): any;
  overview(): Overview;
  turns(): any;
  view_at(turn: number): any;
  free(): void;
}

export interface Studio {
  default(options: { module_or_path: URL }): Promise<unknown>;
  Record: { new (file: string): Opened };
  Interview: { resume(study: string, log: string): { session(): string; free(): void } };
  overview(file: string): Overview;
  methods(files: string[]): { paragraph: string; citation: string };
}
