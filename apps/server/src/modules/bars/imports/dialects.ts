import type { Delimiter } from './decode.ts';

type Looks = {
  /** Names of the header as written. */
  written: readonly string[];
  /** Lower-case names of the header; empty without one. */
  names: readonly string[];
  delimiter: Delimiter;
  width: number;
  /** The first row with data. */
  firstRow: readonly string[];
};

export type Dialect = {
  name: string;
  /** The zone that its times are in; null if the file or its reader must tell. */
  zone: string | null;
  /** Whether its times may mark the end of each bar; those of other kinds mark the start. */
  mayMarkEnds: boolean;
};

type Known = Omit<Dialect, 'mayMarkEnds'> &
  Partial<Pick<Dialect, 'mayMarkEnds'>> & {
    matches: (looks: Looks & { firstCell: string }) => boolean;
  };

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
    matches: ({ names, delimiter, firstCell, firstRow }) =>
      names.length === 0 &&
      delimiter === ';' &&
      /^\d{8} \d{6}$/.test(firstCell) &&
      // It counts no volume.
      Number(firstRow[5]) === 0,
  },
  // The same form with volumes, in the zone of its settings. It dates intraday bars by their end.
  {
    name: 'NinjaTrader',
    zone: null,
    mayMarkEnds: true,
    matches: ({ names, delimiter, firstCell }) =>
      names.length === 0 && delimiter === ';' && /^\d{8}(?: \d{6})?$/.test(firstCell),
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

/** Zones of abbreviations in a header. JForex writes the zone of its settings there; EET has summer time. */
const HEADER_ZONES: Readonly<Record<string, string>> = {
  utc: 'Etc/UTC',
  gmt: 'Etc/UTC',
  eet: 'Europe/Athens',
  cet: 'Europe/Paris',
};

/** The zone that the name of a column tells: `Time (EET)`, `timestamp_utc`. */
function zoneInNames(names: readonly string[]): string | null {
  for (const name of names) {
    const [, zone] =
      /^(?:date|time|datetime|timestamp|open.?time)[ _]?\(?(utc|gmt|eet|cet)\)?$/.exec(name) ?? [];
    if (zone !== undefined) return HEADER_ZONES[zone] ?? null;
  }
  return null;
}

/** Names a file's kind; files that nobody names are described by their delimiter. */
export function dialectOf(looks: Looks): Dialect {
  const firstCell = looks.firstRow[0] ?? '';
  const found = KNOWN.find(({ matches }) => matches({ ...looks, firstCell }));
  const zone = zoneInNames(looks.names);
  if (found) {
    const { name, mayMarkEnds = false } = found;
    return { name, zone: found.zone ?? zone, mayMarkEnds };
  }
  const kind = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }[looks.delimiter];
  return { name: `Table with ${kind}`, zone, mayMarkEnds: true };
}
