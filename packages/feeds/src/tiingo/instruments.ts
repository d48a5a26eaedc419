import type { FeedInstrument } from '../feed.ts';
import type { FeedEnvironment } from '../settings.ts';
import { keepForAnHour, searchList, uniqueByCode } from '../symbol-list.ts';
import type { TiingoClient } from './client.ts';
import { TIINGO_FX_PAIRS } from './constants.ts';
import { instrumentOfCryptoMeta, instrumentOfFxPair, instrumentOfSearchRow } from './map.ts';

const MAX_FOUND = 50;

/** Cryptocurrencies and currency pairs as a list; shares by search only. */
export type TiingoInstruments = {
  list: (signal?: AbortSignal) => Promise<FeedInstrument[]>;
  search: (query: string, signal?: AbortSignal) => Promise<FeedInstrument[]>;
};

export function createTiingoInstruments(
  environment: FeedEnvironment,
  client: TiingoClient,
): TiingoInstruments {
  const list = keepForAnHour(environment, async () => {
    const pairs = TIINGO_FX_PAIRS.map(instrumentOfFxPair);
    const crypto = (await client.cryptoMeta({ priority: 'background' })).map(
      instrumentOfCryptoMeta,
    );
    return uniqueByCode([...pairs, ...crypto]);
  });
  return {
    list,
    search: async (query, signal) => {
      const text = query.trim();
      if (text === '') return [];
      const [listed, rows] = await Promise.all([
        list(signal),
        client.search(text, MAX_FOUND, signal ? { signal } : {}),
      ]);
      const shares = rows.flatMap((row) => instrumentOfSearchRow(row) ?? []);
      // Ranked together, so that an exact code comes first whatever market it is of.
      return searchList(uniqueByCode([...searchList(listed, text), ...shares]), text);
    },
  };
}
