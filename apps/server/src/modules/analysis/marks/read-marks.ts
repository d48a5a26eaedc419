import {
  DAY_MS,
  historyWindowMs,
  nextBarTime,
  type Resolution,
  resolutionMs,
  type Span,
  storedSourceOf,
  subtract,
} from '@moneytrail/calendar';
import { AppError, type ExchangeName, type Mark } from '@moneytrail/contract';
import type { Db } from '../../../db/index.ts';
import { within } from '../../../deadline.ts';
import { ANSWER_DEADLINES, type AnswerDeadlines, storeUnavailable } from '../../bars/index.ts';
import type { Analyses } from '../analyses.ts';
import { type BarCache, LATE_BAR_MS, type Reader } from '../bar-cache.ts';
import type { ComputedMarks, MarkSeries } from './compute-marks.ts';
import { firstUnsettledBar } from './first-unsettled.ts';
import { presentMark } from './present-mark.ts';
import { ledgerOf } from './publish-marks.ts';
import { type Ledger, readLedger } from './read-ledger.ts';

export type ReadMarksDeps = {
  db: Db;
  analyses: Pick<Analyses, 'marks'>;
  cache: BarCache<ComputedMarks>;
  feeds: Record<ExchangeName, { isSimulated: boolean }>;
  clock: { now: () => number };
  /** The product's own where nothing is given. */
  deadlines?: AnswerDeadlines;
};

/** A chart goes back at most so many windows. */
const MOST_WINDOWS = 12;

function checkRange(resolution: Resolution, { fromMs, toMs }: Span): void {
  if (fromMs > toMs) throw new AppError('BAD_REQUEST', 'fromTs must not be after toTs');
  const mostMs = MOST_WINDOWS * historyWindowMs(resolution);
  if (toMs - fromMs > mostMs) {
    const days = mostMs / DAY_MS;
    throw new AppError(
      'BAD_REQUEST',
      `toTs: marks of resolution ${resolution} are answered for at most ${days} days`,
    );
  }
}

/**
 * The windows that a span of closed bars lies in. They are the same for whoever asks, so that what is computed for one
 * serves all, and nobody can make the server keep the same bars in a thousand pieces.
 */
function windowsOf(resolution: Resolution, span: Span, closedToMs: number): Span[] {
  const lengthMs = historyWindowMs(resolution);
  const windows: Span[] = [];
  let fromMs = Math.floor(span.fromMs / lengthMs) * lengthMs;
  for (; fromMs < span.toMs; fromMs += lengthMs) {
    windows.push({ fromMs, toMs: Math.min(fromMs + lengthMs, closedToMs) });
  }
  return windows;
}

type Wanted = MarkSeries & { range: Span; reader: Reader };

/** The marks of a window, computed once for all who ask. */
function computed(
  deps: ReadMarksDeps,
  { instrument, resolution, reader }: Wanted,
  span: Span,
): Promise<ComputedMarks> {
  const key = `${resolution} ${span.fromMs} ${span.toMs}`;
  return deps.cache.read({ instrumentId: instrument.id, key, reader }, async (waiting) => {
    const value = await deps.analyses.marks({ instrument, resolution, span }, waiting);
    const next =
      value.lastTime === null
        ? span.fromMs
        : nextBarTime(instrument.hours, resolution, value.lastTime);
    const isComplete = value.warning === null && next >= span.toMs;
    const keptMs = value.warning === null ? LATE_BAR_MS : 0;
    const toMs = span.toMs + resolutionMs(resolution);
    return {
      value,
      keptMs: isComplete ? Number.POSITIVE_INFINITY : keptMs,
      madeOf: { source: storedSourceOf(resolution), fromMs: value.fromMs, toMs },
    };
  });
}

/** Marks of a span of closed bars as they were computed for the window around it. */
type Part = { span: Span; value: ComputedMarks };

const marksIn = ({ span, value }: Part) =>
  value.marks.filter(({ bar }) => bar.time >= span.fromMs && bar.time < span.toMs);

/** The marks of a range as they were published where they were, and as they are computed elsewhere. */
export type FoundMarks = {
  ledger: Ledger;
  /** Oldest first. */
  parts: readonly Part[];
  /** Why some are left out. */
  warning: string | undefined;
};

/** Finds the marks of a span of closed bars, window by window; none of windows that lack bars they need. */
async function findIn(
  deps: ReadMarksDeps,
  wanted: Wanted,
  { span, closedToMs }: { span: Span; closedToMs: number },
): Promise<{ parts: Part[]; failures: AppError[] }> {
  const parts: Part[] = [];
  const failures: AppError[] = [];
  for (const window of windowsOf(wanted.resolution, span, closedToMs)) {
    try {
      parts.push({ span, value: await computed(deps, wanted, window) });
    } catch (error) {
      // What is known can be answered without the rest.
      if (!(error instanceof AppError) || error.status !== 503) throw error;
      failures.push(error);
    }
  }
  return { parts, failures };
}

/**
 * Finds the marks of closed bars in a range. Nothing is written, so that what is published never depends on who looked.
 * What is not known in time is left out with a warning; 503 where that leaves nothing to say.
 */
export async function findMarks(deps: ReadMarksDeps, wanted: Wanted): Promise<FoundMarks> {
  const { deadlines = ANSWER_DEADLINES } = deps;
  const { instrument, resolution, range, reader } = wanted;
  checkRange(resolution, range);
  const key = ledgerOf(deps.feeds, { instrument, resolution });
  const closedToMs = firstUnsettledBar(instrument.hours, resolution, deps.clock.now());
  const closed = { fromMs: range.fromMs, toMs: Math.min(range.toMs, closedToMs) };
  const leftMs = Math.max(0, deadlines.answerMs - reader.waitedMs);
  const reading = readLedger(deps.db, key, range);
  const ledger = await within(reading, leftMs, () => {
    throw storeUnavailable();
  });
  const parts: Part[] = [];
  const failures: AppError[] = [];
  for (const span of subtract(closed, ledger.ranges)) {
    const found = await findIn(deps, wanted, { span, closedToMs });
    parts.push(...found.parts);
    failures.push(...found.failures);
  }
  const [failure] = failures;
  const isEmpty = () => ledger.published.length === 0 && parts.flatMap(marksIn).length === 0;
  if (failure?.code === 'UNAVAILABLE' && isEmpty()) throw failure;
  const warned = parts.find(({ value }) => value.warning !== null)?.value.warning;
  return { ledger, parts, warning: failure?.message ?? warned ?? undefined };
}

/** Marks in the contract's form, oldest first. */
export function presentMarks({ ledger, parts, warning }: FoundMarks): {
  marks: Mark[];
  warning?: string;
} {
  const { published, notes } = ledger;
  const publishedIds = new Set(published.map(({ id }) => id));
  const others = parts.flatMap(marksIn).filter(({ id }) => !publishedIds.has(id));
  const marks = [...published, ...others]
    .sort((a, b) => a.bar.time - b.bar.time)
    .map((mark) => presentMark(mark, notes.get(mark.id) ?? []));
  return warning === undefined ? { marks } : { marks, warning };
}
