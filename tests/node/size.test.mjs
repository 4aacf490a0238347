// What a respondent downloads of the engine. QUERENT_SITE names a folder written by `querent build`.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';

const { QUERENT_SITE } = process.env;
assert(QUERENT_SITE, 'QUERENT_SITE says where the built page is');

/**
 * Most bytes of the engine, compressed as a host would. For a build without `--release`, as the tests make it (394,700);
 * whole-program optimisation takes a little more off. Just above what it is: lower it with every step down.
 */
const MOST = 395_000;

test(`the engine of the page takes no more than ${MOST} bytes, compressed`, () => {
  const module = readFileSync(join(QUERENT_SITE, 'engine/pkg/engine_bg.wasm'));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  const { length } = brotliCompressSync(module, { params });
  assert(length <= MOST, `it takes ${length}; \`twiggy top\` on the module of cargo shows what has grown`);
});
