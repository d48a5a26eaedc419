/** Delay before the next attempt: doubled each time from `firstMs` up to `longestMs`, half of it random. */
export function backoffMs(
  { random }: { random: () => number },
  attempt: number,
  { firstMs, longestMs }: { firstMs: number; longestMs: number },
): number {
  return Math.min(longestMs, firstMs * 2 ** attempt) * (0.5 + random() / 2);
}

/** Rejects with the signal's own reason, unlike the timers of Node. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** The result, or a rejection with the reason of a signal that is aborted before; the work goes on. */
export function unlessAborted<T>(
  work: Promise<T>,
  signals: readonly (AbortSignal | undefined)[],
): Promise<T> {
  const given = signals.filter((signal) => signal !== undefined);
  const aborted = given.find((signal) => signal.aborted);
  if (aborted) {
    work.catch(() => undefined); // Other callers receive its failure.
    return Promise.reject(aborted.reason);
  }
  if (given.length === 0) return work;
  return new Promise((resolve, reject) => {
    const leave = () => reject(given.find((signal) => signal.aborted)?.reason);
    for (const signal of given) signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => {
      for (const signal of given) signal.removeEventListener('abort', leave);
    });
  });
}
