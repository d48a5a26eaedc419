import type { Delimiter } from './decode.ts';

type Looks = {
  /** Names of the header as written. */
  written: readonly string[];
  /** Lower-case names of the header; empty without one. */
  names: readonly string[];
  delimiter: Delimiter;
  width: number;
  /** The first cell with data. */
  firstCell: string;
};

export type Dialect = {
  name: string;
  /** The zone that its times are in; null if the file or its reader must tell. */
  zone: string | null;
};

type Known = Dialect & { matches: (looks: Looks) => boolean };

const has = (names: readonly string[], ...wanted: string[]) =>
  wanted.every((name) => names.includes(name));

/** Files that are known by their looks, the narrower descriptions first. */
const KNOWN: readonly Known[] = [
  {
    name: 'Moneytrail export',
    zone: 'Etc/UTC',
    matches: ({ written }) => written.join() === 'time,open,high,low,close,volume',
  },
  {
    name: 'Moneytrail chart export',
    zone: 'Etc/UTC',
    matches: ({ names }) => (names[0] ?? '').startsWith('time (iso 8601') && has(names, 'closed'),
  },
  {
    name: 'MetaTrader 5',
    zone: null,
    matches: ({ names }) => has(names, '<date>', '<tickvol>'),
  },
  { name: 'Stooq', zone: null, matches: ({ names }) => has(names, '<ticker>', '<per>', '<date>') },
  {
    name: 'MetaTrader 4',
    zone: null,
    matches: ({ names, firstCell }) => names.length === 0 && /^\d{4}\.\d\d\.\d\d$/.test(firstCell),
  },
  {
    name: 'Binance',
    zone: 'Etc/UTC',
    matches: ({ names, width, firstCell }) =>
      width >= 11 &&
      (has(names, 'open_time', 'close_time') ||
        (names.length === 0 && /^\d{13,16}$/.test(firstCell))),
  },
  // Eastern Standard Time all the year: https://www.histdata.com/f-a-q/data-files-detailed-specification/
  {
    name: 'HistData',
    zone: 'Etc/GMT+5',
    matches: ({ names, delimiter, firstCell }) =>
      names.length === 0 && delimiter === ';' && /^\d{8} \d{6}$/.test(firstCell),
  },
  { name: 'Dukascopy', zone: 'Etc/UTC', matches: ({ names }) => names.includes('gmt time') },
  { name: 'Yahoo Finance', zone: null, matches: ({ names }) => has(names, 'date', 'adj close') },
  {
    name: 'Investing.com',
    zone: null,
    matches: ({ names }) => has(names, 'date', 'price', 'change %'),
  },
  {
    name: 'Barchart',
    zone: null,
    matches: ({ names }) =>
      names.some((name) => name === 'last' || name === 'latest') &&
      (names.includes('%chg') || names.includes('%change')),
  },
  {
    name: 'Bitstamp (Kaggle)',
    zone: 'Etc/UTC',
    matches: ({ names }) =>
      has(names, 'timestamp', 'open') &&
      names.some((name) => name.startsWith('weighted_price') || name === 'volume_(btc)'),
  },
  {
    name: 'CryptoDataDownload',
    zone: 'Etc/UTC',
    matches: ({ names }) => has(names, 'unix', 'symbol'),
  },
  {
    name: 'Alpha Vantage',
    zone: 'America/New_York',
    matches: ({ names, firstCell }) =>
      (names.join() === 'timestamp,open,high,low,close,volume' && /^\d{4}-/.test(firstCell)) ||
      has(names, 'timestamp', 'adjusted_close'),
  },
  {
    name: 'yfinance',
    zone: null,
    matches: ({ names }) => names[0] === 'price' && has(names, 'close', 'open'),
  },
  {
    name: 'TradingView',
    zone: null,
    matches: ({ names }) => names.slice(0, 5).join() === 'time,open,high,low,close',
  },
  { name: 'pandas', zone: null, matches: ({ names }) => names[0] === '' && names.length > 4 },
];

/** Names a file's kind; files that nobody names are described by their delimiter. */
export function dialectOf(looks: Looks): Dialect {
  const found = KNOWN.find(({ matches }) => matches(looks));
  if (found) return { name: found.name, zone: found.zone };
  const kind = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }[looks.delimiter];
  return { name: `Table with ${kind}`, zone: null };
}
