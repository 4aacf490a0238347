// The lock of an interview: one tab conducts it. Other tabs wait, or take over when the respondent asks for it.

/**
 * Requests a lock and holds it until the page closes.
 * @param {string} name
 * @param {object} calls
 * @param {() => void} calls.granted this tab has the lock, at once or after the other tab closed
 * @param {() => void} calls.waiting another tab has the lock
 * @param {() => void} calls.lost another tab took over
 * @returns {{ takeOver: () => void, release: () => void }}
 */
export function holdLock(name, { granted, waiting, lost }) {
  const { locks } = navigator;
  const queued = new AbortController();
  /** @type {(value?: unknown) => void} */
  let release = () => {};
  /** @param {LockOptions} options @param {() => void} refused */
  const request = (options, refused) =>
    locks
      .request(name, options, (lock) => {
        if (!lock) return refused();
        queued.abort();
        granted();
        return new Promise((resolve) => (release = resolve));
      })
      .catch((error) => {
        // The queued request that `takeOver` cancels ends here too. It is not a lost lock.
        if (error.name === 'AbortError' && error !== queued.signal.reason) lost();
      });
  if (!locks) {
    // Without a secure context there are no locks. The writer id in the store still separates the tabs.
    queueMicrotask(granted);
    return { takeOver: granted, release };
  }
  request({ ifAvailable: true }, () => {
    waiting();
    request({ signal: queued.signal }, () => {});
  });
  return {
    takeOver: () => request({ steal: true }, () => {}),
    release: () => release(),
  };
}
