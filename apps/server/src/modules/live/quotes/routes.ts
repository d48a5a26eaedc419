import { getQuotes, type SymbolQuote } from '@moneytrail/contract';
import { type CallerBudget, callerName } from '../../../http/caller-budget.ts';
import type { Call, Router } from '../../../http/route.ts';
import type { Clock } from '../../../steady-clock.ts';
import type { Catalogue, Instrument } from '../../catalogue/index.ts';
import type { Live } from '../live.ts';
import { newestPriceOf } from './newest-price.ts';
import type { SessionFigures } from './session-figures.ts';
import { createStoredPrices, type StoredPricesDeps } from './stored-prices.ts';

export type QuoteRoutesDeps = StoredPricesDeps & {
  catalogue: Pick<Catalogue, 'byName'>;
  live: { registry: Pick<Live['registry'], 'newestTick'> };
  clock: Clock;
  /** Charged with what has to be read. */
  budget: CallerBudget;
};

/** The newest known price of an instrument, with what is known of the session that it belongs to. */
export type KnownQuote = {
  instrument: Instrument;
  quote: SymbolQuote;
  session: SessionFigures | null;
};

/** The newest known prices of instruments that the caller may see; what nothing is known of is left out. */
export type ReadQuotes = (
  instruments: readonly Instrument[],
  caller: Pick<Call<unknown, unknown, unknown>, 'user' | 'ip'>,
) => Promise<KnownQuote[]>;

/** `GET /api/data/quotes`: prices that are known already. Returns how they are read, for others to share. */
export function quoteRoutes(router: Router<Instrument>, deps: QuoteRoutesDeps): ReadQuotes {
  const { catalogue, live, clock, budget, feeds } = deps;
  const storedPrices = createStoredPrices(deps);

  const readQuotes: ReadQuotes = async (instruments, caller) => {
    const kept = storedPrices.kept(instruments);
    const missing = instruments.filter(({ id }) => !kept.has(id));
    const read =
      missing.length === 0
        ? kept
        : await budget.run(callerName(caller), () => storedPrices.read(missing), { mayWait: true });
    return instruments.flatMap((instrument): KnownQuote[] => {
      const { id, exchange, code, priceScale, hours } = instrument;
      const stored = kept.get(id) ?? read.get(id);
      if (!stored) return [];
      const tick = live.registry.newestTick(id);
      const newest = newestPriceOf(hours, { stored, tick }, clock.now());
      if (!newest) return [];
      const { session, ...price } = newest;
      const { isSimulated: simulated } = feeds[exchange];
      return [{ instrument, quote: { exchange, code, priceScale, ...price, simulated }, session }];
    });
  };
  router.route(getQuotes, async (call) => {
    const named = call.query.symbols.flatMap((symbol) => catalogue.byName(symbol) ?? []);
    const seen = [...new Set(named)].filter((each) => call.isEntitled(each));
    return (await readQuotes(seen, call)).map(({ quote }) => quote);
  });
  router.app.addHook('onClose', async () => storedPrices.close());
  return readQuotes;
}
