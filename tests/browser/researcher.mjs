// What a researcher does in the console, and a server of the shape the console speaks to: sessions, scores, chat, notices.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FOLDER } from './site.mjs';

/** The key of the server below. */
export const KEY = 'a-researcher-secret-of-32-characters';

/** Session files of the samples, whole. */
export async function sampleSessions() {
  const { studies, sessions } = JSON.parse(await readFile(join(FOLDER, 'samples.json'), 'utf8'));
  return sessions.map((session) => ({ ...session, study: studies[session.study_hash] }));
}

/** The same session under another id, begun at another time. */
export function cloned(session, id, later = 0) {
  const log = session.log.map((entry) => {
    const at = entry.at === undefined ? {} : { at: entry.at + later };
    return entry.type === 'start' ? { ...entry, ...at, session: id } : { ...entry, ...at };
  });
  return { ...session, log };
}

/** Drops files onto the page: by name their texts. */
export async function drop(page, files) {
  const data = await page.evaluateHandle((files) => {
    const data = new DataTransfer();
    for (const [name, text] of Object.entries(files)) data.items.add(new File([text], name, { type: 'application/json' }));
    return data;
  }, files);
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: data });
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}

/** Loads the samples and waits until every finished one has its score. */
export async function loadSamples(page) {
  await page.locator('[data-act=samples]:visible').first().click();
  await page.locator('.row').first().waitFor();
  await page.waitForFunction(() => globalThis.querent.sessions.all.filter(({ overview }) => overview.reason).every(({ scores }) => scores.length > 0));
}

const overviewOf = (session) => {
  const inputs = session.log.filter(({ entry }) => entry === 'input');
  const [start] = inputs;
  const answers = inputs.filter(({ type }) => type === 'answer');
  return {
    session: start.session, study: session.study.id, version: session.study.version, study_hash: session.study_hash, title: session.study.title,
    language: session.study.language, methodology: session.study.methodology.id, policy: session.study.policy.policy, started_at: start.at,
    last_at: inputs.at(-1).at, reason: session.outcome?.reason ?? null, answers: answers.length, skips: 0, edits: 0,
    words: answers.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0), fit: null, has_correction: false, is_simulated: start.seed !== 0,
    entries: session.log.length,
  };
};

/** A score as a judge gives it. */
export const judgedScore = (session, id, more = {}) => ({
  score_id: id, session_id: session, stage_id: `${id}-stage`, prompt_hash: 'c0ffee'.padEnd(64, '0'), total_score: 72,
  score_analysis: '## Verdict\nThe interviewer followed up well [t2], but turn 3 was **leading**.\n\n<img src=x onerror=alert(1)>\n\n72',
  tool_improvement_report: '- `strategy` contrast: would have helped at turns 4 and 5', failure_tags: ['leading_question'], score_triggered_by: 'auto',
  status: 'completed', started_at: 1_780_000_000_000, completed_at: 1_780_000_060_000, error_message: null,
  category_points: { open_questions: 12, probing_depth: 13, coverage: 12, neutrality: 9, rapport: 12, redundancy: 6, pacing: 5, ending: 3 },
  rule_score: 35, suspect: true, model: 'judge-one', provider: 'stub', rubric_version: 1, context_truncated: { pass: 1, omitted_results: 4, omitted_bytes: 1842 }, ...more,
});

/** A server with these sessions. `fate(route)` may answer otherwise: `[status, body]`. */
export function collecting(sessions, { fate = () => undefined } = {}) {
  const records = new Map(sessions.map((session) => {
    const overview = overviewOf(session);
    return [overview.session, { record: { record_format: 1, session, stages: [], executions: [], interactions: [], scores: [] }, overview }];
  }));
  const listeners = new Set();
  let seq = 0;
  const asked = [];
  const server = {
    records, asked,
    notify(type, session_id, more = {}) {
      seq++;
      for (const response of listeners) response.write(`id: ${seq}\nevent: ${type}\ndata: ${JSON.stringify({ seq, type, session_id, ...more })}\n\n`);
    },
    get listeners() {
      return listeners.size;
    },
    async handle(request, response, path) {
      const url = new URL(request.url, 'http://localhost');
      let body = '';
      for await (const chunk of request) body += chunk;
      asked.push({ method: request.method, path: path + url.search, authorization: request.headers.authorization });
      const send = (status, value) => response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(value === undefined ? undefined : JSON.stringify(value));
      const refuse = (status, code, message, more = {}) => send(status, { error: { code, message, retryable: false }, ...more });
      if (request.headers.authorization !== `Bearer ${KEY}`) return refuse(401, 'unauthorized', 'no such key');
      const otherwise = fate(request.method, path);
      if (otherwise) return send(...otherwise);
      const [what, id, part] = path.split('/');
      const found = records.get(id);
      if (what === 'events') {
        response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).flushHeaders();
        listeners.add(response);
        return request.on('close', () => listeners.delete(response));
      }
      if (request.method === 'GET' && what === 'sessions' && !id) {
        const from = Number(url.searchParams.get('cursor') ?? 0);
        const limit = Number(url.searchParams.get('limit'));
        const all = [...records.values()];
        const rows = all.slice(from, from + limit).map(({ record, overview }) => {
          const latest = record.scores.at(-1);
          return { ...overview, status: overview.reason ? 'completed' : 'in_progress', latest_score: record.scores.findLast(({ status }) => status === 'completed') ?? null, scoring_status: latest?.status ?? null };
        });
        return send(200, { sessions: rows, next: from + limit < all.length ? String(from + limit) : null, total: all.length });
      }
      if (!found) return refuse(404, 'not_found', 'there is no such session');
      const { record, overview } = found;
      if (request.method === 'DELETE' && what === 'records') {
        records.delete(id);
        return response.writeHead(204).end();
      }
      if (request.method === 'GET' && !part) return send(200, { ...record, overview });
      if (request.method === 'POST' && part === 'score') {
        const running = record.scores.find(({ status }) => status === 'in_progress');
        if (running) return refuse(409, 'score_in_progress', 'it is being scored', { score_id: running.score_id });
        const score = judgedScore(id, `score-${record.scores.length + 1}`, { status: 'in_progress', total_score: null, score_triggered_by: 'researcher', started_at: Date.now() });
        record.scores.push(score);
        return send(202, { score_id: score.score_id, stage_id: score.stage_id, status: 'in_progress' });
      }
      if (request.method === 'POST' && part === 'chat') {
        const { question } = JSON.parse(body);
        const stage = { stage_id: `chat-${record.stages.length}`, session_id: id, stage_name: 'Chat', stage_index: record.stages.length + 2, stage_type: 'chat', status: 'completed',
          started_at: 0, completed_at: 1, error_message: null, referenced_stage_id: null, result: { type: 'chat', question, answer: 'They like the **texture** [t1], see also turn 2.' } };
        record.stages.push(stage);
        return send(200, { stage });
      }
      return refuse(404, 'not_found', 'there is no such address');
    },
  };
  return server;
}
