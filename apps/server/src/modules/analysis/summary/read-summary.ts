import {
  barClosesAtMs,
  isBarClosed,
  type MarketHours,
  nextBarTime,
  type Resolution,
  storedSourceOf,
} from '@moneytrail/calendar';
import { AppError, type ExchangeName, type Summary } from '@moneytrail/contract';
import { barsNeeded, InputError, type StudyInputs, summarise } from '@moneytrail/indicators';
import { type BarService, positionOf, type ReadOptions } from '../../bars/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import { LATE_BAR_MS, type Timed } from '../bar-cache.ts';
import { missingOlderBars, type NewestBars, newestBars } from '../newest-bars.ts';
import { presentSummary } from './present-summary.ts';

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

/** How many of the first bars are closed at a moment, and were read in their final form. */
function closedCount(
  hours: MarketHours,
  resolution: Resolution,
  { columns, wholeUntilMs }: Pick<NewestBars, 'columns' | 'wholeUntilMs'>,
  nowMs: number,
): number {
  let count = positionOf(columns, wholeUntilMs);
  while (count > 0) {
    const time = columns.time[count - 1];
    if (time !== undefined && isBarClosed(hours, resolution, time, nowMs)) break;
    count -= 1;
  }
  return count;
}

/** Wrong inputs are the caller's mistake. */
function summariseFor(...job: Parameters<typeof summarise>): ReturnType<typeof summarise> {
  try {
    return summarise(...job);
  } catch (error) {
    if (error instanceof InputError)
      throw new AppError('BAD_REQUEST', error.message, { cause: error });
    throw error;
  }
}

/** Computes the summary at the last closed bar, from as many bars as every figure needs. */
export async function readSummary(
  deps: ReadSummaryDeps,
  { instrument, resolution, inputs }: SummaryRequest,
  options?: ReadOptions,
): Promise<Timed<Summary>> {
  const { hours } = instrument;
  // Two more than needed: one may have ended just now, and the next one form.
  const count = barsNeeded(inputs) + 2;
  // Before the bars are read: what closes meanwhile was read as it formed.
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
