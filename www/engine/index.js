// Loads studies and the wasm package of the engine. No other module imports the package.
//
// Invariant: the memory of an instance that has trapped is never used again. A new instance of the compiled module
// replaces it.

/** @import { EndpointAnswer } from '../models/endpoint_client.js' */
/** @import { Step, Study, InterviewView } from './types.d.ts' */

/**
 * The class `Interview` of the package.
 * @typedef {object} Interview
 * @property {(input: string) => Step} handle
 * @property {() => Step} step
 * @property {(from: number) => string[]} entries
 * @property {() => string} session
 * @property {() => InterviewView} view
 * @property {string} study_hash
 * @property {() => void} free
 */

/**
 * @typedef {object} EnginePackage
 * @property {(options: { module_or_path: WebAssembly.Module }) => Promise<unknown>} default
 * @property {{ new (study: string): Interview, resume(study: string, log: string): Interview }} Interview
 * @property {(data: string) => void} register_language
 * @property {(url: string, headers: string[], body: string, signal: AbortSignal) => Promise<EndpointAnswer>} post_task
 */

/** An error with a code. */
export class Failure extends Error {
  /**
   * @param {string} code `load`, `wasm`, `wasm_blocked`, `trap`, `storage`, `page`, or a code of the engine
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.name = 'Failure';
    this.code = code;
  }

  /** @param {unknown} error */
  static from(error) {
    return error instanceof Failure ? error : new Failure('page', String(error));
  }
}

const STUDY_REMEDY = 'name a study.json that `querent build` wrote';

/**
 * Loads a resolved study.
 * @param {string | Study} source its address, or the study itself
 * @returns {Promise<{ text: string, study: Study, address: string }>} `address`: the base of relative addresses
 */
export async function loadStudy(source) {
  if (typeof source !== 'string') return { text: JSON.stringify(source), study: source, address: document.baseURI };
  if (!URL.canParse(source, document.baseURI)) throw new Failure('no_study', `\`${source}\` is no address; ${STUDY_REMEDY}`);
  try {
    const response = await fetch(source);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const text = await response.text();
    return { text, study: parseStudy(text, source), address: new URL(source, document.baseURI).href };
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('load', `the study at ${source} could not be loaded: ${error}`);
  }
}

/** @param {string} text @param {string} source @returns {Study} */
function parseStudy(text, source) {
  /** @type {Study} */
  let study;
  try {
    study = JSON.parse(text);
  } catch {
    throw new Failure('no_study', `${source} is not JSON; ${STUDY_REMEDY}`);
  }
  if (!study?.texts?.intro || !study.interface || !study.policy) {
    throw new Failure('no_study', `${source} is not a study: it lacks \`texts.intro\`, \`interface\` or \`policy\`; ${STUDY_REMEDY}`);
  }
  return study;
}

const wasmUrl = new URL('./pkg/engine_bg.wasm', import.meta.url);
/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;
/** @type {Promise<EnginePackage> | undefined} */
let instance;
let instances = 0;

/** Loads the engine, once. */
export function loadEngine() {
  instance ??= instantiate().catch((error) => {
    instance = compiled = undefined;
    throw error;
  });
  return instance;
}

async function instantiate() {
  compiled ??= compile();
  // The bindings hold one instance for each address from which they are imported.
  const address = `./pkg/engine.js${instances++ ? `?instance=${instances}` : ''}`;
  try {
    const [pkg, module] = await Promise.all([/** @type {Promise<EnginePackage>} */ (import(address)), compiled]);
    await pkg.default({ module_or_path: module });
    return pkg;
  } catch (error) {
    throw error instanceof Failure ? error : new Failure('wasm', `the engine could not be loaded: ${error}`);
  }
}

async function compile() {
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Failure('wasm', `the engine could not be loaded: HTTP ${response.status}`);
  try {
    // Many static hosts do not send the type of .wasm files. Compilation is slower there.
    return response.headers.get('content-type')?.startsWith('application/wasm')
      ? await WebAssembly.compileStreaming(response)
      : await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    const isBlocked = /content security|csp|unsafe-eval/i.test(String(error));
    throw new Failure(isBlocked ? 'wasm_blocked' : 'wasm', String(error));
  }
}

/** @type {Map<string, Promise<string | undefined>>} */
const languages = new Map();

/**
 * Loads the learned data of a study's language, once. Without it the engine reads answers by its rules.
 * @param {string} hash
 */
function loadLanguage(hash) {
  let data = languages.get(hash);
  if (!data) {
    data = fetch(new URL(`./language/${hash}.txt`, import.meta.url))
      .then((response) => (response.ok ? response.text() : undefined))
      .catch(() => {
        languages.delete(hash);
        return undefined;
      });
    languages.set(hash, data);
  }
  return data;
}

/** The engine of one interview. */
export class Engine {
  /**
   * @param {string} study text of `study.json`
   * @param {Interview} interview
   */
  constructor(study, interview) {
    this.study = study;
    this.interview = interview;
  }

  /**
   * Starts the engine of an interview, or resumes it from its log.
   * @param {string} study text of `study.json`
   * @param {string[]} log entries of the log, each a JSON text
   */
  static async open(study, log = []) {
    const hash = /"learned":"([0-9a-f]{64})"/.exec(study)?.[1];
    const [{ Interview, register_language }, data] = await Promise.all([loadEngine(), hash ? loadLanguage(hash) : undefined]);
    if (data) register_language(data);
    return new Engine(study, callEngine(() => (log.length ? Interview.resume(study, `[${log.join()}]`) : new Interview(study))));
  }

  /**
   * Gives the engine an input. After a trap a new instance resumes from the log and gets the input again. After a second
   * trap another instance resumes, and the error is thrown.
   * @param {string} input JSON text
   * @param {string[]} log entries so far
   * @returns {Promise<{ step: Step, trap: Failure | undefined }>}
   */
  async handle(input, log) {
    /** @type {Failure | undefined} */
    let trap;
    for (;;) {
      try {
        return { step: callEngine(() => this.interview.handle(input)), trap };
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'trap') throw error;
        instance = undefined;
        this.interview = (await Engine.open(this.study, log)).interview;
        if (trap) throw error;
        trap = error;
      }
    }
  }

  /** @returns {Step} */
  step() {
    return callEngine(() => this.interview.step());
  }

  /**
   * Log entries from a position on, each a JSON text.
   * @param {number} from
   */
  entries(from) {
    return callEngine(() => this.interview.entries(from));
  }

  /** The session file, JSON text. */
  session() {
    return callEngine(() => this.interview.session());
  }

  /** The data of the "How it works" panel. @returns {InterviewView} */
  view() {
    return callEngine(() => this.interview.view());
  }

  /** SHA-256 of the study. */
  get hash() {
    return callEngine(() => this.interview.study_hash);
  }
}

/**
 * Calls the engine. It throws a plain object `{code, message}` to refuse an input. Any other error is a trap.
 * @template T
 * @param {() => T} call
 * @returns {T}
 */
function callEngine(call) {
  try {
    return call();
  } catch (error) {
    const { code, message } = /** @type {{code?: unknown, message?: string}} */ (error ?? {});
    throw typeof code === 'string' && !(error instanceof Error)
      ? new Failure(code, message ?? code)
      : new Failure('trap', String(error));
  }
}
