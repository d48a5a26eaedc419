import { getQuotes, type SymbolQuote } from '@moneytrail/contract';
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

/** `GET /api/data/quotes`: prices that are known already, of the instruments that the caller may see. */
export function quoteRoutes(router: Router<Instrument>, deps: QuoteRoutesDeps): void {
  const { catalogue, live, clock, budget, feeds } = deps;
  const storedPrices = createStoredPrices(deps);

  router.route(getQuotes, async (call) => {
    const named = call.query.symbols.flatMap((symbol) => catalogue.byName(symbol) ?? []);
    const instruments = [...new Set(named)].filter((each) => call.isEntitled(each));
    const kept = storedPrices.kept(instruments);
    const missing = instruments.filter(({ id }) => !kept.has(id));
    const read =
      missing.length === 0
        ? kept
        : await budget.run(callerName(call), () => storedPrices.read(missing), { mayWait: true });
    return instruments.flatMap((instrument): SymbolQuote[] => {
      const { id, exchange, code, priceScale, hours } = instrument;
      const stored = kept.get(id) ?? read.get(id);
      if (!stored) return [];
      const tick = live.registry.newestTick(id);
      const price = newestPriceOf(hours, { stored, tick }, clock.now());
      if (!price) return [];
      return [{ exchange, code, priceScale, ...price, simulated: feeds[exchange].isSimulated }];
    });
  });
  router.app.addHook('onClose', async () => storedPrices.close());
}
