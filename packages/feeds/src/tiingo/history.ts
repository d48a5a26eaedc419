import { DAY_MS, MARKET_HOURS, resolutionMs, type StoredResolution } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import type { HistoryRequest } from '../feed.ts';
import { normaliseBars } from '../history/normalise-bars.ts';
import { readPages, timeWindows, utcDate, utcDayMs } from '../history/pages.ts';
import { rollUp } from '../history/roll-up.ts';
import { keepSession } from '../history/session-bars.ts';
import type { CallContext } from '../http/vendor-calls.ts';
import type { FeedEnvironment } from '../settings.ts';
import type { TiingoBarsQuery, TiingoClient } from './client.ts';
import { barOfTiingo, barsOfTiingoDays, type TiingoService, tiingoServiceOf } from './map.ts';
import type { TiingoBar } from './wire.ts';

/** A stock trades a good quarter of the day: a page of it spans more days. */
const STOCK_DAYS_FACTOR = 3;

const FREQUENCIES: Record<StoredResolution, string> = {
  '1': '1min',
  '15': '15min',
  '60': '1hour',
  '1D': '1day',
};

export type TiingoHistoryDeps = {
  environment: FeedEnvironment;
  client: TiingoClient;
  /** Rows of one intraday page. */
  pageRows: number;
};

function readerOf(
  client: TiingoClient,
  service: TiingoService,
): (query: TiingoBarsQuery, context: CallContext) => Promise<TiingoBar[]> {
  if (service === 'crypto') return client.cryptoPrices;
  return service === 'fx' ? client.fxPrices : client.iexPrices;
}

/** Days of a share, always up to today: a split is told on its day and concerns all before it. */
async function readStockDays(
  { client, environment }: TiingoHistoryDeps,
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
  const ascending = rows.toSorted((a, b) => a.date.localeCompare(b.date));
  return barsOfTiingoDays(ascending);
}

/** Pages of whole days; the day after the last is asked too, since a date as an end may mean its beginning. */
async function readPaged(
  { client, environment, pageRows }: TiingoHistoryDeps,
  { instrument, fromMs, toMs, priority = 'reader' }: HistoryRequest,
  reading: { service: TiingoService; frequency: string; stepMs: number },
  signal: AbortSignal | undefined,
): Promise<Bar[]> {
  const { service, frequency, stepMs } = reading;
  const endMs = Math.min(toMs, environment.now() + DAY_MS);
  const factor = service === 'iex' ? STOCK_DAYS_FACTOR : 1;
  const pageDays = Math.max(1, Math.floor((pageRows * stepMs * factor) / DAY_MS) - 1);
  const pages = timeWindows({ fromMs: utcDayMs(fromMs), toMs: endMs }, pageDays * DAY_MS);
  const read = readerOf(client, service);
  const ticker = service === 'iex' ? instrument.code : instrument.code.toLowerCase();
  const rows = await readPages(pages, signal, (page, ends) =>
    read(
      {
        ticker,
        startDate: utcDate(page.fromMs),
        endDate: utcDate(page.toMs - 1 + DAY_MS),
        frequency,
      },
      { instrument: instrument.code, priority, signal: ends },
    ),
  );
  return rows.map(barOfTiingo);
}

/** Half hours into hours from the open, for where the vendor starts its own hours of shares is not told. */
async function readStockHours(
  deps: TiingoHistoryDeps,
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

function readResolution(
  deps: TiingoHistoryDeps,
  request: HistoryRequest,
  signal: AbortSignal | undefined,
): Promise<Bar[]> {
  const { instrument, resolution } = request;
  const service = tiingoServiceOf(instrument.type);
  if (service === 'iex' && resolution === '1D') return readStockDays(deps, request, signal);
  if (service === 'iex' && resolution === '60') return readStockHours(deps, request, signal);
  const reading = {
    service,
    frequency: FREQUENCIES[resolution],
    stepMs: resolutionMs(resolution),
  };
  return readPaged(deps, request, reading, signal);
}

/** All bars of a request; a share's days compare over splits. */
export async function readTiingoHistory(
  deps: TiingoHistoryDeps,
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
