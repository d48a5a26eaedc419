import type { Resolution } from '@moneytrail/calendar';
import {
  AppError,
  type CurrentUser,
  type ExchangeName,
  getMarks,
  getSummary,
} from '@moneytrail/contract';
import { DEFAULT_INPUTS, type StudyInputs } from '@moneytrail/indicators';
import type { Logger } from 'pino';
import type { TickBus } from '../../bus/index.ts';
import type { Router } from '../../http/route.ts';
import { assertDetailedSummary, assertEntitled } from '../access/index.ts';
import type { BarService } from '../bars/index.ts';
import {
  type Catalogue,
  type Instrument,
  type SymbolRequest,
  supportedResolutions,
} from '../catalogue/index.ts';
import { readMarks } from './marks/read-marks.ts';
import type { MarksDb } from './marks/store.ts';
import { watchCorrections } from './marks/watch-corrections.ts';
import { createSummaryCache } from './summary/summary-cache.ts';

export type AnalysisDeps = {
  db: MarksDb;
  bus: TickBus;
  bars: BarService;
  catalogue: Pick<Catalogue, 'resolve' | 'byId'>;
  feeds: Record<ExchangeName, { isSimulated: boolean }>;
  clock: { now: () => number };
  log: Logger;
};

type AskedInputs = { [Name in keyof StudyInputs]?: StudyInputs[Name] | undefined };

/** The inputs that were asked for, the others with their defaults. */
function inputsOf({ source, shortTermLength, longTermLength, length }: AskedInputs): StudyInputs {
  return {
    ...DEFAULT_INPUTS,
    source: source ?? DEFAULT_INPUTS.source,
    shortTermLength: shortTermLength ?? DEFAULT_INPUTS.shortTermLength,
    longTermLength: longTermLength ?? DEFAULT_INPUTS.longTermLength,
    length: length ?? DEFAULT_INPUTS.length,
  };
}

type SymbolQuery = SymbolRequest & { resolution: Resolution };

/** The instrument that is asked for, if the caller may see it and it has the resolution. */
async function admit(
  { catalogue, clock }: Pick<AnalysisDeps, 'catalogue' | 'clock'>,
  query: SymbolQuery,
  user: CurrentUser | null,
): Promise<Instrument> {
  const instrument = await catalogue.resolve(query);
  assertEntitled(user, instrument, clock.now());
  if (!supportedResolutions(instrument).includes(query.resolution)) {
    throw new AppError('BAD_REQUEST', `${instrument.ticker} has no resolution ${query.resolution}`);
  }
  return instrument;
}

/** The summary of a symbol and its published marks. */
export function analysisRoutes(router: Router, deps: AnalysisDeps): void {
  const summaries = createSummaryCache(deps);
  const stopWatching = watchCorrections(deps);

  router.route(getSummary, async ({ query, user }) => {
    assertDetailedSummary(user);
    const instrument = await admit(deps, query, user);
    const inputs = inputsOf(query);
    return await summaries.read({ instrument, resolution: query.resolution, inputs });
  });

  router.route(getMarks, async ({ query, user }) => {
    const instrument = await admit(deps, query, user);
    const range = { fromMs: query.fromTs * 1_000, toMs: query.toTs * 1_000 };
    return await readMarks(deps, { instrument, resolution: query.resolution, range });
  });

  router.app.addHook('onClose', async () => {
    summaries.close();
    await stopWatching();
  });
}
