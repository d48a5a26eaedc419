import {
  EXCHANGES,
  type ExchangeName,
  type FlatSymbol,
  INSTRUMENT_TYPES,
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

/** Types as a sentence names them. */
const TYPE_WORDS: Readonly<Record<InstrumentType, string>> = {
  crypto: 'crypto',
  forex: 'forex',
  stock: 'stocks',
  index: 'indices',
  commodity: 'commodities',
  futures: 'futures',
  spread: 'spreads',
  split: 'splits',
};

/** The markets of each source that has symbols. */
export function marketsOf(
  rows: readonly Pick<SearchRow, 'source' | 'type'>[],
): { source: ExchangeName; types: string[] }[] {
  return EXCHANGES.map((source) => {
    const ofSource = rows.filter((row) => row.source === source);
    const types = INSTRUMENT_TYPES.filter((type) => ofSource.some((row) => row.type === type));
    return { source, types: types.map((type) => TYPE_WORDS[type]) };
  }).filter(({ types }) => types.length > 0);
}

/** Sources that stream every trade; the others give a price every few seconds. */
const STREAMED: readonly ExchangeName[] = ['Bitfinex', 'Tiingo'];

function paceOf(source: ExchangeName): string {
  return STREAMED.includes(source) ? 'prices as they are traded' : 'a price every few seconds';
}

/** Tells apart the sources of the best match, where it has several, and names the one to take; null elsewhere. */
export function sourceHint(
  rows: readonly Pick<SearchRow, 'source' | 'code' | 'locked'>[],
): string | null {
  const same = rows.filter(({ code }) => code === rows[0]?.code);
  if (same.length < 2) return null;
  const sources = same.map(({ source }) => `${source} (${paceOf(source)})`);
  const listed = `${sources.slice(0, -1).join(', ')} and ${sources.at(-1)}`;
  const open = same.filter(({ locked }) => !locked);
  const best = open.find(({ source }) => STREAMED.includes(source)) ?? open[0];
  const told = `${same[0]?.code} comes from ${listed}.`;
  if (!best) return told;
  return open.length === 1
    ? `${told} Only ${best.source} is unlocked.`
    : `${told} For live prices, take ${best.source}.`;
}

/** `EXCHANGE:CODE`. */
export function tickerOf(row: { source: ExchangeName; code: string }): string {
  return `${row.source}:${row.code}`;
}
