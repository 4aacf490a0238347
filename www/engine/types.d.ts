/** What crosses the border of the engine, as `src/session`, `src/interview` and `src/study` write it. */

export type Source = { rules: { version: number } } | { model: { model: string } };

export interface Question {
  turn: number;
  text: string;
  focus?: string;
  tactic?: string;
  source: Source;
  turns_left: number;
}

export interface Outcome {
  reason: string;
  turns: number;
  text: string;
  /** One line of reasons each: the ideas of the line in order. */
  summary: Array<string | string[]>;
}

/** What the engine asks of a model. */
export interface Request {
  id: string;
  task: string;
  turn: number;
  context: object;
  budget: { deadline_ms: number; max_output: number };
}

export type FailureKind =
  | 'auth' | 'permission' | 'quota_exhausted' | 'rate_limited' | 'overloaded' | 'invalid_request' | 'context_too_long'
  | 'refused' | 'timeout_first' | 'timeout_stall' | 'timeout_total' | 'transport' | 'bad_output' | 'cancelled'
  | 'budget_exhausted' | 'unavailable';

/** What a call took, all attempts together. */
export interface Effort {
  latency_ms: number;
  attempts: number;
  usage?: Record<string, number>;
  usage_estimated?: boolean;
  cost_nano_usd?: number;
  fallback_from?: string;
}

export interface Completion extends Effort {
  output: string;
  finish: 'stop' | 'length';
  model: string;
}

export interface CallFailure extends Effort {
  kind: FailureKind;
  message: string;
}

export interface Reply {
  id: string;
  outcome: { completion: Completion } | { failure: CallFailure };
}

export type Step =
  | { type: 'start' }
  | { type: 'call'; requests: Request[] }
  | { type: 'ask'; question: Question; can_edit: boolean }
  | { type: 'finished'; outcome: Outcome };

/** How an answer came to be typed: figures alone. */
export interface Manner {
  /** Characters pasted or dropped into the box, of those that were sent. */
  pasted: number;
  /** Changes made by typing. */
  keys: number;
  /** Milliseconds from the question to the first change; none without a change. */
  first_ms?: number;
  /** Milliseconds from the first change to sending. */
  typing_ms: number;
}

/** "That is not what I meant": an idea of the map, or a line of the summary. */
export type Disputed =
  | { of: 'node'; node: string; text: string }
  | { of: 'line'; line: number; text: string };

export type Input =
  | { type: 'start'; session: string; seed: number; locale: string; at: number }
  | { type: 'answer'; text: string; at: number; manner?: Manner }
  | { type: 'skip'; kind: 'skipped' | 'declined'; at: number }
  | { type: 'edit'; turn: number; text: string; at: number; manner?: Manner }
  | { type: 'remark'; text: string; fit?: number; correction: string; disputed?: Disputed[]; at: number }
  | { type: 'stop'; by: 'respondent' | 'host'; at: number }
  | { type: 'replies'; replies: Reply[]; at: number };

export type Entry =
  | ({ entry: 'input' } & Input)
  | { entry: 'read'; turn: number; source: Source; calls?: CallRecord[] }
  | { entry: 'asked'; turn: number; text: string; source: Source; calls?: CallRecord[] };

/** What is kept of a call. */
export interface CallRecord extends Effort {
  id: string;
  task: string;
  model?: string;
  failure?: FailureKind;
  sections?: Record<string, 'llm' | 'llm_retry' | 'rules' | 'default'>;
  drops?: Record<string, number>;
}

export interface Stimulus {
  title?: string;
  text?: string;
  image?: string;
  alt?: string;
}

export interface Study {
  format: number;
  id: string;
  version: string;
  language: string;
  title: string;
  concept: { name: string; stimulus?: Stimulus };
  policy: { policy: string };
  limits: { max_turns: number };
  texts: {
    intro: {
      title: string;
      lead: string;
      facts: Array<{ term: string; text: string }>;
      consent?: string;
      fine_print?: string;
    };
    thanks: string;
    completion_code?: string;
  };
  interface: Record<string, string>;
  /** Whether sessions are sent to an endpoint. */
  collect?: boolean;
  models?: string[];
  /** What is hidden from models. */
  redaction?: { hide: string[]; words?: string[] };
  /** Origins of pages that may hear of an interview in a frame of theirs. */
  embed_in?: string[];
  calls?: { turn_budget_ms?: number };
}

export interface Term {
  source: string;
  op: 'base' | 'add' | 'absent' | 'multiply' | 'scale' | 'offset' | 'veto';
  raw: number | null;
  weight: number;
  total: number;
}

export interface Ranked {
  strategy: string;
  strategy_name: string;
  strategy_description: string;
  focus_kind: string;
  focus: string;
  focus_turn: number | null;
  score: number | null;
  terms: Term[];
  silent_terms: number;
}

export interface ViewQuote {
  turn: number;
  text: string;
}

export interface ViewNode {
  id: number | string;
  label: string;
  node_type: string;
  turn: number;
  stance: number;
  focus_count: number;
  is_focus: boolean;
  quotes: ViewQuote[];
}

export interface ViewEdge {
  id: number | string;
  source: number | string;
  target: number | string;
  name: string;
  permitted: boolean;
  quotes: ViewQuote[];
}

export interface ViewType {
  id: string;
  name: string;
  level: number | null;
  terminal: boolean;
}

export interface View {
  turn: number;
  max_turns: number;
  phase: string;
  phases: string[];
  node_types: ViewType[];
  nodes: ViewNode[];
  edges: ViewEdge[];
  elements: Array<{
    id: string;
    label: string;
    covered: boolean;
    depth: number;
    node_count: number;
    is_focus: boolean;
  }>;
  course: Array<{
    turn: number;
    momentum: 'low' | 'neutral' | 'high' | null;
    response_depth: 'surface' | 'shallow' | 'moderate' | 'deep' | null;
    new_nodes: number;
    phase: string;
    strategy: string | null;
  }>;
  decision: null | {
    turn: number;
    phase: string;
    candidates: number;
    ties: number;
    is_fallback: boolean;
    chosen: Ranked;
    alternatives: Ranked[];
  };
  /** What is kept from models, as marks with what they stand for, and the last answer as they are shown it. */
  hidden?: { marks: Array<[string, string]>; answer: string };
}

/** The class that the wasm package exports. */
export interface Interview {
  handle(input: string): Step;
  step(): Step;
  entries(from: number): string[];
  session(): string;
  turns(): string;
  view(): View;
  readonly study_hash: string;
  free(): void;
}

/** An endpoint's answer. */
export interface Posted {
  status: number;
  text: string;
}

export interface Package {
  post_task(url: string, headers: string[], body: string, signal: AbortSignal): Promise<Posted>;
  default(options: { module_or_path: WebAssembly.Module }): Promise<unknown>;
  Interview: {
    new (study: string): Interview;
    resume(study: string, log: string): Interview;
  };
}

/** What is said to a model. */
export interface Prompt {
  system: string;
  user: string;
  output: { form: 'text' } | { form: 'json'; name: string; schema: object } | { form: 'vectors' };
  /** Most output tokens. */
  max_output: number;
}

/** A finding about an author's documents. */
export interface Finding {
  file: string;
  line: number;
  column: number;
  message: string;
  hint?: string;
}

/** A persona an author can choose. */
export interface Persona {
  id: string;
  name: string;
  description: string;
  languages: string[];
}

/** An author's documents, with studies and interviews made of them. */
export interface Preview {
  studies(): string[];
  policies(): string[];
  personas(): Persona[];
  study(name: string): string;
  with_policy(study: string, policy: string): string;
  session(study: string, persona: string, turn: number, seed: number): string;
}

export interface StudioPackage {
  Preview: new (files: string) => Preview;
  default(options: { module_or_path: URL }): Promise<unknown>;
  /** `nonce` are random bytes: they make the marks around respondents' words unknowable. */
  render_prompt(study: string, request: string, nonce: Uint8Array): string;
  /** Every finding about documents; `files` is a JSON object of names and texts. */
  check_documents(files: string): any[];
}
