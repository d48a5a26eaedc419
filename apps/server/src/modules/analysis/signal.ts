import { HOUR_MS, storedSourceOf, subtract } from '@moneytrail/calendar';
import type { PriceSignal, SideRecord } from '@moneytrail/contract';
import {
  DEFAULT_INPUTS,
  LEAST_MOVES,
  type MarkSide,
  type SideRecord as Measured,
  RECORD_HORIZONS,
  type Summary,
  signalRecord,
  summarise,
} from '@moneytrail/indicators';
import type { Db } from '../../db/index.ts';
import { type BarColumns, positionOf, type ReadOptions, sliceColumns } from '../bars/index.ts';
import { hasEnded, type Instrument } from '../catalogue/index.ts';
import { LATE_BAR_MS, type Timed } from './bar-cache.ts';
import { firstUnsettledBar, marksOf, nextCloseOf, presentMark } from './marks/compute-marks.ts';
import { type LedgerMark, ledgerOf, readLedger } from './marks/ledger.ts';
import { missingOlderBars, newestBars } from './newest-bars.ts';
import type { ReadSummaryDeps } from './summary.ts';

export type ReadSignalDeps = ReadSummaryDeps & { db: Db };

const RESOLUTION = '1D';
/** Days of a record: thirteen years around the clock, twenty of a share. */
const RECORD_BARS = 5_000;

/**
 * The marks of closed bars, oldest first: from the ledger within its ranges, else computed. Simulated bars have a ledger
 * of their own, so that a record is never mixed.
 */
async function marksIn(
  deps: ReadSignalDeps,
  instrument: Instrument,
  columns: BarColumns,
): Promise<{ marks: LedgerMark[]; notes: ReadonlyMap<string, string[]> }> {
  const [first, last] = [columns.time[0], columns.time[columns.length - 1]];
  if (first === undefined || last === undefined) return { marks: [], notes: new Map() };
  const series = { instrument, resolution: RESOLUTION } as const;
  const span = { fromMs: first, toMs: last + 1 };
  const { published, ranges, notes } = await readLedger(
    deps.db,
    ledgerOf(deps.feeds, series),
    span,
  );
  const open = subtract(span, ranges);
  const isOpen = ({ bar }: LedgerMark) =>
    open.some(({ fromMs, toMs }) => bar.time >= fromMs && bar.time < toMs);
  const hasBar = ({ bar }: LedgerMark) => columns.time[positionOf(columns, bar.time)] === bar.time;
  const computed = marksOf(series, columns, 0).filter(isOpen);
  const known = new Set(published.map(({ id }) => id));
  const marks = [...published.filter(hasBar), ...computed.filter(({ id }) => !known.has(id))];
  return { marks: marks.sort((a, b) => a.bar.time - b.bar.time), notes };
}

/** Computes the signal at the last closed daily bar, and the record of the previous marks. */
export async function readSignal(
  deps: ReadSignalDeps,
  { instrument }: { instrument: Instrument },
  options?: ReadOptions,
): Promise<Timed<PriceSignal>> {
  const { hours, ticker, exchange, priceScale } = instrument;
  // Taken before the read: bars that close during it were read while forming.
  const nowMs = deps.clock.now();
  const wanted = { instrument, resolution: RESOLUTION, count: RECORD_BARS } as const;
  const read = await newestBars(deps.bars, wanted, options);
  const closedToMs = Math.min(read.wholeUntilMs, firstUnsettledBar(hours, RESOLUTION, nowMs));
  const columns = sliceColumns(read.columns, 0, positionOf(read.columns, closedToMs));
  const { marks, notes } = await marksIn(deps, instrument, columns);
  const summary = summarise(columns, DEFAULT_INPUTS);
  const record = signalRecord(
    columns,
    marks.map(({ side, bar }) => ({ side, time: bar.time })),
  );
  const time = columns.time[columns.length - 1] ?? null;
  const nextClosesAt = time === null ? null : nextCloseOf(instrument, RESOLUTION, time, nowMs);
  const warning = read.warning ?? (read.isWhole ? null : missingOlderBars(instrument));
  const value: PriceSignal = {
    symbol: ticker,
    simulated: deps.feeds[exchange].isSimulated,
    priceScale,
    time,
    nextClosesAt,
    ...presentSignal(columns, marks, { summary, record, isOver: hasEnded(instrument, nowMs) }),
    marks: marks.map((mark) => presentMark(mark, notes.get(mark.id) ?? [])),
    ...(warning === null ? {} : { warning }),
  };
  const source = storedSourceOf(RESOLUTION);
  const madeOf = { source, fromMs: read.fromMs, toMs: Number.POSITIVE_INFINITY };
  const keptMs = nextClosesAt === null ? HOUR_MS : Math.max(nextClosesAt - nowMs, LATE_BAR_MS);
  return { value, keptMs: warning === null && time !== null ? keptMs : 0, madeOf };
}

/** A mark counts as present for the bars of the longest measured move. */
const PRESENT_BARS = Math.max(...RECORD_HORIZONS);

function figure(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function presentRecord({ marks, horizons }: Measured, published: number): SideRecord {
  return {
    marks,
    published,
    horizons: horizons.map(({ median, shareWithSide, interval, usual, ...counts }) => ({
      ...counts,
      median: figure(median),
      shareWithSide: figure(shareWithSide),
      interval: Number.isFinite(interval.coverage) ? { ...interval } : null,
      usual: figure(usual),
    })),
  };
}

/** The newest mark and the number of bars that have closed since. */
function lastMarkOf(marks: readonly LedgerMark[], columns: BarColumns): PriceSignal['lastMark'] {
  const mark = marks.at(-1);
  if (!mark) return null;
  const index = positionOf(columns, mark.bar.time);
  return {
    time: mark.bar.time,
    side: mark.side,
    strong: mark.isStrong,
    // The present close, as a split may have changed the scale since.
    close: columns.close[index] ?? mark.bar.close,
    barsAgo: columns.length - 1 - index,
  };
}

/** `marks` are oldest first, each with its bar in the columns. A contract that is over has no present mark. */
function presentSignal(
  columns: BarColumns,
  marks: readonly LedgerMark[],
  computed: { summary: Summary; record: ReturnType<typeof signalRecord>; isOver: boolean },
): Pick<
  PriceSignal,
  | 'currentPrice'
  | 'longTermResistance'
  | 'shortTermResistance'
  | 'shortTermSupport'
  | 'longTermSupport'
  | 'longShortPercentage'
  | 'deployment'
  | 'presentBars'
  | 'side'
  | 'lastMark'
  | 'record'
> {
  const { summary, record, isOver } = computed;
  const { levels } = summary;
  const lastMark = lastMarkOf(marks, columns);
  const isPresent = !isOver && lastMark !== null && lastMark.barsAgo <= PRESENT_BARS;
  const publishedOf = (side: MarkSide) =>
    marks.filter((mark) => mark.side === side && mark.publishedAtMs !== null).length;
  return {
    currentPrice: figure(summary.currentPrice),
    longTermResistance: figure(levels.longTermResistance.value),
    shortTermResistance: figure(levels.shortTermResistance.value),
    shortTermSupport: figure(levels.shortTermSupport.value),
    longTermSupport: figure(levels.longTermSupport.value),
    longShortPercentage: figure(summary.longShortPercentage),
    deployment: figure(summary.deployment),
    presentBars: PRESENT_BARS,
    side: isPresent ? lastMark.side : 'none',
    lastMark,
    record: {
      fromTime: columns.time[0] ?? null,
      barCount: columns.length,
      leastMoves: LEAST_MOVES,
      buy: presentRecord(record.buy, publishedOf('buy')),
      sell: presentRecord(record.sell, publishedOf('sell')),
    },
  };
}
