import {
  barClosesAtMs,
  HOUR_MS,
  nextBarTime,
  storedSourceOf,
  subtract,
} from '@moneytrail/calendar';
import type { ExchangeName, PriceSignal } from '@moneytrail/contract';
import { DEFAULT_INPUTS, signalRecord, summarise } from '@moneytrail/indicators';
import type { Db } from '../../../db/index.ts';
import {
  type BarColumns,
  type BarService,
  positionOf,
  type ReadOptions,
  sliceColumns,
} from '../../bars/index.ts';
import { hasEnded, type Instrument } from '../../catalogue/index.ts';
import { LATE_BAR_MS, type Timed } from '../bar-cache.ts';
import { marksOf } from '../marks/compute-marks.ts';
import { firstUnsettledBar } from '../marks/first-unsettled.ts';
import { presentMark } from '../marks/present-mark.ts';
import { ledgerOf } from '../marks/publish-marks.ts';
import { readLedger } from '../marks/read-ledger.ts';
import type { LedgerMark } from '../marks/store.ts';
import { missingOlderBars, newestBars } from '../newest-bars.ts';
import { presentSignal } from './present-signal.ts';

export type ReadSignalDeps = {
  db: Db;
  bars: Pick<BarService, 'history'>;
  feeds: Record<ExchangeName, { isSimulated: boolean }>;
  clock: { now: () => number };
};

const RESOLUTION = '1D';
/** How many days a record looks back on: thirteen years around the clock, twenty of a share. */
const RECORD_BARS = 5_000;

/**
 * The marks of these closed bars, oldest first: as the ledger has them where it was looked, else computed. The ledger
 * of a simulator is another one, and its bars are too: nothing of the two is ever in one record.
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

/** When the bar after one of `time` closes; null where none comes, as the contract has ended or ends with that one. */
function nextCloseOf(instrument: Instrument, time: number, nowMs: number): number | null {
  const { hours, endDate } = instrument;
  const nextTime = nextBarTime(hours, RESOLUTION, time);
  if (hasEnded(instrument, nowMs)) return null;
  if (endDate !== null && nextTime > Date.parse(endDate)) return null;
  return barClosesAtMs(hours, RESOLUTION, nextTime);
}

/** Computes the signal at the last closed daily bar, and the record of the marks before. */
export async function readSignal(
  deps: ReadSignalDeps,
  { instrument }: { instrument: Instrument },
  options?: ReadOptions,
): Promise<Timed<PriceSignal>> {
  const { hours, ticker, exchange, priceScale } = instrument;
  // Before the bars are read: what closes meanwhile was read as it formed.
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
  const nextClosesAt = time === null ? null : nextCloseOf(instrument, time, nowMs);
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
