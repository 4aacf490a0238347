// Where the endpoint of a study is.

/** @import { Study } from './types.d.ts' */

/** Names in a study's `models` that no endpoint answers for. */
const IN_THE_PAGE = ['browser', 'host'];

/** Where the build lays further studies, and one with another policy, below the first. */
const VARIANT = /(studies|policies)\/[^/]+\/study\.json$/;

/**
 * @param {Study} study
 * @param {string | null} given the `endpoint` attribute; empty: no endpoint
 * @param {string} beside address of the study
 * @returns {string | undefined} with a slash at its end; nothing if the study needs none
 */
export function endpointOf(study, given, beside) {
  if (given === '') return undefined;
  const isElsewhere = study.collect || study.models?.some((model) => !IN_THE_PAGE.includes(model));
  const site = beside.replace(VARIANT, '');
  const asked = given ?? (isElsewhere ? new URL('api/v1/', site).href : undefined);
  return asked && new URL(asked.endsWith('/') ? asked : `${asked}/`, document.baseURI).href;
}
