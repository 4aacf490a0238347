/** A session as it is kept. */
export interface Kept {
  id: string;
  /** Address of the study: one session at a time is open for it. */
  slot: string;
  /** Hash of the study. */
  hash: string;
  /** `format` and `versions` of the session file. */
  head: object;
  /** Milliseconds since the epoch. */
  begun: number;
  touched: number;
  answers: number;
  /** Set aside for a new session. */
  closed: boolean;
  /** Who may write: whoever claimed the session last. */
  writer: string;
}

/** What stands in the boxes, by name of the box. */
export type Draft = Record<string, string>;

/** A row of a log. Settled once the engine has dealt with it. */
export interface Row {
  entry: string;
  settled: boolean;
}

/** A session on its way to an endpoint that collects. */
export interface Parcel {
  session: string;
  /** Address of the endpoint, with a slash at its end. */
  base: string;
  /** Id of the study. */
  study: string;
  study_hash: string;
  /** Token that may add to the session there and delete it; none before the endpoint has opened it. */
  token?: string;
  /** The session's name there, where it is another. */
  name?: string;
  /** Token that may ask the models there. */
  pass?: string;
  /** Its name there is another, because something else stood under its own. */
  isAnew?: boolean;
  /** Code by which the respondent can have it deleted there. */
  code?: string;
  /** How many entries lie there, and the chain hash over them. */
  have: number;
  hash: string;
  /** The interview has ended. */
  over?: boolean;
  /** The endpoint knows that it has ended, and how many entries it had then. */
  finished?: number;
  /** Deleted here; to be deleted there. */
  deleting?: boolean;
  /** The endpoint refused for good: its words. */
  refused?: string;
}

/** A score as the console keeps it; what else it says is the console's matter. */
export interface KeptScore {
  score_id: string;
  session: string;
}

export interface Store {
  /** Sessions of a slot, newest first. */
  sessions(slot: string): Promise<Kept[]>;
  /** Every session of this device, newest first. */
  all(): Promise<Kept[]>;
  /** Text of the study of this hash, as the sessions of it had it. */
  study(hash: string): Promise<string | undefined>;
  /** Makes a session known, with the text of its study. */
  begin(kept: Kept, study: string): Promise<void>;
  /** Makes `writer` the writer of a session, and reads it. */
  claim(id: string, writer: string): Promise<{ rows: Row[]; draft: Draft | undefined }>;
  /** Replaces the rows of a log from a place on. */
  write(id: string, writer: string, from: number, rows: Row[], answers: number): Promise<void>;
  draft(id: string, writer: string, draft: Draft): Promise<void>;
  /** Sets a session aside. */
  close(id: string): Promise<void>;
  /** Entries of a log that are settled, each a JSON text. */
  settled(id: string): Promise<string[]>;
  /** The session as a file, JSON text. */
  file(id: string): Promise<string>;
  parcel(session: string): Promise<Parcel | undefined>;
  /** Everything on its way. */
  parcels(): Promise<Parcel[]>;
  /** Changes what is known of a session on its way; nothing: it is on its way no more. */
  post(session: string, change: Partial<Parcel> | undefined): Promise<void>;
  /** Every score of the sessions of this device. */
  scores(): Promise<KeptScore[]>;
  /** Keeps a score of a session of this device. */
  score(row: KeptScore): Promise<void>;
  /** Deletes a session from this device, with its scores. What was sent to an endpoint stays there. */
  remove(id: string): Promise<void>;
  /** Deletes a session from this device, and marks it for deletion at the endpoint that has it. */
  withdraw(id: string): Promise<void>;
  /** Deletes everything from this device, but for what is still to be deleted at an endpoint. */
  clear(): Promise<void>;
}
