import type { ExchangeName, FlatSymbol } from '@moneytrail/contract';

/** A symbol in the search: with its source and whether that is offline. */
export type SearchRow = FlatSymbol & { source: ExchangeName; isOffline: boolean };

/** How well a code answers a text: exactly, as its beginning, inside it, in the description alone, not at all. */
function rank({ code, description }: FlatSymbol, text: string): number {
  const lower = code.toLowerCase();
  if (lower === text) return 0;
  if (lower.startsWith(text)) return 1;
  if (lower.includes(text)) return 2;
  return description.toLowerCase().includes(text) ? 3 : Number.POSITIVE_INFINITY;
}

/** The rows whose code or description contains a text, the best first; all in their order for a blank text. */
export function matchSymbols(
  rows: readonly SearchRow[],
  text: string,
  exchange: ExchangeName | null,
): SearchRow[] {
  const wanted = text.trim().toLowerCase();
  const ofExchange = exchange ? rows.filter(({ source }) => source === exchange) : rows;
  if (wanted === '') return [...ofExchange];
  return ofExchange
    .map((row) => ({ row, rank: rank(row, wanted) }))
    .filter((match) => Number.isFinite(match.rank))
    .sort((one, other) => one.rank - other.rank)
    .map(({ row }) => row);
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
