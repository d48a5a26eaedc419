import { isAbsent, parseNumber } from './numbers.ts';
import { isSerialDate, readTime, type WrittenTime } from './times.ts';

export const ROLES = ['time', 'clock', 'open', 'high', 'low', 'close', 'volume'] as const;
export type Role = (typeof ROLES)[number];

/** The position of each role's column. `clock` is the time of day where the date has a column of its own. */
export type ColumnMap = Record<'time' | 'open' | 'high' | 'low' | 'close', number> &
  Record<'clock' | 'volume', number | null>;

export type Header = {
  /** Names as written; empty for a file without a header. */
  names: readonly string[];
  /** Number of rows before the first one with data. */
  rowCount: number;
};

/** Names that exports and people give each column, the better ones first, without case, space and brackets. */
const NAMES: Readonly<Record<Role, readonly string[]>> = {
  time: [
    'time',
    'timestamp',
    'datetime',
    'gmttime',
    'utctime',
    'localtime',
    'opentime',
    'date/time',
    'dateandtime',
    'date',
    'tradedate',
    'tradingdate',
    'exchangedate',
    'day',
    'unix',
    'unixtime',
    'unixtimestamp',
    'epoch',
    'starttime',
    'start',
    't',
    'dt',
    'datum',
    'fecha',
    'data',
    'zeit',
    'dátum',
    'tarih',
    'время',
    'дата',
  ],
  clock: ['time', 'hour', 'timeofday', 'uhrzeit', 'hora'],
  open: [
    'open',
    'o',
    '1.open',
    'openprice',
    'openingprice',
    'first',
    'bidopen',
    'eröffnung',
    'eröffnungskurs',
    'eröffn',
    'otwarcie',
    'apert',
    'erster',
    'ouv',
    'ouverture',
    'apertura',
    'abertura',
    'openen',
  ],
  high: [
    'high',
    'h',
    '2.high',
    'highprice',
    'max',
    'bidhigh',
    'hoch',
    'höchstkurs',
    'najwyzszy',
    'najwyższy',
    'massimo',
    'tageshoch',
    'höchst',
    'haut',
    'plushaut',
    'máximo',
    'máxima',
  ],
  low: [
    'low',
    'l',
    '3.low',
    'lowprice',
    'min',
    'bidlow',
    'tief',
    'tiefstkurs',
    'najnizszy',
    'najniższy',
    'minimo',
    'tagestief',
    'tiefst',
    'bas',
    'plusbas',
    'mínimo',
    'mínima',
    'laag',
  ],
  close: [
    'close',
    'c',
    '4.close',
    'closeprice',
    'closingprice',
    'close/last',
    'last',
    'latest',
    'price',
    'settle',
    'settlement',
    'lastprice',
    'bidclose',
    'schluss',
    'schlusskurs',
    'zamkniecie',
    'zamknięcie',
    'ultimo',
    'chiusura',
    'schließen',
    'zuletzt',
    'clôture',
    'clot',
    'dernier',
    'cierre',
    'último',
    'fechamento',
    'slot',
  ],
  volume: [
    // MetaTrader's <VOL> is 0 where a market has no central exchange.
    'volume',
    'tickvol',
    'tickvolume',
    'vol',
    'v',
    '5.volume',
    '6.volume',
    'volumebtc',
    'volumefrom',
    'basevolume',
    'quantity',
    'volumen',
    'umsatz',
    'umsatzinstück',
    'wolumen',
    'volumes',
    'stücke',
    'volumeusd',
    'volumecurrency',
  ],
};

const PRICES = ['open', 'high', 'low', 'close'] as const;

/** Units that tell two volumes apart. */
const COUNTED_IN = new Set(['btc', 'eth', 'usd', 'currency']);

/** `<OPEN>`, `Open `, `open_price` and `Open Price` are one name; units in brackets are left out. */
function plain(name: string): string {
  const bare = name
    .toLowerCase()
    .replaceAll(/[<>"'\s_]/g, '')
    .replace(/^(date|time|datetime|timestamp)(utc|gmt)$/, '$1');
  return bare
    .replace(/\.$/, '')
    .replace(/\((.*)\)$/, (_, unit: string) => (COUNTED_IN.has(unit) ? unit : ''));
}

function roleOf(names: readonly string[], role: Role): number | null {
  for (const known of NAMES[role]) {
    const at = names.indexOf(known);
    if (at >= 0) return at;
  }
  return null;
}

/** The columns found by their names; other roles are absent. `<TIME>` next to `<DATE>` is the time of day. */
export function columnsByName(given: readonly string[]): Partial<Record<Role, number>> {
  const names = given.map(plain);
  const found: Partial<Record<Role, number>> = {};
  const date = names.findIndex((name) =>
    ['date', 'datum', 'fecha', 'data', 'day', 'tradedate'].includes(name),
  );
  const clock = roleOf(names, 'clock');
  // A count since 1970 beside written dates is the same time without a zone.
  const unix = names.findIndex((name) =>
    ['unix', 'unixtime', 'unixtimestamp', 'epoch'].includes(name),
  );
  if (unix >= 0) found.time = unix;
  else if (date >= 0 && clock !== null) Object.assign(found, { time: date, clock });
  else {
    const time = roleOf(names, 'time');
    if (time !== null) found.time = time;
  }
  for (const role of [...PRICES, 'volume'] as const) {
    const at = roleOf(names, role);
    if (at !== null && at !== found.time) found[role] = at;
  }
  // `Volume BTC` before `Volume USDT`: the asset comes first.
  const volume = names.findIndex((name) => name.startsWith('volume'));
  if (found.volume === undefined && volume >= 0) found.volume = volume;
  return found;
}

const isNumber = (cell: string) =>
  !Number.isNaN(parseNumber(cell, '.')) || !Number.isNaN(parseNumber(cell, ','));

const LEAST_NUMBERS = 4;

/** Whether a row has four numbers, or words for absent ones. */
const hasNumbers = (cells: readonly string[]) =>
  cells.filter((cell) => isNumber(cell) || (cell !== '' && isAbsent(cell))).length >= LEAST_NUMBERS;

/** The time in a cell whose column nothing names; a date of a spreadsheet could be a price there. */
const unmistakable = (cell: string): WrittenTime | null =>
  isSerialDate(cell) ? null : readTime(cell);

/** Whether a row below no header can be data: it has a time too. */
function isDataRow(cells: readonly string[]): boolean {
  const isTimed = cells.some(
    (cell, at) => unmistakable(cell)?.kind === 'wall' || (at <= 2 && /^\d{9,}/.test(cell)),
  );
  return isTimed && hasNumbers(cells);
}

const LEAST_KNOWN_NAMES = 3;

/** The header among the first rows of a file, and the number of rows before the data. */
export function findHeader(rows: readonly (readonly string[])[]): Header {
  const known = rows.findIndex(
    (cells) => !isDataRow(cells) && Object.keys(columnsByName(cells)).length >= LEAST_KNOWN_NAMES,
  );
  // Some headers have more lines: yfinance writes the ticker into the second one.
  const start = rows.findIndex(
    (cells, at) => at > known && (known >= 0 ? hasNumbers : isDataRow)(cells),
  );
  const rowCount = start < 0 ? rows.length : start;
  if (known >= 0) return { names: rows[known] ?? [], rowCount };
  // A header of unknown names is still a header.
  const names = rows.slice(0, rowCount).findLast((cells) => cells.length > LEAST_NUMBERS) ?? [];
  return { names, rowCount };
}

/** The columns of a file without names: a date and perhaps a time of day, then open, high, low, close and volume. */
export function columnsByPosition(rows: readonly (readonly string[])[]): ColumnMap | null {
  const [first] = rows;
  if (!first) return null;
  const time = first.findIndex((cell, at) => unmistakable(cell) !== null && isTimeColumn(rows, at));
  if (time < 0) return null;
  const next = first[time + 1] ?? '';
  const isClock =
    /^\d{1,2}:\d{2}/.test(next) ||
    (/^\d{4,6}$/.test(next) && isDayColumn(rows, time) && !isPriceRow(first, time + 1));
  const open = time + (isClock ? 2 : 1);
  if (first.length < open + 4) return null;
  const map = {
    time,
    clock: isClock ? time + 1 : null,
    open,
    high: open + 1,
    low: open + 2,
    close: open + 3,
  };
  const isSound = rows.every((cells) => isPriceRow(cells, open));
  return isSound ? { ...map, volume: first.length > open + 4 ? open + 4 : null } : null;
}

function isTimeColumn(rows: readonly (readonly string[])[], at: number): boolean {
  return rows.every((cells) => {
    const time = unmistakable(cells[at] ?? '');
    return time !== null && (time.kind === 'wall' || time.value >= 1e8);
  });
}

function isDayColumn(rows: readonly (readonly string[])[], at: number): boolean {
  return rows.every((cells) => {
    const time = unmistakable(cells[at] ?? '');
    return time?.kind === 'wall' && time.clockMs === null;
  });
}

/** Whether four cells can be open, high, low and close. */
function isPriceRow(cells: readonly string[], from: number): boolean {
  const texts = cells.slice(from, from + 4);
  if (texts.length < 4) return false;
  if (texts.some(isAbsent)) return true;
  const decimal = texts.some((text) => text.includes(',')) ? ',' : '.';
  const [open = NaN, high = NaN, low = NaN, close = NaN] = texts.map((text) =>
    parseNumber(text, decimal),
  );
  return high >= open && high >= close && low <= open && low <= close;
}

/** A column without a name that holds the times, as pandas writes its index. */
export function timeByContent(
  rows: readonly (readonly string[])[],
  taken: readonly number[],
): number | null {
  const width = rows[0]?.length ?? 0;
  for (let at = 0; at < width; at++) {
    if (!taken.includes(at) && isTimeColumn(rows, at)) return at;
  }
  return null;
}

const TICKER_NAMES = [
  'ticker',
  'symbol',
  'name',
  'instrument',
  'pair',
  'security',
  'tradingsymbol',
];

/** The column that tells whose bar a row is, where a file can hold bars of several; null without one. */
export function tickerColumn(given: readonly string[]): number | null {
  const names = given.map(plain);
  const at = TICKER_NAMES.map((name) => names.indexOf(name)).find((found) => found >= 0);
  return at ?? null;
}
