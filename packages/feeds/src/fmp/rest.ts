import { DAY_MS, MARKET_HOURS, resolutionMs, type StoredResolution } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import type { z } from 'zod';
import {
  type Feed,
  FeedError,
  type FeedErrorKind,
  type FeedInstrument,
  type HistoryRequest,
} from '../feed.ts';
import { createHealthMonitor } from '../health.ts';
import { keepSession, normaliseBars } from '../history/normalise-bars.ts';
import { readPages, timeWindows, utcDate } from '../history/pages.ts';
import { rollUp } from '../history/roll-up.ts';
import { type CallLimit, limitsOf, namedLimit } from '../http/admission.ts';
import { type Classify, classifyByStatus, excerptOf, failure, parseRows } from '../http/answer.ts';
import {
  type CallContext,
  type CallKind,
  createHttpClient,
  type HttpClient,
} from '../http/http-client.ts';
import type { FeedEnvironment, FeedSettings } from '../settings.ts';
import { uniqueByCode } from '../symbol-list.ts';
import * as instruments from './instruments.ts';
import { createFmpLive } from './live.ts';
import { newYorkDate, newYorkTimes } from './new-york-time.ts';
import * as wire from './wire.ts';

export const FMP_REST_URL = 'https://financialmodelingprep.com/stable';

/** The smallest plan that serves intraday bars ("Starter"); others set their own. @see https://site.financialmodelingprep.com/developer/docs/pricing */
const LIMITS = { default: { calls: 300, perMs: 60_000 } } satisfies Record<string, CallLimit>;
/** The vendor counts by the minute and sends no retry time: a third of that finds the end soon, and costs hardly a call. */
const REST_MS = 20_000;
/** Daily rows of one answer; older ones are cut off silently. */
const DAILY_ROWS = 5_000;
/** 13 years without weekends, below the 5 000 rows. */
const DAILY_WINDOW_DAYS = 4_900;
/** An intraday answer this long that begins late may have been cut. */
const LONG_ANSWER_ROWS = 1_000;
const MAX_FOUND = 50;
/** For health checks: answers quickly and is in every plan. */
const PROBE_SYMBOL = 'AAPL';

type Interval = '1min' | '5min' | '15min' | '1hour';

const INTERVALS: Record<Exclude<StoredResolution, '1D'>, Interval> = {
  '1': '1min',
  '15': '15min',
  '60': '1hour',
};
/** Days of an answer that is not cut; markets without a close have more bars a day. */
const WINDOW_DAYS: Record<Interval, { session: number; allDay: number }> = {
  '1min': { session: 2, allDay: 1 },
  '5min': { session: 7, allDay: 4 },
  '15min': { session: 15, allDay: 10 },
  '1hour': { session: 60, allDay: 40 },
};

/** Financial Modeling Prep: stable REST interface; live prices by polling quotes. */
export function createFmpFeed(settings: FeedSettings, environment: FeedEnvironment): Feed {
  const limits = limitsOf(settings, LIMITS, { isPolled: true });
  const http = createHttpClient(environment, {
    exchange: 'FMP',
    baseUrl: settings.restUrl,
    headers: settings.apiKey ? { apikey: settings.apiKey } : {},
    limits,
    classify: classifyFmpAnswer,
    admission: settings.admission,
    secret: settings.apiKey,
  });
  const client = createClient(environment, http);
  const monitor = createHealthMonitor(environment, http, () =>
    client.quote(PROBE_SYMBOL, { isHealthCheck: true }),
  );
  const historyDeps = {
    environment,
    client,
    withoutQuarterHours: new Set<string>(),
    dailyRows: settings.pageRows ?? DAILY_ROWS,
  };

  return {
    exchange: 'FMP',
    isSimulated: settings.isSimulated,
    list: (signal) => listInstruments({ environment, client }, signal),
    search: (query, signal) => searchInstruments(client, query, signal),
    history: (request, signal) => readHistory(historyDeps, request, signal),
    live: (handlers) =>
      createFmpLive({ environment, client, limit: namedLimit(limits, 'quotes') }, handlers),
    clockLeadMs: http.clockLeadMs,
    health: monitor.health,
    onHealthChange: monitor.onHealthChange,
  };
}

/** Bars of a symbol between two dates of New York, both inclusive. */
type BarsQuery = { symbol: string; from: string; to: string };

type FmpClient = ReturnType<typeof createClient>;

/**
 * FMP's endpoints, one method each.
 * @see https://site.financialmodelingprep.com/developer/docs
 */
function createClient(environment: FeedEnvironment, http: HttpClient) {
  function rows<Row>(kind: CallKind, path: string, schema: z.ZodType<Row>) {
    return (query: Record<string, string | number>, context: CallContext): Promise<Row[]> =>
      http.get({ ...context, kind, path, query }, (body) =>
        parseRows(environment, schema, body, `FMP ${path} ${context.instrument ?? ''}`.trim()),
      );
  }
  const list = <Row>(path: string, schema: z.ZodType<Row>) => {
    const read = rows('history', path, schema);
    return (context: CallContext) => read({}, context);
  };
  const intraday = (interval: Interval) =>
    rows('history', `/historical-chart/${interval}`, wire.fmpIntradayBar);
  const searchSymbol = rows('history', '/search-symbol', wire.fmpSearchRow);
  const searchName = rows('history', '/search-name', wire.fmpSearchRow);
  const batchQuote = rows('quote', '/batch-quote', wire.fmpQuote);
  const quote = rows('quote', '/quote', wire.fmpQuote);

  return {
    /** Newest first, at most 5 000 rows. @see https://site.financialmodelingprep.com/developer/docs#historical-price-eod-full */
    dailyBars: rows('history', '/historical-price-eod/full', wire.fmpDailyBar),
    /** Newest first. @see https://site.financialmodelingprep.com/developer/docs#intraday-1-min */
    intradayBars: (interval: Interval, query: BarsQuery, context: CallContext) =>
      intraday(interval)(query, context),
    /** @see https://site.financialmodelingprep.com/developer/docs#search-symbol */
    searchSymbol: (query: string, context: CallContext) =>
      searchSymbol({ query, limit: MAX_FOUND }, context),
    /** @see https://site.financialmodelingprep.com/developer/docs#search-name */
    searchName: (query: string, context: CallContext) =>
      searchName({ query, limit: MAX_FOUND }, context),
    /** Tens of thousands of shares. @see https://site.financialmodelingprep.com/developer/docs#actively-trading-list */
    activelyTradingList: list('/actively-trading-list', wire.fmpListedShare),
    /** @see https://site.financialmodelingprep.com/developer/docs#cryptocurrency-list */
    cryptocurrencyList: list('/cryptocurrency-list', wire.fmpCryptocurrency),
    /** @see https://site.financialmodelingprep.com/developer/docs#forex-list */
    forexList: list('/forex-list', wire.fmpForexPair),
    /** @see https://site.financialmodelingprep.com/developer/docs#commodities-list */
    commoditiesList: list('/commodities-list', wire.fmpCommodity),
    /** @see https://site.financialmodelingprep.com/developer/docs#indexes-list */
    indexList: list('/index-list', wire.fmpIndex),
    /** Unknown symbols are left out. @see https://site.financialmodelingprep.com/developer/docs#batch-quote */
    batchQuote: (symbols: readonly string[], context: CallContext) =>
      batchQuote({ symbols: symbols.join(',') }, context),
    /** @see https://site.financialmodelingprep.com/developer/docs#quote */
    quote: (symbol: string, context: CallContext) => quote({ symbol }, context),
  };
}

/** Kinds of errors by their text, for statuses that do not tell. */
const KINDS: [RegExp, FeedErrorKind][] = [
  [/invalid api key|api key is missing/i, 'auth'],
  [/limit reach/i, 'rateLimit'],
  [/premium|special endpoint|exclusive|restricted|legacy|subscription/i, 'plan'],
];

/**
 * An error object may come with HTTP 200, a 402 as plain text; 403 answers plans without the legacy interface.
 * @see https://site.financialmodelingprep.com/developer/docs
 */
const classifyFmpAnswer: Classify = (answer, nowMs) => {
  const { status, json, text, retryAfterMs } = answer;
  const error = wire.fmpError.safeParse(json).data?.['Error Message'];
  const cause = error === undefined ? `HTTP ${status}, ${excerptOf(text)}` : excerptOf(error);
  if (status === 429) return failure('rateLimit', cause, retryAfterMs ?? REST_MS);
  if (status === 402 || status === 403) return failure('plan', cause);
  if (error === undefined) return classifyByStatus(answer, nowMs);
  if (status === 401) return failure('auth', cause);
  if (status >= 500) return failure('upstream', cause, retryAfterMs);
  const kind = KINDS.find(([pattern]) => pattern.test(error))?.[1] ?? 'badRequest';
  return failure(kind, cause, kind === 'rateLimit' ? REST_MS : null);
};

/**
 * Cryptocurrencies, currency pairs, commodities, indices and actively traded shares. Lists that the plan does not include
 * are left out and reported; any other failure fails the whole.
 */
async function listInstruments(
  { environment, client }: { environment: FeedEnvironment; client: FmpClient },
  signal: AbortSignal | undefined,
): Promise<FeedInstrument[]> {
  const context: CallContext = { ...(signal ? { signal } : {}), priority: 'background' };
  const { cryptocurrencyList, forexList, commoditiesList, indexList, activelyTradingList } = client;
  const lists = [
    cryptocurrencyList(context).then((rows) => rows.map(instruments.instrumentOfCryptocurrency)),
    forexList(context).then((rows) => rows.map(instruments.instrumentOfForexPair)),
    commoditiesList(context).then((rows) => rows.map(instruments.instrumentOfCommodity)),
    indexList(context).then((rows) => rows.map(instruments.instrumentOfIndex)),
    activelyTradingList(context).then((rows) => rows.map(instruments.instrumentOfListedShare)),
  ];
  const outcomes = await Promise.allSettled(lists);
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  );
  const fatal = failures.find((error) => !(error instanceof FeedError) || error.kind !== 'plan');
  if (fatal !== undefined || failures.length === lists.length) throw fatal ?? failures[0];
  for (const error of failures) environment.report('list not in the plan', { cause: `${error}` });
  return uniqueByCode(
    outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : [])),
  );
}

/** Matches by symbol first, then by name. */
async function searchInstruments(
  client: FmpClient,
  query: string,
  signal: AbortSignal | undefined,
): Promise<FeedInstrument[]> {
  const text = query.trim().replace('/', '');
  if (text === '') return [];
  const context = signal ? { signal } : {};
  const [bySymbol, byName] = await Promise.all([
    client.searchSymbol(text.toUpperCase(), context),
    client.searchName(text, context),
  ]);
  const found = [...bySymbol, ...byName].map(instruments.instrumentOfSearchRow);
  return uniqueByCode(found).slice(0, MAX_FOUND);
}

type HistoryDeps = {
  environment: FeedEnvironment;
  client: FmpClient;
  /** Codes without 15-minute bars at the vendor, learned from its answers. */
  withoutQuarterHours: Set<string>;
  /** A daily answer of this many rows may have been cut. */
  dailyRows: number;
};

/** All bars of a request; a stock's intraday bars within the regular session only. */
async function readHistory(
  deps: HistoryDeps,
  request: HistoryRequest,
  signal: AbortSignal | undefined,
): Promise<Bar[]> {
  const { instrument, resolution, fromMs, toMs } = request;
  if (fromMs >= toMs) return [];
  const read = await readResolution(deps, request, signal);
  const hours = MARKET_HOURS[instrument.marketHours];
  const bars = resolution === '1D' ? read : keepSession(hours, read);
  const subject = `FMP ${instrument.code} ${resolution}`;
  const sound = normaliseBars(deps.environment, { subject, bars, fromMs, toMs });
  // An index without a volume of its own is sent with zero.
  if (instrument.type !== 'index') return sound;
  return sound.map((bar) => ({ ...bar, volume: bar.volume || null }));
}

function readResolution(
  deps: HistoryDeps,
  request: HistoryRequest,
  signal: AbortSignal | undefined,
): Promise<Bar[]> {
  if (request.resolution === '1D') return readDays(deps, request, signal);
  if (request.resolution === '15') return readQuarterHours(deps, request, signal);
  return readIntraday(deps, request, INTERVALS[request.resolution], signal);
}

async function readDays(
  { client, environment, dailyRows }: HistoryDeps,
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
      barsOfDays,
    ),
  );
}

async function readIntraday(
  { client, environment }: HistoryDeps,
  { instrument, fromMs, toMs, priority = 'reader' }: HistoryRequest,
  interval: Interval,
  signal: AbortSignal | undefined,
): Promise<Bar[]> {
  const endMs = Math.min(toMs, environment.now() + DAY_MS);
  const days = WINDOW_DAYS[interval][instrument.type === 'stock' ? 'session' : 'allDay'];
  const pages = datePages(newYorkDate(fromMs), newYorkDate(endMs - 1), days);
  return readPages(pages, signal, (page, ends) => {
    const context = { instrument: instrument.code, priority, signal: ends };
    return readUncut(
      { symbol: instrument.code, ...page },
      LONG_ANSWER_ROWS,
      (query) => client.intradayBars(interval, query, context),
      barsOfIntraday,
    );
  });
}

/**
 * The vendor documents 15-minute bars for stocks only: elsewhere they are tried, and built from 5-minute bars if there
 * are none.
 */
async function readQuarterHours(
  deps: HistoryDeps,
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

/** Whether an error may mean that the instrument has no bars of the interval. */
function isRefusedInterval(error: unknown): boolean {
  return error instanceof FeedError && ['plan', 'badRequest', 'notFound'].includes(error.kind);
}

/** Splits dates, both inclusive, into pages. */
function datePages(from: string, to: string, days: number): { from: string; to: string }[] {
  const range = { fromMs: Date.parse(from), toMs: Date.parse(to) + DAY_MS };
  return timeWindows(range, days * DAY_MS).map(({ fromMs, toMs }) => ({
    from: utcDate(fromMs),
    to: utcDate(toMs - DAY_MS),
  }));
}

/**
 * The bars of a page of dates. The vendor silently cuts the older end: while a full answer begins later than requested,
 * the rest is requested, from the day at which it was cut.
 */
async function readUncut<Row extends { date: string }>(
  query: BarsQuery,
  fullRows: number,
  read: (query: BarsQuery) => Promise<Row[]>,
  toBars: (rows: readonly Row[]) => Bar[],
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

/** The date of a row is the trading date. */
function barsOfDays(rows: readonly wire.FmpDailyBar[]): Bar[] {
  return rows.map(({ date, volume, open, high, low, close }) => ({
    time: Date.parse(`${date}T00:00:00Z`),
    open,
    high,
    low,
    close,
    volume: volume ?? null,
  }));
}

/** The rows of one answer in its order, which distinguishes the repeated hour of November. */
function barsOfIntraday(rows: readonly wire.FmpIntradayBar[]): Bar[] {
  const times = newYorkTimes(rows.map(({ date }) => date));
  return rows.map(({ open, high, low, close, volume }, index) => ({
    time: times[index] ?? Number.NaN,
    open,
    high,
    low,
    close,
    volume: volume ?? null,
  }));
}
