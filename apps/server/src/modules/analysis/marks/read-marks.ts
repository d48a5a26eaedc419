import {
  DAY_MS,
  historyWindowMs,
  nextBarTime,
  type Resolution,
  type Span,
  subtract,
} from '@moneytrail/calendar';
import { AppError, type ExchangeName, type Mark } from '@moneytrail/contract';
import { FORMULA_VERSION } from '@moneytrail/indicators';
import type { BarCache } from '../bar-cache.ts';
import {
  type ComputedMarks,
  computeMarksOf,
  type MarkBars,
  type MarkSeries,
} from './compute-marks.ts';
import { firstUnsettledBar } from './first-unsettled.ts';
import { ledgerOf } from './publish-marks.ts';
import { type LedgerMark, type MarksDb, selectMarks, selectNotes, selectRanges } from './store.ts';

export type ReadMarksDeps = {
  db: MarksDb;
  bars: MarkBars;
  cache: BarCache<ComputedMarks>;
  feeds: Record<ExchangeName, { isSimulated: boolean }>;
  clock: { now: () => number };
};

/** The colours of rising and falling bars on a light ground; a chart in the dark takes its own by `side`. */
const COLOURS = { buy: '#098474', sell: '#B81D3C' } as const;
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

function present(mark: LedgerMark, notes: readonly string[]): Mark {
  const { id, side, isStrong, price, text, bar, publishedAtMs } = mark;
  return {
    id,
    time: bar.time,
    price,
    color: COLOURS[side],
    label: side === 'buy' ? 'B' : 'S',
    text,
    size: isStrong ? 2 : 1,
    shape: side === 'buy' ? 'arrowUp' : 'arrowDown',
    side,
    strong: isStrong,
    formulaVersion: FORMULA_VERSION,
    publishedAt: publishedAtMs,
    notes: [...notes],
  };
}

/** What is published can be answered without its feed; the rest is said to be missing. */
function unavailable(error: unknown): ComputedMarks {
  if (error instanceof AppError && error.code === 'FEED_UNAVAILABLE') {
    return { marks: [], isWhole: false, lastTime: null, warning: error.message };
  }
  throw error;
}

/** How long an answer stays right while the newest closed bar has not come. */
const LATE_BAR_MS = 5_000;

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

type Wanted = MarkSeries & { range: Span; caller: string };

/** The marks of a window, computed once for all who ask. */
function computed(
  deps: ReadMarksDeps,
  { instrument, resolution, caller }: Wanted,
  span: Span,
): Promise<ComputedMarks> {
  const key = `${resolution} ${span.fromMs} ${span.toMs}`;
  return deps.cache.read({ instrumentId: instrument.id, key, caller }, async () => {
    const value = await computeMarksOf(deps.bars, { instrument, resolution }, span);
    const next =
      value.lastTime === null
        ? span.fromMs
        : nextBarTime(instrument.hours, resolution, value.lastTime);
    const isComplete = value.warning === null && next >= span.toMs;
    const keptMs = value.warning === null ? LATE_BAR_MS : 0;
    return { value, keptMs: isComplete ? Number.POSITIVE_INFINITY : keptMs };
  });
}

/** The marks of a span of closed bars that was not published; none where bars are missing that they need. */
async function marksOfSpan(
  deps: ReadMarksDeps,
  wanted: Wanted,
  span: Span,
  closedToMs: number,
): Promise<Pick<ComputedMarks, 'marks' | 'warning'>> {
  const marks: LedgerMark[] = [];
  let warning: string | null = null;
  for (const window of windowsOf(wanted.resolution, span, closedToMs)) {
    const found = await computed(deps, wanted, window).catch(unavailable);
    warning ??= found.warning;
    if (!found.isWhole) return { marks: [], warning };
    marks.push(...found.marks.filter(({ bar }) => bar.time >= span.fromMs && bar.time < span.toMs));
  }
  return { marks, warning };
}

/**
 * The marks of closed bars in a range, oldest first: as they were published where they were, else computed from the
 * bars. Nothing is written, so that what is published never depends on who looked.
 */
export async function readMarks(
  deps: ReadMarksDeps,
  wanted: Wanted,
): Promise<{ marks: Mark[]; warning?: string }> {
  const { instrument, resolution, range } = wanted;
  checkRange(resolution, range);
  const key = ledgerOf(deps.feeds, { instrument, resolution });
  const closedToMs = firstUnsettledBar(instrument.hours, resolution, deps.clock.now());
  const closed = { fromMs: range.fromMs, toMs: Math.min(range.toMs, closedToMs) };
  const [published, ranges] = await Promise.all([
    selectMarks(deps.db, key, range),
    selectRanges(deps.db, key),
  ]);
  const rest: Pick<ComputedMarks, 'marks' | 'warning'>[] = [];
  for (const span of subtract(closed, ranges)) {
    rest.push(await marksOfSpan(deps, wanted, span, closedToMs));
  }
  const warning = rest.find((each) => each.warning !== null)?.warning ?? null;
  const notes = await selectNotes(
    deps.db,
    key,
    published.map(({ id }) => id),
  );
  const marks = [...published, ...rest.flatMap((each) => each.marks)]
    .sort((a, b) => a.bar.time - b.bar.time)
    .map((mark) => present(mark, notes.get(mark.id) ?? []));
  return warning === null ? { marks } : { marks, warning };
}
