// The author's preview: the respondent's page below a bar. The bar selects the study, the policy, the persona that answers,
// and the turn. The page shows the interview of the author's documents at that turn, and the author can continue it.
//
// Invariant: the preview stores and uploads nothing. Its address has all choices.

import '../element/define.js';
import { loadStudio } from '../engine/studio.js';
import { bar } from './bar.js';

/** @import { Preview } from '../engine/studio.js' */
/** @import { Diagnostic, Study } from '../engine/types.d.ts' */
/** @import { QuerentInterview } from '../element/interview.js' */
/** @import { Choice } from './bar.js' */

/** Address of the page's own study, which may have no document. */
const SERVED = 'study.json';

const interview = /** @type {QuerentInterview} */ (document.querySelector('querent-interview'));
const place = /** @type {HTMLElement} */ (document.querySelector('#bar'));

/** @type {Preview} */
let preview;
/** @type {Array<{ name: string, id: string, title: string, language: string }>} */
let studies = [];
let served = '';
let choice = parseAddress();

/** The choices of the address. @returns {Choice} */
function parseAddress() {
  const wanted = new URLSearchParams(location.search);
  /** @param {string} name @param {number} otherwise */
  const number = (name, otherwise) => Math.max(0, Math.trunc(Number(wanted.get(name) ?? otherwise)) || 0);
  return {
    study: wanted.get('study') ?? '',
    policy: wanted.get('policy') ?? '',
    persona: wanted.get('persona') ?? 'cooperative',
    seed: number('seed', 1),
    turn: number('turn', 1),
  };
}

async function open() {
  const [documents, studio, own, offers] = await Promise.all([text('documents.json'), loadStudio(), text(SERVED), text('studies/index.json')]);
  preview = new studio.Preview(documents);
  served = own;
  const page = /** @type {Study} */ (JSON.parse(served));
  const resolved = new Map([...JSON.parse(offers), page].map((/** @type {Study} */ study) => [study.id, study]));
  studies = preview.studies().map((name) => {
    const id = name.slice('studies/'.length, -'.yaml'.length);
    return { name, id, title: resolved.get(id)?.title ?? id, language: resolved.get(id)?.language ?? '' };
  });
  if (!studies.some(({ id }) => id === page.id)) studies.unshift({ name: SERVED, ...page });
  if (!studies.some(({ id }) => id === choice.study)) choice.study = page.id;
  show();
}

/** @param {string} path */
async function text(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} could not be loaded: HTTP ${response.status}`);
  return response.text();
}

/** The text of the chosen study with the chosen policy. */
function resolveStudy() {
  const { name = SERVED } = studies.find(({ id }) => id === choice.study) ?? {};
  const own = name === SERVED ? served : preview.study(name);
  return choice.policy ? preview.with_policy(own, choice.policy) : own;
}

/** Conducts the interview to the chosen turn, and shows it on the page. */
function show() {
  let findings = '';
  /** @type {Study | undefined} */
  let study;
  try {
    const chosen = resolveStudy();
    study = /** @type {Study} */ (JSON.parse(chosen));
    choice.turn = Math.min(choice.turn, study.limits.max_turns + 1);
    const personas = personasFor(study.language);
    if (!personas.some(({ id }) => id === choice.persona)) choice.persona = personas[0]?.id ?? choice.persona;
    if (choice.turn === 0) {
      interview.session = undefined;
      interview.study = study;
    } else {
      interview.session = JSON.parse(preview.session(chosen, choice.persona, choice.turn, choice.seed));
    }
    document.title = `Preview: ${study.title}`;
  } catch (error) {
    findings = describe(error);
  }
  bar(place, {
    choice, studies, findings,
    policies: preview.policies(),
    own: study && !choice.policy ? study.policy.policy : '',
    personas: personasFor(study?.language),
    last: study?.limits.max_turns ?? 0,
    change: (change) => {
      // Another study begins with its own policy.
      choice = { ...choice, ...(change.study && { policy: '' }), ...change };
      show();
    },
  });
  history.replaceState(null, '', `?${new URLSearchParams(Object.entries(choice).map(([key, value]) => [key, String(value)]))}`);
}

/** Personas that speak a language; all of them without a language. @param {string} [language] */
function personasFor(language) {
  const [general = ''] = language?.split(/[-_]/) ?? [];
  return preview.personas().filter(({ languages }) => !language || languages.includes(language) || languages.includes(general));
}

/** Describes an error; findings get a line each. @param {unknown} error */
function describe(error) {
  if (Array.isArray(error)) {
    return /** @type {Diagnostic[]} */ (error).map(({ file, line, column, message, hint }) =>
      `${file}:${line}:${column} ${message}${hint ? ` (${hint})` : ''}`).join('\n');
  }
  return /** @type {{ message?: string }} */ (error ?? {}).message ?? String(error);
}

// The bar follows when the author answers in the page.
interview.addEventListener('querent-question', (event) => {
  choice.turn = /** @type {import('../element/events.js').QuestionEvent} */ (event).question.turn;
  const field = /** @type {HTMLInputElement | null} */ (place.querySelector('[name=turn]'));
  if (field) field.value = String(choice.turn);
});

open().catch((error) => {
  place.replaceChildren(Object.assign(document.createElement('p'), { className: 'found', textContent: `The preview could not be opened. ${describe(error)}` }));
});
