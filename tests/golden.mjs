// Golden sessions of `tests/sessions` as session files. Their studies come from the built site. QUERENT_SITE names its folder.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SESSIONS = fileURLToPath(new URL('sessions/', import.meta.url));
const SITE = process.env.QUERENT_SITE ?? fileURLToPath(new URL('../target/site', import.meta.url));

/** Names of all golden sessions. */
export const NAMES = readdirSync(SESSIONS).filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length));

/** Lines of the models' replies of a session; none without models. */
export function goldenReplies(name) {
  const file = join(SESSIONS, `${name}.replies.jsonl`);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line)) : [];
}

/** The session file of a golden session, with its study. */
export function golden(name) {
  const { format, ...rest } = JSON.parse(readFileSync(join(SESSIONS, `${name}.json`), 'utf8'));
  const study = JSON.parse(readFileSync(join(SITE, 'studies', name.split('-')[0], 'study.json'), 'utf8'));
  // As `querent run --replies` does.
  if (goldenReplies(name).length) study.models = [...(study.models ?? []), 'replies'];
  return JSON.stringify({ format, study, ...rest });
}

/** Writes a golden session into a folder. Returns the path. */
export function writeGolden(folder, name) {
  const path = join(folder, `${name}.json`);
  writeFileSync(path, golden(name));
  return path;
}
