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

export interface Store {
  /** Sessions of a slot, newest first. */
  sessions(slot: string): Promise<Kept[]>;
  /** Makes a session known, with the text of its study. */
  begin(kept: Kept, study: string): Promise<void>;
  /** Makes `writer` the writer of a session, and reads it. */
  claim(id: string, writer: string): Promise<{ rows: Row[]; draft: Draft | undefined }>;
  /** Replaces the rows of a log from a place on. */
  write(id: string, writer: string, from: number, rows: Row[], answers: number): Promise<void>;
  draft(id: string, writer: string, draft: Draft): Promise<void>;
  /** Sets a session aside. */
  close(id: string): Promise<void>;
  /** The session as a file, JSON text. */
  file(id: string): Promise<string>;
  remove(id: string): Promise<void>;
  clear(): Promise<void>;
}
