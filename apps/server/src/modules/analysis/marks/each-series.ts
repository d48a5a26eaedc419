import type { ExchangeName } from '@moneytrail/contract';
import type { JobRun } from '../../../jobs/index.ts';
import type { MarkSeries } from './compute-marks.ts';

export type SeriesLog = { warn: (detail: object, message: string) => void };

type Failure = { ticker: string; error: Error };

/** What became of the series of one feed. */
type FeedOutcome = { instruments: Set<number>; series: number; failures: Failure[] };

/** As many tickers stand in a line of the log. */
const MOST_NAMED = 10;

/**
 * Does a task for every series, one after another; one that fails leaves the others theirs. What failed is one line of the
 * log a feed. Throws where all series failed, or all of a feed that has several instruments: a single symbol may be refused.
 */
export async function eachSeries<Series extends MarkSeries>(
  series: readonly Series[],
  { log, failed, run }: { log: SeriesLog; failed: string; run: JobRun },
  task: (series: Series) => Promise<void>,
): Promise<void> {
  const feeds = new Map<ExchangeName, FeedOutcome>();
  for (const [index, each] of series.entries()) {
    run.signal.throwIfAborted();
    const { id, exchange, ticker } = each.instrument;
    const outcome = feeds.get(exchange) ?? { instruments: new Set(), series: 0, failures: [] };
    feeds.set(exchange, outcome);
    outcome.instruments.add(id);
    outcome.series += 1;
    try {
      await task(each);
    } catch (error) {
      // What a process that ends cannot finish has not failed.
      run.signal.throwIfAborted();
      const reason = error instanceof Error ? error : new Error(String(error));
      outcome.failures.push({ ticker, error: reason });
    }
    run.progress(index + 1, series.length);
  }
  for (const [feed, { failures, series: of }] of feeds) {
    if (failures.length === 0) continue;
    const tickers = [...new Set(failures.map(({ ticker }) => ticker))].slice(0, MOST_NAMED);
    log.warn({ err: failures[0]?.error, feed, failed: failures.length, of, tickers }, failed);
  }
  assertSome([...feeds.values()]);
}

function assertSome(feeds: readonly FeedOutcome[]): void {
  const failed = feeds.filter(({ series, failures }) => failures.length === series);
  const isAll = failed.length === feeds.length;
  const counted = failed.filter(({ instruments }) => isAll || instruments.size > 1);
  const failures = counted.flatMap((feed) => feed.failures);
  const [first] = failures;
  if (!first) return;
  throw new Error(`${failures.length} series: ${first.error.message}`, { cause: first.error });
}
