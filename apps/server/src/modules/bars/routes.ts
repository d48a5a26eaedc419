import { AppError, getHistory, type HistoryQuery } from '@moneytrail/contract';
import type { Router } from '../../http/route.ts';
import { assertEntitled } from '../access/index.ts';
import { type Catalogue, type Instrument, supportedResolutions } from '../catalogue/index.ts';
import { historyJson } from './answers/history-json.ts';
import type { BarService } from './bar-service.ts';
import type { HistoryRequest } from './history/history-request.ts';

export type BarRouteDeps = {
  bars: BarService;
  catalogue: Pick<Catalogue, 'resolve'>;
  clock: { now: () => number };
};

/** The request a query means; refuses what cannot be answered, naming the thing and its limit. */
function requestOf(instrument: Instrument, query: HistoryQuery): HistoryRequest {
  const { fromTs, toTs, resolution, limit, countBack } = query;
  if (fromTs >= toTs) {
    throw new AppError('BAD_REQUEST', `fromTs ${fromTs} must be below toTs ${toTs}`);
  }
  const offered = supportedResolutions(instrument);
  if (!offered.includes(resolution)) {
    throw new AppError(
      'BAD_REQUEST',
      `${instrument.ticker} has no resolution ${resolution}; it has ${offered.join(', ')}`,
    );
  }
  return { instrument, resolution, fromMs: fromTs * 1_000, toMs: toTs * 1_000, limit, countBack };
}

/** `GET /api/data/histoday`: one path for the bars of every resolution. */
export function barRoutes(router: Router, deps: BarRouteDeps): void {
  router.route(getHistory, async ({ query, user }) => {
    const instrument = await deps.catalogue.resolve(query);
    assertEntitled(user, instrument, deps.clock.now());
    const body = historyJson(await deps.bars.history(requestOf(instrument, query)));
    return { kind: 'ready', body, headers: { 'content-type': 'application/json; charset=utf-8' } };
  });
}
