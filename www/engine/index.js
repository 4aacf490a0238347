// The only module that imports the engine. It loads the study and the wasm package, keeps one compiled module, and makes
// a new instance of it whenever one has trapped: after a trap the memory of an instance is not to be trusted.

/** @import { Interview, Package, Step, Study, View } from './types.d.ts' */

/** A failure with a code by which a page tells failures apart. */
export class Failure extends Error {
  /**
   * @param {string} code `load`, `wasm`, `wasm_blocked`, `trap`, or a code of the engine
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.name = 'Failure';
    this.code = code;
  }
}

/**
 * Fetches a resolved study.
 * @param {string} url
 * @returns {Promise<{text: string, study: Study}>}
 */
export async function loadStudy(url) {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const text = await response.text();
    return { text, study: JSON.parse(text) };
  } catch (error) {
    throw new Failure('load', `the study at ${url} could not be loaded: ${error}`);
  }
}

const wasmUrl = new URL('./pkg/engine_bg.wasm', import.meta.url);
/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;
/** @type {Promise<Package> | undefined} */
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
  // The bindings keep one instance for each address they are imported from.
  const address = `./pkg/engine.js${instances++ ? `?instance=${instances}` : ''}`;
  try {
    const [pkg, module] = await Promise.all([/** @type {Promise<Package>} */ (import(address)), compiled]);
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
    // Static hosts that do not know the type of .wasm are common; they get the slower way.
    return response.headers.get('content-type')?.startsWith('application/wasm')
      ? await WebAssembly.compileStreaming(response)
      : await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    const isBlocked = /content security|csp|unsafe-eval/i.test(String(error));
    throw new Failure(isBlocked ? 'wasm_blocked' : 'wasm', String(error));
  }
}

/** An interview: the engine for one study and one log. */
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
   * An interview as its log left it.
   * @param {string} study text of `study.json`
   * @param {string[]} log entries of the log, each a JSON text
   */
  static async open(study, log = []) {
    const { Interview } = await loadEngine();
    return new Engine(study, told(() => (log.length ? Interview.resume(study, `[${log.join()}]`) : new Interview(study))));
  }

  /**
   * Tells the interview something. After a trap the instance is dropped, a new one resumes from the log and is told once
   * more; if that traps too, one more resumes without it.
   * @param {string} input JSON text
   * @param {string[]} log entries so far
   * @returns {Promise<{ step: Step, trap: Failure | undefined }>}
   */
  async handle(input, log) {
    /** @type {Failure | undefined} */
    let trap;
    for (;;) {
      try {
        return { step: told(() => this.interview.handle(input)), trap };
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
    return told(() => this.interview.step());
  }

  /**
   * Entries of the log from a position on.
   * @param {number} from
   */
  entries(from) {
    return told(() => this.interview.entries(from));
  }

  /** The session as a file, JSON text. */
  session() {
    return told(() => this.interview.session());
  }

  /** @returns {View} what the "How it works" panel shows */
  view() {
    return told(() => this.interview.view());
  }

  /** SHA-256 of the study. */
  get hash() {
    return told(() => this.interview.study_hash);
  }
}

/**
 * Runs a call into the engine. A refusal is a plain object `{code, message}`; anything else is a trap.
 * @template T
 * @param {() => T} call
 * @returns {T}
 */
function told(call) {
  try {
    return call();
  } catch (error) {
    const { code, message } = /** @type {{code?: unknown, message?: string}} */ (error ?? {});
    throw typeof code === 'string' && !(error instanceof Error)
      ? new Failure(code, message ?? code)
      : new Failure('trap', String(error));
  }
}
