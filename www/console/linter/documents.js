// Documents for the linter: which part of a study a file is, and the name that says so.

/** A document. @typedef {{ name: string, text: string, isShipped: boolean, isChanged: boolean }} Document */

/** Folders of a study's documents, as `querent check` knows them, with what each holds. */
export const KINDS = /** @type {const} */ ({
  studies: 'Study',
  concepts: 'Concept',
  methodologies: 'Methodology',
  policies: 'Policy',
  locales: 'Locale',
  personas: 'Persona',
  facts: 'Facts',
});

/** @typedef {keyof typeof KINDS} Folder */

/** Names of fields by which a file is told that comes without its folder; the first that fits. @type {Array<[Folder | 'llm', RegExp[]]>} */
const SIGNS = [
  ['studies', [/^concept:/m, /^methodology:/m, /^(policy|title):/m]],
  ['methodologies', [/^ontology:/m]],
  ['methodologies', [/^methodology:/m, /^language:/m]],
  ['facts', [/^lines:/m, /^concept:/m]],
  ['personas', [/^traits:/m]],
  ['personas', [/^speech_pattern:/m]],
  ['locales', [/^interface:/m]],
  ['locales', [/^(cues|lists|stems):/m]],
  ['policies', [/^policy:/m]],
  ['llm', [/^providers:/m]],
  ['concepts', [/^topic:/m]],
];

/** Refuses bytes of another encoding instead of putting a mark in their place: the document would be another one. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Most bytes of a document; the linter itself takes no more. */
const MOST_BYTES = 262_144;

/**
 * The name a document is checked by: its path from the folder on that says what it is, else guessed from what is in it.
 * @param {string} path as dropped or picked, `config/studies/x.yaml` or `x.yaml`
 * @param {string} text
 */
export function nameFor(path, text) {
  const parts = path.split('/').filter(Boolean);
  const file = parts.at(-1) ?? path;
  if (file === 'llm.yaml') return file;
  const folder = parts.at(-2) ?? '';
  if (folder in KINDS) return `${folder}/${file}`;
  if (file.endsWith('.md')) return `concepts/${file}`;
  const [found] = SIGNS.find(([, signs]) => signs.every((sign) => sign.test(text))) ?? ['studies'];
  return found === 'llm' ? 'llm.yaml' : `${found}/${file}`;
}

/** @param {string} name */
export function folderOf(name) {
  return name.includes('/') ? /** @type {Folder} */ (name.split('/')[0]) : undefined;
}

/** Whether a file can be a document. @param {string} path */
export function isDocument(path) {
  const parts = path.split('/');
  const isHidden = parts.some((part) => part.startsWith('.') || part === 'node_modules');
  const isProse = /\.md$/i.test(path) && (parts.length === 1 || parts.at(-2) === 'concepts');
  return !isHidden && (/\.ya?ml$/i.test(path) || isProse);
}

/**
 * Reads files, and says what is none of them.
 * @param {Array<{ file: File, path: string }>} found
 * @returns {Promise<{ documents: Document[], refused: string[] }>}
 */
export async function readAll(found) {
  /** @type {Document[]} */
  const documents = [];
  const refused = [];
  for (const { file, path } of found) {
    if (!isDocument(path)) continue;
    if (file.size > MOST_BYTES) {
      refused.push(`${path} is larger than ${MOST_BYTES / 1024} KB`);
      continue;
    }
    let text;
    try {
      text = UTF8.decode(await file.arrayBuffer());
    } catch {
      refused.push(`${path} is no UTF-8 text; save it as UTF-8`);
      continue;
    }
    documents.push({ name: nameFor(path, text).replace(/\.yml$/, '.yaml'), text, isShipped: false, isChanged: false });
  }
  if (!documents.length && !refused.length) refused.push('there is no YAML or Markdown file among them');
  return { documents, refused };
}

/**
 * Files of a drop, those in folders too.
 * @param {DataTransfer} transfer
 * @returns {Promise<Array<{ file: File, path: string }>>}
 */
export async function dropped(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry !== null && entry !== undefined);
  if (!entries.length) return [...transfer.files].map((file) => ({ file, path: file.name }));
  return (await Promise.all(entries.map(inside))).flat();
}

/** @param {FileSystemEntry} entry @returns {Promise<Array<{ file: File, path: string }>>} */
async function inside(entry) {
  const path = entry.fullPath.replace(/^\//, '');
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject));
    return [{ file: /** @type {File} */ (file), path }];
  }
  if (path.split('/').some((part) => part.startsWith('.') || part === 'node_modules')) return [];
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  const all = [];
  for (;;) {
    // A reader hands out a hundred entries at a time.
    const some = /** @type {FileSystemEntry[]} */ (await new Promise((resolve, reject) => reader.readEntries(resolve, reject)));
    if (!some.length) break;
    all.push(...(await Promise.all(some.map(inside))).flat());
  }
  return all;
}

/** The configuration the site was built from. @returns {Promise<Document[]>} */
export async function shipped() {
  const response = await fetch(new URL('../../documents.json', import.meta.url));
  if (!response.ok) throw new Error(`this site serves no configuration (HTTP ${response.status}); drop its folder here instead`);
  const files = /** @type {Record<string, string>} */ (await response.json());
  return Object.entries(files).map(([name, text]) => ({ name, text, isShipped: true, isChanged: false }));
}
