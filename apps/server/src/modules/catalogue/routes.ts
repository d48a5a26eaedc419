import {
  type ExchangeName,
  getAllExchanges,
  getPreviewExchanges,
  getSymbol,
  searchSymbols,
} from '@moneytrail/contract';
import type { Feed } from '@moneytrail/feeds';
import type { Router } from '../../http/route.ts';
import type { Catalogue } from './catalogue.ts';
import type { Instrument } from './instrument.ts';
import { exchangesOf, flatSymbolOf, symbolInfoOf } from './present.ts';

export type CatalogueRouteDeps = {
  catalogue: Catalogue;
  feeds: Record<ExchangeName, Pick<Feed, 'isSimulated'>>;
  /** Whether each feed is offline. */
  feedStates: () => Record<ExchangeName, boolean>;
};

type Viewer = { isEntitled: (instrument: Instrument) => boolean };

/** Exchanges, symbol search and symbol information. */
export function catalogueRoutes(router: Router<Instrument>, deps: CatalogueRouteDeps): void {
  const { catalogue, feeds } = deps;
  const exchangesFor = async ({ isEntitled }: Viewer) =>
    exchangesOf(catalogue.enabled(), {
      isOffline: deps.feedStates(),
      isSimulated: (exchange) => feeds[exchange].isSimulated,
      isLocked: (instrument) => !isEntitled(instrument),
      assetsOf: catalogue.assetsOf,
    });

  router.route(getAllExchanges, exchangesFor);
  router.route(getPreviewExchanges, exchangesFor);
  router.route(searchSymbols, async ({ query, isEntitled }) =>
    catalogue.search(query.query, query).map((instrument) => ({
      ...flatSymbolOf(instrument, {
        assets: catalogue.assetsOf(instrument),
        locked: !isEntitled(instrument),
        simulated: feeds[instrument.exchange].isSimulated,
      }),
      source: instrument.exchange,
    })),
  );
  router.route(getSymbol, async ({ instrument }) =>
    symbolInfoOf(instrument, feeds[instrument.exchange].isSimulated),
  );
}
