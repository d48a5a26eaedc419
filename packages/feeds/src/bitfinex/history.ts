import { resolutionMs, type Span } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import type { HistoryRequest } from '../feed.ts';
import { normaliseBars } from '../history/normalise-bars.ts';
import { readPages, timeWindows } from '../history/pages.ts';
import type { FeedEnvironment } from '../settings.ts';
import type { BitfinexClient } from './client.ts';
import { BITFINEX_TIMEFRAMES, barOfCandle } from './map.ts';
import type { BitfinexCandle } from './wire.ts';

/** A page with fewer rows was surely not cut, whatever the vendor's limit is this year. */
const SMALLEST_KNOWN_PAGE = 1_000;

export type BitfinexHistoryDeps = {
  environment: FeedEnvironment;
  client: BitfinexClient;
  /** Rows asked for at once. */
  pageRows: number;
};

/**
 * The candles of a window that holds no more intervals than a page holds rows. Quiet intervals are missing, so that a
 * short page says nothing; but a long page that ends before the window does may have been cut, and is read on.
 */
async function readWindow(
  { client, pageRows }: BitfinexHistoryDeps,
  { instrument, resolution, priority = 'reader' }: HistoryRequest,
  symbol: string,
  window: Span,
  signal: AbortSignal,
): Promise<BitfinexCandle[]> {
  const rows: BitfinexCandle[] = [];
  const lastStartMs = window.toMs - resolutionMs(resolution);
  for (let startMs = window.fromMs; ; ) {
    const page = await client.candles(
      {
        timeframe: BITFINEX_TIMEFRAMES[resolution],
        symbol,
        startMs,
        endMs: window.toMs - 1,
        limit: pageRows,
      },
      { instrument: instrument.code, priority, signal },
    );
    rows.push(...page);
    const newestMs = page.reduce((newest, [time]) => Math.max(newest, time), startMs - 1);
    if (page.length < Math.min(SMALLEST_KNOWN_PAGE, pageRows)) return rows;
    if (newestMs >= lastStartMs || newestMs < startMs) return rows;
    startMs = newestMs + 1;
  }
}

/** All candles of a request as bars; the forming one may be last. */
export async function readBitfinexHistory(
  deps: BitfinexHistoryDeps,
  request: HistoryRequest,
  symbol: string,
  signal: AbortSignal | undefined,
): Promise<Bar[]> {
  const { environment, pageRows } = deps;
  const { instrument, resolution, fromMs } = request;
  const toMs = Math.min(request.toMs, environment.now() + resolutionMs(resolution));
  const windows = timeWindows({ fromMs, toMs }, pageRows * resolutionMs(resolution));
  const rows = await readPages(windows, signal, (window, ends) =>
    readWindow(deps, request, symbol, window, ends),
  );
  const subject = `Bitfinex ${instrument.code} ${resolution}`;
  return normaliseBars(environment, { subject, bars: rows.map(barOfCandle), fromMs, toMs });
}
