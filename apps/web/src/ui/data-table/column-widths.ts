import type { TableColumn } from './use-data-table.ts';

type Sized = Pick<TableColumn<never>, 'id' | 'widthPx' | 'leastPx' | 'role'>;

const widthOf = ({ widthPx }: Sized) => widthPx;
const sum = (columns: readonly Sized[], of: (column: Sized) => number) =>
  columns.reduce((total, column) => total + of(column), 0);

/**
 * The width of each column by its id, px, in a table that shows `roomPx` at a time. If not all columns fit, the first ones
 * fill the room exactly beside those that stay in view, so that none is cut until the table is scrolled. Texts that the
 * user has enlarged are not cut for that: `isEnlarged`.
 */
export function columnWidths(
  columns: readonly Sized[],
  { roomPx, isEnlarged = false }: { roomPx: number; isEnlarged?: boolean },
): Map<string, number> {
  const leastOf = ({ widthPx, leastPx = widthPx }: Sized) => (isEnlarged ? widthPx : leastPx);
  const widths = new Map(columns.map((column) => [column.id, column.widthPx]));
  const scrolled = columns.filter(({ role }) => role === undefined);
  const leftPx = roomPx - (sum(columns, widthOf) - sum(scrolled, widthOf));
  if (sum(scrolled, widthOf) <= leftPx) return widths;
  let count = 0;
  while (count < scrolled.length && sum(scrolled.slice(0, count + 1), leastOf) <= leftPx)
    count += 1;
  const shown = scrolled.slice(0, count);
  const [usualPx, leastPx] = [sum(shown, widthOf), sum(shown, leastOf)];
  for (const column of shown) {
    const [usual, least] = [widthOf(column), leastOf(column)];
    const px =
      usualPx <= leftPx
        ? (usual * leftPx) / usualPx
        : least + ((usual - least) * (leftPx - leastPx)) / (usualPx - leastPx);
    widths.set(column.id, px);
  }
  return widths;
}
