// A small static host for the built page, as plain as the ones it is made for: files, types, nothing else.
// A test may change a file on its way, answer with another status, add headers, and see what was asked for.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

/** The folder that `querent build --out` wrote. */
export const FOLDER = process.env.QUERENT_SITE ?? new URL('../../target/site', import.meta.url).pathname;

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/**
 * Serves the built page below `base` on a free port of this machine.
 * @param {object} [options]
 * @param {string} [options.base] path the site lies under
 * @param {Record<string, string>} [options.headers] sent with every file
 * @param {Record<string, (text: string) => string>} [options.alter] by path: what becomes of a file on its way
 * @param {Record<string, string>} [options.pages] by path: pages of the test itself
 * @param {{ handle: (request: object, response: object, path: string) => unknown }} [options.api] answers below `api/v1/`
 */
export async function serve({ base = '/', headers = {}, alter = {}, pages = {}, api } = {}) {
  const held = new Map();
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    if (held.has(path)) return held.get(path)(response);
    if (api && path.startsWith(`${base}api/v1/`)) return api.handle(request, response, path.slice(base.length + 'api/v1/'.length));
    const name = path.startsWith(base) ? path.slice(base.length) || 'index.html' : undefined;
    try {
      if (name === undefined) throw new Error('outside');
      let body = name in pages ? Buffer.from(pages[name]) : await readFile(join(FOLDER, name));
      if (alter[name]) body = Buffer.from(alter[name](body.toString()));
      response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream', 'cache-control': 'no-cache', ...headers });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${server.address().port}${base}`,
    alter,
    pages,
    headers,
    /** Never answers a request for this path; resolves when one has come. */
    hold: (path) => new Promise((asked) => held.set(path, asked)),
    close() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    },
  };
}
