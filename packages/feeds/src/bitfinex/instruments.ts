import { FeedError, type FeedInstrument } from '../feed.ts';
import type { FeedEnvironment } from '../settings.ts';
import { keepForAnHour } from '../symbol-list.ts';
import type { BitfinexClient } from './client.ts';
import { type BitfinexInstrument, instrumentsOf, sidesOf } from './map.ts';

/** The exchange's pairs, and the way from a code back to the vendor's symbol. */
export type BitfinexInstruments = {
  list: (signal?: AbortSignal) => Promise<FeedInstrument[]>;
  /** `tAVAX:USD` of `AVAXUSD`; rejects with `notFound` where the exchange has no such pair. */
  symbolOf: (code: string, signal?: AbortSignal) => Promise<string>;
};

function byCode(
  { report }: Pick<FeedEnvironment, 'report'>,
  instruments: readonly BitfinexInstrument[],
): Map<string, BitfinexInstrument> {
  const known = new Map<string, BitfinexInstrument>();
  for (const entry of instruments) {
    const { code } = entry.instrument;
    if (known.has(code)) report('two pairs of one code', { exchange: 'Bitfinex', code });
    else known.set(code, entry);
  }
  return known;
}

export function createBitfinexInstruments(
  environment: FeedEnvironment,
  client: BitfinexClient,
): BitfinexInstruments {
  const read = keepForAnHour(environment, async () =>
    byCode(environment, instrumentsOf(await client.pairsAndLabels())),
  );
  return {
    list: async (signal) => [...(await read(signal)).values()].map(({ instrument }) => instrument),
    symbolOf: async (code, signal) => {
      const known = await read(signal).catch(() => null);
      signal?.throwIfAborted();
      const entry = known?.get(code);
      if (entry) return entry.symbol;
      // Without the list a code of six letters is still plain: candles must not wait for another endpoint.
      if (known === null && sidesOf(code)) return `t${code}`;
      const cause = known ? 'has no such pair' : 'the list of pairs could not be read';
      const kind = known ? 'notFound' : 'upstream';
      throw new FeedError({ exchange: 'Bitfinex', kind, cause, instrument: code });
    },
  };
}
