// Documents of the linter: reads files and finds their type.

import { entriesIn } from '../file_drop.js';

/** A document. @typedef {{ name: string, text: string, isShipped: boolean, isChanged: boolean }} Document */

/** Folders of documents, as `querent check` knows them, with their types. */
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

/** Fields that identify a file without its folder; the first match counts. @type {Array<[Folder | 'llm', RegExp[]]>} */
const PATTERNS = [
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

/** Refuses other encodings; replacement characters would change the document. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Most bytes of a document, as in the engine. */
const MOST_BYTES = 262_144;

/**
 * Returns the name of a document: folder and file. The folder comes from the path, or from the fields of the text.
 * @param {string} path of the dropped or chosen file, `config/studies/x.yaml` or `x.yaml`
 * @param {string} text
 */
export function nameFor(path, text) {
  const parts = path.split('/').filter(Boolean);
  const file = parts.at(-1) ?? path;
  if (file === 'llm.yaml') return file;
  const folder = parts.at(-2) ?? '';
  if (folder in KINDS) return `${folder}/${file}`;
  if (file.endsWith('.md')) return `concepts/${file}`;
  const [found] = PATTERNS.find(([, patterns]) => patterns.every((pattern) => pattern.test(text))) ?? ['studies'];
  return found === 'llm' ? 'llm.yaml' : `${found}/${file}`;
}

/** @param {string} name */
export function folderOf(name) {
  return name.includes('/') ? /** @type {Folder} */ (name.split('/')[0]) : undefined;
}

/** Whether a file can be a document, by its path. @param {string} path */
export function isDocument(path) {
  const parts = path.split('/');
  const isHidden = parts.some((part) => part.startsWith('.') || part === 'node_modules');
  const isProse = /\.md$/i.test(path) && (parts.length === 1 || parts.at(-2) === 'concepts');
  return !isHidden && (/\.ya?ml$/i.test(path) || isProse);
}

/**
 * Reads files. Refused files come with the reason.
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
      refused.push(`${path} is not UTF-8 text; save it as UTF-8`);
      continue;
    }
    documents.push({ name: nameFor(path, text).replace(/\.yml$/, '.yaml'), text, isShipped: false, isChanged: false });
  }
  if (!documents.length && !refused.length) refused.push('there is no YAML or Markdown file');
  return { documents, refused };
}

/**
 * Lists the files of a drop, with those in folders.
 * @param {DataTransfer} transfer
 * @returns {Promise<Array<{ file: File, path: string }>>}
 */
export async function dropped(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry !== null && entry !== undefined);
  if (!entries.length) return [...transfer.files].map((file) => ({ file, path: file.name }));
  return (await Promise.all(entries.map(filesOf))).flat();
}

/** Lists the files of an entry. @param {FileSystemEntry} entry @returns {Promise<Array<{ file: File, path: string }>>} */
async function filesOf(entry) {
  const path = entry.fullPath.replace(/^\//, '');
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject));
    return [{ file: /** @type {File} */ (file), path }];
  }
  if (path.split('/').some((part) => part.startsWith('.') || part === 'node_modules')) return [];
  const entries = await entriesIn(/** @type {FileSystemDirectoryEntry} */ (entry));
  return (await Promise.all(entries.map(filesOf))).flat();
}

/** Loads the configuration that the site was built from. @returns {Promise<Document[]>} */
export async function shipped() {
  const response = await fetch(new URL('../../documents.json', import.meta.url));
  if (!response.ok) throw new Error(`this site serves no configuration (HTTP ${response.status}); drop its folder here instead`);
  const files = /** @type {Record<string, string>} */ (await response.json());
  return Object.entries(files).map(([name, text]) => ({ name, text, isShipped: true, isChanged: false }));
}
