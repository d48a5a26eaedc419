import {
  DAY_MS,
  HOUR_MS,
  MARKET_HOURS,
  resolutionMs,
  type StoredResolution,
} from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import type { Feed, FeedInstrument, HistoryRequest } from '../feed.ts';
import { createHealthMonitor } from '../health.ts';
import { keepSession, normaliseBars } from '../history/normalise-bars.ts';
import { readPages, timeWindows, utcDate, utcDayMs } from '../history/pages.ts';
import { rollUp } from '../history/roll-up.ts';
import { type CallLimit, limitsOf } from '../http/admission.ts';
import { type Classify, classifyByStatus, excerptOf, failure, parseRows } from '../http/answer.ts';
import { type CallContext, createHttpClient, type HttpClient } from '../http/http-client.ts';
import type { FeedEnvironment, FeedSettings } from '../settings.ts';
import { keepForAnHour, searchList, uniqueByCode } from '../symbol-list.ts';
import {
  instrumentOfCryptoMeta,
  instrumentOfFxPair,
  instrumentOfSearchRow,
  TIINGO_FX_PAIRS,
  type TiingoService,
  tiingoServiceOf,
} from './instruments.ts';
import { createTiingoLive } from './live.ts';
import * as wire from './wire.ts';

export const TIINGO_REST_URL = 'https://api.tiingo.com';
/** Base URL of the streams `iex`, `crypto` and `fx`. */
export const TIINGO_STREAM_URL = 'wss://api.tiingo.com';

/** The free plan; others set their own. @see https://www.tiingo.com/documentation/general/overview */
const LIMITS = { default: { calls: 50, perMs: HOUR_MS } } satisfies Record<string, CallLimit>;
/** Rows of an intraday answer that is known to be complete. */
const PAGE_ROWS = 5_000;
/** A stock trades a good quarter of the day, so a page of it spans more days. */
const STOCK_DAYS_FACTOR = 3;
const MAX_FOUND = 50;
const IEX_COLUMNS = 'open,high,low,close,volume';

const FREQUENCIES: Record<StoredResolution, string> = {
  '1': '1min',
  '15': '15min',
  '60': '1hour',
  '1D': '1day',
};

/** Tiingo: shares from IEX, cryptocurrencies and currency pairs, by REST and by its three WebSockets. */
export function createTiingoFeed(settings: FeedSettings, environment: FeedEnvironment): Feed {
  const token = settings.apiKey ?? '';
  const http = createHttpClient(environment, {
    exchange: 'Tiingo',
    baseUrl: settings.restUrl,
    headers: { authorization: `Token ${token}` },
    limits: limitsOf(settings, LIMITS),
    classify: classifyTiingoAnswer,
    admission: settings.admission,
    secret: settings.apiKey,
  });
  const client = createClient(environment, http);
  const instruments = createInstruments(environment, client);
  const monitor = createHealthMonitor(environment, http, client.test);
  const pageRows = settings.pageRows ?? PAGE_ROWS;

  return {
    exchange: 'Tiingo',
    isSimulated: settings.isSimulated,
    ...instruments,
    history: (request, signal) => readHistory({ environment, client, pageRows }, request, signal),
    live: (handlers) =>
      createTiingoLive(
        { environment, streamUrl: settings.streamUrl, token, onStream: monitor.setStream },
        handlers,
      ),
    clockLeadMs: http.clockLeadMs,
    health: monitor.health,
    onHealthChange: monitor.onHealthChange,
  };
}

/** Dates are `YYYY-MM-DD`, both inclusive; `frequency` is `1min`, `1hour`, `1day` … */
type BarsQuery = { ticker: string; startDate: string; endDate: string; frequency: string };

type TiingoClient = ReturnType<typeof createClient>;

/** Tiingo's endpoints, one method each; bars come oldest first. */
function createClient(environment: FeedEnvironment, http: HttpClient) {
  const range = ({ startDate, endDate, frequency }: BarsQuery) => ({
    startDate,
    endDate,
    resampleFreq: frequency,
  });
  const bars = (body: unknown, ticker: string) =>
    parseRows(environment, wire.tiingoBar, body, `Tiingo ${ticker}`);

  /** The rows are nested in an entry of the ticker; an unknown ticker is an empty list. */
  function cryptoRows(body: unknown, ticker: string): wire.TiingoBar[] | null {
    const entries = parseRows(environment, wire.tiingoCryptoPrices, body, `Tiingo ${ticker}`);
    const entry = entries?.find((candidate) => candidate.ticker.toLowerCase() === ticker);
    return entry ? bars(entry.priceData, ticker) : entries && [];
  }

  return {
    /** @see https://www.tiingo.com/documentation/end-of-day */
    dailyPrices: (
      { ticker, startDate, endDate }: Omit<BarsQuery, 'frequency'>,
      context: CallContext,
    ): Promise<wire.TiingoDailyBar[]> =>
      http.get(
        {
          ...context,
          kind: 'history',
          path: `/tiingo/daily/${encodeURIComponent(ticker)}/prices`,
          query: { startDate, endDate, resampleFreq: 'daily', sort: 'date' },
        },
        (body) => parseRows(environment, wire.tiingoDailyBar, body, `Tiingo ${ticker}`),
      ),
    /** Regular trading hours. @see https://www.tiingo.com/documentation/iex */
    iexPrices: (query: BarsQuery, context: CallContext): Promise<wire.TiingoBar[]> =>
      http.get(
        {
          ...context,
          kind: 'history',
          path: `/iex/${encodeURIComponent(query.ticker)}/prices`,
          query: { ...range(query), columns: IEX_COLUMNS },
        },
        (body) => bars(body, query.ticker),
      ),
    /** @see https://www.tiingo.com/documentation/crypto */
    cryptoPrices: (query: BarsQuery, context: CallContext): Promise<wire.TiingoBar[]> =>
      http.get(
        {
          ...context,
          kind: 'history',
          path: '/tiingo/crypto/prices',
          query: { tickers: query.ticker, ...range(query) },
        },
        (body) => cryptoRows(body, query.ticker),
      ),
    /** Without volume. @see https://www.tiingo.com/documentation/forex */
    fxPrices: (query: BarsQuery, context: CallContext): Promise<wire.TiingoBar[]> =>
      http.get(
        {
          ...context,
          kind: 'history',
          path: `/tiingo/fx/${encodeURIComponent(query.ticker)}/prices`,
          query: range(query),
        },
        (body) => bars(body, query.ticker),
      ),
    /** Every cryptocurrency pair. @see https://www.tiingo.com/documentation/crypto */
    cryptoMeta: (context: CallContext): Promise<wire.TiingoCryptoMeta[]> =>
      http.get({ ...context, kind: 'history', path: '/tiingo/crypto' }, (body) =>
        parseRows(environment, wire.tiingoCryptoMeta, body, 'Tiingo crypto list'),
      ),
    /** At most 100 rows. @see https://www.tiingo.com/documentation/utilities/search */
    search: (query: string, limit: number, context: CallContext): Promise<wire.TiingoSearchRow[]> =>
      http.get(
        { ...context, kind: 'history', path: '/tiingo/utilities/search', query: { query, limit } },
        (body) => parseRows(environment, wire.tiingoSearchRow, body, 'Tiingo search'),
      ),
    /** Succeeds with a valid key. @see https://www.tiingo.com/documentation/general/connecting */
    test: (): Promise<unknown> =>
      http.get({ kind: 'quote', isHealthCheck: true, path: '/api/test' }, (body) => body),
  };
}

/**
 * A used-up monthly allowance of symbols is answered as plain text with HTTP 200.
 * @see https://www.tiingo.com/documentation/general/connecting
 */
const classifyTiingoAnswer: Classify = (answer, nowMs) => {
  const { status, json, text, retryAfterMs } = answer;
  const detail = wire.tiingoError.safeParse(json).data?.detail;
  const cause = excerptOf(detail ?? text);
  // Requests are counted by the clock hour.
  if (status === 429)
    return failure('rateLimit', cause, retryAfterMs ?? HOUR_MS - (nowMs % HOUR_MS));
  if (status === 200 && json === undefined && /run over your/i.test(text)) {
    return failure('plan', cause);
  }
  if (status === 401 || (status === 403 && /token/i.test(text))) return failure('auth', cause);
  if (status === 403) return failure('plan', `no permission, ${cause}`);
  if (detail !== undefined && status >= 400 && status < 500) {
    return failure(status === 404 ? 'notFound' : 'badRequest', cause);
  }
  if (detail !== undefined) return failure('upstream', cause, retryAfterMs);
  return classifyByStatus(answer, nowMs);
};

/** Cryptocurrencies and currency pairs as a list; shares by search only. */
function createInstruments(
  environment: FeedEnvironment,
  client: TiingoClient,
): Pick<Feed, 'list' | 'search'> {
  const list = keepForAnHour(environment, async (): Promise<FeedInstrument[]> => {
    const crypto = await client.cryptoMeta({ priority: 'background' });
    return uniqueByCode([
      ...TIINGO_FX_PAIRS.map(instrumentOfFxPair),
      ...crypto.map(instrumentOfCryptoMeta),
    ]);
  });
  return {
    list,
    search: async (query, signal) => {
      const text = query.trim();
      if (text === '') return [];
      const [listed, rows] = await Promise.all([
        list(signal),
        client.search(text, MAX_FOUND, signal ? { signal } : {}),
      ]);
      const shares = rows.flatMap((row) => instrumentOfSearchRow(row) ?? []);
      // Ranked together, so that an exact code comes first whatever its market.
      return searchList(uniqueByCode([...searchList(listed, text), ...shares]), text);
    },
  };
}

type HistoryDeps = {
  environment: FeedEnvironment;
  client: TiingoClient;
  pageRows: number;
};

/** All bars of a request; daily bars of shares are adjusted for splits. */
async function readHistory(
  deps: HistoryDeps,
  request: HistoryRequest,
  signal: AbortSignal | undefined,
): Promise<Bar[]> {
  const { instrument, resolution, fromMs, toMs } = request;
  if (fromMs >= toMs) return [];
  const read = await readResolution(deps, request, signal);
  const isIntraday = resolution !== '1D';
  const bars = isIntraday ? keepSession(MARKET_HOURS[instrument.marketHours], read) : read;
  const subject = `Tiingo ${instrument.code} ${resolution}`;
  return normaliseBars(deps.environment, { subject, bars, fromMs, toMs });
}

function readResolution(
  deps: HistoryDeps,
  request: HistoryRequest,
  signal: AbortSignal | undefined,
): Promise<Bar[]> {
  const { instrument, resolution } = request;
  const service = tiingoServiceOf(instrument.type);
  if (service === 'iex' && resolution === '1D') return readStockDays(deps, request, signal);
  if (service === 'iex' && resolution === '60') return readStockHours(deps, request, signal);
  const reading = { service, frequency: FREQUENCIES[resolution], stepMs: resolutionMs(resolution) };
  return readPaged(deps, request, reading, signal);
}

/** Days of a share, always up to today, as a split changes all days before it. */
async function readStockDays(
  { client, environment }: HistoryDeps,
  { instrument, fromMs, priority = 'reader' }: HistoryRequest,
  signal: AbortSignal | undefined,
): Promise<Bar[]> {
  const rows = await client.dailyPrices(
    {
      ticker: instrument.code,
      startDate: utcDate(fromMs),
      endDate: utcDate(environment.now() + DAY_MS),
    },
    { instrument: instrument.code, priority, ...(signal ? { signal } : {}) },
  );
  return barsOfDays(rows.toSorted((a, b) => a.date.localeCompare(b.date)));
}

/** Builds hours from half hours, so that they start at the open: where the vendor's own hours start is undocumented. */
async function readStockHours(
  deps: HistoryDeps,
  request: HistoryRequest,
  signal: AbortSignal | undefined,
): Promise<Bar[]> {
  const { instrument, fromMs, toMs } = request;
  const hours = MARKET_HOURS[instrument.marketHours];
  const reading = { service: 'iex', frequency: '30min', stepMs: resolutionMs('30') } as const;
  const halves = await readPaged(deps, request, reading, signal);
  const sound = normaliseBars(deps.environment, {
    subject: `Tiingo ${instrument.code} 30`,
    bars: keepSession(hours, halves),
    fromMs,
    toMs: toMs + resolutionMs('60'),
  });
  return rollUp({ hours, from: '30', to: '60' }, sound);
}

/** Pages of whole days, one day beyond the last, as an end date may mean its beginning. */
async function readPaged(
  { client, environment, pageRows }: HistoryDeps,
  { instrument, fromMs, toMs, priority = 'reader' }: HistoryRequest,
  { service, frequency, stepMs }: { service: TiingoService; frequency: string; stepMs: number },
  signal: AbortSignal | undefined,
): Promise<Bar[]> {
  const endMs = Math.min(toMs, environment.now() + DAY_MS);
  const factor = service === 'iex' ? STOCK_DAYS_FACTOR : 1;
  const pageDays = Math.max(1, Math.floor((pageRows * stepMs * factor) / DAY_MS) - 1);
  const pages = timeWindows({ fromMs: utcDayMs(fromMs), toMs: endMs }, pageDays * DAY_MS);
  const prices = { crypto: client.cryptoPrices, fx: client.fxPrices, iex: client.iexPrices };
  const ticker = service === 'iex' ? instrument.code : instrument.code.toLowerCase();
  const rows = await readPages(pages, signal, (page, ends) =>
    prices[service](
      {
        ticker,
        startDate: utcDate(page.fromMs),
        endDate: utcDate(page.toMs - 1 + DAY_MS),
        frequency,
      },
      { instrument: instrument.code, priority, signal: ends },
    ),
  );
  return rows.map(({ date, open, high, low, close, volume }) => ({
    time: Date.parse(date),
    open,
    high,
    low,
    close,
    volume: volume ?? null,
  }));
}

/**
 * Days adjusted for splits, but not for dividends: prices before a split are divided by its factor, volumes multiplied.
 * Rows must be ascending and reach the newest day. The time is the trading date, whatever zone the row states.
 */
function barsOfDays(rows: readonly wire.TiingoDailyBar[]): Bar[] {
  const bars: Bar[] = [];
  let factor = 1;
  for (const row of rows.toReversed()) {
    const { date, open, high, low, close, volume, splitFactor } = row;
    bars.push({
      time: utcDayMs(Date.parse(`${date.slice(0, 10)}T00:00:00Z`)),
      open: open / factor,
      high: high / factor,
      low: low / factor,
      close: close / factor,
      volume: volume === null || volume === undefined ? null : volume * factor,
    });
    factor *= splitFactor ?? 1;
  }
  return bars.reverse();
}
