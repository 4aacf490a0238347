// Parses files that hold a session file, a record file, or many of them, one a line.

import { otherFile, overviewProblem, recordProblem } from './file_check.js';
import { messageOf } from './format.js';

/** @import { StudioPackage } from '../engine/studio.js' */
/** @import { Overview, Stage } from '../engine/types.d.ts' */
/** @import { Score } from './score_state.js' */

/** A part of a file. `isRecord`: whether it holds a record file rather than a session file. @typedef {{ blob: Blob, isRecord: boolean }} FileSlice */

/**
 * A session in a file, or the problem.
 * @typedef {{ index: number, name: string, start: number, end: number, isRecord: boolean, overview: Overview, scores: Score[], stages: Stage[] }
 *   | { index: number, name: string, problem: string }} FileResult
 */

/** The file format of exports. @typedef {{ record_format: number, session: unknown, stages: Stage[], executions: unknown[], interactions: unknown[], scores: Score[] }} RecordFile */

/** Longest session file, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;
const NEWLINE = 10;

/** A part of a file that may hold a session. @typedef {{ text: string, start: number, end: number, error?: string }} TextSlice */

/**
 * Splits a file into slices that may each hold a session: its lines if its name ends in `.ndjson` or `.jsonl`, else the whole file.
 * @param {File} file
 * @returns {AsyncGenerator<TextSlice>}
 */
export async function* splitFile(file) {
  if (!/\.(ndjson|jsonl)$/i.test(file.name)) {
    if (file.size > MAX_BYTES) yield { text: '', start: 0, end: file.size, error: 'the file is larger than any session' };
    else yield await wholeFile(file);
    return;
  }
  const decoder = new TextDecoder();
  const reader = file.stream().getReader();
  /** Bytes of the current line. @type {Uint8Array[]} */
  let kept = [];
  let start = 0;
  let position = 0;
  /** @param {Uint8Array} last */
  const decodeLine = (last) => {
    const text = [...kept, last].map((bytes) => decoder.decode(bytes, { stream: true })).join('') + decoder.decode();
    kept = [];
    return text;
  };
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    let from = 0;
    for (let at = value.indexOf(NEWLINE); at >= 0; at = value.indexOf(NEWLINE, from)) {
      const text = decodeLine(value.subarray(from, at));
      if (text.trim()) yield { text, start, end: position + at };
      from = at + 1;
      start = position + from;
    }
    kept.push(value.slice(from));
    position += value.length;
    if (position - start > MAX_BYTES) {
      yield { text: '', start, end: position, error: 'a line is longer than any session' };
      await reader.cancel();
      return;
    }
  }
  const text = decodeLine(new Uint8Array());
  if (text.trim()) yield { text, start, end: file.size };
}

/** @param {File} file @returns {Promise<TextSlice>} */
async function wholeFile(file) {
  try {
    return { text: await file.text(), start: 0, end: file.size };
  } catch {
    return { text: '', start: 0, end: file.size, error: 'the file could not be read; it may have been moved or changed' };
  }
}

/**
 * Parses a slice. Returns the session's overview, or the problem.
 * @param {StudioPackage} studio
 * @param {TextSlice} slice
 */
export function parseSlice(studio, { text, start, end, error }) {
  if (error) return { problem: error };
  if (!text.trim()) return { problem: 'the file is empty' };
  const other = text.includes('"by_persona"') ? otherFile(parseJson(text)) : undefined;
  if (other) return { problem: other };
  const record = parseRecord(text);
  if (record && record.record_format !== 1) {
    return { problem: `the record's format is ${record.record_format}, this version reads 1; open it with a newer version` };
  }
  try {
    /** @type {Overview} */
    const overview = studio.overview(record ? JSON.stringify(record.session) : text);
    /** @type {{ scores?: Score[], stages?: Stage[] }} */
    const { scores = [], stages = [] } = record ?? {};
    const problem = overviewProblem(overview) ?? recordProblem({ scores, stages });
    if (problem) return { problem };
    return { start, end, isRecord: record !== undefined, overview, scores, stages };
  } catch (reason) {
    return { problem: messageOf(reason) };
  }
}

/** The record file in a text, if it is one. Quotes inside answers are escaped, so no answer contains the key. @param {string} text @returns {RecordFile | undefined} */
function parseRecord(text) {
  if (!text.includes('"record_format"')) return undefined;
  const record = parseJson(text);
  return typeof record?.record_format === 'number' ? record : undefined;
}

/** The value of a JSON text; undefined if it is not JSON. @param {string} text */
function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the session file in a slice. @param {FileSlice} slice */
export async function readSlice({ blob, isRecord }) {
  let text;
  try {
    text = await blob.text();
  } catch {
    throw new Error('the file cannot be read any more; it may have been moved or changed. Open it again');
  }
  return isRecord ? JSON.stringify(JSON.parse(text).session) : text;
}
