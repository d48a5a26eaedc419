import type { Snapshot, WatchRow } from '@moneytrail/contract';
import { changePercent } from '@moneytrail/indicators';
import { sortedBy } from '../../../lib/sorted-by.ts';

export type OpenRow = Extract<WatchRow, { locked: false }>;

export const WATCH_COLUMNS = [
  { id: 'last', name: 'Last' },
  { id: 'change', name: 'Change' },
  { id: 'percent', name: 'Change %' },
  { id: 'volume', name: 'Volume' },
  { id: 'longShort', name: 'Long/short %' },
  { id: 'tightness', name: 'Tightness' },
  { id: 'level', name: 'Nearest level' },
  { id: 'mark', name: 'Newest mark' },
  { id: 'sparkline', name: 'Session' },
] as const;
export type WatchColumn = (typeof WATCH_COLUMNS)[number]['id'];
export const USUAL_COLUMNS: readonly WatchColumn[] = ['last', 'percent', 'sparkline'];

/** `symbol` sorts by the code. */
export type WatchSort = { by: WatchColumn | 'symbol'; isDescending: boolean };

const LEVELS = [
  'longTermResistance',
  'shortTermResistance',
  'shortTermSupport',
  'longTermSupport',
] as const satisfies readonly (keyof Snapshot)[];

/** The distance from a price to the nearest level above or below it, in percent of the price; null without a level. */
export function nearestLevelPercent(
  price: number | null,
  snapshot: Snapshot | null,
): number | null {
  if (price === null || snapshot === null) return null;
  const distances = LEVELS.flatMap((name) => {
    const level = snapshot[name];
    return level === null ? [] : [changePercent(level, price)];
  }).filter(Number.isFinite);
  const nearest = distances.toSorted((a, b) => Math.abs(a) - Math.abs(b));
  return nearest[0] ?? null;
}

/** The value that a column shows and sorts by; null if it is not known. */
export function columnValue(row: OpenRow, column: WatchColumn): number | null {
  const { price, previousClose: before, snapshot } = row;
  const isKnown = price !== null && before !== null;
  switch (column) {
    case 'last':
      return price;
    case 'change':
      return isKnown ? price - before : null;
    case 'percent':
    case 'sparkline':
      return isKnown && before !== 0 ? changePercent(price, before) : null;
    case 'volume':
      return row.volume;
    case 'longShort':
      return snapshot?.longShortPercentage ?? null;
    case 'tightness':
      return snapshot?.shortTermTightness ?? null;
    case 'level':
      return nearestLevelPercent(price, snapshot);
    case 'mark':
      return snapshot?.mark?.time ?? null;
  }
}

type Sorted = { symbol: string; row: WatchRow | undefined };

/** Sorted rows; those without a value come last in both directions, equal ones keep their order. */
export function sortRows<Row extends Sorted>(rows: readonly Row[], sort: WatchSort): Row[] {
  const { by } = sort;
  if (by === 'symbol') return sortedBy(rows, ({ symbol }) => symbol, sort);
  const shownValue = ({ row }: Sorted) => (row && !row.locked ? columnValue(row, by) : null);
  return sortedBy(rows, shownValue, sort);
}
