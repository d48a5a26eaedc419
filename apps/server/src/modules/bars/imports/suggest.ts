import {
  DAY_MS,
  isDateResolution,
  isHoliday,
  isMarketOpen,
  MARKET_HOURS,
  MARKET_HOURS_IDS,
  type MarketHoursId,
  MINUTE_MS,
  type Resolution,
  resolutionMs,
  tradingDateOf,
} from '@moneytrail/calendar';
import type { InstrumentType } from '@moneytrail/contract';

/** The type and trading hours that a file's bars and names point to, with the reason for people. */
export type Suggestion = { type: InstrumentType; marketHours: MarketHoursId; reason: string };

/** A file as far as a suggestion needs it. */
export type SuggestedFrom = {
  /** Times of its bars, ascending. */
  times: Float64Array;
  resolution: Resolution;
  /** The zone of its written times; null if they need none. */
  zone: string | null;
  /** The names of file, ticker and code. */
  names: readonly string[];
};

/** The newest bars show the hours of today; a week of minutes is enough. */
const MOST_BARS = 10_080;
/** Fewer days show no habit. */
const LEAST_DAYS = 5;
/** Bars that may lie outside the hours, such as a late print. */
const MOST_OUTSIDE = 0.01;
/** The part of a session that has bars on most days. */
const LEAST_FILLED = 0.8;
/** A year without one bar on a holiday is no accident. */
const LEAST_HOLIDAYS = 4;

const CURRENCIES =
  'USD|EUR|GBP|JPY|CHF|AUD|NZD|CAD|SEK|NOK|DKK|PLN|CZK|HUF|TRY|ZAR|MXN|SGD|HKD|CNH';
const PAIR = new RegExp(`(?:^|[^A-Z])(?:${CURRENCIES})[/_-]?(?:${CURRENCIES})(?![A-Z])`);
const METAL =
  /(?:^|[^A-Z])(?:X(?:AU|AG|PT|PD)(?:USD|EUR)?|GOLD|SILVER|PLATINUM|PALLADIUM)(?![A-Z])/;
const COIN =
  /(?:^|[^A-Z])(?:BTC|XBT|ETH|SOL|XRP|LTC|ADA|DOGE)[/_-]?(?:USDT?|USDC|EUR|BTC)?(?![A-Z])/;
/** Suffixes of tickers, as Stooq and Yahoo write them. */
const SUFFIXES: Readonly<Record<string, MarketHoursId>> = {
  US: 'us-stocks',
  L: 'xlon',
  UK: 'xlon',
  DE: 'xetr',
  PA: 'xpar',
  AS: 'xams',
  BR: 'xbru',
  LS: 'xlis',
  MI: 'xmil',
  MC: 'xmad',
  SW: 'xswx',
  VI: 'xwbo',
  ST: 'xsto',
  CO: 'xcse',
  HE: 'xhel',
  OL: 'xosl',
  WA: 'xwar',
  PL: 'xwar',
  TO: 'xtse',
  T: 'xtks',
  JP: 'xtks',
  HK: 'xhkg',
  SS: 'xshg',
  SZ: 'xshg',
  KS: 'xkrx',
  TW: 'xtai',
  SI: 'xses',
  NS: 'xnse',
  BO: 'xnse',
  AX: 'xasx',
  NZ: 'xnze',
  JO: 'xjse',
};
const EXCHANGES: Readonly<Record<string, MarketHoursId>> = {
  NASDAQ: 'us-stocks',
  NYSE: 'us-stocks',
  AMEX: 'us-stocks',
  XNAS: 'us-stocks',
  LSE: 'xlon',
  XETRA: 'xetr',
  JSE: 'xjse',
  TSX: 'xtse',
  NSE: 'xnse',
  BSE: 'xnse',
  ASX: 'xasx',
  NZX: 'xnze',
  HKEX: 'xhkg',
  SGX: 'xses',
  SAFEX: 'safex',
};

/** The market that a name belongs to, if it says so. */
function namedMarket(given: string): MarketHoursId | null {
  const name = given.toUpperCase();
  const words = name.split(/[^A-Z]+/);
  const exchange = words.map((word) => EXCHANGES[word]).find((id) => id !== undefined);
  const mic = MARKET_HOURS_IDS.find((id) => id.startsWith('x') && words.includes(id.toUpperCase()));
  const suffix = SUFFIXES[/[A-Z0-9]\.([A-Z]{1,2})(?![A-Z])/.exec(name)?.[1] ?? ''];
  if (exchange ?? mic ?? suffix) return exchange ?? mic ?? suffix ?? null;
  if (METAL.test(name)) return 'metals';
  if (PAIR.test(name)) return 'forex';
  return COIN.test(name) ? 'crypto' : null;
}

function typeOf(id: MarketHoursId): InstrumentType {
  if (id === 'crypto' || id === 'forex') return id;
  if (id === 'safex') return 'futures';
  return id === 'metals' ? 'commodity' : 'stock';
}

const suggestion = (marketHours: MarketHoursId, reason: string): Suggestion => ({
  type: typeOf(marketHours),
  marketHours,
  reason,
});

/** Whether Saturdays have bars as other days do. Forex and metals rest on all of them, in every zone. */
function tradesOnSaturdays(times: Float64Array): boolean {
  const days = new Set(times.map((time) => Math.floor(time / DAY_MS)));
  const saturdays = [...days].filter((day) => new Date(day * DAY_MS).getUTCDay() === 6).length;
  // Friday evenings in America are Saturdays in UTC, but only for an hour or two.
  const noons = new Set<number>();
  for (const time of times) {
    const date = new Date(time);
    if (date.getUTCDay() === 6 && (time % DAY_MS === 0 || date.getUTCHours() >= 10))
      noons.add(Math.floor(time / DAY_MS));
  }
  return saturdays > 0 && noons.size >= days.size / 10;
}

/** The part of the sessions that the bars fill on the middle day; null if too many lie outside of them. */
function filledPart({ times, resolution }: SuggestedFrom, id: MarketHoursId): number | null {
  const hours = MARKET_HOURS[id];
  const counts = new Map<number, number>();
  let outside = 0;
  for (const time of times) {
    if (!isMarketOpen(hours, time)) {
      outside += 1;
      continue;
    }
    const day = tradingDateOf(hours, time);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  if (outside > times.length * MOST_OUTSIDE || counts.size < LEAST_DAYS) return null;
  const [from = 0, to = 0] = hours.breakMinutes ?? [];
  const minutes = hours.closeMinute - hours.openMinute - (to - from);
  const bars = Math.ceil((minutes * MINUTE_MS) / resolutionMs(resolution));
  const sorted = [...counts.values()].sort((a, b) => a - b);
  return (sorted[Math.floor(sorted.length / 2)] ?? 0) / bars;
}

/** The hours that the first and last bars of most days fit best. */
function fittingHours(from: SuggestedFrom, named: MarketHoursId | null): Suggestion | null {
  const fits = MARKET_HOURS_IDS.filter((id) => id !== 'crypto').flatMap((id) => {
    const part = filledPart(from, id);
    return part !== null && part >= LEAST_FILLED ? [{ id, part }] : [];
  });
  const best = Math.max(...fits.map(({ part }) => part));
  const equal = fits.filter(({ part }) => part > best - 0.02).map(({ id }) => id);
  const [first] = equal;
  if (first === undefined) return null;
  const id =
    equal.find((each) => each === named) ??
    equal.find((each) => MARKET_HOURS[each].zone === from.zone) ??
    first;
  const { session, zone } = MARKET_HOURS[id];
  const others = equal.length > 1 ? `, as do those of ${equal.length - 1} more exchanges` : '';
  return suggestion(
    id,
    `most of its days begin and end with the session ${session} in ${zone}${others}`,
  );
}

/** Whether days without bars are the holidays of New York, and its holidays days without bars. */
function keepsHolidays(times: Float64Array): boolean {
  const days = new Set(times);
  const [from = 0, to = 0] = [times[0], times.at(-1)];
  let holidays = 0;
  for (let day = from; day <= to; day += DAY_MS) {
    const isSunday = new Date(day).getUTCDay() === 0;
    const isClosed = isSunday || isHoliday('US', day);
    if (isClosed && days.has(day)) return false;
    if (isClosed && !isSunday) holidays += 1;
  }
  return holidays >= LEAST_HOLIDAYS;
}

/** Type and hours for the instrument of a file; null if neither its bars nor its names tell. */
export function suggestInstrument(given: SuggestedFrom): Suggestion | null {
  const { resolution, names } = given;
  const isDaily = isDateResolution(resolution);
  const times = isDaily ? given.times : given.times.slice(-MOST_BARS);
  const from = { ...given, times };
  const named = names.map(namedMarket).find((id) => id !== null) ?? null;
  const days = new Set(times.map((time) => Math.floor(time / DAY_MS))).size;
  if (days >= LEAST_DAYS && tradesOnSaturdays(times)) {
    return suggestion('crypto', 'it has bars on Saturdays');
  }
  if (!isDaily) {
    const fitting = fittingHours(from, named);
    if (fitting) return fitting;
  }
  const isClosedOnWeekends = days >= LEAST_DAYS;
  if (named !== null && !(named === 'crypto' && isClosedOnWeekends)) {
    return suggestion(named, 'its name says so');
  }
  if (isDaily && keepsHolidays(times)) {
    return suggestion('us-stocks', 'it has no bars on weekends and on the holidays of New York');
  }
  return null;
}
