import type { StoredResolution } from '@moneytrail/calendar';
import { type ExchangeName, exportStoredBars } from '@moneytrail/contract';
import { authorizedRequest } from '../../../api/session/session.ts';
import { downloadBlob, fileName } from '../../../lib/download.ts';

export type ExportedSeries = {
  exchange: ExchangeName;
  symbol: string;
  resolution: StoredResolution;
};

/** Saves all stored bars of a series as CSV, which an import reads again; answers how many there were. */
export async function exportBars(series: ExportedSeries): Promise<number> {
  const parts: string[] = [];
  let count = 0;
  let fromMs: number | null | undefined;
  do {
    const query = fromMs === undefined ? series : { ...series, fromMs };
    const part = await authorizedRequest(exportStoredBars, { query });
    parts.push(part.text);
    count += part.barCount;
    fromMs = part.nextMs;
  } while (fromMs !== null);
  const { exchange, symbol, resolution } = series;
  if (count > 0) {
    const blob = new Blob(parts, { type: 'text/csv;charset=utf-8' });
    downloadBlob(blob, fileName([exchange, symbol, resolution], 'csv'));
  }
  return count;
}
