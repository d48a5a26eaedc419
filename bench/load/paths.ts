import { DAY_MS, historyWindowMs, MINUTE_MS } from '@moneytrail/calendar';
import { getHistory, getMarks, getSummary } from '@moneytrail/contract';

const PAGE_MINUTES = 2_000;
/** A chart requests marks in spans of this many windows. */
const WINDOWS_A_SPAN = 12;
const HOT_DAYS_AGO = [3, 5, 7, 9, 11];
/** Older than all bars behind the marks of hot pages. */
const COLD_DAYS_AGO = 60;
/** Every other window is half known: the first of a pair is requested this many requests earlier. */
const PAIR_DISTANCE = 40;
const DAYS_A_PAIR = 3;

export const SYMBOLS = ['Bitfinex:BTCUSD', 'Bitfinex:ETHUSD', 'FMP:BTCUSD', 'FMP:ETHUSD'];

const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;

function pathOf(path: string, symbol: string, span?: { fromMs: number; toMs: number }): string {
  const [e = '', fsym = ''] = symbol.split(':');
  const times = span && {
    fromTs: String(span.fromMs / 1_000),
    toTs: String(span.toMs / 1_000),
  };
  return `${path}?${new URLSearchParams({ e, fsym, resolution: '1', ...times })}`;
}

function pageOf(symbol: string, toMs: number): string {
  return pathOf(getHistory.path, symbol, { fromMs: toMs - PAGE_MINUTES * MINUTE_MS, toMs });
}

function marksOf(symbol: string, timeMs: number): string {
  const lengthMs = WINDOWS_A_SPAN * historyWindowMs('1');
  const fromMs = Math.floor(timeMs / lengthMs) * lengthMs;
  return pathOf(getMarks.path, symbol, {
    fromMs,
    toMs: Math.min(fromMs + lengthMs, today + DAY_MS),
  });
}

/** The repeated requests of a chart: pages of history, each with its marks and the summary. */
export const hotPages: string[][] = SYMBOLS.flatMap((symbol) =>
  HOT_DAYS_AGO.map((days) => {
    const toMs = today - days * DAY_MS;
    return [pageOf(symbol, toMs), marksOf(symbol, toMs), pathOf(getSummary.path, symbol)];
  }),
);

/** A page that was never requested, and the earlier request that has a day of its bars; null if there is none. */
export type ColdPage = { path: string; knownBy: string | null };

/** Pages in pairs: no bar of one is known, the other lies a day further back. */
export function coldPages(count: number): ColdPage[] {
  return Array.from({ length: count }, (_, index) => {
    const isSecond = Math.floor(index / PAIR_DISTANCE) % 2 === 1;
    const first = isSecond ? index - PAIR_DISTANCE : index;
    const symbol = SYMBOLS[first % SYMBOLS.length] ?? '';
    const toMs =
      today - (COLD_DAYS_AGO + DAYS_A_PAIR * Math.floor(first / SYMBOLS.length)) * DAY_MS;
    const path = pageOf(symbol, toMs);
    return isSecond
      ? { path: pageOf(symbol, toMs - DAY_MS), knownBy: path }
      : { path, knownBy: null };
  });
}
