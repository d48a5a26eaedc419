import '../../offered-studies.ts';
import { createHash, type Hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import {
  barsBeforeRule,
  combineTests,
  type RuleSeries,
  ruleProblem,
  type SeriesTest,
  type TestedSymbol,
  testSeries,
} from '@moneytrail/backtest';
import { SECOND_MS, yearsBefore } from '@moneytrail/calendar';
import {
  AppError,
  type ExchangeName,
  MOST_TESTED_BARS,
  type TradingRule,
} from '@moneytrail/contract';
import type { Db } from '../../db/index.ts';
import { inSlices } from '../../in-slices.ts';
import type { Clock } from '../../steady-clock.ts';
import { readClosedBars } from '../analysis/index.ts';
import {
  type BarColumns,
  type BarService,
  positionOf,
  type ReadOptions,
  STORED_BARS_ONLY,
  sliceColumns,
  withBuildLimits,
} from '../bars/index.ts';
import { type Instrument, readInstrument, supportedResolutions } from '../catalogue/index.ts';

/** A computation: the rule over instruments, for the last years or, with null, for all bars. */
export type WantedTest = {
  rule: TradingRule;
  instrumentIds: readonly number[];
  years: number | null;
  /** Symbols that were left out; the result tells their number. */
  locked: number;
};

export type TestRun = {
  signal: AbortSignal;
  /** Versions of the data for which there is a result already. */
  known: readonly string[];
  /** Called with the number of instruments that are done. */
  progress: (done: number) => void;
};

/** JSON of the result, compressed; null if the version is one of the known ones. */
export type ComputedTest = { version: string; result: Buffer | null };

/** Computes a test. Rejects with the reason of an aborted signal, and with `UNAVAILABLE` if stored bars cannot be read. */
export type TestWork = (wanted: WantedTest, run: TestRun) => Promise<ComputedTest>;

type Deps = {
  db: Db;
  bars: Pick<BarService, 'history'>;
  feeds: Readonly<Record<ExchangeName, { isSimulated: boolean }>>;
  clock: Clock;
};

/** The time that feeds have for missing bars of one instrument, and of all: others wait for the end of the test. */
const FEED_MS = { each: 10 * SECOND_MS, all: 45 * SECOND_MS };
/** Instruments that are read ahead of the one that is computed. */
const READ_AHEAD = 4;
/** Fast enough for a result of a megabyte, and half as large again as the best. */
const GZIP = { level: 4 };

const compress = promisify(gzip);

/** The bars of an instrument, or the reason why they are not there, or not all of them. */
type Read = { instrument: Instrument } & (
  | { series: RuleSeries; problem: null }
  | { series: null; problem: string }
);

type Reading = Pick<WantedTest, 'rule' | 'years'> & {
  signal: AbortSignal;
  /** The present, the same for all instruments. */
  nowMs: number;
  /** The end of the time that feeds have, on the monotonic clock. */
  feedEndMs: number;
};

/** Closed bars of an instrument, with time for its feed at the lowest priority. */
function readBars(deps: Deps, instrument: Instrument, reading: Reading) {
  const { signal, nowMs, feedEndMs } = reading;
  const { resolution } = reading.rule;
  const wanted = { instrument, resolution, count: MOST_TESTED_BARS, nowMs };
  const read = (options: ReadOptions) =>
    readClosedBars(deps.bars, wanted, { ...options, priority: 'background' });
  const feedMs = Math.min(FEED_MS.each, feedEndMs - deps.clock.monotonicMs());
  if (feedMs <= 0) return read({ ...STORED_BARS_ONLY, signal });
  return withBuildLimits({ feedMs, signal }, read);
}

/** The bars of an instrument that a test uses: those of its years, and before them the ones that its conditions need. */
async function readSeries(deps: Deps, instrument: Instrument, reading: Reading): Promise<Read> {
  const { rule, years, nowMs } = reading;
  const { ticker, hours } = instrument;
  const without = (problem: string): Read => ({ instrument, series: null, problem });
  if (!supportedResolutions(instrument).includes(rule.resolution)) {
    return without(`${ticker} has no resolution ${rule.resolution}.`);
  }
  const problem = ruleProblem(rule, instrument.type === 'index');
  if (problem !== null) return without(problem);
  try {
    const { columns, holes, warning } = await readBars(deps, instrument, reading);
    if (warning !== null) return without(warning);
    const fromMs = years === null ? Number.NEGATIVE_INFINITY : yearsBefore(nowMs, years);
    const first = positionOf(columns, fromMs) - barsBeforeRule(rule);
    const from = Math.max(0, first);
    if (columns.length === from) return without(`${ticker} has no closed bars.`);
    const series = {
      columns: sliceColumns(columns, from, columns.length),
      market: { hours, resolution: rule.resolution },
      holes: holes.flatMap((index) => (index > from ? [index - from] : [])),
    };
    return { instrument, series, problem: null };
  } catch (error) {
    if (error instanceof AppError && error.code === 'FEED_UNAVAILABLE') {
      return without(error.message);
    }
    throw error;
  }
}

/** The instruments of a test with their bars, one after the other. */
async function* readAll(deps: Deps, ids: readonly number[], reading: Reading) {
  const underWay: Promise<Read | null>[] = [];
  const read = async (id: number): Promise<Read | null> => {
    const instrument = await readInstrument(deps.db, id);
    return instrument && readSeries(deps, instrument, reading);
  };
  for (const id of ids) {
    const next = read(id);
    // The reader of the list handles a failure, which may come before its turn.
    next.catch(() => undefined);
    underWay.push(next);
    if (underWay.length > READ_AHEAD) yield await underWay.shift();
  }
  for (const next of underWay) yield await next;
}

const bytesOf = (values: BarColumns['time'], length: number) =>
  new Uint8Array(values.buffer, values.byteOffset, length * values.BYTES_PER_ELEMENT);

/** Adds all of an instrument that a result depends on. */
function addTo(hash: Hash, { instrument, series, problem }: Read, simulated: boolean): void {
  const { id, ticker, priceScale, hours } = instrument;
  const parts = [id, ticker, priceScale, hours.id, simulated, problem, series?.holes ?? null];
  hash.update(JSON.stringify(parts));
  if (!series) return;
  const { columns } = series;
  for (const name of ['time', 'open', 'high', 'low', 'close', 'volume'] as const) {
    hash.update(bytesOf(columns[name], columns.length));
  }
}

/** Computes tests in the calling thread, in slices between which others run. */
export function testWork(deps: Deps): TestWork {
  const isSimulated = ({ exchange }: Instrument) => deps.feeds[exchange].isSimulated;

  /** The version of the data alone, from bars that are dropped as soon as they are read. */
  async function versionOf(ids: readonly number[], reading: Reading): Promise<string> {
    const hash = createHash('sha256');
    for await (const read of readAll(deps, ids, reading)) {
      if (read) addTo(hash, read, isSimulated(read.instrument));
      reading.signal.throwIfAborted();
    }
    return hash.digest('base64url');
  }

  async function testOf({ series }: Read, { rule, signal }: Reading): Promise<SeriesTest | null> {
    return series && inSlices(testSeries(rule, series), signal);
  }

  return async ({ rule, instrumentIds, years, locked }, { signal, known, progress }) => {
    const nowMs = deps.clock.now();
    const feedEndMs = deps.clock.monotonicMs() + FEED_MS.all;
    const reading: Reading = { rule, years, signal, nowMs, feedEndMs };
    if (known.length > 0) {
      const version = await versionOf(instrumentIds, reading);
      if (known.includes(version)) return { version, result: null };
    }
    const hash = createHash('sha256');
    const tests: TestedSymbol[] = [];
    for await (const read of readAll(deps, instrumentIds, reading)) {
      signal.throwIfAborted();
      if (!read) continue;
      const { instrument, problem } = read;
      const simulated = isSimulated(instrument);
      addTo(hash, read, simulated);
      const test = await testOf(read, reading);
      const { ticker: symbol, priceScale } = instrument;
      tests.push({ symbol, simulated, priceScale, problem, test });
      progress(tests.length);
    }
    const result = combineTests(tests, { locked });
    return {
      version: hash.digest('base64url'),
      result: await compress(JSON.stringify(result), GZIP),
    };
  };
}
