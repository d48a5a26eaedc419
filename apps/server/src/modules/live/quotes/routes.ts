import { getQuotes, type SymbolQuote } from '@moneytrail/contract';
import type { Call } from '../../../http/call.ts';
import { type CallerBudget, callerName } from '../../../http/caller-budget.ts';
import type { Router } from '../../../http/route.ts';
import type { Clock } from '../../../steady-clock.ts';
import type { Catalogue, Instrument } from '../../catalogue/index.ts';
import type { Live } from '../live.ts';
import { newestPriceOf } from './newest-price.ts';
import { createStoredPrices, type StoredPricesDeps } from './stored-prices.ts';

export type QuoteRoutesDeps = StoredPricesDeps & {
  catalogue: Pick<Catalogue, 'byName'>;
  live: { registry: Pick<Live['registry'], 'newestTick'> };
  clock: Clock;
  /** Charged with what has to be read. */
  budget: CallerBudget;
};

/** The newest known prices of instruments that the caller may see; what nothing is known of is left out. */
export type ReadQuotes = (
  instruments: readonly Instrument[],
  caller: Pick<Call<unknown, unknown, unknown>, 'user' | 'ip'>,
) => Promise<SymbolQuote[]>;

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
    return instruments.flatMap((instrument): SymbolQuote[] => {
      const { id, exchange, code, priceScale, hours } = instrument;
      const stored = kept.get(id) ?? read.get(id);
      if (!stored) return [];
      const tick = live.registry.newestTick(id);
      const price = newestPriceOf(hours, { stored, tick }, clock.now());
      if (!price) return [];
      return [{ exchange, code, priceScale, ...price, simulated: feeds[exchange].isSimulated }];
    });
  };
  router.route(getQuotes, (call) => {
    const named = call.query.symbols.flatMap((symbol) => catalogue.byName(symbol) ?? []);
    return readQuotes(
      [...new Set(named)].filter((each) => call.isEntitled(each)),
      call,
    );
  });
  router.app.addHook('onClose', async () => storedPrices.close());
  return readQuotes;
}
