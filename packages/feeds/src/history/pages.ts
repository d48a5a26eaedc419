import { DAY_MS, type Span } from '@moneytrail/calendar';

const PAGES_AT_ONCE = 4;

/** Splits `[fromMs, toMs)` into windows of at most `lengthMs`, oldest first. */
export function timeWindows({ fromMs, toMs }: Span, lengthMs: number): Span[] {
  const windows: Span[] = [];
  for (let startMs = fromMs; startMs < toMs; startMs += lengthMs) {
    windows.push({ fromMs: startMs, toMs: Math.min(startMs + lengthMs, toMs) });
  }
  return windows;
}

/** 00:00 UTC of a moment's UTC date. */
export function utcDayMs(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS;
}

/** A moment's UTC date, `YYYY-MM-DD`. */
export function utcDate(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/**
 * Reads pages, a few at a time, and joins them in order. The first failure or the caller's signal aborts the rest, so that
 * the result never has a hole.
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
