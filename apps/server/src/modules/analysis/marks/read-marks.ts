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
import { LRUCache } from 'lru-cache';
import type { Db } from '../../../db/index.ts';
import { within } from '../../../deadline.ts';
import { type EncodedAnswer, encodeAnswer } from '../../../http/encoded-answer.ts';
import { ANSWER_DEADLINES, type AnswerDeadlines, storeUnavailable } from '../../bars/index.ts';
import type { Analyses } from '../analyses.ts';
import { type BarCache, LATE_BAR_MS, type Reader } from '../bar-cache.ts';
import {
  type ComputedMarks,
  firstUnsettledBar,
  type MarkSeries,
  presentMark,
} from './compute-marks.ts';
import { type Ledger, ledgerOf, readLedger } from './ledger.ts';

type ReadMarksDeps = {
  db: Db;
  analyses: Pick<Analyses, 'marks'>;
  cache: BarCache<ComputedMarks>;
  feeds: Record<ExchangeName, { isSimulated: boolean }>;
  clock: { now: () => number };
  deadlines?: AnswerDeadlines;
};

/** Windows that one request may span. */
const MOST_WINDOWS = 12;

const longestRangeMs = (resolution: Resolution) => MOST_WINDOWS * historyWindowMs(resolution);

/** The newest part of a range whose marks one request can read, for protocols that page. */
export function newestRange(resolution: Resolution, { fromMs, toMs }: Span): Span {
  return { fromMs: Math.max(fromMs, toMs - longestRangeMs(resolution)), toMs };
}

function checkRange(resolution: Resolution, { fromMs, toMs }: Span): void {
  if (fromMs > toMs) throw new AppError('BAD_REQUEST', 'fromTs must not be after toTs');
  const mostMs = longestRangeMs(resolution);
  if (toMs - fromMs > mostMs) {
    const days = mostMs / DAY_MS;
    throw new AppError(
      'BAD_REQUEST',
      `toTs: marks of resolution ${resolution} are answered for at most ${days} days`,
    );
  }
}

/**
 * The windows of a span of closed bars. They do not depend on the request, so that computed marks serve all callers and
 * the cache holds each bar's marks once.
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

/** The marks of a window, cached. */
function computed(
  deps: ReadMarksDeps,
  { instrument, resolution, reader }: Wanted,
  span: Span,
): Promise<ComputedMarks> {
  const key = `${resolution} ${span.fromMs} ${span.toMs}`;
  return deps.cache.read({ instrumentId: instrument.id, key, reader }, async (limits) => {
    const value = await deps.analyses.marks({ instrument, resolution, span }, limits);
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

/** The marks of a span, which were computed for the window around it. */
type Part = { span: Span; value: ComputedMarks };

const marksIn = ({ span, value }: Part) =>
  value.marks.filter(({ bar }) => bar.time >= span.fromMs && bar.time < span.toMs);

/** The published marks of a range, and computed ones outside the published ranges. */
export type FoundMarks = {
  ledger: Ledger;
  /** Oldest first. */
  parts: readonly Part[];
  /** The reason if some are left out. */
  warning: string | undefined;
  isSimulated: boolean;
};

/** Finds the marks of a span of closed bars, window by window; windows that lack bars have none. */
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
      // Other windows can be answered without this one.
      if (!(error instanceof AppError) || error.status !== 503) throw error;
      failures.push(error);
    }
  }
  return { parts, failures };
}

/**
 * Finds the marks of closed bars in a range. Nothing is written, so that published marks never depend on readers. Marks
 * that are not known in time are left out with a warning; 503 if none are left.
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
  const { isSimulated } = deps.feeds[instrument.exchange];
  return { ledger, parts, warning: failure?.message ?? warned ?? undefined, isSimulated };
}

/** Marks in the contract's form, oldest first. */
export function presentMarks({ ledger, parts, warning, isSimulated }: FoundMarks): {
  marks: Mark[];
  simulated?: true;
  warning?: string;
} {
  const { published, notes } = ledger;
  const publishedIds = new Set(published.map(({ id }) => id));
  const others = parts.flatMap(marksIn).filter(({ id }) => !publishedIds.has(id));
  const marks = [...published, ...others]
    .sort((a, b) => a.bar.time - b.bar.time)
    .map((mark) => presentMark(mark, notes.get(mark.id) ?? []));
  return {
    marks,
    ...(isSimulated && { simulated: true }),
    ...(warning !== undefined && { warning }),
  };
}

type Log = { warn: (detail: object, message: string) => void };

const MAX_BYTES = 8 * 1_024 * 1_024;

/** Numbers computed marks, so that a cached answer can identify them without keeping them alive. */
function createNumbering(): (marks: ComputedMarks) => number {
  const numbers = new WeakMap<ComputedMarks, number>();
  let newest = 0;
  return (marks) => {
    const number = numbers.get(marks) ?? ++newest;
    numbers.set(marks, number);
    return number;
  };
}

/**
 * Encodes marks and caches up to 8 MB of encoded answers, as encoding a thousand marks costs more than finding them. An
 * entry is valid for the same computed marks; answers with published marks are not cached.
 */
export function createMarksEncoder(log: Log): (key: string, found: FoundMarks) => EncodedAnswer {
  const kept = new LRUCache<string, { origin: string; answer: EncodedAnswer }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ origin, answer }, key) => answer.room + 2 * (origin.length + key.length),
  });
  const numberOf = createNumbering();
  const originOf = ({ parts, warning }: FoundMarks) =>
    JSON.stringify([
      parts.map(({ span, value }) => [span.fromMs, span.toMs, numberOf(value)]),
      warning,
    ]);
  const encode = (found: FoundMarks) =>
    encodeAnswer(Buffer.from(JSON.stringify(presentMarks(found))), (error) =>
      log.warn({ err: error }, 'marks could not be compressed'),
    );
  return (key, found) => {
    if (found.ledger.published.length > 0) return encode(found);
    const origin = originOf(found);
    const known = kept.get(key);
    if (known?.origin === origin) return known.answer;
    const answer = encode(found);
    kept.set(key, { origin, answer });
    return answer;
  };
}
