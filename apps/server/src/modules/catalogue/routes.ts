import {
  type CurrentUser,
  type ExchangeName,
  getAllExchanges,
  getPreviewExchanges,
  getSymbol,
  searchSymbols,
} from '@moneytrail/contract';
import type { Feed } from '@moneytrail/feeds';
import type { Router } from '../../http/route.ts';
import { assertEntitled, entitlement } from '../access/index.ts';
import type { Catalogue } from './catalogue.ts';
import type { Instrument } from './instrument.ts';
import { exchangesOf, flatSymbolOf, symbolInfoOf } from './present.ts';

export type CatalogueRouteDeps = {
  catalogue: Catalogue;
  feeds: Record<ExchangeName, Pick<Feed, 'isSimulated'>>;
  /** Whether each feed is offline. */
  feedStates: () => Record<ExchangeName, boolean>;
  clock: { now: () => number };
};

/** Exchanges, symbol search and symbol information. */
export function catalogueRoutes(router: Router, deps: CatalogueRouteDeps): void {
  const { catalogue, feeds, clock } = deps;
  const isLocked = (user: CurrentUser | null, instrument: Instrument) =>
    !entitlement(user, instrument, clock.now()).allowed;
  const isSimulated = () => ({
    BVG: feeds.BVG.isSimulated,
    FMP: feeds.FMP.isSimulated,
    Bitfinex: feeds.Bitfinex.isSimulated,
    Tiingo: feeds.Tiingo.isSimulated,
  });
  const exchangesFor = (user: CurrentUser | null) =>
    exchangesOf(catalogue.enabled(), {
      isOffline: deps.feedStates(),
      isSimulated: isSimulated(),
      isLocked: (instrument) => isLocked(user, instrument),
    });

  router.route(getAllExchanges, async ({ user }) => exchangesFor(user));
  // The preview is the same for everybody: what an anonymous visitor sees.
  router.route(getPreviewExchanges, async () => exchangesFor(null));
  router.route(searchSymbols, async ({ query, user }) =>
    catalogue.search(query.query, query).map((instrument) => ({
      ...flatSymbolOf(instrument, {
        locked: isLocked(user, instrument),
        simulated: feeds[instrument.exchange].isSimulated,
      }),
      source: instrument.exchange,
    })),
  );
  router.route(getSymbol, async ({ query, user }) => {
    const instrument = await catalogue.resolve(query.symbol);
    assertEntitled(user, instrument, clock.now());
    return symbolInfoOf(instrument, feeds[instrument.exchange].isSimulated);
  });
}
