import {
  type ExchangeName,
  type FlatSymbol,
  type InstrumentType,
  rankedBy,
} from '@moneytrail/contract';

export type SearchRow = FlatSymbol & { source: ExchangeName; isOffline: boolean };

/** Null for all. */
export type SearchFilter = { exchange: ExchangeName | null; type: InstrumentType | null };

export function filtered<Row extends Pick<SearchRow, 'source' | 'type'>>(
  rows: readonly Row[],
  { exchange, type }: SearchFilter,
): Row[] {
  return rows.filter(
    (row) => (exchange === null || row.source === exchange) && (type === null || row.type === type),
  );
}

/** The rows that match a text, best first; all rows in their order if the text is blank. */
export function matchSymbols(rows: readonly SearchRow[], text: string): SearchRow[] {
  if (text.trim() === '') return [...rows];
  return rankedBy(rows, text, {
    sourceOf: ({ source }) => source,
    assetsOf: ({ assets }) => assets,
  });
}

/** Appends the server's rows that are not among the local ones. */
export function mergeFound(
  local: readonly SearchRow[],
  found: readonly (FlatSymbol & { source: ExchangeName })[],
  isOffline: (source: ExchangeName) => boolean,
): SearchRow[] {
  const known = new Set(local.map(tickerOf));
  const more = found.filter((row) => !known.has(tickerOf(row)));
  return [...local, ...more.map((row) => ({ ...row, isOffline: isOffline(row.source) }))];
}

/** `EXCHANGE:CODE`. */
export function tickerOf(row: { source: ExchangeName; code: string }): string {
  return `${row.source}:${row.code}`;
}
