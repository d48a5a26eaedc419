import { STORED_RESOLUTIONS, storedSourceOf } from '@moneytrail/calendar';
import { type CurrentUser, getSymbolOverview, type SymbolOverview } from '@moneytrail/contract';
import type { Db } from '../../db/index.ts';
import { type CallerBudget, callerName } from '../../http/caller-budget.ts';
import { customerOf } from '../../http/grant.ts';
import type { Router } from '../../http/route.ts';
import { hasPermission } from '../access/index.ts';
import { readFirstTimes, readYear } from '../bars/index.ts';
import { type Instrument, supportedResolutions } from '../catalogue/index.ts';
import type { ReadQuotes } from '../live/index.ts';
import type { Snapshots } from '../snapshots/index.ts';
import { yearFigures } from './year-figures.ts';

type Deps = {
  db: Db;
  clock: { now: () => number };
  feeds: Readonly<Record<Instrument['exchange'], { readonly isSimulated: boolean }>>;
  snapshots: Pick<Snapshots, 'readAll'>;
  /** Charges the caller for prices that have to be read. */
  readQuotes: ReadQuotes;
  /** Charged for the stored days. */
  budget: CallerBudget;
};

const maySeeFigures = (user: CurrentUser | null) =>
  user !== null && hasPermission(user, 'isDetailedSummaryAllowed');

/** The stored series that the instrument's charts are made of. */
function seriesOf(instrument: Instrument) {
  const used = supportedResolutions(instrument).map(storedSourceOf);
  return STORED_RESOLUTIONS.filter((each) => used.includes(each));
}

/**
 * `GET /api/data/symbol-overview`: the facts of an instrument from stored values, without asking a feed. Snapshots are
 * those of the summary, and so need its permission.
 */
export function overviewRoute(router: Router<Instrument>, deps: Deps): void {
  const { clock, feeds, snapshots, readQuotes, budget } = deps;
  router.route(getSymbolOverview, async (call): Promise<SymbolOverview> => {
    const { instrument, user } = call;
    const [known] = await readQuotes([instrument], call);
    const read = await budget.run(
      callerName(call),
      async () => ({
        stored: await readYear(deps, instrument, clock.now()),
        firstBars: await readFirstTimes(deps, instrument, seriesOf(instrument)),
        snapshots: maySeeFigures(user) ? await snapshots.readAll(instrument) : null,
      }),
      { mayWait: true, customer: customerOf(user) },
    );
    const { stored, ...others } = read;
    const quote = known?.quote ?? null;
    const { ticker, exchange, hours, listedExchange } = instrument;
    return {
      symbol: ticker,
      description: instrument.description,
      exchange,
      listedName: listedExchange.name,
      type: instrument.type,
      base: instrument.base,
      quote: instrument.quote,
      priceScale: instrument.priceScale,
      marketHours: hours.id,
      simulated: feeds[exchange].isSimulated,
      startDate: instrument.startDate,
      endDate: instrument.endDate,
      price: quote?.price ?? null,
      timeMs: quote?.timeMs ?? null,
      previousClose: quote?.previousClose ?? null,
      ...yearFigures(hours, stored, quote),
      ...others,
    };
  });
}
