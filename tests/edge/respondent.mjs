// A respondent's page as the endpoint sees it: it has a log and sends it entry by entry. And a study that collects.

import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The chain hash of a log. @param {string[]} entries */
export function chain(entries) {
  const hash = (text) => createHash('sha256').update(text).digest('hex');
  return entries.reduce((before, entry) => hash(before + entry), hash(''));
}

/** A folder that is gone afterwards. */
export async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'querent-collect-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/**
 * A study that collects, as a file, and the log of a simulated interview under it.
 * @param {string} program the native program
 * @param {string} at folder to write into
 * @param {object} [changes] to the study
 */
export async function interview(program, at, changes = {}) {
  const [written, study] = [join(at, 'written.json'), join(at, 'study.json')];
  const run = (of, out) => promisify(execFile)(program, ['run', of, '--persona', 'cooperative', '--seed', '7', '-o', out]).catch((error) => error);
  // The resolved study of any session is one to serve.
  await run('oat_milk', written);
  const session = JSON.parse(await readFile(written, 'utf8'));
  await writeFile(study, JSON.stringify({ ...session.study, collect: true, ...changes }));
  const held = join(at, 'session.json');
  await run(study, held);
  const log = JSON.parse(await readFile(held, 'utf8')).log;
  return { study, log };
}

/** The log of an interview as the entries of a session of this id, begun by a person. */
export function entriesOf(log, session) {
  const [start, ...rest] = log;
  return [{ ...start, session, seed: 0 }, ...rest].map((entry) => JSON.stringify(entry));
}

/**
 * A page with a session of its own.
 * @param {string} base address of the endpoint, up to and with `/api/v1/`
 * @param {string} origin of the page
 * @param {string} study id
 */
export async function page(base, origin, study) {
  const session = randomUUID();
  const headers = { 'content-type': 'application/json', origin };
  const opened = await fetch(`${base}sessions`, { method: 'POST', headers, body: JSON.stringify({ study, session }) });
  const given = await opened.json();
  if (opened.status !== 201) throw new Error(`${opened.status} ${JSON.stringify(given)}`);
  const ask = async (method, path, token, body) => {
    const bearing = { ...headers, authorization: `Bearer ${token}` };
    const response = await fetch(`${base}${path}`, { method, headers: bearing, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : undefined };
  };
  return {
    session, given, ask,
    put: (studyHash, from, entries, token = given.events_token) => ask('PUT', `sessions/${session}/events`, token, { from, study_hash: studyHash, entries }),
    finish: (entries, token = given.events_token) => ask('POST', `sessions/${session}/finish`, token, { have: entries.length, hash: chain(entries) }),
    end: (token = given.token) => ask('DELETE', `sessions/${session}`, token),
  };
}

/** What a study's hash is: the endpoint says so in what it lists; a token holds it. @param {string} token */
export function hashOf(token) {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).study_hash;
}
