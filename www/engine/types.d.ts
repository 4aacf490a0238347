// Written by `QUERENT_BLESS=1 cargo test --test it types::` from the Rust types. Do not edit.

/** What an answer does in the conversation. */
export type AnswerAct = "answers" | "elaborates" | "discloses" | "tells_event" | "gives_reason" | "thin" | "does_not_know" | "nothing_to_add" | "declines" | "confused" | "said_already" | "asks_back" | "asks_about_interview" | "corrects" | "redirects" | "complains" | "off_topic";

/** The reading of an answer. */
export type AnswerReading = {
  /** Model calls for it, in order. The fields above hold the usable part of the replies. */
  calls?: Array<CallRecord>;
  /** Ideas and connections. */
  extraction: unknown;
  /** Other readings. */
  reading: Reading;
  /** Who read it. */
  source: Source;
  /** Turn of the answer. */
  turn: number;
};

/** A question that was asked. */
export type AskedQuestion = {
  /** Model calls for it, in order. */
  calls?: Array<CallRecord>;
  /** SHA-256 over the record of the turn before, first 16 hexadecimal digits: equal digests, equal state. */
  digest: string;
  /** Its probe; the opening question, fixed questions and those that stay with the last answer have none. */
  probe?: Probe | null;
  /** Who worded it. */
  source: Source;
  /** Whether a model asked on from the last answer, because the chosen probe would have passed over what matters to the respondent. It then has no probe. */
  stays?: boolean;
  /** The tactic of its wording. */
  tactic?: string | null;
  /** Its text. */
  text: string;
  /** The turn that will answer it. */
  turn: number;
};

/** Limits of a call. */
export type CallBudget = {
  /** Milliseconds until the deadline, including retries. */
  deadline_ms: number;
  /** Maximum output tokens. */
  max_output: number;
};

/** Why a call failed. */
export type CallFailure = {
  /** Number of attempts; 0 if no model was called. */
  attempts?: number;
  /** Price in billionths of a US dollar; none if the price of an attempt is unknown. */
  cost_nano_usd?: number | null;
  /** The first choice, if another model replied. */
  fallback_from?: string | null;
  /** The kind, which decides retries and fallbacks. */
  kind: FailureKind;
  /** Milliseconds from the request to the last byte, including waits. */
  latency_ms?: number;
  /** A message for people, without the provider's text, keys or answers. */
  message: string;
  /** Tokens of all attempts. */
  usage?: TokenUsage;
  /** Whether the tokens are estimates. */
  usage_estimated?: boolean;
};

/** How the analysis of an answer is requested. */
export type CallMode = "batched" | "split";

/** The record of a call. */
export type CallRecord = {
  /** Number of attempts; 0 if no model was called. */
  attempts: number;
  /** Price in billionths of a US dollar; none if the price of an attempt is unknown. */
  cost_nano_usd?: number | null;
  /** Number of dropped values by reason. */
  drops?: Record<string, number>;
  /** Why there is no usable reply. */
  failure?: FailureKind | null;
  /** The first choice, if another model replied. */
  fallback_from?: string | null;
  /** Id of the request. */
  id: string;
  /** Milliseconds from the request to the last byte, including waits. */
  latency_ms: number;
  /** Model that replied, if any. */
  model?: string | null;
  /** Sections of the reply, with the source of their values. */
  sections?: Record<string, SectionSource>;
  /** The task. */
  task: Task;
  /** Tokens of all attempts. */
  usage: TokenUsage;
  /** Whether the tokens are estimates. */
  usage_estimated?: boolean;
};

/** How a study calls its models. */
export type CallSettings = {
  /** Phrases that a model's question must not contain. Default none. */
  forbidden?: Array<string>;
  /** One call for the whole analysis of an answer, or one for each section. Default batched. */
  mode: CallMode;
  /** Source of the first question. Default written: the same question for every respondent. */
  opening: OpeningSource;
  /** Turns between two requests for the qualitative signals, 1–20. Default 2. */
  qualitative_every: number;
  /** Whether an idea without its quote in the answer is dropped; else its confidence is halved. Default true. */
  strict_quotes: boolean;
  /** Maximum milliseconds of all calls in one turn, 1,000–120,000. Default 25,000. */
  turn_budget_ms: number;
};

/** Totals over some calls. */
export type CallTotals = {
  /** Attempts, retries included. */
  attempts: number;
  /** Calls, failed ones included. */
  calls: number;
  /** Billionths of a US dollar; none if no call has a price. A price of 0 is a price. */
  cost_nano_usd: number | null;
  /** Calls without a usable reply. */
  failed: number;
  /** Whether calls with tokens have no price. The cost is then a lower bound. */
  is_partial: boolean;
  /** Sum of latencies in milliseconds. */
  latency_ms: number;
  /** Tokens. */
  usage: TokenUsage;
};

/** A choice, with the scores of its probe under both studies. */
export type ComparedChoice = {
  /** Why the interview ends here. */
  ends: StopReason | null;
  /** The probe; none if the interview ends here. */
  probe: Probe | null;
  /** Score of the probe under the changed study. */
  score_now: number | null;
  /** Score of the probe under the recorded study. */
  score_recorded: number | null;
  /** Terms of its score that differ between the two studies. */
  terms: Array<TermChange>;
};

/** A model's reply in any wire format. */
export type Completion = {
  /** Number of attempts; 0 if no model was called. */
  attempts?: number;
  /** Price in billionths of a US dollar; none if the price of an attempt is unknown. */
  cost_nano_usd?: number | null;
  /** The first choice, if another model replied. */
  fallback_from?: string | null;
  /** Why the model stopped. */
  finish: FinishReason;
  /** Milliseconds from the request to the last byte, including waits. */
  latency_ms?: number;
  /** Name of the model, as the host reports it. */
  model: string;
  /** Its text; JSON as text where the task asks for JSON. */
  output: string;
  /** Tokens of all attempts. */
  usage?: TokenUsage;
  /** Whether the tokens are estimates. */
  usage_estimated?: boolean;
};

/** The subject of an interview. */
export type Concept = {
  /** Elements that every interview should cover, in order. */
  elements: Array<Element>;
  /** Id that studies refer to. */
  id: string;
  /** Problem that the concept starts from, in the consumer's words. */
  insight?: string | null;
  /** Name that respondents may read, "Oat milk". */
  name: string;
  /** Goal of the researcher. The opening question serves it. */
  objective?: string | null;
  /** Promise of the concept. */
  promise?: string | null;
  /** Reason to believe the promise. */
  reason_to_believe?: string | null;
  /** Text or picture that the respondent sees once the first question is answered. */
  stimulus?: Stimulus | null;
  /** Topic as part of a question, "oat milk". */
  topic: string;
};

/** A fixed question that every respondent is asked. */
export type CoreQuestion = {
  /** Turn after which it replaces the next question, 1 to `max_turns`. Overrides `when`. */
  after_turn?: number | null;
  /** Text of the question. */
  ask: string;
  /** Id, unique in the study. */
  id: string;
  /** Position in the interview. Default `first`. */
  when: CoreQuestionTime;
};

/** Position of a fixed question in the interview. */
export type CoreQuestionTime = "first" | "last";

/** Costs of the model calls of a session. */
export type Costs = {
  /** By model that replied, in order of first reply. Failed calls belong to no model. */
  models: Record<string, CallTotals>;
  /** By task, in order of first request. */
  tasks: Record<string, CallTotals>;
  /** All calls. */
  total: CallTotals;
};

/** A turn of the course. */
export type CourseView = {
  /** Records of its model calls. */
  calls: Array<CallRecord>;
  /** Engagement; none if the question was skipped. */
  momentum: Level | null;
  /** Number of ideas it added. */
  new_nodes: number;
  /** Phase it was in. */
  phase: string;
  /** Who read the answer; none if the question was skipped. */
  read_by: Source | null;
  /** Depth of the answer; none if the question was skipped. */
  response_depth: Depth | null;
  /** Strategy chosen after it. */
  strategy: string | null;
  /** Number. */
  turn: number;
  /** Who worded the next question; none if the interview ended. */
  worded_by: Source | null;
};

/** The choice of a probe. */
export type DecisionView = {
  /** The best probe of each other strategy, best first. */
  alternatives: Array<RankedView>;
  /** Number of probes scored. */
  candidates: number;
  /** The chosen probe. */
  chosen: RankedView;
  /** Whether no probe was eligible. */
  is_fallback: boolean;
  /** Phase. */
  phase: string;
  /** Whether a model asked on from the last answer in place of the chosen probe. */
  stays: boolean;
  /** Other probes with the same score. */
  ties: number;
  /** Turn before the choice. */
  turn: number;
};

/** Amount of content of an answer. */
export type Depth = "surface" | "shallow" | "moderate" | "deep";

/** A kind of detail. */
export type DetailKind = "email" | "phone" | "iban" | "card" | "ip" | "url" | "handle" | "id";

/** One finding in a document.  Findings sort by file, then by place. */
export type Diagnostic = {
  /** Kind of mistake, a stable word: `unknown_field`. */
  code: string;
  /** Column in characters, from 1. */
  column: number;
  /** Name of the document. */
  file: string;
  /** How to fix it. */
  hint?: string | null;
  /** Line, from 1. */
  line: number;
  /** The problem, with the value found and the value expected. */
  message: string;
  /** Path in the structure: `strategies[2].weights.graph.max_depth`. Empty at the top. */
  path: string;
  /** How severe it is. */
  severity: Severity;
  /** The value at this place, if it is a single one. */
  value?: string | null;
};

/** An idea of the map or a line of the summary that is not what the respondent meant. */
export type Disputed = {
  /** Its id. */
  node: NodeId;
  of: "node";
  /** What they meant; may be empty. */
  text?: string;
} | {
  /** Its place in [`Outcome::summary`], from 0. */
  line: number;
  of: "line";
  /** What they meant; may be empty. */
  text?: string;
};

/** A disputed idea or line. */
export type DisputedItem = {
  /** Index of the line, from 0, if it is in the summary. */
  line: number | null;
  /** What they meant; may be empty. */
  meant: string;
  /** The idea, if it is on the map. */
  node: NodeId | null;
  /** Turn that added the idea, if it is on the map. */
  turn: number | null;
  /** Label of the idea, or labels of the line in order. */
  was: Array<string>;
};

/** An edge of the knowledge graph, written `e1`, `e2`, … */
export type EdgeId = string;

/** An edge. */
export type EdgeView = {
  /** Id. */
  id: EdgeId;
  /** Name of its type on the screen, "leads to". */
  name: string;
  /** Whether the ontology permits it. */
  permitted: boolean;
  /** Quotes it rests on. */
  quotes: Array<QuoteView>;
  /** Start. */
  source: NodeId;
  /** End. */
  target: NodeId;
};

/** An element of the concept. */
export type Element = {
  /** Other words for it. A node with the label or an alias in its own label is linked to the element. */
  aliases: Array<string>;
  /** Id, unique in the concept. */
  id: string;
  /** Name that respondents may read, "Creamy texture". */
  label: string;
  /** What an answer must contain before the element counts as covered. */
  requirements?: Requirements;
  /** Its name inside a question, in everyday words, "what it costs". Default the label. */
  say?: string | null;
};

/** An element with its status. */
export type ElementReview = {
  /** Turns that asked about it, ascending. */
  asked: Array<number>;
  /** Its id. */
  element: string;
  /** Its name. */
  label: string;
  /** Turns whose answer was about it, ascending. */
  spoken: Array<number>;
  /** Its status. */
  standing: ElementStatus;
};

/** The status of an element at the end. */
export type ElementStatus = "covered" | "touched" | "declined" | "left_out" | "not_reached";

/** Coverage of an element. */
export type ElementView = {
  /** Whether an idea is linked to it. */
  covered: boolean;
  /** Depth, 0–1. */
  depth: number;
  /** Id. */
  id: string;
  /** Whether the present question is about it. */
  is_focus: boolean;
  /** Name. */
  label: string;
  /** Ideas linked to it. */
  node_count: number;
};

/** A line of the first screen. */
export type Fact = {
  /** "How long" */
  term: string;
  /** "About eight minutes, ten questions at most" */
  text: string;
};

/** The kinds of failure. */
export type FailureKind = "auth" | "permission" | "quota_exhausted" | "rate_limited" | "overloaded" | "invalid_request" | "context_too_long" | "refused" | "timeout_first" | "timeout_stall" | "timeout_total" | "transport" | "bad_output" | "cancelled" | "budget_exhausted" | "unavailable";

/** Why a model stopped writing. */
export type FinishReason = "stop" | "length";

/** Kinds of flags. */
export type FlagKind = "pasted" | "fast_typing" | "speeding" | "straight_answers" | "one_word_run" | "off_language" | "long_pause";

/** Subject of a probe. */
export type Focus = {
  kind: "global";
} | {
  kind: "node";
  /** The node. */
  node: NodeId;
} | {
  kind: "nodes";
  /** The nodes. */
  nodes: Array<NodeId>;
} | {
  /** The first. */
  a: NodeId;
  /** The second. */
  b: NodeId;
  /** The edge, if there is one. */
  edge?: EdgeId | null;
  kind: "pair";
} | {
  /** Id of the element. */
  element: string;
  /** Kind of the gap. */
  gap: GapKind;
  kind: "gap";
  /** The element without a connection to it. */
  target?: string | null;
} | {
  /** Id of the element. */
  element: string;
  kind: "element";
};

/** Kind of a gap in the coverage of an element. */
export type GapKind = "unmentioned" | "no_reaction" | "no_comprehension" | "unconnected";

/** Amount of hedging in the wording. */
export type Hedging = "none" | "low" | "medium" | "high";

/** Personal details hidden from models. Only this device shows them. */
export type HiddenView = {
  /** The last answer as models see it; empty before the first answer. */
  answer: string;
  /** Placeholders and the details they replace, in order of assignment. */
  marks: Array<[string, string]>;
};

/** An idea of an answer. */
export type IdeaView = {
  /** Id. */
  id: NodeId;
  /** Whether it is new; otherwise it was mentioned again. */
  is_new: boolean;
  /** Whether it was revised later. */
  is_superseded: boolean;
  /** Label. */
  label: string;
  /** Name of its type. */
  type_name: string;
};

/** An input to an interview. Times are milliseconds since the epoch. */
export type Input = {
  /** Time. */
  at: number;
  /** Locale of the respondent. */
  locale?: string;
  /** Seed of a simulated respondent. The engine draws nothing from it. */
  seed?: number;
  /** Id of the session, given by the host. */
  session: string;
  type: "start";
} | {
  /** Time. */
  at: number;
  /** Statistics of the typing, if the page has them. The interview never reads them. */
  manner?: TypingStats | null;
  /** The answer, at most 20,000 characters. */
  text: string;
  type: "answer";
} | {
  /** Time of the last reply. */
  at: number;
  /** One reply for each request. */
  replies: Array<Reply>;
  type: "replies";
} | {
  /** Time. */
  at: number;
  /** Skip the question only, or decline its subject. */
  kind?: SkipKind;
  type: "skip";
} | {
  /** Time. */
  at: number;
  /** Statistics of the typing, if the page has them. */
  manner?: TypingStats | null;
  /** The new answer. */
  text: string;
  /** Turn of that answer. */
  turn: number;
  type: "edit";
} | {
  /** Time. */
  at: number;
  /** A correction of the summary, in their words. */
  correction?: string;
  /** Ideas and lines that are not what they meant. */
  disputed?: Array<Disputed>;
  /** How well the summary fits, 1 not at all – 4 exactly. */
  fit?: number | null;
  /** Free text; may be empty. */
  text?: string;
  type: "remark";
} | {
  /** Time. */
  at: number;
  /** Who ended it. */
  by?: StoppedBy;
  type: "stop";
};

/** How an interview ended. */
export type InterviewOutcome = {
  /** Reason of the end. */
  reason: StopReason;
  /** Summary: lines of reasons from the lowest rung, in the respondent's words. */
  summary: Array<Array<string>>;
  /** Text for the respondent: the goodbye or the safety message. */
  text: string;
  /** Turns completed. */
  turns: number;
};

/** The content of the "How it works" panel. */
export type InterviewView = {
  /** Costs of the model calls so far. */
  costs: Costs;
  /** Turns so far. */
  course: Array<CourseView>;
  /** The decision behind the present question; none for the opening question. */
  decision: DecisionView | null;
  /** Active edges in order of registration. */
  edges: Array<EdgeView>;
  /** Elements of the concept in order. */
  elements: Array<ElementView>;
  /** Details hidden from models; none if the study hides none. */
  hidden?: HiddenView | null;
  /** Budget of turns. */
  max_turns: number;
  /** Node types in order. */
  node_types: Array<NodeTypeView>;
  /** Active nodes in order of registration. */
  nodes: Array<NodeView>;
  /** Phase the interview is in. */
  phase: string;
  /** Phases in order. */
  phases: Array<string>;
  /** Turns completed. */
  turn: number;
};

/** The first screen. */
export type Intro = {
  /** Consent text. None: no check box. */
  consent?: string | null;
  /** Facts as term and description: duration, procedure, use of the answers. */
  facts: Array<Fact>;
  /** Who runs the study. */
  fine_print?: string | null;
  /** Introduction. */
  lead: string;
  /** Heading, "A conversation about oat milk". */
  title: string;
};

/** Word lists, cues and phrases of a language. */
export type LanguagePack = Record<string, any>;

/** Level of engagement. */
export type Level = "low" | "neutral" | "high";

/** Limits of an interview. Absent keys take the default. */
export type Limits = {
  /** Most steps of a chain search from each start. Default 5,000. */
  chain_steps: number;
  /** Turns in a row without yield that end an interview with shallow answers, 0–200; 0 never ends it. Default 3. Only `signal_pools` uses it. */
  fatigue: number;
  /** Number of last turns that are always late stage. Default 2. */
  late_turns: number;
  /** Most turns, 1–200; the answer of this turn is the last. Default 12. */
  max_turns: number;
  /** Coverage and saturation cannot end an interview before this turn, except in its late stage. Default 5. */
  min_turns: number;
  /** Turns in a row without yield and without new depth that end an interview. Default 6. */
  plateau: number;
  /** Turns in a row with shallow answers only that end an interview. Default 6. */
  shallow: number;
  /** Adequate depth of an element, 0–1. Default 0.7. */
  target_depth: number;
  /** Turns without yield after which a focused node counts as dry. Default 3. */
  yield_gap: number;
  /** Turns in a row without yield that end an interview. Default 5. */
  zero_yield: number;
};

/** A link of an answer. */
export type LinkView = {
  /** Label of the start. */
  from: string;
  /** Id. */
  id: EdgeId;
  /** Whether it is new; otherwise it was mentioned again. */
  is_new: boolean;
  /** Name of its type, "leads to". */
  name: string;
  /** Whether the ontology permits it. */
  permitted: boolean;
  /** Start. */
  source: NodeId;
  /** End. */
  target: NodeId;
  /** Label of the end. */
  to: string;
};

/** An entry of the log. */
export type LogEntry = ({
  /** Time. */
  at: number;
  /** Locale of the respondent. */
  locale: string;
  /** Seed of a simulated respondent. The engine draws nothing from it. */
  seed: number;
  /** Id of the session, given by the host. */
  session: string;
  type: "start";
} | {
  /** Time. */
  at: number;
  /** Statistics of the typing, if the page has them. The interview never reads them. */
  manner?: TypingStats | null;
  /** The answer, at most 20,000 characters. */
  text: string;
  type: "answer";
} | {
  /** Time of the last reply. */
  at: number;
  /** One reply for each request. */
  replies: Array<Reply>;
  type: "replies";
} | {
  /** Time. */
  at: number;
  /** Skip the question only, or decline its subject. */
  kind: SkipKind;
  type: "skip";
} | {
  /** Time. */
  at: number;
  /** Statistics of the typing, if the page has them. */
  manner?: TypingStats | null;
  /** The new answer. */
  text: string;
  /** Turn of that answer. */
  turn: number;
  type: "edit";
} | {
  /** Time. */
  at: number;
  /** A correction of the summary, in their words. */
  correction?: string;
  /** Ideas and lines that are not what they meant. */
  disputed?: Array<Disputed>;
  /** How well the summary fits, 1 not at all – 4 exactly. */
  fit?: number | null;
  /** Free text; may be empty. */
  text: string;
  type: "remark";
} | {
  /** Time. */
  at: number;
  /** Who ended it. */
  by: StoppedBy;
  type: "stop";
}) & ({
  entry: "input";
}) | (AnswerReading) & ({
  entry: "read";
}) | (AskedQuestion) & ({
  entry: "asked";
}) | (Unasked) & ({
  entry: "unasked";
});

/** The respondent's comments on the summary and the map. Several remarks are merged: the last rating, and all texts. */
export type MemberCheck = {
  /** Time of the last remark, milliseconds since the epoch. */
  at: number;
  /** Their corrections of the summary. */
  corrections: Array<string>;
  /** Ideas and lines that are not what they meant. */
  disputed: Array<DisputedItem>;
  /** How well the summary fits, 1 not at all – 4 exactly; none without a rating. */
  fit: number | null;
  /** Their remarks. */
  texts: Array<string>;
};

/** An interview method. */
export type Methodology = Record<string, any>;

/** A description of how sessions were conducted, for a report. */
export type MethodsText = {
  /** One line for each version of a study. */
  citation: string;
  /** One paragraph for each version of a study. */
  paragraph: string;
};

/** Engagement with its indicators. */
export type Momentum = {
  /** Indicators, at most five. */
  indicators?: Array<string>;
  /** Level of engagement. */
  level: Level;
};

/** A node of the knowledge graph, written `n1`, `n2`, … */
export type NodeId = string;

/** A node type as a row of the map. */
export type NodeTypeView = {
  /** Id. */
  id: string;
  /** Rung of the ladder. */
  level: number | null;
  /** Name on the screen. */
  name: string;
  /** Whether chains end here. */
  terminal: boolean;
};

/** A node. */
export type NodeView = {
  /** Number of questions about it. */
  focus_count: number;
  /** Id. */
  id: NodeId;
  /** Whether the present question is about it. */
  is_focus: boolean;
  /** Label. */
  label: string;
  /** Id of its type. */
  node_type: string;
  /** Quotes it rests on. */
  quotes: Array<QuoteView>;
  /** -1 against, 0 neutral, 1 for. */
  stance: number;
  /** Turn that added it. */
  turn: number;
};

/** Effect of a term on the running total. */
export type Op = "base" | "add" | "absent" | "multiply" | "scale" | "offset" | "veto";

/** Source of the first question. */
export type OpeningSource = "written" | "worded";

/** The output format of a prompt. */
export type Output = {
  form: "text";
} | {
  form: "json";
  /** Name of the schema: letters, digits and `_`. */
  name: string;
  /** The schema. */
  schema: unknown;
} | {
  form: "vectors";
};

/** The overview of a session. It needs no graph, so a thousand files are read quickly. */
export type Overview = {
  /** Answers; an edited one counts once. */
  answers: number;
  /** Edits of answers. */
  edits: number;
  /** Entries of the log. */
  entries: number;
  /** The respondent's rating of the summary, 1–4; none without a rating. */
  fit: number | null;
  /** Whether the respondent corrected something on the last screen. */
  has_correction: boolean;
  /** Whether a simulated respondent answered. */
  is_simulated: boolean;
  /** Language of the interview. */
  language: string;
  /** Time of the last input, milliseconds since the epoch. */
  last_at: number;
  /** Id of the methodology. */
  methodology: string;
  /** Id of the policy: `signal_pools`. */
  policy: string;
  /** Reason of the end; none while it goes on. */
  reason: StopReason | null;
  /** Id of the session. */
  session: string;
  /** Questions skipped. */
  skips: number;
  /** Time of the start, milliseconds since the epoch. */
  started_at: number;
  /** Id of the study. */
  study: string;
  /** Hash of the study. */
  study_hash: string;
  /** Title of the study. */
  title: string;
  /** Version of the study. */
  version: string;
  /** Words of all answers. */
  words: number;
};

/** How a study chooses the next probe, with the settings. */
export type Policy = Record<string, any>;

/** What the endpoint stores of collected sessions, and for how long. */
export type Privacy = {
  /** Days after the last entry of a session until it is deleted, 1–3,650. Default: no automatic deletion. */
  retention_days?: number | null;
  /** Whether prompts and replies of the stages after the interview are stored in full. Default false: only their hashes and lengths. */
  store_llm_bodies: boolean;
};

/** A strategy with a focus. */
export type Probe = {
  /** Current node of the conversation, if the focus is elsewhere. */
  anchor?: NodeId | null;
  /** Name of the strategy and the focus, for reports and gates: "Deepen: creamy texture". */
  description?: string;
  /** The focus. */
  focus: Focus;
  /** Id of the strategy. */
  strategy: string;
};

/** Names of a probe. Strategy and focus are empty where the interview ends. */
export type ProbeNames = {
  /** Name of the focus. */
  focus: string;
  /** Name of the strategy. */
  strategy: string;
  /** Names of the terms that differ, in order. */
  terms: Array<string>;
};

/** A prompt. */
export type Prompt = {
  /** SHA-256 of version and template, hexadecimal. Prompts with equal hashes differ in their slots only. */
  hash: string;
  /** Maximum output tokens. */
  max_output: number;
  /** The output format. */
  output: Output;
  /** Seed for simulations; none in interviews with people. */
  seed?: number | null;
  /** Rules, study and output format; the same in every call of a task in a session, so that providers can cache it. */
  system: string;
  /** The task. */
  task: Task;
  /** Temperature in hundredths, 0–200, for models that accept one. */
  temperature_hundredths: number;
  /** Texts for vectors; empty for other tasks. */
  texts?: Array<string>;
  /** The input of this call, with the respondent's words as JSON between tags. */
  user: string;
  /** Version of the template; grows with every change of its text. */
  version: number;
};

/** The data quality of a session. */
export type Quality = {
  /** Answers. */
  answers: number;
  /** Answers that were edited. */
  edits: number;
  /** Conspicuous figures. */
  flags: Array<QualityFlag>;
  /** Share of function words of the study's language, 0–1; none without word lists, and for too few words. */
  function_words: number | null;
  /** Whether a simulated respondent answered. */
  is_simulated: boolean;
  /** Median seconds from a question to its answer; none for a simulated session. */
  median_seconds: number | null;
  /** Share of pasted characters in all answers, 0–1; none without typing statistics. */
  pasted: number | null;
  /** Questions skipped. */
  skips: number;
  /** Seconds from the start to the last input; none for a simulated session. */
  total_seconds: number | null;
  /** Every turn. */
  turns: Array<TurnQuality>;
  /** Words of all answers. */
  words: number;
};

/** A figure beyond a threshold. */
export type QualityFlag = {
  /** Its kind. */
  id: FlagKind;
  /** The observation, one sentence. */
  sentence: string;
  /** The threshold. */
  threshold: number;
  /** Turns concerned. */
  turns: Array<number>;
  /** The figure; the most extreme one of several. */
  value: number;
};

/** A question. */
export type Question = {
  /** Name of the focus: the label of the node or element, or the topic. */
  focus?: string;
  /** Its probe; the opening question, fixed questions and those that stay with the last answer have none. */
  probe?: Probe | null;
  /** The end of the interview that it proposes: its page offers to stop or to go on. Other questions propose none. */
  proposes?: StopReason | null;
  /** Who worded it. */
  source: Source;
  /** Whether a model asked on from the last answer, because the chosen probe would have passed over what matters to the respondent. It then has no probe. */
  stays?: boolean;
  /** The tactic of its wording. */
  tactic?: string | null;
  /** Its text. */
  text: string;
  /** The turn that will answer it. */
  turn: number;
  /** Turns left of the budget after this one. */
  turns_left: number;
};

/** The question of a turn. */
export type QuestionView = {
  /** The element it is about, if its focus is an element. */
  element: string | null;
  /** Name of the focus; may be empty. */
  focus: string;
  /** The idea it is about, if its focus is an idea. */
  node: NodeId | null;
  /** Whether a model asked on from the last answer in place of the chosen probe. */
  stays: boolean;
  /** Id of the strategy; none for the opening and fixed questions. */
  strategy: string | null;
  /** Name of the strategy. */
  strategy_name: string | null;
  /** The tactic of its wording. */
  tactic: string | null;
  /** Its text. */
  text: string;
  /** Who worded it. */
  worded_by: Source;
};

/** A quote with its text. */
export type QuoteView = {
  /** The words. */
  text: string;
  /** Turn of the answer. */
  turn: number;
};

/** A quoted part of an answer, in code points. */
export type QuotedSpan = {
  /** Links that quote it. */
  edges: Array<EdgeId>;
  /** One past the last code point. */
  end: number;
  /** Ideas that quote it. */
  nodes: Array<NodeId>;
  /** First code point. */
  start: number;
};

/** A scored probe with names. */
export type RankedView = {
  /** Name of the focus. */
  focus: string;
  /** Kind of focus: `node`, `element`, `global`, … */
  focus_kind: string;
  /** Turn that added the focus node, if the focus is a node. */
  focus_turn: number | null;
  /** Score; none on a fallback. */
  score: number | null;
  /** Number of terms left out. */
  silent_terms: number;
  /** Id of the strategy. */
  strategy: string;
  /** Its description. */
  strategy_description: string;
  /** Its name on the screen. */
  strategy_name: string;
  /** Terms of the score, without absent signals and those that added nothing. */
  terms: Array<TermView>;
};

/** The reading of an answer beside its ideas. An absent value is not 0. */
export type Reading = {
  /** What the answer does in the conversation. */
  act?: AnswerAct | null;
  /** Vague words, 0–1. */
  ambiguity: number | null;
  /** Certainty, 0–1. */
  certainty: number | null;
  /** Whether the answer shows distress, which calls for the study's safety message. */
  distress: boolean;
  /** Willingness to talk, 0–1. */
  engagement: number | null;
  /** Amount of hedging. */
  hedging: Hedging | null;
  /** Amount of reasoning, 0–1. */
  intellectual_engagement: number | null;
  /** Whether the respondent says they do not know. */
  knowledge_lack: boolean;
  /** Whether the answer may be a wish to stop, so that the respondent is asked. */
  may_want_to_stop?: boolean;
  /** Engagement. None if the assessment failed. */
  momentum: Momentum | null;
  /** Whether the answer is about something else than the question. */
  off_focus?: boolean;
  /** Plausibility that an isolated idea is connected with another one, by label, 0–1. Only a model rates it. */
  plausibility?: Array<[string, number]>;
  /** Qualitative readings, which only a model makes. */
  qualitative?: unknown;
  /** Amount of content. */
  response_depth: Depth | null;
  /** Tone. */
  sentiment: Sentiment | null;
  /** Specificity, 0–1. */
  specificity: number | null;
  /** Words of doubt, 0–1. */
  uncertainty: number | null;
  /** Tone, 0 negative to 1 positive. */
  valence: number | null;
  /** Whether the respondent asks to stop. */
  wants_to_stop: boolean;
};

/** What is hidden from models. Without it in the study and in `llm.yaml`, nothing is hidden. */
export type Redaction = {
  /** Kinds of details. Default all. */
  hide: Array<DetailKind>;
  /** Further words and names, at most 200 of 1–80 characters: whole words, in any case. Default none. */
  words?: Array<string>;
};

/** The result of a request. */
export type Reply = {
  /** Id of the request. */
  id: string;
  /** The completion or the failure. */
  outcome: ReplyOutcome;
};

/** The completion or the failure of a request. */
export type ReplyOutcome = {
  completion: Completion;
} | {
  failure: CallFailure;
};

/** A request to a model. The host renders the prompt from it. */
export type Request = {
  /** Its limits. */
  budget: CallBudget;
  /** The part of the interview that the task needs. The study holds the rest. */
  context: Record<string, any>;
  /** Id within the session: `t7.analysis`, after an edit `t7.2.analysis`, the second try `t7.analysis.retry`. */
  id: string;
  /** The task. */
  task: Task;
  /** Turn it belongs to; 0 for the opening question. */
  turn: number;
};

/** What answers must contain about an element before it counts as covered. Absent keys take the default. */
export type Requirements = {
  /** A sign of comprehension. Default false. */
  comprehension: boolean;
  /** Elements that a node about it must be connected with. Default none. */
  connections_to: Array<string>;
  /** A node about it. Default true. */
  mention: boolean;
  /** A reaction to it. Default true. */
  reaction: boolean;
};

/** The kind of a response. */
export type ResponseKind = "answered" | "skipped" | "declined";

/** Scoring of finished sessions by a model at the endpoint. The rules always score. */
export type Scoring = {
  /** Whether the rules score if no model is available. Otherwise the scoring fails as `unavailable`. Default true. */
  allow_rules: boolean;
  /** Most tokens of the interview in the judge's prompt, 4,000–1,000,000. The oldest results are omitted first. Default 60,000. */
  context_token_budget: number;
  /** Whether completed sessions are scored automatically. Scoring on demand is always possible. Default false. */
  enabled: boolean;
  /** Retries if the judge's total cannot be parsed, 0–10. Default 5. */
  max_extraction_retries: number;
  /** Name of the judge model in `llm.yaml`. Default: the models of class `judge`. */
  model?: string | null;
  /** Timeout of a scoring in seconds, 30–3,600. Default 600. */
  timeout_s: number;
};

/** Source of a section. */
export type SectionSource = "llm" | "llm_retry" | "rules" | "default";

/** Tone of an answer. */
export type Sentiment = "negative" | "neutral" | "positive";

/** A score of a session. All are kept; the latest completed one counts. */
export type SessionScore = {
  /** Points by category, if the judge's table could be read. */
  category_points: Record<string, number> | null;
  /** Time of the end. */
  completed_at: number | null;
  /** Parts of the interview left out of the judge's prompt. */
  context_truncated: TimelineTruncation | null;
  /** The error. */
  error_message: string | null;
  /** Failures of the interview in the order of the vocabulary; none if it was not judged. */
  failure_tags: Array<string> | null;
  /** Model of the judge; none for a score by rules. */
  model: string | null;
  /** SHA-256 of the judge's prompts without the session, lower-case hexadecimal. */
  prompt_hash: string | null;
  /** Its provider; `rules` for a score by rules. */
  provider: string | null;
  /** Version of the rubric. */
  rubric_version: number;
  /** The total of the rules, 0–100, to check the judge. */
  rule_score: number | null;
  /** The report, Markdown, without its last line. */
  score_analysis: string | null;
  /** Id, unique. */
  score_id: string;
  /** `auto`, or the user who asked for it. */
  score_triggered_by: string;
  /** Its session. */
  session_id: string;
  /** Its scoring stage. */
  stage_id: string | null;
  /** Time of the request. */
  started_at: number;
  /** Its status. An active score is written `in_progress`. */
  status: StageStatus;
  /** Whether judge and rules differ by more than 30 points. */
  suspect: boolean;
  /** The improvement report, Markdown. */
  tool_improvement_report: string | null;
  /** The total, 0–100, after ceilings. */
  total_score: number | null;
};

/** A value that was changed. */
export type Setting = {
  /** The value after. */
  after: unknown;
  /** The value before; none if absent. */
  before: unknown;
  /** The full key. */
  key: string;
};

/** How severe a finding is. */
export type Severity = "error" | "warning";

/** How a question was skipped. */
export type SkipKind = "skipped" | "declined";

/** Origin of a reading or of a question. */
export type Source = {
  rules: {
    /** Version of the rules. */
    version: number;
  };
} | {
  model: {
    /** Name as reported by the host. */
    model: string;
  };
};

/** A stage of a session. */
export type Stage = {
  /** Time of the end. */
  completed_at: number | null;
  /** The error. */
  error_message: string | null;
  /** The stage it refers to; for a synthesis the investigation. */
  referenced_stage_id: string | null;
  /** Its result. An investigation has none here, since its result is the session; a scoring has a score. */
  result: StageResult | null;
  /** Its session. */
  session_id: string;
  /** Id, unique. */
  stage_id: string;
  /** Place in the session, from 1, unique in it. */
  stage_index: number;
  /** Its name: "Scoring". */
  stage_name: string;
  /** Its type. */
  stage_type: StageTypeName;
  /** Time of the start. */
  started_at: number | null;
  /** Its status. */
  status: StageStatus;
};

/** The result of a stage. */
export type StageResult = {
  /** The synthesis. */
  synthesis: unknown;
  type: "synthesis";
} | {
  /** The lines. */
  lines: Array<string>;
  type: "exec_summary";
} | {
  /** The answer, Markdown with marks of turns like `[t7]`; empty until there is one. */
  answer: string;
  /** The question, at most 2,000 characters. */
  question: string;
  type: "chat";
};

/** A status. Stages and executions write `active`, scores `in_progress`; both words are read. */
export type StageStatus = "pending" | "active" | "completed" | "failed" | "timed_out" | "cancelled";

/** The type of a stage. */
export type StageType = "investigation" | "synthesis" | "chat" | "exec_summary" | "scoring";

/** The type of a stage as a record names it. A name unknown to this version is kept, and no context includes the stage. */
export type StageTypeName = StageType | string;

/** What the host does next. */
export type Step = {
  type: "start";
} | {
  /** The requests. */
  requests: Array<Request>;
  type: "call";
} | {
  /** Whether the last answer may still be edited. */
  can_edit: boolean;
  /** The question. */
  question: Question;
  type: "ask";
} | {
  /** How it ended. */
  outcome: InterviewOutcome;
  type: "finished";
};

/** A text or picture that is visible during the interview. */
export type Stimulus = {
  /** Description of the picture. Required with `image`. */
  alt?: string | null;
  /** Picture, an address relative to the page. */
  image?: string | null;
  /** Text to read; blank lines separate paragraphs. */
  text?: string | null;
  /** Heading, "The idea". */
  title?: string | null;
};

/** Why an interview ended. */
export type StopReason = "respondent_stopped" | "safety" | "max_turns" | "closing_strategy" | "elements_covered" | "graph_saturated" | "quality_degraded" | "depth_plateau" | "all_nodes_exhausted" | "fatigue_detected" | "exploration_complete" | "out_of_questions" | "closed_by_host";

/** Who ended an interview. */
export type StoppedBy = "respondent" | "host";

/** A checked study, with everything that an interview needs. */
export type Study = {
  /** Settings of model calls. */
  calls?: CallSettings;
  /** Whether the endpoint collects and stores sessions. */
  collect: boolean;
  /** What to explore. */
  concept: Concept;
  /** Fixed questions that every respondent is asked. */
  core?: Array<CoreQuestion>;
  /** Origins of pages that may embed the interview and receive its events and its session: `https://survey.example`. */
  embed_in?: Array<string>;
  /** Format version, 1. */
  format: number;
  /** Id of the study. */
  id: string;
  /** Texts of the page's controls, by key. */
  interface: Record<string, string>;
  /** Language of the interview, a BCP 47 tag. */
  language: string;
  /** Limits of the interview. */
  limits: Limits;
  /** How to explore it. */
  methodology: Methodology;
  /** Names of models at the endpoint, first choice first; `browser` is the model built into the respondent's browser. Empty: the rules model only. */
  models: Array<string>;
  /** Language pack of the rules model. */
  pack: LanguagePack;
  /** How to choose the next probe. */
  policy: Policy;
  /** What the endpoint stores, and for how long. */
  privacy?: Privacy;
  /** Details of an answer that are hidden from models. None: models see answers unchanged. */
  redaction?: Redaction | null;
  /** Scoring of finished sessions at the endpoint. */
  scoring?: Scoring;
  /** Texts for the respondent besides the questions. */
  texts: Texts;
  /** Title on the page. */
  title: string;
  /** Version of the study. */
  version: string;
};

/** A number of a study and its key. */
export type StudyNumber = {
  /** Its group in a list: `Deepen`, `Phase mid`, `Policy`, `Limits`. */
  group: string;
  /** The key for `querent whatif --set`: `strategies.deepen.weights.graph.max_depth`. */
  key: string;
  /** Its name in the group: `graph.max_depth`. */
  name: string;
  /** Its value. */
  value: number;
};

/** A task of a language model. */
export type Task = "turn_analysis" | "extractability_check" | "graph_extraction" | "momentum_assessment" | "response_signals" | "qualitative_signals" | "ambiguity" | "plausibility_check" | "question_opening" | "question_followup" | "question_clarify" | "question_closing" | "synthesis" | "exec_summary" | "score_analysis" | "missing_tools" | "chat" | "synthetic_respondent" | "embeddings";

/** A term that changes a score differently under the two studies. */
export type TermChange = {
  /** Its change of the score under the changed study. */
  now: number | null;
  /** Its change of the recorded score; none if there is no such term. */
  recorded: number | null;
  /** Its source, as the tally names it. */
  source: string;
};

/** A term of a score with its label. */
export type TermView = {
  /** Name in a table. */
  name: string;
  /** Operation. */
  op: Op;
  /** Value of the source. None if absent. */
  raw: number | null;
  /** Clause after "because". None where the term cannot be a reason. */
  reason: string | null;
  /** Origin of the term. */
  source: string;
  /** Total after the term. */
  total: number;
  /** Weight of the source. */
  weight: number;
};

/** Texts for the respondent besides the questions. */
export type Texts = {
  /** Completion code for a panel. */
  completion_code?: string | null;
  /** Text of the last screen. */
  goodbye: string;
  /** First screen. */
  intro: Intro;
  /** Opening questions. The first one is asked. */
  opening: Array<string>;
  /** Asked when an answer shows distress: whom to turn to, and whether to stop here or go on. None: the interview ends. */
  pause?: string;
  /** Shown when the interview ends because an answer shows distress, with a contact for help. */
  safety: string;
  /** Heading of the last screen, "Thank you. That helps." */
  thanks: string;
};

/** What a context omits to save space. */
export type TimelineTruncation = {
  /** Omitted bytes. */
  omitted_bytes: number;
  /** Omitted results. */
  omitted_results: number;
  /** The last pass: 1 results, 2 runners-up and reasons, 3 long answers. */
  pass: number;
};

/** Tokens of a call. */
export type TokenUsage = {
  /** Input tokens written to a cache. */
  cache_write?: number;
  /** Input tokens read from a cache. */
  cached_input?: number;
  /** Input tokens, including cached ones. */
  input?: number;
  /** Output tokens, including reasoning. */
  output?: number;
  /** Output tokens of reasoning. */
  reasoning?: number;
};

/** The choices of a turn under both studies. */
export type TurnComparison = {
  /** Whether both ask the same, or both end. */
  is_same: boolean;
  /** The choice under the changed study. */
  now: ComparedChoice;
  /** The choice in the interview. */
  recorded: ComparedChoice;
  /** The turn before the choice. */
  turn: number;
};

/** Names of the choices of a turn. */
export type TurnNames = {
  /** The choice under the changed values. */
  now: ProbeNames;
  /** The choice in the interview. */
  recorded: ProbeNames;
  /** The turn. */
  turn: number;
};

/** The data quality of an answer. */
export type TurnQuality = {
  /** Characters of the answer. */
  characters: number;
  /** Share of function words; none if unknown. */
  function_words: number | null;
  /** Whether the answer was edited after it was sent. */
  is_edited: boolean;
  /** Similarity to the most similar earlier answer, 0–1. */
  likeness: number;
  /** Share of the answer that was pasted, 0–1. */
  pasted: number | null;
  /** Seconds from the question to the answer, by the page's clock; else by the log, with the wait for models. */
  seconds: number | null;
  /** The turn. */
  turn: number;
  /** Seconds from the first change to sending. */
  typing_seconds: number | null;
  /** Words of the answer; 0 if the question was skipped. */
  words: number;
  /** Typed words a minute, without pasted ones. */
  words_per_minute: number | null;
};

/** A turn in a transcript. */
export type TurnView = {
  /** The answer; none if the question was skipped. */
  answer: string | null;
  /** Time of the first answer or skip. */
  answered_at: number;
  /** Time of the question, milliseconds since the epoch. */
  asked_at: number;
  /** Model calls in order, without those for withdrawn answers. */
  calls: Array<CallRecord>;
  /** Why the answer could not be used, if a clarification followed. */
  clarifies: string | null;
  /** Totals of these calls. */
  cost: CallTotals;
  /** The decision that followed; none if the interview ended before it. */
  decision: DecisionView | null;
  /** Why the interview ended after this turn; none if it went on. */
  ends: StopReason | null;
  /** Ideas that are new or mentioned again. */
  ideas: Array<IdeaView>;
  /** Kind of the response. */
  kind: ResponseKind;
  /** Links that are new or mentioned again. */
  links: Array<LinkView>;
  /** Statistics of the typing, if the page has them. */
  manner: TypingStats | null;
  /** Parts of the answer that ideas and links quote, in order. They may overlap. */
  marks: Array<QuotedSpan>;
  /** Phase of the decision; empty without one. */
  phase: string;
  /** The question. */
  question: QuestionView;
  /** Who read the answer. */
  read_by: Source | null;
  /** Other readings of the answer. */
  reading: Reading | null;
  /** Milliseconds between the two. */
  took_ms: number;
  /** Number, from 1. */
  turn: number;
  /** Vetoed probes, with the vetoes as their only terms. */
  vetoes: Array<RankedView>;
  /** Earlier versions of an edited answer, oldest first. */
  withdrawn: Array<Withdrawn>;
};

/** Statistics of how an answer was typed, for judging data quality. They never hold the keys themselves. */
export type TypingStats = {
  /** Milliseconds from the question to the first change by hand; none without one. */
  first_ms?: number | null;
  /** Changes by typing: keys, taps, and words from a keyboard's suggestions. */
  keys: number;
  /** Characters of the answer that were pasted or dropped. */
  pasted: number;
  /** Milliseconds from the first change to sending. */
  typing_ms: number;
};

/** Model calls for a question that was not asked, because the respondent stopped or no wording was found. */
export type Unasked = {
  /** The calls, in order. */
  calls: Array<CallRecord>;
  /** The turn that would have answered it. */
  turn: number;
};

/** The choices under changed values. `querent whatif --json` prints the first four fields. */
export type WhatIf = {
  /** Number of choices compared. */
  compared: number;
  /** Number of choices that differ. */
  different: number;
  /** Names of the choices of each turn. */
  said: Array<TurnNames>;
  /** The changes. */
  settings: Array<Setting>;
  /** Every turn before a choice. */
  turns: Array<TurnComparison>;
};

/** An earlier version of an edited answer. */
export type Withdrawn = {
  /** Time of the answer. */
  at: number;
  /** Its text. */
  text: string;
};
