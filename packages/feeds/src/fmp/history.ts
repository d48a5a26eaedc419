import { DAY_MS, MARKET_HOURS, resolutionMs, type StoredResolution } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import { FeedError, type HistoryRequest } from '../feed.ts';
import { normaliseBars } from '../history/normalise-bars.ts';
import { readPages, timeWindows, utcDate } from '../history/pages.ts';
import { rollUp } from '../history/roll-up.ts';
import { keepSession } from '../history/session-bars.ts';
import type { FeedEnvironment } from '../settings.ts';
import type { FmpBarsQuery, FmpClient, FmpInterval } from './client.ts';
import { barOfDay, barsOfIntraday } from './map.ts';
import { newYorkDate } from './new-york-time.ts';

/** Days of one answer that the vendor does not cut; a market without a close fills them fuller. */
const WINDOW_DAYS: Record<FmpInterval, { session: number; allDay: number }> = {
  '1min': { session: 2, allDay: 1 },
  '5min': { session: 7, allDay: 4 },
  '15min': { session: 15, allDay: 10 },
  '1hour': { session: 60, allDay: 40 },
};
/** 13 years of days without a weekend, below the vendor's 5 000 rows. */
const DAILY_WINDOW_DAYS = 4_900;
/** An intraday answer this long that begins late may have been cut. */
const LONG_ANSWER_ROWS = 1_000;

const INTERVALS: Record<Exclude<StoredResolution, '1D'>, FmpInterval> = {
  '1': '1min',
  '15': '15min',
  '60': '1hour',
};

export type FmpHistoryDeps = {
  environment: FeedEnvironment;
  client: FmpClient;
  /** Instruments for which the vendor has no 15-minute bars; learned as they are asked for. */
  withoutQuarterHours: Set<string>;
  /** Rows of a daily answer from which it may have been cut. */
  dailyRows: number;
};

type Row = { date: string };

/** Dates, both included, that a stretch of time touches, cut into pages. */
function datePages(from: string, to: string, days: number): { from: string; to: string }[] {
  const range = { fromMs: Date.parse(from), toMs: Date.parse(to) + DAY_MS };
  return timeWindows(range, days * DAY_MS).map(({ fromMs, toMs }) => ({
    from: utcDate(fromMs),
    to: utcDate(toMs - DAY_MS),
  }));
}

/**
 * The bars of a page of dates. The vendor cuts the older end without a word: while a full answer begins later than
 * asked, the rest is asked for, from the day it broke off at.
 */
async function readUncut<R extends Row>(
  query: FmpBarsQuery,
  fullRows: number,
  read: (query: FmpBarsQuery) => Promise<R[]>,
  toBars: (rows: readonly R[]) => Bar[],
): Promise<Bar[]> {
  const bars: Bar[] = [];
  for (let { to } = query; ; ) {
    const rows = await read({ ...query, to });
    bars.push(...toBars(rows));
    const oldest = rows.map(({ date }) => date.slice(0, 10)).sort()[0] ?? to;
    if (rows.length < fullRows || oldest <= query.from || oldest >= to) return bars;
    to = oldest;
  }
}

async function readDays(
  { client, environment, dailyRows }: FmpHistoryDeps,
  { instrument, fromMs, toMs, priority = 'reader' }: HistoryRequest,
  signal: AbortSignal | undefined,
): Promise<Bar[]> {
  const endMs = Math.min(toMs, environment.now() + 2 * DAY_MS);
  const pages = datePages(utcDate(fromMs), utcDate(endMs - 1), DAILY_WINDOW_DAYS);
  return readPages(pages, signal, (page, ends) =>
    readUncut(
      { symbol: instrument.code, ...page },
      dailyRows,
      (query) => client.dailyBars(query, { instrument: instrument.code, priority, signal: ends }),
      (rows) => rows.map(barOfDay),
    ),
  );
}

async function readIntraday(
  { client, environment }: FmpHistoryDeps,
  { instrument, fromMs, toMs, priority = 'reader' }: HistoryRequest,
  interval: FmpInterval,
  signal: AbortSignal | undefined,
): Promise<Bar[]> {
  const endMs = Math.min(toMs, environment.now() + DAY_MS);
  const days = WINDOW_DAYS[interval][instrument.type === 'stock' ? 'session' : 'allDay'];
  const pages = datePages(newYorkDate(fromMs), newYorkDate(endMs - 1), days);
  return readPages(pages, signal, (page, ends) =>
    readUncut(
      { symbol: instrument.code, ...page },
      LONG_ANSWER_ROWS,
      (query) =>
        client.intradayBars(
          { ...query, interval },
          { instrument: instrument.code, priority, signal: ends },
        ),
      barsOfIntraday,
    ),
  );
}

/** Whether a failure can mean that this kind of instrument has no bars of the interval. */
function isRefusedInterval(error: unknown): boolean {
  return error instanceof FeedError && ['plan', 'badRequest', 'notFound'].includes(error.kind);
}

/** The vendor documents 15 minutes for stocks only: elsewhere it is tried, and built from 5 minutes where it is not had. */
async function readQuarterHours(
  deps: FmpHistoryDeps,
  request: HistoryRequest,
  signal: AbortSignal | undefined,
): Promise<Bar[]> {
  const { code, type, marketHours } = request.instrument;
  if (type === 'stock') return readIntraday(deps, request, '15min', signal);
  if (!deps.withoutQuarterHours.has(code)) {
    const bars = await readIntraday(deps, request, '15min', signal).catch((error: unknown) => {
      if (isRefusedInterval(error)) return [];
      throw error;
    });
    if (bars.length > 0) return bars;
  }
  const fine = await readIntraday(deps, request, '5min', signal);
  if (fine.length > 0) deps.withoutQuarterHours.add(code);
  const subject = `FMP ${code} 5`;
  const { fromMs, toMs } = request;
  const range = { fromMs, toMs: toMs + resolutionMs('15') };
  const sound = normaliseBars(deps.environment, { subject, bars: fine, ...range });
  return rollUp({ hours: MARKET_HOURS[marketHours], from: '5', to: '15' }, sound);
}

function readResolution(
  deps: FmpHistoryDeps,
  request: HistoryRequest,
  signal: AbortSignal | undefined,
): Promise<Bar[]> {
  if (request.resolution === '1D') return readDays(deps, request, signal);
  if (request.resolution === '15') return readQuarterHours(deps, request, signal);
  return readIntraday(deps, request, INTERVALS[request.resolution], signal);
}

/** All bars of a request; a stock's without what was traded before the open and after the close. */
export async function readFmpHistory(
  deps: FmpHistoryDeps,
  request: HistoryRequest,
  signal: AbortSignal | undefined,
): Promise<Bar[]> {
  const { instrument, resolution, fromMs, toMs } = request;
  if (fromMs >= toMs) return [];
  const read = await readResolution(deps, request, signal);
  const hours = MARKET_HOURS[instrument.marketHours];
  const bars = resolution === '1D' ? read : keepSession(hours, read);
  const subject = `FMP ${instrument.code} ${resolution}`;
  return normaliseBars(deps.environment, { subject, bars, fromMs, toMs });
}
