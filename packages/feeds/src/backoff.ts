/** The wait before another attempt: doubled each time from `firstMs` up to `longestMs`, half of it left to chance. */
export function backoffMs(
  { random }: { random: () => number },
  attempt: number,
  { firstMs, longestMs }: { firstMs: number; longestMs: number },
): number {
  return Math.min(longestMs, firstMs * 2 ** attempt) * (0.5 + random() / 2);
}

/** Waits; rejects with the signal's reason as soon as it is aborted. */
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

/** The value of a shared promise, or the signal's reason as soon as it is aborted; the shared work goes on. */
export function unlessAborted<Value>(
  shared: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (!signal) return shared;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    shared.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
