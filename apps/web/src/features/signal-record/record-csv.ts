import type { RecordedMark, SignalRecord } from '@moneytrail/contract';
import { type CsvValue, csvTable } from '../../lib/csv.ts';
import { humanReadableDate } from '../../lib/format-time.ts';
import { REASONS, RECORD_TEXTS } from './texts.ts';

/** The marks of a record as lines for a spreadsheet; simulated ones say so in the first line. */
export function recordCsv(record: SignalRecord): string {
  const { resolution, horizons, simulated } = record;
  const timeOf = (timeMs: number | null) =>
    timeMs === null ? null : humanReadableDate(timeMs, resolution, 'UTC');
  const heads = [
    'Bar (UTC)',
    'Side',
    'Strong',
    'Published (UTC)',
    'Corrected',
    'Entry bar (UTC)',
    'Entry',
    ...horizons.flatMap(({ bars }) => [
      `Move after ${bars} (%)`,
      `Best in ${bars} (%)`,
      `Worst in ${bars} (%)`,
    ]),
  ];
  const cellsOf = (mark: RecordedMark): CsvValue[] => [
    timeOf(mark.time),
    mark.side.toUpperCase(),
    mark.strong,
    mark.publishedAt === null ? null : new Date(mark.publishedAt).toISOString(),
    mark.corrected,
    timeOf(mark.entryTime),
    mark.entryPrice,
    ...mark.outcomes.flatMap((outcome): CsvValue[] =>
      typeof outcome === 'string'
        ? [REASONS[outcome], null, null]
        : [outcome.move, outcome.favourable, outcome.adverse],
    ),
  ];
  return csvTable([heads, ...record.list.map(cellsOf)], simulated ? [RECORD_TEXTS.simulated] : []);
}
