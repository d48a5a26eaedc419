const PAGES_AT_ONCE = 4;

/**
 * Reads pages a few at a time and joins them in their order. The first failure, or the caller's signal, ends the rest:
 * a history with a hole is no history.
 */
export async function readPages<Page, Row>(
  pages: readonly Page[],
  signal: AbortSignal | undefined,
  read: (page: Page, signal: AbortSignal) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const failure = new AbortController();
  const ends = AbortSignal.any(signal ? [signal, failure.signal] : [failure.signal]);
  const results: (readonly Row[])[] = [];
  let next = 0;
  async function work(): Promise<void> {
    for (let index = next++; index < pages.length; index = next++) {
      ends.throwIfAborted();
      const page = pages[index];
      if (page !== undefined) results[index] = await read(page, ends);
    }
  }
  const workers = Array.from({ length: Math.min(PAGES_AT_ONCE, pages.length) }, work);
  try {
    await Promise.all(workers);
  } catch (error) {
    failure.abort(error);
    throw error;
  }
  return results.flat();
}
