import { DAY_MS, type MarketHours, tradingDayUntil } from '@moneytrail/calendar';
import type { DayRow } from './day-history.ts';
import { loadPriceFile, type PriceFile } from './price-file.ts';

/**
 * A real series moved in time: its last row falls on `lastDayMs`, each row before it on the trading day before,
 * so that the shifted series has no holes and no bars on holidays.
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
