// The address of the endpoint of a study.

/** @import { Study } from './types.d.ts' */

/** Entries of a study's `models` that need no endpoint. */
const IN_THE_PAGE = ['browser', 'host'];

/** Addresses of further studies, and of a study with another policy, below the first one. */
const VARIANT = /(studies|policies)\/[^/]+\/study\.json$/;

/**
 * @param {Study} study
 * @param {string | null} given the `endpoint` attribute; empty: no endpoint
 * @param {string} beside address of the study
 * @returns {string | undefined} with a slash at its end; undefined if the study needs no endpoint
 */
export function endpointOf(study, given, beside) {
  if (given === '') return undefined;
  const isElsewhere = study.collect || study.models?.some((model) => !IN_THE_PAGE.includes(model));
  const site = beside.replace(VARIANT, '');
  const asked = given ?? (isElsewhere ? new URL('api/v1/', site).href : undefined);
  return asked && new URL(asked.endsWith('/') ? asked : `${asked}/`, document.baseURI).href;
}
