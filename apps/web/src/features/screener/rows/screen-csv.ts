import type { ScreenColumn, ScreenRow } from '@moneytrail/contract';
import { type CsvValue, csvTable } from '../../../lib/csv.ts';
import { columnNames, isFigure, unitOf, valueIn } from '../figures.ts';

const utc = (timeMs: number) => new Date(timeMs).toISOString();

/** The cells of a column in a row; a mark has its time beside it. */
function cellsOf(row: ScreenRow, column: ScreenColumn): CsvValue[] {
  if (isFigure(column)) return [valueIn(row, column)];
  switch (column) {
    case 'exchange':
    case 'type':
      return [row[column]];
    case 'session':
      return [row.isOpen ? 'open' : 'closed'];
    case 'mark': {
      const { mark } = row;
      return mark ? [`${mark.strong ? 'strong ' : ''}${mark.side}`, utc(mark.time)] : [null, null];
    }
  }
}

function headsOf(column: ScreenColumn): string[] {
  const { name, title = name } = columnNames(column);
  if (column === 'mark') return [name, 'Time of the mark (UTC)'];
  const unit = isFigure(column) ? unitOf(column).trim() : '';
  return [unit === '' ? title : `${title} (${unit})`];
}

/**
 * The rows with the chosen columns as CSV: raw numbers, empty where a figure is not known. A first line tells that prices of
 * some rows are simulated.
 */
export function screenCsv(rows: readonly ScreenRow[], columns: readonly ScreenColumn[]): string {
  const heads = [
    'Symbol',
    'Description',
    'Last bar (UTC)',
    'Simulated',
    ...columns.flatMap(headsOf),
  ];
  const lines = rows.map((row) => [
    row.symbol,
    row.description,
    row.time === null ? null : utc(row.time),
    row.simulated ? 'yes' : 'no',
    ...columns.flatMap((column) => cellsOf(row, column)),
  ]);
  const isSimulated = rows.some(({ simulated }) => simulated);
  return csvTable(
    [heads, ...lines],
    isSimulated ? ['Simulated prices in the rows that say so'] : [],
  );
}
