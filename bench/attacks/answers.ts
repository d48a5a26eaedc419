import { randomUUID } from 'node:crypto';
import { DAY_MS, historyWindowMs, MINUTE_MS } from '@moneytrail/calendar';
import {
  getAllExchanges,
  getHistory,
  getMarks,
  getQuotes,
  getSummary,
  login,
  reportBrowserError,
  searchSymbols,
} from '@moneytrail/contract';
import type { Attack } from './attack.ts';
import { flood } from './flood.ts';

const SYMBOLS = [
  'Bitfinex:BTCUSD',
  'Bitfinex:ETHUSD',
  'Bitfinex:SOLUSD',
  'Bitfinex:XRPUSD',
  'FMP:BTCUSD',
  'FMP:ETHUSD',
  'FMP:AAPL',
  'FMP:MSFT',
  'FMP:NVDA',
  'FMP:EURUSD',
  'Tiingo:AAPL',
  'Tiingo:btcusd',
];
const RESOLUTIONS = ['1', '5', '15', '60', '240', '1D', '1W'] as const;
const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;

const of = <Each>(list: readonly Each[], index: number): Each => {
  const each = list[index % list.length];
  if (each === undefined) throw new Error('the list is empty');
  return each;
};

function pathOf(path: string, index: number, query: Record<string, string | number>): string {
  const [e = '', fsym = ''] = of(SYMBOLS, index).split(':');
  const texts = Object.entries({ e, fsym, ...query }).map(([name, value]) => [name, String(value)]);
  return `${path}?${new URLSearchParams(texts)}`;
}

/** Pages that nobody has asked for, of one instrument after another. */
const coldHistory = flood('cold history of many instruments', (index) => {
  const toMs = today - (90 + 3 * Math.floor(index / SYMBOLS.length)) * DAY_MS;
  const span = { fromTs: (toMs - 2_000 * MINUTE_MS) / 1_000, toTs: toMs / 1_000 };
  return { path: pathOf(getHistory.path, index, { resolution: '1', ...span }) };
});

/** The longest pages of every resolution, each at another second, so that none is cached. */
const longHistory = flood('history exported page by page', (index) => {
  const resolution = of(RESOLUTIONS, Math.floor(index / SYMBOLS.length));
  const toTs = today / 1_000 - index;
  const fromTs = toTs - 36_000 * 86_400;
  return {
    path: pathOf(getHistory.path, index, {
      resolution,
      fromTs: Math.max(0, fromTs),
      toTs,
      countBack: 2_000,
    }),
  };
});

/** Summaries with inputs that no chart has: each is computed. */
const summaries = flood('summaries with unusual inputs', (index) => ({
  path: pathOf(getSummary.path, index, {
    resolution: of(RESOLUTIONS, index),
    source: of(['open', 'high', 'low', 'hl2', 'hlc3', 'ohlc4'], index),
    shortTermLength: 10 + (index % 41),
    longTermLength: 50 + (index % 151),
    length: 15 + (index % 86),
  }),
}));

/** The longest ranges of marks, each in another past. */
const marks = flood('marks of long ranges', (index) => {
  const resolution = of(RESOLUTIONS, index);
  const lengthMs = 12 * historyWindowMs(resolution);
  const toMs = today - Math.floor(index / SYMBOLS.length) * lengthMs;
  return {
    path: pathOf(getMarks.path, index, {
      resolution,
      fromTs: Math.max(0, (toMs - lengthMs) / 1_000),
      toTs: Math.max(0, toMs / 1_000),
    }),
  };
});

const HOSTILE = [
  '%'.repeat(80),
  '\\'.repeat(80),
  'a'.repeat(80),
  'usd '.repeat(20).trim(),
  'ﷺ'.repeat(40),
  'e\u0301'.repeat(40),
  '(a+)+$'.repeat(13),
];

const searches = flood('searches for hostile text', (index) => {
  const query = `${of(HOSTILE, index)}${index}`.slice(-80);
  return { path: `${searchSymbols.path}?${new URLSearchParams({ query, limit: '100' })}` };
});

const lists = flood('lists of every exchange and price', (index) =>
  index % 2 === 0
    ? { path: getAllExchanges.path }
    : { path: `${getQuotes.path}?${new URLSearchParams({ symbols: SYMBOLS.join(',') })}` },
);

const udf = flood('history by the Universal Data Feed', (index) => ({
  path: `/api/udf/history?${new URLSearchParams({
    symbol: of(SYMBOLS, index),
    resolution: of(['1', '5', '15', '60', 'D'], index),
    to: String(today / 1_000 - index * 60),
    countback: '20000',
  })}`,
}));

const errorReports = flood('error reports', (index) => ({
  method: 'POST',
  path: reportBrowserError.path,
  json: JSON.stringify({
    kind: 'error',
    message: `${index} `.repeat(100).slice(0, 500),
    stack: `${index}\n`.repeat(1_000).slice(0, 4_000),
    route: '/',
  }),
}));

const signIns = flood('attempts to sign in', (index) => ({
  method: 'POST',
  path: login.path,
  json: JSON.stringify({
    username: `stranger${index}@example.com`,
    password: 'Wrong-1-pass',
    deviceId: randomUUID(),
  }),
}));

export const ANSWER_ATTACKS: readonly Attack[] = [
  coldHistory,
  longHistory,
  summaries,
  marks,
  searches,
  lists,
  udf,
  errorReports,
  signIns,
];
