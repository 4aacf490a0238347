// The linter's worker: checks documents, so that typing is not interrupted.

import { loadStudio } from '../../engine/studio.js';

addEventListener('message', async (/** @type {MessageEvent<{ job: number, files: Record<string, string> }>} */ { data: { job, files } }) => {
  try {
    const studio = await loadStudio();
    postMessage({ job, findings: studio.check_documents(JSON.stringify(files)) });
  } catch (error) {
    const { message } = /** @type {{ message?: string }} */ (error ?? {});
    postMessage({ job, problem: message ?? String(error) });
  }
});
