import {
  barClosesAtMs,
  HOUR_MS,
  MINUTE_MS,
  nextBarTime,
  type Resolution,
  type Span,
  storedSourceOf,
  yearsBefore,
} from '@moneytrail/calendar';
import type {
  RECORD_SIDES,
  RECORD_STRENGTHS,
  RecordedMark,
  RecordSource,
  SignalRecord,
} from '@moneytrail/contract';
import {
  DEFAULT_INPUTS,
  firstMarkIndex,
  LEAST_APART,
  LEAST_TRIALS,
  type MarkOutcome,
  OUTCOME_HORIZONS,
  outcomeRecord,
  type RecordSeries,
} from '@moneytrail/indicators';
import type { Db } from '../../../db/index.ts';
import { inSlices } from '../../../in-slices.ts';
import { type BarColumns, positionOf, type ReadOptions } from '../../bars/index.ts';
import { hasEnded, type Instrument } from '../../catalogue/index.ts';
import { LATE_BAR_MS, type Timed } from '../bar-cache.ts';
import { closedOf, holesIn, warningOfRead } from '../closed-bars.ts';
import { marksOf, nextCloseOf } from '../marks/compute-marks.ts';
import { type LedgerMark, ledgerOf, readLedger } from '../marks/ledger.ts';
import { type NewestBars, newestBars } from '../newest-bars.ts';
import type { ReadSummaryDeps } from '../summary.ts';

export type ReadRecordDeps = ReadSummaryDeps & { db: Db };

export type RecordRequest = {
  instrument: Instrument;
  resolution: Resolution;
  source: RecordSource;
  side: (typeof RECORD_SIDES)[number];
  strength: (typeof RECORD_STRENGTHS)[number];
  /** The last years, or a span; open ends reach as far as there are bars. */
  span: { years: number } | Partial<Span>;
};

/** Bars of a record: thirteen years of days around the clock, twenty of a share, seven months of hours. */
const MOST_BARS = 5_000;
const MOST_LISTED = 1_000;
/** Marks are published this often. */
const PUBLISHED_EVERY_MS = 5 * MINUTE_MS;

function spanOf({ span }: RecordRequest, nowMs: number): Span {
  if (!('years' in span)) return { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, ...span };
  return { fromMs: yearsBefore(nowMs, span.years), toMs: Number.MAX_SAFE_INTEGER };
}

/** The bars after a past span in which the horizons of its last marks end. */
const BARS_AFTER = Math.max(...OUTCOME_HORIZONS) + 2;
/** In a quiet market, at most so many times as many bars of the calendar hold them. */
const MOST_TIMES_AS_MANY = 16;

/** The end of so many bars of the calendar after a moment; no end if it is not past yet. */
function endAfter(
  { instrument, resolution }: RecordRequest,
  { toMs, bars, nowMs }: { toMs: number; bars: number; nowMs: number },
): number {
  let untilMs = toMs;
  for (let bar = 0; bar < bars && untilMs < nowMs; bar += 1) {
    untilMs = nextBarTime(instrument.hours, resolution, untilMs);
  }
  return untilMs < nowMs ? untilMs : Number.MAX_SAFE_INTEGER;
}

/** The newest bars of a span, with those after it in which its last horizons end. */
async function readBars(
  { bars }: ReadRecordDeps,
  request: RecordRequest,
  { toMs, nowMs }: { toMs: number; nowMs: number },
  options: ReadOptions | undefined,
): Promise<NewestBars> {
  const { instrument, resolution } = request;
  for (let times = 1; ; times *= 4) {
    const untilMs = endAfter(request, { toMs, bars: times * BARS_AFTER, nowMs });
    const wanted = { instrument, resolution, count: MOST_BARS, untilMs };
    const read = await newestBars(bars, wanted, options);
    const after = read.columns.length - positionOf(read.columns, toMs);
    const isAll = untilMs === Number.MAX_SAFE_INTEGER || times >= MOST_TIMES_AS_MANY;
    if (after >= BARS_AFTER || isAll) return read;
  }
}

type Found = {
  marks: readonly LedgerMark[];
  notes: ReadonlyMap<string, string[]>;
  isEligible: (index: number) => boolean;
};

/** The marks of a span, all of one source, and the bars that could have had one. */
async function findMarks(
  deps: ReadRecordDeps,
  request: RecordRequest,
  { columns, span }: { columns: BarColumns; span: Span },
): Promise<Found> {
  const { instrument, resolution } = request;
  const timeOf = (index: number) => columns.time[index] ?? Number.NaN;
  const isWithin = ({ fromMs, toMs }: Span, time: number) => time >= fromMs && time < toMs;
  if (request.source === 'computed') {
    const first = firstMarkIndex(DEFAULT_INPUTS);
    const marks = marksOf({ instrument, resolution }, columns, first);
    return {
      marks: marks.filter(({ bar }) => isWithin(span, bar.time)),
      notes: new Map(),
      isEligible: (index) => index >= first && isWithin(span, timeOf(index)),
    };
  }
  const key = ledgerOf(deps.feeds, { instrument, resolution });
  const { published, ranges, notes } = await readLedger(deps.db, key, span);
  const isPublished = (time: number) => ranges.some((range) => isWithin(range, time));
  return {
    marks: published,
    notes,
    isEligible: (index) => isWithin(span, timeOf(index)) && isPublished(timeOf(index)),
  };
}

/** The moves after the marks of a span, from closed bars. */
export async function readRecord(
  deps: ReadRecordDeps,
  request: RecordRequest,
  options?: ReadOptions,
): Promise<Timed<SignalRecord>> {
  const { instrument, resolution, source } = request;
  const { hours } = instrument;
  // Taken before the read: bars that close during it were read while forming.
  const nowMs = deps.clock.now();
  const span = spanOf(request, nowMs);
  const read = await readBars(deps, request, { toMs: span.toMs, nowMs }, options);
  const columns = closedOf(instrument, resolution, read, nowMs);
  const { marks, notes, isEligible } = await findMarks(deps, request, { columns, span });
  const [firstTime, lastTime] = [columns.time[0], columns.time[columns.length - 1]];
  const chosen = marks.filter(
    ({ side, isStrong, bar }) =>
      // Marks of bars beyond those that could be read say nothing yet, and a warning tells of these.
      firstTime !== undefined &&
      lastTime !== undefined &&
      bar.time >= firstTime &&
      bar.time <= lastTime &&
      (request.side === 'any' || request.side === side) &&
      (request.strength === 'any' || isStrong),
  );
  const series: RecordSeries = {
    columns,
    closesAtMs: (index) => barClosesAtMs(hours, resolution, columns.time[index] ?? 0),
    holes: holesIn(instrument, resolution, columns),
    isOver: hasEnded(instrument, nowMs),
  };
  const given = chosen.map(({ id, side, isStrong, publishedAtMs, bar }) => ({
    id,
    side,
    isStrong,
    publishedAtMs,
    time: bar.time,
  }));
  const record = await inSlices(outcomeRecord(series, given, isEligible), options?.signal);
  const eligible = Array.from({ length: columns.length }, (_, index) => index).filter(isEligible);
  const timeAt = (index: number | undefined) =>
    index === undefined ? null : (columns.time[index] ?? null);
  const nextClosesAt =
    lastTime === undefined ? null : nextCloseOf(instrument, resolution, lastTime, nowMs);
  const warning = warningOfRead(instrument, read);
  const isCut = columns.length > 0 && read.columns.length >= MOST_BARS && span.fromMs < read.fromMs;
  const value: SignalRecord = {
    symbol: instrument.ticker,
    simulated: deps.feeds[instrument.exchange].isSimulated,
    priceScale: instrument.priceScale,
    resolution,
    source,
    side: request.side,
    strength: request.strength,
    fromTime: timeAt(eligible[0]),
    toTime: timeAt(eligible.at(-1)),
    barCount: eligible.length,
    isCut,
    nextClosesAt,
    leastTrials: LEAST_TRIALS,
    leastApart: LEAST_APART,
    markCount: chosen.length,
    withoutBar: record.withoutBar,
    horizons: record.horizons.map((horizon) => ({ ...horizon })),
    list: record.marks.slice(-MOST_LISTED).map((each) => present(each, columns, notes)),
    ...(warning === null ? {} : { warning }),
  };
  return {
    value,
    ...validity({ source, nextClosesAt, nowMs, warning }),
    madeOf: {
      source: storedSourceOf(resolution),
      fromMs: read.fromMs,
      toMs: Number.POSITIVE_INFINITY,
    },
  };
}

/** The time until a further bar or a further published mark can change the record. */
function validity(known: {
  source: RecordSource;
  nextClosesAt: number | null;
  nowMs: number;
  warning: string | null;
}): { keptMs: number } {
  if (known.warning !== null) return { keptMs: 0 };
  const { nextClosesAt, nowMs } = known;
  const barMs = nextClosesAt === null ? HOUR_MS : Math.max(nextClosesAt - nowMs, LATE_BAR_MS);
  return { keptMs: known.source === 'ledger' ? Math.min(barMs, PUBLISHED_EVERY_MS) : barMs };
}

type Given = { id: string; isStrong: boolean } & Parameters<typeof outcomeRecord>[1][number];

function present(
  { mark, entry, outcomes }: MarkOutcome<Given>,
  columns: BarColumns,
  notes: ReadonlyMap<string, string[]>,
): RecordedMark {
  return {
    id: mark.id,
    time: mark.time,
    side: mark.side,
    strong: mark.isStrong,
    publishedAt: mark.publishedAtMs,
    corrected: notes.has(mark.id),
    entryTime: entry === null ? null : (columns.time[entry] ?? null),
    entryPrice: entry === null ? null : (columns.close[entry] ?? null),
    outcomes: outcomes.map((each) => (typeof each === 'string' ? each : { ...each })),
  };
}
