// What a file holds: a session file, a record file, or many of them, one a line.

/** @import { BlobPart_, Overview, Score, Stage, Studio } from './types.d.ts' */

/** Longest line read, in bytes; no session comes near. */
const LONGEST = 64 * 1024 * 1024;
const NEWLINE = 10;

/** @typedef {{ text: string, start: number, end: number, error?: string }} Stretch */

/**
 * The stretches of a file that may each hold a session: the whole of it, or its lines where it is named as a list of lines.
 * @param {File} file
 * @returns {AsyncGenerator<Stretch>}
 */
export async function* linesOf(file) {
  if (!/\.(ndjson|jsonl)$/i.test(file.name)) {
    if (file.size > LONGEST) yield { text: '', start: 0, end: file.size, error: 'the file is larger than any session' };
    else yield await whole(file);
    return;
  }
  const decoder = new TextDecoder();
  const reader = file.stream().getReader();
  /** @type {Uint8Array[]} */
  let kept = [];
  let start = 0;
  let position = 0;
  /** @param {Uint8Array} last */
  const line = (last) => {
    const text = [...kept, last].map((bytes) => decoder.decode(bytes, { stream: true })).join('') + decoder.decode();
    kept = [];
    return text;
  };
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    let from = 0;
    for (let at = value.indexOf(NEWLINE); at >= 0; at = value.indexOf(NEWLINE, from)) {
      const text = line(value.subarray(from, at));
      if (text.trim()) yield { text, start, end: position + at };
      from = at + 1;
      start = position + from;
    }
    kept.push(value.slice(from));
    position += value.length;
    if (position - start > LONGEST) {
      yield { text: '', start, end: position, error: 'a line is longer than any session' };
      await reader.cancel();
      return;
    }
  }
  const text = line(new Uint8Array());
  if (text.trim()) yield { text, start, end: file.size };
}

/** @param {File} file @returns {Promise<Stretch>} */
async function whole(file) {
  try {
    return { text: await file.text(), start: 0, end: file.size };
  } catch {
    return { text: '', start: 0, end: file.size, error: 'it could not be read; it may have been moved or changed meanwhile' };
  }
}

/**
 * What a stretch holds, or why it holds nothing.
 * @param {Studio} studio
 * @param {Stretch} stretch
 */
export function partsOf(studio, { text, start, end, error }) {
  if (error) return [{ problem: error }];
  if (!text.trim()) return [{ problem: 'it is empty' }];
  const record = recordIn(text);
  if (record) return [fromRecord(studio, record, start, end)];
  try {
    const overview = studio.overview(text);
    return [{ start, end, isRecord: false, overview, scores: /** @type {Score[]} */ ([]), stages: /** @type {Stage[]} */ ([]) }];
  } catch (reason) {
    return [{ problem: messageOf(reason) }];
  }
}

/**
 * @param {Studio} studio
 * @param {import('./types.d.ts').RecordFile} record
 * @param {number} start
 * @param {number} end
 */
function fromRecord(studio, record, start, end) {
  if (record.record_format !== 1) {
    return { problem: `the record's format is ${record.record_format}, this version reads 1; open it with a newer version` };
  }
  try {
    /** @type {Overview} */
    const overview = studio.overview(JSON.stringify(record.session));
    return { start, end, isRecord: true, overview, scores: record.scores ?? [], stages: record.stages ?? [] };
  } catch (reason) {
    return { problem: messageOf(reason) };
  }
}

/** The record file in a text, if it is one. Inside of texts quotes are escaped, so the key is found in no answer. @param {string} text @returns {import('./types.d.ts').RecordFile | undefined} */
function recordIn(text) {
  if (!text.includes('"record_format"')) return undefined;
  try {
    const record = JSON.parse(text);
    return typeof record?.record_format === 'number' ? record : undefined;
  } catch {
    return undefined;
  }
}

/** The session file in a stretch of a file. @param {BlobPart_} part */
export async function textOf({ blob, isRecord }) {
  let text;
  try {
    text = await blob.text();
  } catch {
    throw new Error('the file cannot be read any more; it may have been moved or changed. Open it again');
  }
  return isRecord ? JSON.stringify(JSON.parse(text).session) : text;
}

/** @param {unknown} reason */
function messageOf(reason) {
  const { message } = /** @type {{ message?: string }} */ (reason ?? {});
  return message ?? String(reason);
}
