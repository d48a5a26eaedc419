import { readFileSync } from 'node:fs';
import { DAY_MS, type MarketHours, tradingDayUntil } from '@moneytrail/calendar';
import type { DayRow } from './day-history.ts';

/** The real daily series behind the simulated markets; `prices/SOURCES.md` names their sources. */
export const PRICE_FILES = {
  AAPL: 'aapl_wiki_1d_2015_2017.csv',
  BTCUSD: 'btcusd_kline_1d_2018_2020.csv',
  COKE: 'coke_wiki_1d_2015_2017.csv',
  EURUSD: 'eurusd_d1_2012_2022.csv',
  GOOGL: 'googl_wiki_1d_2015_2017.csv',
  TSLA: 'tsla_wiki_1d_2015_2017.csv',
  VIX: 'vix_1d.csv',
  XAUUSD: 'xauusd_d1_2012_2022.csv',
} as const;
export type PriceFile = keyof typeof PRICE_FILES;

const DAY_SECONDS = 86_400;
/**
 * Some series stamp a day with the broker's midnight, up to 8 hours before the date; this offset moves every stamp into
 * the date.
 */
const DATE_SHIFT_SECONDS = 8 * 3_600;

function parseRow(line: string): DayRow {
  const [time = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = line
    .split(',')
    .map(Number);
  const date = Math.floor((time + DATE_SHIFT_SECONDS) / DAY_SECONDS) * DAY_SECONDS;
  return { dayMs: date * 1_000, open, high, low, close, volume };
}

/** The rows of a real series with their real trading dates, ascending; read from disk at each call. */
export function loadPriceFile(name: PriceFile): readonly DayRow[] {
  const file = new URL(`../../prices/${PRICE_FILES[name]}`, import.meta.url);
  return readFileSync(file, 'utf8').trim().split('\n').slice(1).map(parseRow);
}

/**
 * A real series shifted in time: its last row falls on `lastDayMs`, each earlier row on the previous trading day, so
 * that the series has no gaps and no bars on holidays.
 */
export function shiftedRealDays(
  series: { file: PriceFile; hours: MarketHours; volumeFactor: number },
  lastDayMs: number,
): DayRow[] {
  const rows = loadPriceFile(series.file);
  const shifted: DayRow[] = new Array(rows.length);
  let dayMs = tradingDayUntil(series.hours, lastDayMs);
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index];
    if (!row) continue;
    shifted[index] = { ...row, dayMs, volume: row.volume * series.volumeFactor };
    dayMs = tradingDayUntil(series.hours, dayMs - DAY_MS);
  }
  return shifted;
}
