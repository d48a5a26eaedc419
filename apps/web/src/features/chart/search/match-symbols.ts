import {
  type ExchangeName,
  type FlatSymbol,
  type InstrumentType,
  rankedBy,
} from '@moneytrail/contract';

/** A symbol in the search: with its source and whether that is offline. */
export type SearchRow = FlatSymbol & { source: ExchangeName; isOffline: boolean };

/** What of the symbols is looked through; null for all of them. */
export type SearchFilter = { exchange: ExchangeName | null; type: InstrumentType | null };

/** The rows that pass a filter. */
export function filtered<Row extends Pick<SearchRow, 'source' | 'type'>>(
  rows: readonly Row[],
  { exchange, type }: SearchFilter,
): Row[] {
  return rows.filter(
    (row) => (exchange === null || row.source === exchange) && (type === null || row.type === type),
  );
}

/** The rows that answer a text, the best first; all in their order for a blank text. */
export function matchSymbols(rows: readonly SearchRow[], text: string): SearchRow[] {
  if (text.trim() === '') return [...rows];
  return rankedBy(rows, text, {
    sourceOf: ({ source }) => source,
    assetsOf: ({ assets }) => assets,
  });
}

/** What the server found besides, behind what is known already. */
export function mergeFound(
  local: readonly SearchRow[],
  found: readonly (FlatSymbol & { source: ExchangeName })[],
  isOffline: (source: ExchangeName) => boolean,
): SearchRow[] {
  const known = new Set(local.map(tickerOf));
  const more = found.filter((row) => !known.has(tickerOf(row)));
  return [...local, ...more.map((row) => ({ ...row, isOffline: isOffline(row.source) }))];
}

/** `EXCHANGE:CODE`, one name of the instrument. */
export function tickerOf(row: { source: ExchangeName; code: string }): string {
  return `${row.source}:${row.code}`;
}
