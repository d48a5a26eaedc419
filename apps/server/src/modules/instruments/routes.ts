import {
  cancelBackfill,
  type ExchangeName,
  listBackfills,
  listBitfinexSymbols,
  listBvgInstruments,
  listExchangeInstruments,
  searchFmpSymbols,
  searchTiingoSymbols,
  startBackfill,
  updateBitfinexSymbols,
  updateBvgInstruments,
  updateFmpSymbols,
  updateTiingoSymbols,
} from '@moneytrail/contract';
import type { Router } from '../../http/route.ts';
import { findAvailable, readAvailable } from '../catalogue/index.ts';
import * as backfill from './backfill/requests.ts';
import { listStatuses } from './backfill/requests.ts';
import type { InstrumentDeps } from './deps.ts';
import { authorOf, type Caller } from './deps.ts';
import { importRoutes } from './imports/routes.ts';
import {
  availableSymbolOf,
  bvgInstrumentsOf,
  listExchanges,
  type Toggles,
  toggleInstruments,
} from './lists.ts';
import { type QualityDeps, qualityRoutes } from './quality.ts';

/** More than the tradable contracts or pairs of any exchange. */
const MOST_LISTED = 5_000;

function listRoutes(router: Router, deps: InstrumentDeps): void {
  const { db, feeds } = deps;
  const listOf = (exchange: ExchangeName) => ({
    exchange,
    isSimulated: feeds[exchange].isSimulated,
  });
  const search = async (
    exchange: ExchangeName,
    { symbol, limit }: { symbol: string; limit: number },
  ) => {
    const question = { ...listOf(exchange), text: symbol };
    const found = await findAvailable(db, question, limit + 1);
    return {
      symbols: found.slice(0, limit).map(availableSymbolOf),
      isTruncated: found.length > limit,
    };
  };
  router.route(listExchangeInstruments, async () => ({ exchanges: await listExchanges(deps) }));
  router.route(listBvgInstruments, async () => ({
    instruments: bvgInstrumentsOf(await readAvailable(db, listOf('BVG'), MOST_LISTED)),
  }));
  router.route(listBitfinexSymbols, async () => {
    const found = await readAvailable(db, listOf('Bitfinex'), MOST_LISTED + 1);
    return {
      symbols: found.slice(0, MOST_LISTED).map(availableSymbolOf),
      isTruncated: found.length > MOST_LISTED,
    };
  });
  router.route(searchFmpSymbols, ({ query }) => search('FMP', query));
  router.route(searchTiingoSymbols, ({ query }) => search('Tiingo', query));
}

type SymbolToggles = {
  codesToEnable: { code: string }[];
  codesToDisable: string[];
  revision?: number | undefined;
};

function toggleRoutes(router: Router, deps: InstrumentDeps): void {
  const toggle = (call: Caller, toggles: Toggles) =>
    toggleInstruments(deps, toggles, authorOf(deps, call));
  const symbolsOf = (exchange: ExchangeName, { codesToEnable, ...rest }: SymbolToggles) => ({
    exchange,
    codesToEnable: codesToEnable.map(({ code }) => code),
    ...rest,
  });
  router.route(updateBvgInstruments, (call) =>
    toggle(call, {
      exchange: 'BVG',
      codesToEnable: call.body.codesToEnable.map(({ contract }) => contract),
      codesToDisable: call.body.codesToDisable,
      revision: call.body.revision,
    }),
  );
  router.route(updateFmpSymbols, (call) => toggle(call, symbolsOf('FMP', call.body)));
  router.route(updateBitfinexSymbols, (call) => toggle(call, symbolsOf('Bitfinex', call.body)));
  router.route(updateTiingoSymbols, (call) => toggle(call, symbolsOf('Tiingo', call.body)));
}

/** The administration of instruments and of their backfills. */
export function instrumentRoutes(router: Router, deps: QualityDeps): void {
  qualityRoutes(router, deps);
  importRoutes(router, deps);
  listRoutes(router, deps);
  toggleRoutes(router, deps);
  router.route(listBackfills, () => listStatuses(deps));
  router.route(startBackfill, (call) =>
    backfill.startBackfill(deps, call.body, authorOf(deps, call)),
  );
  router.route(cancelBackfill, (call) =>
    backfill.cancelBackfill(deps, call.body, authorOf(deps, call)),
  );
}
