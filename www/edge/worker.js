// The endpoint as a Worker: the same Rust as in the native server, compiled to wasm, and this glue between it and the
// platform. Everything that is decided is decided there.
//
// What the build lays beside this file: the wasm package in pkg/, and served.js with the studies and what llm.yaml says.

// @ts-ignore: the build lays it there
import { Endpoint, initSync } from './pkg/studio.js';
// @ts-ignore: the build lays it there
import module from './pkg/studio_bg.wasm';
import served from './served.js';
import { Glue } from './glue.js';

/** @typedef {{ handle(asked: string, glue: Glue): Promise<unknown>, tend(glue: Glue): Promise<unknown> }} Here */

/** The endpoint of this isolate. @type {Here | undefined} */
let endpoint;

export default {
  /**
   * @param {Request} request
   * @param {import('./glue.js').Env} env
   * @param {{ waitUntil(work: Promise<unknown>): void }} context
   */
  async fetch(request, env, context) {
    const { method, url, headers } = request;
    const { origin, pathname, search } = new URL(url);
    if (!pathname.startsWith('/api/')) return env.ASSETS?.fetch(request) ?? new Response('there is no page here\n', { status: 404 });
    let here;
    try {
      here = endpoint ??= open(env);
    } catch (error) {
      // Said in the log, where whoever deployed this can read it. It names what is wrong, and never a secret.
      console.error(`this endpoint is not set up: ${/** @type {any} */ (error)?.message ?? error}`);
      return refusal('unavailable', 'this endpoint is not set up; its log says why');
    }
    const glue = new Glue(request, env);
    const asked = JSON.stringify({
      method,
      path: pathname,
      query: search.slice(1),
      headers: [...headers],
      address: headers.get('cf-connecting-ip') ?? undefined,
      own_origin: origin,
    });
    // Spending is settled also where the page has gone meanwhile.
    context.waitUntil(glue.through(here.handle(asked, glue)));
    return glue.response;
  },

  /**
   * What has to be done now and then without being asked; `crons` in wrangler.toml says when.
   * @param {unknown} event
   * @param {import('./glue.js').Env} env
   * @param {{ waitUntil(work: Promise<unknown>): void }} context
   */
  async scheduled(event, env, context) {
    endpoint ??= open(env);
    context.waitUntil(endpoint.tend(new Glue(undefined, env)));
  },
};

/** @param {import('./glue.js').Env} env @returns {Here} */
function open(env) {
  initSync({ module });
  return new Endpoint(JSON.stringify(configuration(env)));
}

/**
 * The configuration: what was built in, with the secrets and variables of the deployment.
 * @param {import('./glue.js').Env} env
 */
function configuration(env) {
  const { studies, settings } = served;
  const origins = list(env['ORIGINS']);
  const named = Object.values(settings.providers).flatMap(({ key_env: key, base_url_env: base }) => [key, base]);
  const values = named.flatMap((name) => (name && typeof env[name] === 'string' ? [[name, env[name]]] : []));
  return {
    studies: studies.map((study) => ({ study, origins, ...given('ticket_secret', env['TICKET_SECRET']) })),
    settings,
    keys: [...keyOf(env['SIGNING_KEY']), ...keyOf(env['SIGNING_KEY_BEFORE'])],
    ...given('limits', env['LIMITS'] && JSON.parse(env['LIMITS'])),
    ...given('researcher_secret', env['RESEARCHER_SECRET']),
    consoles: list(env['CONSOLE_ORIGINS']),
    env: Object.fromEntries(values),
  };
}

/**
 * A key that signs tokens, written `NAME.SECRET`. The name goes with the key, so that its tokens outlive a rotation.
 * @param {unknown} text
 */
function keyOf(text) {
  const [, kid, secret] = /^([\w-]{1,16})\.(.+)$/s.exec(String(text ?? '').trim()) ?? [];
  return secret ? [{ kid, secret }] : [];
}

/** @param {string} name @param {unknown} value */
function given(name, value) {
  return value ? { [name]: value } : {};
}

/** @param {unknown} text separated by commas or blanks */
function list(text) {
  return typeof text === 'string' ? text.split(/[\s,]+/).filter(Boolean) : [];
}

/** @param {string} code @param {string} message */
function refusal(code, message) {
  return Response.json({ error: { code, message, retryable: true } }, { status: 503, headers: { 'cache-control': 'no-store' } });
}
