import { readWatchRows, type WatchRow } from '@moneytrail/contract';
import type { Router } from '../../http/route.ts';
import type { Catalogue, Instrument } from '../catalogue/index.ts';
import type { ReadQuotes } from '../live/index.ts';
import type { Snapshots } from '../snapshots/index.ts';

export type WatchRowDeps = {
  catalogue: Pick<Catalogue, 'lookUp'>;
  snapshots: Pick<Snapshots, 'read'>;
  /** Charges the caller for prices that have to be read. */
  readQuotes: ReadQuotes;
  feeds: Readonly<Record<Instrument['exchange'], { isSimulated: boolean }>>;
};

/**
 * `POST /api/data/watch-rows`: the rows of a watchlist from stored figures. Snapshots are those of the summary, and so need
 * its permission.
 */
export function watchRowRoute(router: Router<Instrument>, deps: WatchRowDeps): void {
  const { catalogue, snapshots, readQuotes, feeds } = deps;
  router.route(readWatchRows, async (call) => {
    const { symbols, resolution } = call.body;
    const find = await catalogue.lookUp();
    const named = call.charged(() => {
      const found = symbols.flatMap((symbol) => find(symbol) ?? []);
      return [...new Map(found.map((each) => [each.ticker, each])).values()];
    });
    const entitled = named.filter((each) => call.isEntitled(each));
    const quotes = new Map(
      (await readQuotes(entitled, call)).map((known) => [known.instrument.id, known]),
    );
    const maySeeFigures = call.user?.permissions.isDetailedSummaryAllowed === true;
    const figures = maySeeFigures ? await snapshots.read(entitled, resolution) : new Map();
    const rows = named.map((instrument): WatchRow => {
      const { ticker: symbol, id, description, priceScale, exchange } = instrument;
      if (!entitled.includes(instrument)) return { symbol, locked: true };
      const known = quotes.get(id);
      return {
        symbol,
        locked: false,
        description,
        priceScale,
        simulated: feeds[exchange].isSimulated,
        price: known?.quote.price ?? null,
        timeMs: known?.quote.timeMs ?? null,
        previousClose: known?.quote.previousClose ?? null,
        volume: known?.session?.volume ?? null,
        sparkline: known?.sparkline ? [...known.sparkline] : [],
        snapshot: figures.get(id) ?? null,
      };
    });
    return { rows };
  });
}
