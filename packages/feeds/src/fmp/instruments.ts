import { FeedError, type FeedInstrument } from '../feed.ts';
import type { CallContext } from '../http/vendor-calls.ts';
import type { FeedEnvironment } from '../settings.ts';
import { uniqueByCode } from '../symbol-list.ts';
import type { FmpClient } from './client.ts';
import * as map from './map.ts';

const MAX_FOUND = 50;

export type FmpInstrumentsDeps = { environment: FeedEnvironment; client: FmpClient };

function signalContext(signal: AbortSignal | undefined): CallContext {
  return signal ? { signal } : {};
}

/**
 * Cryptocurrencies, currency pairs, commodities, indices and the shares that trade now.
 * A list that the plan does not include is left out and reported; any other failure is the whole list's.
 */
export async function listFmpInstruments(
  { environment, client }: FmpInstrumentsDeps,
  signal: AbortSignal | undefined,
): Promise<FeedInstrument[]> {
  const context = { ...signalContext(signal), priority: 'background' } as const;
  const lists = [
    client.cryptocurrencyList(context).then((rows) => rows.map(map.instrumentOfCryptocurrency)),
    client.forexList(context).then((rows) => rows.map(map.instrumentOfForexPair)),
    client.commoditiesList(context).then((rows) => rows.map(map.instrumentOfCommodity)),
    client.indexList(context).then((rows) => rows.map(map.instrumentOfIndex)),
    client.activelyTradingList(context).then((rows) => rows.map(map.instrumentOfListedShare)),
  ];
  const outcomes = await Promise.allSettled(lists);
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  );
  const fatal = failures.find((error) => !(error instanceof FeedError) || error.kind !== 'plan');
  if (fatal !== undefined || failures.length === lists.length) throw fatal ?? failures[0];
  for (const error of failures) environment.report('list not in the plan', { cause: `${error}` });
  return uniqueByCode(
    outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : [])),
  );
}

/** What the vendor finds by symbol, then what it finds by name. */
export async function searchFmpInstruments(
  { client }: FmpInstrumentsDeps,
  query: string,
  signal: AbortSignal | undefined,
): Promise<FeedInstrument[]> {
  const text = query.trim().replace('/', '');
  if (text === '') return [];
  const context = signalContext(signal);
  const [bySymbol, byName] = await Promise.all([
    client.searchSymbol(text.toUpperCase(), MAX_FOUND, context),
    client.searchName(text, MAX_FOUND, context),
  ]);
  const found = [...bySymbol, ...byName].map(map.instrumentOfSearchRow);
  return uniqueByCode(found).slice(0, MAX_FOUND);
}
