import type { Resolution, Span } from '@moneytrail/calendar';
import {
  AppError,
  type ExchangeName,
  getMarks,
  getPriceSignal,
  getSummary,
  listPriceSignals,
  type PriceSignal,
  type Summary,
} from '@moneytrail/contract';
import { DEFAULT_INPUTS, type StudyInputs } from '@moneytrail/indicators';
import type { Db } from '../../db/index.ts';
import { callerName } from '../../http/caller-budget.ts';
import { readyAnswer } from '../../http/encoded-answer.ts';
import type { Call, Router } from '../../http/route.ts';
import type { Clock } from '../../steady-clock.ts';
import type { BarService } from '../bars/index.ts';
import { type Catalogue, type Instrument, supportedResolutions } from '../catalogue/index.ts';
import { type Analyses, analysesOf } from './analyses.ts';
import { type BarCache, type BarCacheDeps, createBarCache, type Reader } from './bar-cache.ts';
import type { ComputedMarks, MarkSeries } from './marks/compute-marks.ts';
import { createMarksEncoder } from './marks/encode-marks.ts';
import { findMarks, presentMarks } from './marks/read-marks.ts';
import { chooseInstruments } from './signals/choose-instruments.ts';

export type AnalysisDeps = Omit<BarCacheDeps, 'clock'> & {
  db: Db;
  bars: BarService;
  feeds: Record<ExchangeName, { isSimulated: boolean }>;
  clock: Clock;
  catalogue: Pick<Catalogue, 'enabled' | 'byName'>;
  /** `EXCHANGE:CODE` of the instruments of the first signal cards; the others have those of the product. */
  signalSymbols?: readonly string[];
  log: { warn: (detail: object, message: string) => void };
  /** Made elsewhere; in this thread where absent. */
  builders?: Analyses | undefined;
};

/** Who asks for marks, and how patient he is. */
type MarksCaller = Pick<Call<unknown, unknown, unknown>, 'user' | 'ip' | 'signal' | 'waitedMs'>;

/** Reads the marks of a range, as `getMarks` answers them. */
export type ReadMarks = (
  wanted: MarkSeries & { range: Span },
  caller: MarksCaller,
) => Promise<ReturnType<typeof presentMarks>>;

/** The caller as one who reads: how long he has waited is asked again and again. */
function readerOf(call: MarksCaller): Reader {
  return {
    name: callerName(call),
    signal: call.signal,
    get waitedMs() {
      return call.waitedMs;
    },
  };
}

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

/** Refuses a resolution that the instrument does not have. */
function assertSupported(instrument: Instrument, resolution: Resolution): void {
  if (supportedResolutions(instrument).includes(resolution)) return;
  throw new AppError('BAD_REQUEST', `${instrument.ticker} has no resolution ${resolution}`);
}

type SignalDeps = Pick<AnalysisDeps, 'catalogue' | 'clock' | 'feeds' | 'signalSymbols'> & {
  analyses: Pick<Analyses, 'signal'>;
  signals: BarCache<PriceSignal>;
};

/** Which instruments have a card, and what one of them says. */
function signalRoutes(router: Router<Instrument>, deps: SignalDeps): void {
  const { catalogue, clock, feeds, analyses, signals, signalSymbols = [] } = deps;

  router.route(listPriceSignals, async ({ isEntitled }) =>
    chooseInstruments(catalogue, signalSymbols, clock.now()).map((instrument) => ({
      symbol: `${instrument.exchange}:${instrument.code}`,
      exchange: instrument.exchange,
      code: instrument.code,
      description: instrument.description,
      simulated: feeds[instrument.exchange].isSimulated,
      locked: !isEntitled(instrument),
    })),
  );

  router.route(getPriceSignal, async (call) => {
    const { instrument } = call;
    const question = { instrumentId: instrument.id, key: 'signal', reader: readerOf(call) };
    return await signals.read(question, (waiting) => analyses.signal({ instrument }, waiting));
  });
}

/** The summary of a symbol, its marks, and the signal cards. Returns how marks are read, for others to share. */
export function analysisRoutes(
  router: Router<Instrument>,
  deps: AnalysisDeps,
): { readMarks: ReadMarks } {
  const summaries = createBarCache<Summary>(deps);
  const cache = createBarCache<ComputedMarks>(deps);
  const signals = createBarCache<PriceSignal>(deps);
  const analyses = deps.builders ?? analysesOf(deps);

  router.route(getSummary, async (call) => {
    const { instrument, query } = call;
    assertSupported(instrument, query.resolution);
    const inputs = inputsOf(query);
    const { resolution } = query;
    const key = [resolution, ...Object.values(inputs)].join(' ');
    return await summaries.read(
      { instrumentId: instrument.id, key, reader: readerOf(call) },
      (waiting) => analyses.summary({ instrument, resolution, inputs }, waiting),
    );
  });

  const encodeMarks = createMarksEncoder(deps.log);
  const marksFor = async (wanted: MarkSeries & { range: Span }, caller: MarksCaller) => {
    assertSupported(wanted.instrument, wanted.resolution);
    return findMarks({ ...deps, cache, analyses }, { ...wanted, reader: readerOf(caller) });
  };
  router.route(getMarks, async (call) => {
    const { instrument, query } = call;
    const { resolution, fromTs, toTs } = query;
    const range = { fromMs: fromTs * 1_000, toMs: toTs * 1_000 };
    const found = await marksFor({ instrument, resolution, range }, call);
    const key = `${instrument.id} ${resolution} ${fromTs} ${toTs}`;
    return readyAnswer(encodeMarks(key, found), call.headers);
  });

  signalRoutes(router, { ...deps, analyses, signals });

  router.app.addHook('onClose', async () => {
    summaries.close();
    cache.close();
    signals.close();
  });
  return { readMarks: async (wanted, caller) => presentMarks(await marksFor(wanted, caller)) };
}
