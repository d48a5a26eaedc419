import { barClosesAtMs, nextBarTime, type Resolution, storedSourceOf } from '@moneytrail/calendar';
import { AppError, type ExchangeName, type Summary } from '@moneytrail/contract';
import {
  barsNeeded,
  DEFAULT_INPUTS,
  InputError,
  roundToScale,
  type StudyInputs,
  type SummaryLevel,
  summarise,
} from '@moneytrail/indicators';
import {
  type BarService,
  type ReadOptions,
  STORED_BARS_ONLY,
  sliceColumns,
} from '../bars/index.ts';
import type { Instrument } from '../catalogue/index.ts';
import { LATE_BAR_MS, type Timed } from './bar-cache.ts';
import { marksOf } from './marks/compute-marks.ts';
import type { LedgerMark } from './marks/ledger.ts';
import { closedCount, missingOlderBars, newestBars } from './newest-bars.ts';
import { type SnapshotStudies, snapshotStudies } from './snapshot-studies.ts';

export type ReadSummaryDeps = {
  bars: Pick<BarService, 'history'>;
  feeds: Record<ExchangeName, { isSimulated: boolean }>;
  clock: { now: () => number };
};

export type SummaryRequest = {
  instrument: Instrument;
  resolution: Resolution;
  inputs: StudyInputs;
};

function summariseFor(...job: Parameters<typeof summarise>): ReturnType<typeof summarise> {
  try {
    return summarise(...job);
  } catch (error) {
    if (error instanceof InputError)
      throw new AppError('BAD_REQUEST', error.message, { cause: error });
    throw error;
  }
}

/** Computes the summary at the last closed bar, from the bars that its figures need. */
export async function readSummary(
  deps: ReadSummaryDeps,
  { instrument, resolution, inputs }: SummaryRequest,
  options?: ReadOptions,
): Promise<Timed<Summary>> {
  const { hours } = instrument;
  // Two more than needed: the last one may have just closed, and the next one be forming.
  const count = barsNeeded(inputs) + 2;
  // Taken before the read: bars that close during it were read while forming.
  const nowMs = deps.clock.now();
  const read = await newestBars(deps.bars, { instrument, resolution, count }, options);
  const { columns } = read;
  const warning = read.warning ?? (read.isWhole ? null : missingOlderBars(instrument));
  const closed = closedCount(hours, resolution, read, nowMs);
  const isSimulated = deps.feeds[instrument.exchange].isSimulated;
  const computed = summariseFor(columns, inputs, closed);
  const summary = presentSummary({ instrument, resolution, isSimulated }, computed, warning);
  const source = storedSourceOf(resolution);
  const madeOf = { source, fromMs: read.fromMs, toMs: Number.POSITIVE_INFINITY };
  if (summary.time === null || warning !== null) return { value: summary, keptMs: 0, madeOf };
  const next = nextBarTime(hours, resolution, summary.time);
  const closesInMs = barClosesAtMs(hours, resolution, next) - nowMs;
  return { value: summary, keptMs: Math.max(closesInMs, LATE_BAR_MS), madeOf };
}

/** The content of a snapshot: the figures of the last closed bar, and the newest mark among the newest bars. */
export type SnapshotFigures = {
  summary: Summary;
  studies: SnapshotStudies;
  mark: LedgerMark | null;
};

/** Bars among which the newest mark is looked for, besides those that the formulas need. */
const MARK_BARS = 250;

/**
 * The summary of stored bars by the default inputs, as `readSummary` computes it, with figures of the field and the newest
 * mark; asks no feed.
 */
export async function readSnapshotFigures(
  deps: ReadSummaryDeps,
  { instrument, resolution }: Omit<SummaryRequest, 'inputs'>,
): Promise<SnapshotFigures> {
  const needed = barsNeeded(DEFAULT_INPUTS);
  const nowMs = deps.clock.now();
  const wanted = { instrument, resolution, count: needed + 2 + MARK_BARS };
  const read = await newestBars(deps.bars, wanted, STORED_BARS_ONLY);
  const closed = closedCount(instrument.hours, resolution, read, nowMs);
  const isSimulated = deps.feeds[instrument.exchange].isSimulated;
  // The figures of the summary are those of as many bars as it reads.
  const first = Math.max(0, read.columns.length - needed - 2);
  const newest = sliceColumns(read.columns, first, read.columns.length);
  const computed = summariseFor(newest, DEFAULT_INPUTS, Math.max(0, closed - first));
  const summary = presentSummary({ instrument, resolution, isSimulated }, computed, null);
  const beginning = closed > needed ? needed : 0;
  const columns = sliceColumns(read.columns, 0, closed);
  const mark = marksOf({ instrument, resolution }, columns, beginning).at(-1) ?? null;
  return { summary, studies: snapshotStudies({ instrument, resolution }, columns), mark };
}

function figure(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function presentLevel(
  { value, depth }: SummaryLevel,
  resolution: Resolution,
): Summary['longTermSupport'] {
  const bars = depth.map((row) => ({ time: row.time, close: row.value, resolution }));
  return { value: figure(value), bars };
}

function presentSummary(
  subject: { instrument: Instrument; resolution: Resolution; isSimulated: boolean },
  computed: ReturnType<typeof summarise>,
  warning: string | null,
): Summary {
  const { instrument, resolution, isSimulated } = subject;
  const { levels } = computed;
  /** Differences and means of prices carry the noise of their computation. */
  const rounded = (value: number) => figure(roundToScale(value, instrument.priceScale));
  const time = figure(computed.currentPriceTime);
  return {
    symbol: instrument.ticker,
    resolution,
    simulated: isSimulated,
    time,
    closedAt: time === null ? null : barClosesAtMs(instrument.hours, resolution, time),
    barCount: computed.barCount,
    currentPrice: figure(computed.currentPrice),
    previousClose: figure(computed.previousClose),
    longTermResistance: presentLevel(levels.longTermResistance, resolution),
    shortTermResistance: presentLevel(levels.shortTermResistance, resolution),
    shortTermSupport: presentLevel(levels.shortTermSupport, resolution),
    longTermSupport: presentLevel(levels.longTermSupport, resolution),
    longTermTightness: { value: figure(computed.longTermTightness) },
    shortTermTightness: { value: figure(computed.shortTermTightness) },
    distanceToLongTermMin: { value: figure(computed.distanceToLongTermMin) },
    distanceToShortTermMin: { value: figure(computed.distanceToShortTermMin) },
    longShortPercentage: figure(computed.longShortPercentage),
    deployment: figure(computed.deployment),
    // An index is calculated, not traded: it has no bid and ask.
    liquiditySpread: instrument.type === 'index' ? null : figure(computed.liquiditySpread),
    totalChange: rounded(computed.totalChange),
    averageOpen: rounded(computed.averageOpen),
    averageClose: rounded(computed.averageClose),
    highestHigh: figure(computed.highestHigh),
    lowestLow: figure(computed.lowestLow),
    volatility: figure(computed.volatility),
    ...(warning === null ? {} : { warning }),
  };
}
