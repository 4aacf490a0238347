// One tab conducts an interview: the others wait for it, or take over when the respondent says so.

/**
 * Takes a lock and holds it until the page goes.
 * @param {string} name
 * @param {object} calls
 * @param {() => void} calls.granted the lock is ours, at once or when the tab that held it has gone
 * @param {() => void} calls.waiting another tab holds it
 * @param {() => void} calls.lost another tab took over
 * @returns {{ takeOver: () => void, release: () => void }}
 */
export function hold(name, { granted, waiting, lost }) {
  const { locks } = navigator;
  const over = new AbortController();
  /** @type {(value?: unknown) => void} */
  let release = () => {};
  /** @param {LockOptions} options @param {() => void} refused */
  const request = (options, refused) =>
    locks
      .request(name, options, (lock) => {
        if (!lock) return refused();
        over.abort();
        granted();
        return new Promise((resolve) => (release = resolve));
      })
      .catch((error) => {
        // The queued request that a take-over withdrew ends here too, and is no loss.
        if (error.name === 'AbortError' && error !== over.signal.reason) lost();
      });
  if (!locks) {
    // Without secure context there are no locks; the writer's mark in the store still keeps tabs apart.
    queueMicrotask(granted);
    return { takeOver: granted, release };
  }
  request({ ifAvailable: true }, () => {
    waiting();
    request({ signal: over.signal }, () => {});
  });
  return {
    takeOver: () => request({ steal: true }, () => {}),
    release: () => release(),
  };
}
