import { type Resolution, SECOND_MS, type Span } from '@moneytrail/calendar';
import {
  AppError,
  type ExchangeName,
  getMarks,
  getPriceSignal,
  getSignalRecord,
  getSummary,
  listPriceSignals,
  type PriceSignal,
  type RequestOf,
  type SignalRecord,
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
import { chooseInstruments } from './choose-instruments.ts';
import type { ComputedMarks, MarkSeries } from './marks/compute-marks.ts';
import { PUBLISHED_RESOLUTIONS } from './marks/ledger.ts';
import { createMarksEncoder, findMarks, presentMarks } from './marks/read-marks.ts';

type AnalysisDeps = Omit<BarCacheDeps, 'clock'> & {
  db: Db;
  bars: BarService;
  feeds: Record<ExchangeName, { isSimulated: boolean }>;
  clock: Clock;
  catalogue: Pick<Catalogue, 'enabled' | 'byName'>;
  /** `EXCHANGE:CODE` of the instruments of the first signal cards; the other cards have defaults. */
  signalSymbols?: readonly string[];
  log: { warn: (detail: object, message: string) => void };
  /** Computes in another thread; by default in this one. */
  builders?: Analyses | undefined;
};

type MarksCaller = Pick<Call<unknown, unknown, unknown>, 'user' | 'ip' | 'signal' | 'waitedMs'>;

/** Reads the marks of a range like `getMarks`. */
export type ReadMarks = (
  wanted: MarkSeries & { range: Span },
  caller: MarksCaller,
) => Promise<ReturnType<typeof presentMarks>>;

/** `waitedMs` is a getter, as it grows. */
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

/** The requested inputs, with defaults for the others. */
function inputsOf({ source, shortTermLength, longTermLength, length }: AskedInputs): StudyInputs {
  return {
    ...DEFAULT_INPUTS,
    source: source ?? DEFAULT_INPUTS.source,
    shortTermLength: shortTermLength ?? DEFAULT_INPUTS.shortTermLength,
    longTermLength: longTermLength ?? DEFAULT_INPUTS.longTermLength,
    length: length ?? DEFAULT_INPUTS.length,
  };
}

function assertSupported(instrument: Instrument, resolution: Resolution): void {
  if (supportedResolutions(instrument).includes(resolution)) return;
  throw new AppError('BAD_REQUEST', `${instrument.ticker} has no resolution ${resolution}`);
}

type RecordQuery = RequestOf<typeof getSignalRecord>['query'];

type SignalDeps = Pick<AnalysisDeps, 'catalogue' | 'clock' | 'feeds' | 'signalSymbols'> & {
  analyses: Pick<Analyses, 'signal'>;
  signals: BarCache<PriceSignal>;
};

function signalRoutes(router: Router<Instrument>, deps: SignalDeps): void {
  const { catalogue, clock, feeds, analyses, signals, signalSymbols = [] } = deps;

  router.route(listPriceSignals, async ({ isEntitled }) =>
    chooseInstruments(catalogue, signalSymbols, clock.now()).map((instrument) => ({
      symbol: instrument.ticker,
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
    return await signals.read(question, (limits) => analyses.signal({ instrument }, limits));
  });
}

type RecordDeps = {
  analyses: Pick<Analyses, 'record'>;
  records: BarCache<SignalRecord>;
};

function checkRecord({ source, resolution, years, fromTs, toTs }: RecordQuery): void {
  if (source === 'ledger' && !PUBLISHED_RESOLUTIONS.includes(resolution)) {
    const published = PUBLISHED_RESOLUTIONS.join(' and ');
    throw new AppError('BAD_REQUEST', `resolution: marks are published in ${published} alone`);
  }
  if (years !== undefined && (fromTs !== undefined || toTs !== undefined)) {
    throw new AppError('BAD_REQUEST', 'years: not together with fromTs or toTs');
  }
  if (fromTs !== undefined && toTs !== undefined && fromTs >= toTs) {
    throw new AppError('BAD_REQUEST', 'fromTs must be before toTs');
  }
}

function recordRoute(router: Router<Instrument>, { analyses, records }: RecordDeps): void {
  router.route(getSignalRecord, async (call) => {
    const { instrument, query } = call;
    const { resolution, source, side, strength, years, fromTs, toTs } = query;
    assertSupported(instrument, resolution);
    checkRecord(query);
    const span =
      years === undefined
        ? {
            ...(fromTs === undefined ? {} : { fromMs: fromTs * SECOND_MS }),
            ...(toTs === undefined ? {} : { toMs: toTs * SECOND_MS }),
          }
        : { years };
    const key = ['record', resolution, source, side, strength, JSON.stringify(span)].join(' ');
    const wanted = { instrument, resolution, source, side, strength, span };
    return await records.read(
      { instrumentId: instrument.id, key, reader: readerOf(call) },
      (limits) => analyses.record(wanted, limits),
    );
  });
}

/** Summaries, marks, signal cards and records of signals. Returns the reader of marks, which other routes share. */
export function analysisRoutes(
  router: Router<Instrument>,
  deps: AnalysisDeps,
): { readMarks: ReadMarks } {
  const summaries = createBarCache<Summary>(deps);
  const cache = createBarCache<ComputedMarks>(deps);
  const signals = createBarCache<PriceSignal>(deps);
  const records = createBarCache<SignalRecord>(deps);
  const analyses = deps.builders ?? analysesOf(deps);

  router.route(getSummary, async (call) => {
    const { instrument, query } = call;
    assertSupported(instrument, query.resolution);
    const inputs = inputsOf(query);
    const { resolution } = query;
    const key = [resolution, ...Object.values(inputs)].join(' ');
    return await summaries.read(
      { instrumentId: instrument.id, key, reader: readerOf(call) },
      (limits) => analyses.summary({ instrument, resolution, inputs }, limits),
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

  recordRoute(router, { analyses, records });
  signalRoutes(router, { ...deps, analyses, signals });

  router.app.addHook('onClose', async () => {
    summaries.close();
    cache.close();
    signals.close();
    records.close();
  });
  return { readMarks: async (wanted, caller) => presentMarks(await marksFor(wanted, caller)) };
}
