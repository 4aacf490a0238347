// Times something that can be undone: medians in microseconds, after a warm-up.

const WARM_UP_MS = 400;
const RECORDED_MS = 600;
const FEWEST = 7;

export function median(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** Median of `once()`; `undo()` goes untimed. */
export function warm(once, undo) {
  const round = () => {
    const start = performance.now();
    once();
    const took = performance.now() - start;
    undo();
    return took;
  };
  for (const end = performance.now() + WARM_UP_MS; performance.now() < end; ) round();
  const times = [];
  for (const end = performance.now() + RECORDED_MS; times.length < FEWEST || performance.now() < end; ) times.push(round());
  return median(times) * 1000;
}

/** Milliseconds of each of `turns` calls, in a process that has run nothing yet. */
export function cold(turns, once) {
  return Array.from({ length: turns }, (_, turn) => {
    const start = performance.now();
    once(turn + 1);
    return performance.now() - start;
  });
}
