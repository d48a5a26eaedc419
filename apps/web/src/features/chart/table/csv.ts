import type { Resolution } from '@moneytrail/calendar';
import type { ChartBar } from '@moneytrail/chart';
import type { SymbolInfo } from '@moneytrail/contract';
import { humanReadableDate } from '../../../lib/format-time.ts';
import { SIMULATED } from '../screen/messages.ts';

const COLUMNS = [
  'time',
  'humanReadableDate',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'symbol',
  'resolution',
];

/** A spreadsheet takes a cell that begins so for a formula. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Bars as CSV, oldest first, full precision, no thousands separator; the first line says where they are simulated. */
export function barsAsCsv(
  bars: readonly ChartBar[],
  { info, resolution, zone }: { info: SymbolInfo; resolution: Resolution; zone: string },
): string {
  const rows = bars.map((bar) =>
    [
      bar.time,
      humanReadableDate(bar.time, resolution, zone),
      bar.open,
      bar.high,
      bar.low,
      bar.close,
      bar.volume,
      info.ticker,
      resolution,
    ]
      .map(cell)
      .join(','),
  );
  const head = info.simulated ? [`# ${SIMULATED}`] : [];
  return `${[...head, COLUMNS.join(','), ...rows].join('\r\n')}\r\n`;
}
