/** Numbers of charts that a page offers. Closing one of them may leave another number. */
export const CHART_COUNTS = [1, 2, 3, 4, 6, 8] as const;
export const MOST_CHARTS = 8;
/** The id of a chart that never had company. */
export const FIRST_CHART = 'first';

/** Settings that the charts of a page may have in common with the active one. */
export const CHART_LINKS = [
  'symbol',
  'interval',
  'crosshair',
  'time',
  'drawings',
  'studies',
] as const;
export type ChartLink = (typeof CHART_LINKS)[number];
export type ChartLinks = Readonly<Record<ChartLink, boolean>>;

export const NO_LINKS: ChartLinks = {
  symbol: false,
  interval: false,
  crosshair: false,
  time: false,
  drawings: false,
  studies: false,
};

/** Shares of the area's width and height by column and row; each list adds up to 1. */
export type GridShares = { columns: readonly number[]; rows: readonly number[] };

/** No column or row is narrower than this share of an even one. */
const SMALLEST = 0.4;

/** Columns and rows for a number of charts. */
export function gridShape(count: number): { columns: number; rows: number } {
  if (count <= 1) return { columns: 1, rows: 1 };
  if (count === 2) return { columns: 2, rows: 1 };
  if (count <= 4) return { columns: 2, rows: 2 };
  return { columns: count <= 6 ? 3 : 4, rows: 2 };
}

/** The place of a chart in the grid: lines are counted from 1, the ends are exclusive, as in CSS. */
export type GridPlace = { column: number; columnEnd: number; row: number; rowEnd: number };

/** Places in the order of rows, without gaps: the first of three has both rows, the last chart the rest of its row. */
export function gridPlaces(count: number): GridPlace[] {
  const { columns } = gridShape(count);
  if (count === 3) {
    return [
      { column: 1, columnEnd: 2, row: 1, rowEnd: 3 },
      { column: 2, columnEnd: 3, row: 1, rowEnd: 2 },
      { column: 2, columnEnd: 3, row: 2, rowEnd: 3 },
    ];
  }
  return Array.from({ length: count }, (_, index) => {
    const column = (index % columns) + 1;
    const row = Math.floor(index / columns) + 1;
    const columnEnd = index === count - 1 ? columns + 1 : column + 1;
    return { column, columnEnd, row, rowEnd: row + 1 };
  });
}

/** A line between neighbouring columns or rows; it crosses the rows or columns from `from` to before `to`. */
export type GridLine = { axis: 'columns' | 'rows'; index: number; from: number; to: number };

/** The lines that are the edge of a chart; none lies across one. */
export function gridLines(count: number): GridLine[] {
  const { columns, rows } = gridShape(count);
  const places = gridPlaces(count);
  const upright = [...Array(columns - 1).keys()].map((index): GridLine => {
    const edges = places.filter(({ columnEnd }) => columnEnd === index + 2);
    const from = Math.min(...edges.map(({ row }) => row)) - 1;
    return { axis: 'columns', index, from, to: Math.max(...edges.map(({ rowEnd }) => rowEnd)) - 1 };
  });
  const level = [...Array(rows - 1).keys()].map((index): GridLine => {
    const edges = places.filter(({ rowEnd }) => rowEnd === index + 2);
    const from = Math.min(...edges.map(({ column }) => column)) - 1;
    const to = Math.max(...edges.map(({ columnEnd }) => columnEnd)) - 1;
    return { axis: 'rows', index, from, to };
  });
  return [...upright, ...level];
}

function even(length: number): number[] {
  return Array.from({ length }, () => 1 / length);
}

function soundShares(stored: readonly unknown[], length: number): readonly number[] {
  const least = SMALLEST / length;
  const isSound = (share: unknown): share is number => typeof share === 'number' && share >= least;
  if (stored.length !== length || !stored.every(isSound)) return even(length);
  const sum = stored.reduce((total, share) => total + share, 0);
  if (Math.abs(sum - 1) < 1e-6) return stored;
  return even(length);
}

/** The shares for a number of charts; even ones where those given do not fit it. */
export function sharesFor(
  count: number,
  { columns, rows }: { columns: readonly unknown[]; rows: readonly unknown[] },
): GridShares {
  const shape = gridShape(count);
  return { columns: soundShares(columns, shape.columns), rows: soundShares(rows, shape.rows) };
}

/** Moves the line behind the share at `index` by a part of the whole, as far as both neighbours keep their least size. */
export function moveDivider(shares: readonly number[], index: number, by: number): number[] {
  const [before, after] = [shares[index], shares[index + 1]];
  if (before === undefined || after === undefined) return [...shares];
  const least = SMALLEST / shares.length;
  const moved = Math.min(Math.max(by, least - before), after - least);
  return shares.map((share, at) => {
    if (at === index) return before + moved;
    return at === index + 1 ? after - moved : share;
  });
}
