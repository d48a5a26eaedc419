import { useDebouncedValue } from '@mantine/hooks';
import { MAX_QUOTED_SYMBOLS, type SymbolQuote } from '@moneytrail/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { quotesQuery } from '../../../api/queries.ts';
import { type SearchRow, tickerOf } from './match-symbols.ts';

/** Rows that pass by while the list is scrolled are not asked for. */
const SETTLE_MS = 150;

/** The price of a row: undefined while it is read and where the row is locked, null where none is known. */
export type QuoteOf = (row: SearchRow) => SymbolQuote | null | undefined;

/** The newest prices of the rows in sight, read again while they are. */
export function useQuotes(rows: readonly SearchRow[]): QuoteOf {
  const inSight = rows.filter(({ locked }) => !locked).map(tickerOf);
  const [settled] = useDebouncedValue(inSight.slice(0, MAX_QUOTED_SYMBOLS).join(), SETTLE_MS);
  const asked = settled === '' ? [] : settled.split(',').toSorted();
  const { data } = useQuery({ ...quotesQuery(asked), placeholderData: keepPreviousData });
  return (row) => (row.locked ? undefined : data?.[tickerOf(row)]);
}
