import { resolutionMs, type Span, type StoredResolution } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import { type Feed, FeedError, type FeedInstrument, type HistoryRequest } from '../feed.ts';
import { createHealthMonitor } from '../health.ts';
import { normaliseBars } from '../history/normalise-bars.ts';
import { readPages, timeWindows } from '../history/pages.ts';
import { type CallLimit, createMemoryAdmission, limitsOf } from '../http/admission.ts';
import { type Classify, classifyByStatus, failure, parseRows } from '../http/answer.ts';
import { type CallContext, createHttpClient, type HttpClient } from '../http/http-client.ts';
import type { FeedEnvironment, FeedSettings } from '../settings.ts';
import { keepForAnHour, searchList } from '../symbol-list.ts';
import { createBitfinexLive } from './live.ts';
import {
  type BitfinexCandle,
  type BitfinexConf,
  bitfinexCandle,
  bitfinexConf,
  bitfinexError,
} from './wire.ts';

/** Public REST interface, without its version; needs no key. */
export const BITFINEX_REST_URL = 'https://api-pub.bitfinex.com';
export const BITFINEX_STREAM_URL = 'wss://api-pub.bitfinex.com/ws/2';

/** Per address and endpoint. @see https://docs.bitfinex.com/docs/requirements-and-limitations */
const LIMITS = {
  default: { calls: 30, perMs: 60_000 },
  candles: { calls: 30, perMs: 60_000 },
  conf: { calls: 90, perMs: 60_000 },
} satisfies Record<string, CallLimit>;
/** Exceeding a limit blocks the address for a minute. */
const BLOCK_MS = 60_000;
/** Rows of a page of candles; the vendor has changed it before (1 000, 5 000, 10 000). */
const PAGE_ROWS = 10_000;
/** A shorter page was not cut, whatever the vendor's current limit. */
const SMALLEST_KNOWN_PAGE = 1_000;
const PARAMETER_ERROR = 10_020;
const RATE_LIMIT_ERROR = 11_010;

const TIMEFRAMES: Record<StoredResolution, string> = {
  '1': '1m',
  '15': '15m',
  '60': '1h',
  '1D': '1D',
};

/** Bitfinex: public REST for pairs and candles, its WebSocket for live prices. Needs no key. */
export function createBitfinexFeed(settings: FeedSettings, environment: FeedEnvironment): Feed {
  const admission = settings.admission ?? createMemoryAdmission(environment);
  const http = createHttpClient(environment, {
    exchange: 'Bitfinex',
    baseUrl: settings.restUrl,
    headers: {},
    limits: limitsOf(settings, LIMITS),
    classify: classifyBitfinexAnswer,
    admission,
    secret: settings.apiKey,
  });
  const client = createClient(environment, http);
  const instruments = createInstruments(environment, client);
  const monitor = createHealthMonitor(environment, http, client.platformStatus);
  const pageRows = settings.pageRows ?? PAGE_ROWS;

  return {
    exchange: 'Bitfinex',
    isSimulated: settings.isSimulated,
    list: instruments.list,
    search: async (query, signal) => searchList(await instruments.list(signal), query),
    history: async (request, signal) => {
      const symbol = await instruments.symbolOf(request.instrument.code, signal);
      return readHistory({ environment, client, pageRows }, request, symbol, signal);
    },
    live: (handlers) =>
      createBitfinexLive(
        {
          environment,
          streamUrl: settings.streamUrl,
          symbolOf: instruments.symbolOf,
          admission,
          onStream: monitor.setStream,
        },
        handlers,
      ),
    clockLeadMs: http.clockLeadMs,
    health: monitor.health,
    onHealthChange: monitor.onHealthChange,
  };
}

type BitfinexClient = ReturnType<typeof createClient>;

/** Bitfinex' public endpoints, one method each. */
function createClient(environment: FeedEnvironment, http: HttpClient) {
  return {
    /** Oldest first; `endMs` is inclusive, `symbol` like `tBTCUSD`. @see https://docs.bitfinex.com/reference/rest-public-candles */
    candles: (
      query: { resolution: StoredResolution; symbol: string; startMs: number; endMs: number },
      limit: number,
      context: CallContext,
    ): Promise<BitfinexCandle[]> => {
      const { resolution, symbol, startMs, endMs } = query;
      return http.get(
        {
          ...context,
          kind: 'history',
          limit: 'candles',
          path: `/v2/candles/trade:${TIMEFRAMES[resolution]}:${symbol}/hist`,
          query: { start: startMs, end: endMs, limit, sort: 1 },
        },
        (body) => parseRows(environment, bitfinexCandle, body, `Bitfinex candles ${symbol}`),
      );
    },
    /** Exchange pairs and the names of currencies. @see https://docs.bitfinex.com/reference/rest-public-conf */
    pairsAndLabels: (): Promise<BitfinexConf> =>
      http.get(
        {
          kind: 'history',
          limit: 'conf',
          path: '/v2/conf/pub:list:pair:exchange,pub:map:currency:label',
        },
        (body) => bitfinexConf.safeParse(body).data ?? null,
      ),
    /** Fails during maintenance. @see https://docs.bitfinex.com/reference/rest-public-platform-status */
    platformStatus: (): Promise<unknown> =>
      http.get({ kind: 'quote', isHealthCheck: true, path: '/v2/platform/status' }, (body) => body),
  };
}

/**
 * Errors are arrays with a code, mostly under HTTP 500. The code decides: 10020 is the caller's fault whatever the
 * status.
 * @see https://docs.bitfinex.com/docs/abbreviations-glossary#error--info-codes
 */
const classifyBitfinexAnswer: Classify = (answer, nowMs) => {
  if (answer.status === 429) {
    return failure('rateLimit', 'rate limit reached', answer.retryAfterMs ?? BLOCK_MS);
  }
  const error = bitfinexError.safeParse(answer.json);
  if (error.success) {
    const [, code, message] = error.data;
    const cause = `error ${code}, ${message}`;
    if (code === PARAMETER_ERROR) return failure('badRequest', cause);
    if (code === RATE_LIMIT_ERROR) return failure('rateLimit', cause, BLOCK_MS);
    return failure('upstream', cause);
  }
  const isStatus = answer.path.endsWith('/platform/status');
  if (isStatus && Array.isArray(answer.json) && answer.json[0] === 0) {
    return failure('upstream', 'is in maintenance');
  }
  return classifyByStatus(answer, nowMs);
};

type HistoryDeps = { environment: FeedEnvironment; client: BitfinexClient; pageRows: number };

/** All candles of a request as bars; the forming one may be last. */
async function readHistory(
  deps: HistoryDeps,
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
  const bars = rows.map(
    ([time, open, close, high, low, volume]): Bar => ({ time, open, high, low, close, volume }),
  );
  const subject = `Bitfinex ${instrument.code} ${resolution}`;
  return normaliseBars(environment, { subject, bars, fromMs, toMs });
}

/**
 * The candles of a window of at most one page of intervals. Quiet intervals have no candle, so a short page is complete;
 * but a long page that ends before the window may have been cut, and is continued.
 */
async function readWindow(
  { client, pageRows }: HistoryDeps,
  { instrument, resolution, priority = 'reader' }: HistoryRequest,
  symbol: string,
  window: Span,
  signal: AbortSignal,
): Promise<BitfinexCandle[]> {
  const rows: BitfinexCandle[] = [];
  const lastStartMs = window.toMs - resolutionMs(resolution);
  for (let startMs = window.fromMs; ; ) {
    const page = await client.candles(
      { resolution, symbol, startMs, endMs: window.toMs - 1 },
      pageRows,
      { instrument: instrument.code, priority, signal },
    );
    rows.push(...page);
    const newestMs = page.reduce((newest, [time]) => Math.max(newest, time), startMs - 1);
    if (page.length < Math.min(SMALLEST_KNOWN_PAGE, pageRows)) return rows;
    if (newestMs >= lastStartMs || newestMs < startMs) return rows;
    startMs = newestMs + 1;
  }
}

/** The exchange's pairs as instruments, and the vendor's symbols for their codes. */
function createInstruments(environment: FeedEnvironment, client: BitfinexClient) {
  const read = keepForAnHour(environment, async () => {
    const known = new Map<string, { instrument: FeedInstrument; symbol: string }>();
    for (const entry of instrumentsOf(await client.pairsAndLabels())) {
      const { code } = entry.instrument;
      if (known.has(code))
        environment.report('two pairs of one code', { exchange: 'Bitfinex', code });
      else known.set(code, entry);
    }
    return known;
  });
  return {
    list: async (signal?: AbortSignal): Promise<FeedInstrument[]> =>
      [...(await read(signal)).values()].map(({ instrument }) => instrument),
    /** `tAVAX:USD` for `AVAXUSD`; rejects with `notFound` if the exchange has no such pair. */
    symbolOf: async (code: string, signal?: AbortSignal): Promise<string> => {
      const known = await read(signal).catch(() => null);
      signal?.throwIfAborted();
      const entry = known?.get(code);
      if (entry) return entry.symbol;
      // Without the list a code of six letters is still unambiguous: candles need not wait for another endpoint.
      if (known === null && sidesOf(code)) return `t${code}`;
      const cause = known ? 'has no such pair' : 'the list of pairs could not be read';
      const kind = known ? 'notFound' : 'upstream';
      throw new FeedError({ exchange: 'Bitfinex', kind, cause, instrument: code });
    },
  };
}

/** Leaves out paper pairs, perpetual contracts, and pairs that cannot be split. */
function instrumentsOf([pairs, labels]: BitfinexConf) {
  const names = new Map(labels.map(([code, name]) => [code, name]));
  return pairs.flatMap((pair) => {
    const isHidden = pair.includes('TEST') || /F0(:|$)/.test(pair);
    const sides = isHidden ? null : sidesOf(pair);
    if (!sides) return [];
    const { base, quote } = sides;
    const instrument: FeedInstrument = {
      code: `${base}${quote}`.toUpperCase(),
      description: `${names.get(base) ?? base} / ${names.get(quote) ?? quote}`,
      type: 'crypto',
      marketHours: 'crypto',
      listedExchange: { name: 'Bitfinex', value: 'BITFINEX' },
      base,
      quote,
    };
    return [{ instrument, symbol: `t${pair}` }];
  });
}

/** A pair's two sides, split at the colon or into three letters each; null if neither applies. */
function sidesOf(pair: string): { base: string; quote: string } | null {
  const [left = '', right = '', ...more] = pair.split(':');
  if (pair.includes(':')) {
    return left && right && more.length === 0 ? { base: left, quote: right } : null;
  }
  return pair.length === 6 ? { base: pair.slice(0, 3), quote: pair.slice(3) } : null;
}
