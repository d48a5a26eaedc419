import { DAY_MS, resolutionMs, type Span, type StoredResolution } from '@moneytrail/calendar';
import type { ExchangeName } from '@moneytrail/contract';
import type { Feed } from '@moneytrail/feeds';
import type { Instrument } from '../../catalogue/index.ts';
import { type BarColumns, columnsOf, timeAt } from '../columns/bar-columns.ts';
import { answeredEnd, contractBounds, settledEnd } from '../history/series-bounds.ts';
import { readOldestTime } from '../store/chunk-rows.ts';
import { seriesKey } from '../store/series.ts';
import { writeBeginning } from '../store/write-beginning.ts';
import { type AcceptDeps, acceptBars } from './accept-bars.ts';
import { fromStore, type ReadOptions } from './read-failures.ts';

/** Bars before the covered end that are read once more, as vendors correct their last ones. */
const REREAD_BARS = 2;

export type ReaderDeps = AcceptDeps & {
  feeds: Record<ExchangeName, Pick<Feed, 'history' | 'isSimulated' | 'clockLeadMs'>>;
};

/** What the feed says of a stretch; nothing is stored. Rejects with the feed's error. */
export function askFeed(
  { feeds }: Pick<ReaderDeps, 'feeds'>,
  instrument: Instrument,
  resolution: StoredResolution,
  { fromMs, toMs }: Span,
  { signal, priority = 'reader' }: Pick<ReadOptions, 'signal' | 'priority'> = {},
): Promise<BarColumns> {
  const { code, type, hours } = instrument;
  const ref = { code, type, marketHours: hours.id };
  return feeds[instrument.exchange]
    .history({ instrument: ref, resolution, fromMs, toMs, priority }, signal)
    .then(columnsOf);
}

/**
 * The moment of a question by the clock of the feed that has answered it: what it was asked beyond that it has not
 * answered, however far our clock is ahead, or however long we stood still since.
 */
function askedAtFeed({ feeds }: ReaderDeps, { exchange }: Instrument, askedMs: number): number {
  return askedMs - feeds[exchange].clockLeadMs();
}

/** Reads a stretch of history from the feed and stores it as covered, as far as its bars are closed; answers how many came. */
export async function readSpan(
  deps: ReaderDeps,
  instrument: Instrument,
  resolution: StoredResolution,
  span: Span,
  signal?: AbortSignal,
): Promise<number> {
  const askedMs = deps.clock.now();
  const columns = await askFeed(deps, instrument, resolution, span, { signal });
  const nowMs = askedAtFeed(deps, instrument, askedMs);
  const isClosed = span.toMs <= settledEnd(instrument, resolution, nowMs);
  const end = isClosed ? span.toMs : answeredEnd(instrument, resolution, columns, nowMs);
  const coverage = { fromMs: span.fromMs, toMs: Math.min(span.toMs, end) };
  await acceptBars(deps, { instrument, resolution, columns, coverage, trust: 'filtered' });
  return columns.length;
}

/** Reads from a moment to the present, the forming bar included, and stores it; only closed bars count as covered. */
export async function readTail(
  deps: ReaderDeps,
  instrument: Instrument,
  resolution: StoredResolution,
  sinceMs: number,
  { signal, fence, priority }: ReadOptions,
): Promise<void> {
  const lengthMs = resolutionMs(resolution);
  const bounds = contractBounds(instrument, resolution);
  const fromMs = Math.max(bounds.fromMs, sinceMs - REREAD_BARS * lengthMs);
  const askedMs = deps.clock.now();
  const toMs = Math.min(bounds.toMs, askedMs + lengthMs);
  if (fromMs >= toMs) return;
  const span = { fromMs, toMs };
  const columns = await askFeed(deps, instrument, resolution, span, { signal, priority });
  const nowMs = askedAtFeed(deps, instrument, askedMs);
  const end = answeredEnd(instrument, resolution, columns, nowMs);
  const isOver = bounds.toMs <= settledEnd(instrument, resolution, nowMs);
  const coverage = { fromMs: Math.max(fromMs, sinceMs), toMs: isOver ? bounds.toMs : end };
  const delivery = { instrument, resolution, columns, coverage, fence };
  await acceptBars(deps, { ...delivery, trust: 'filtered' });
}

/** Reads the whole daily history once and notes where it begins; answers the beginning. */
export async function discoverDaily(
  deps: ReaderDeps,
  instrument: Instrument,
  { signal, fence }: ReadOptions,
): Promise<number> {
  const bounds = contractBounds(instrument, '1D');
  const askedMs = deps.clock.now();
  const toMs = Math.min(bounds.toMs, askedMs + 2 * DAY_MS);
  const span = { fromMs: bounds.fromMs, toMs };
  const columns =
    span.fromMs < span.toMs
      ? await askFeed(deps, instrument, '1D', span, { signal })
      : columnsOf([]);
  const nowMs = askedAtFeed(deps, instrument, askedMs);
  const end = Math.min(bounds.toMs, answeredEnd(instrument, '1D', columns, nowMs));
  const key = seriesKey(deps, instrument, '1D');
  // An operator may have brought older bars than the feed has.
  const oldest = (await fromStore(readOldestTime(deps.db, key))) ?? Number.POSITIVE_INFINITY;
  const first = columns.length > 0 ? timeAt(columns, 0) : Math.max(bounds.fromMs, end);
  const beginningMs = Math.min(oldest, first);
  await acceptBars(deps, {
    instrument,
    resolution: '1D',
    columns,
    coverage: { fromMs: beginningMs, toMs: end },
    trust: 'filtered',
    fence,
  });
  return fromStore(writeBeginning(deps.db, key, beginningMs));
}
