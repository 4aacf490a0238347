// The figures as tables, with what each target asks beside what was reached.

const by = (rows, key) => Map.groupBy?.(rows, key) ?? grouped(rows, key);

function grouped(rows, key) {
  const groups = new Map();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return groups;
}

const time = (us) => (us === undefined ? '-' : us < 1000 ? `${us.toPrecision(3)} µs` : `${(us / 1000).toPrecision(3)} ms`);
const ratio = (rival, own) => (rival === undefined || own === undefined ? '-' : `${(rival / own).toFixed(1)}x`);

function table(title, head, rows) {
  const widths = head.map((word, at) => Math.max(word.length, ...rows.map((row) => row[at].length)));
  const line = (cells) => cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  ');
  console.log(`${title}\n\n${[head, ...rows].map(line).join('\n')}\n`);
}

/** Exponent of growth from the smaller to the larger size. */
const growth = (from, to) => (Math.log(to.median_us / from.median_us) / Math.log(to.n / from.n)).toFixed(2);

function groups(rows, figure) {
  return [...by(rows, ({ n, policy }) => `${policy} ${n}`).values()].map((own) => ({
    policy: own[0].policy,
    n: own[0].n,
    of: Object.fromEntries(own.map((row) => [row.contender, row[figure]])),
  }));
}

export function print({ per_turn, handle, cold, size, edge }) {
  table(
    'Local work of one turn, warm (targets: 2x against typed_js, 8x against graphology, from 100 nodes on)',
    ['policy', 'nodes', 'wasm', 'native', 'typed_js', 'graphology', 'typed_js/wasm', 'graphology/wasm'],
    groups(per_turn, 'median_us').map(({ policy, n, of }) => [
      policy, String(n), time(of.wasm), time(of.native), time(of.typed_js), time(of.graphology), ratio(of.typed_js, of.wasm), ratio(of.graphology, of.wasm),
    ]),
  );
  const grown = [...by(per_turn, ({ policy, contender }) => `${policy} ${contender}`).values()].map((rows) => {
    const largest = rows.at(-1);
    return [rows[0].policy, rows[0].contender, growth(rows.at(-2), largest)];
  });
  table('Growth over the two largest sizes, as an exponent of the number of nodes (target: 1.1)', ['policy', 'contender', 'exponent'], grown);
  table(
    'A whole turn, from the answer to the next question (target: 16 ms)',
    ['policy', 'nodes', 'wasm', 'native'],
    groups(handle, 'median_us').map(({ policy, n, of }) => [policy, String(n), time(of.wasm), time(of.native)]),
  );
  table(
    'A whole interview in a fresh process, local work of all turns (target: 3x against both)',
    ['policy', 'nodes', 'wasm', 'typed_js', 'graphology', 'typed_js/wasm', 'graphology/wasm'],
    groups(cold, 'total_ms').map(({ policy, n, of }) => [
      policy, String(n), time(of.wasm * 1000), time(of.typed_js * 1000), time(of.graphology * 1000), ratio(of.typed_js, of.wasm), ratio(of.graphology, of.wasm),
    ]),
  );
  const kb = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;
  table(
    'Size',
    ['what', 'raw', 'brotli', 'target'],
    [
      ['engine, wasm', kb(size.engine_wasm_bytes), kb(size.engine_wasm_brotli_bytes), '180 KB'],
      ['page, JS and CSS', kb(size.page_bytes), kb(size.page_brotli_bytes), '25 KB'],
    ],
  );
  if (edge) {
    table(
      `The endpoint, beside a provider that takes ${edge.stub_ms} ms (target: 20 ms added at p99)`,
      ['interviews', 'calls', 'calls/s', 'p50 own', 'p50 edge', 'p99 own', 'p99 edge', 'added p50', 'added p99', 'memory', 'lost'],
      edge.levels.map(({ interviews, own, edge: through, added_p50_ms, added_p99_ms, memory }) => [
        String(interviews), String(through.calls), String(through.calls_per_second), ...[own.p50_ms, through.p50_ms, own.p99_ms, through.p99_ms, added_p50_ms, added_p99_ms].map((ms) => `${ms} ms`),
        memory ? `${memory.highest_mb} MB` : '-', String(through.lost),
      ]),
    );
  }
}
