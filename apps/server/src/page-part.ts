import { SECOND_MS } from '@moneytrail/calendar';
import { within } from './deadline.ts';

/** After a failure the database is left alone for this long. */
const RETRY_MS = 5 * SECOND_MS;
/** A page does not wait longer for its part. */
const WAIT_MS = SECOND_MS;

type Deps = {
  clock: { now: () => number };
  log: { warn: (detail: object, message: string) => void };
};

type PagePart = {
  /** The HTML of the part, and how long it is kept. */
  read: () => Promise<{ html: string; keptMs: number }>;
  /** The HTML until a first read succeeds. */
  unknown: string;
  /** The line of the log for a read that fails. */
  failed: string;
};

/**
 * Reads a part of a public page from the database, once for all visitors. While the database does not answer, the last
 * known one is shown, and it is asked again every five seconds at most, however many visitors come.
 */
export function createPagePart(
  { clock, log }: Deps,
  { read, unknown, failed }: PagePart,
): () => Promise<string> {
  let known = unknown;
  let next = { atMs: 0, afterMs: 0 };
  let reading: Promise<string> | null = null;
  const isDue = () => Math.abs(clock.now() - next.atMs) >= next.afterMs;

  async function readAgain(): Promise<string> {
    try {
      const { html, keptMs } = await read();
      known = html;
      next = { atMs: clock.now(), afterMs: keptMs };
    } catch (err) {
      log.warn({ err }, failed);
      next = { atMs: clock.now(), afterMs: RETRY_MS };
    }
    return known;
  }

  return async () => {
    if (!reading && !isDue()) return known;
    reading ??= readAgain().finally(() => {
      reading = null;
    });
    return within(reading, WAIT_MS, () => known);
  };
}
