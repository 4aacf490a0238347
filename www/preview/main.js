// The author's preview: the respondent's page with a bar above it. The bar chooses the study, the policy, who answers and up
// to which turn; what stands in the page is an interview held with the author's own documents, and can be gone on with.
//
// Invariant: nothing is kept and nothing is sent. The address alone says what is shown.

import '../element/define.js';
import { loadStudio } from '../engine/studio.js';
import { bar } from './bar.js';

/** @import { Finding, Preview, Study } from '../engine/types.d.ts' */
/** @import { QuerentInterview } from '../element/interview.js' */
/** @import { Choice } from './bar.js' */

/** The study of the page as it is served: it may lie in no document of the site. */
const SERVED = 'study.json';

const interview = /** @type {QuerentInterview} */ (document.querySelector('querent-interview'));
const place = /** @type {HTMLElement} */ (document.querySelector('#bar'));

/** @type {Preview} */
let preview;
/** @type {Array<{ name: string, id: string, title: string, language: string }>} */
let studies = [];
let served = '';
let choice = asked();

/** What the address asks for. @returns {Choice} */
function asked() {
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
  const told = new Map([...JSON.parse(offers), page].map((/** @type {Study} */ study) => [study.id, study]));
  studies = preview.studies().map((name) => {
    const id = name.slice('studies/'.length, -'.yaml'.length);
    return { name, id, title: told.get(id)?.title ?? id, language: told.get(id)?.language ?? '' };
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

/** The text of the study that is chosen, under the policy that is. */
function resolved() {
  const { name = SERVED } = studies.find(({ id }) => id === choice.study) ?? {};
  const own = name === SERVED ? served : preview.study(name);
  return choice.policy ? preview.with_policy(own, choice.policy) : own;
}

/** Holds the interview up to the turn that is chosen, and puts it on the page. */
function show() {
  let findings = '';
  /** @type {Study | undefined} */
  let study;
  try {
    const chosen = resolved();
    study = /** @type {Study} */ (JSON.parse(chosen));
    choice.turn = Math.min(choice.turn, study.limits.max_turns + 1);
    const speakers = who(study.language);
    if (!speakers.some(({ id }) => id === choice.persona)) choice.persona = speakers[0]?.id ?? choice.persona;
    if (choice.turn === 0) {
      interview.session = undefined;
      interview.study = study;
    } else {
      interview.session = JSON.parse(preview.session(chosen, choice.persona, choice.turn, choice.seed));
    }
    document.title = `Preview: ${study.title}`;
  } catch (error) {
    findings = said(error);
  }
  bar(place, {
    choice, studies, findings,
    policies: preview.policies(),
    own: study && !choice.policy ? study.policy.policy : '',
    personas: who(study?.language),
    last: study?.limits.max_turns ?? 0,
    change: (change) => {
      // Another study begins under its own policy.
      choice = { ...choice, ...(change.study && { policy: '' }), ...change };
      show();
    },
  });
  history.replaceState(null, '', `?${new URLSearchParams(Object.entries(choice).map(([key, value]) => [key, String(value)]))}`);
}

/** The personas that speak a language; all of them where it is not known. @param {string} [language] */
function who(language) {
  const [general = ''] = language?.split(/[-_]/) ?? [];
  return preview.personas().filter(({ languages }) => !language || languages.includes(language) || languages.includes(general));
}

/** What was wrong, in words: findings one a line. @param {unknown} error */
function said(error) {
  if (Array.isArray(error)) {
    return /** @type {Finding[]} */ (error).map(({ file, line, column, message, hint }) =>
      `${file}:${line}:${column} ${message}${hint ? ` (${hint})` : ''}`).join('\n');
  }
  return /** @type {{ message?: string }} */ (error ?? {}).message ?? String(error);
}

// Whoever answers in the page goes on by hand: the bar follows.
interview.addEventListener('querent-question', (event) => {
  choice.turn = /** @type {import('../element/events.js').QuestionEvent} */ (event).question.turn;
  const field = /** @type {HTMLInputElement | null} */ (place.querySelector('[name=turn]'));
  if (field) field.value = String(choice.turn);
});

open().catch((error) => {
  place.replaceChildren(Object.assign(document.createElement('p'), { className: 'found', textContent: `The preview could not be opened. ${said(error)}` }));
});
