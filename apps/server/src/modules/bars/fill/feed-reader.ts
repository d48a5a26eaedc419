import { resolutionMs, type StoredResolution } from '@moneytrail/calendar';
import type { Instrument } from '../../catalogue/index.ts';
import type { BarDeps } from '../bar-deps.ts';
import { type BarColumns, columnsOf, timeAt } from '../columns/bar-columns.ts';
import { contractBounds } from '../history/series-bounds.ts';
import { readOldestTime } from '../store/chunk-rows.ts';
import type { Span } from '../store/coverage.ts';
import { writeFacts } from '../store/series.ts';
import { type AcceptDeps, acceptBars } from './accept-bars.ts';
import { answeredEnd, settledEnd } from './settled.ts';

const DAY_MS = 86_400_000;
/** Bars before the covered end that are read once more, as vendors correct their last ones. */
const REREAD_BARS = 2;

export type ReaderDeps = AcceptDeps & Pick<BarDeps, 'feeds'>;

/** What the feed says of a stretch; nothing is stored. Rejects with the feed's error. */
export function askFeed(
  { feeds }: Pick<ReaderDeps, 'feeds'>,
  instrument: Instrument,
  resolution: StoredResolution,
  { fromMs, toMs }: Span,
): Promise<BarColumns> {
  const { code, type, hours } = instrument;
  const ref = { code, type, marketHours: hours.id };
  return feeds[instrument.exchange]
    .history({ instrument: ref, resolution, fromMs, toMs })
    .then(columnsOf);
}

/** Reads a closed stretch of history from the feed and stores it as covered. */
export async function readSpan(
  deps: ReaderDeps,
  instrument: Instrument,
  resolution: StoredResolution,
  span: Span,
): Promise<void> {
  const columns = await askFeed(deps, instrument, resolution, span);
  await acceptBars(deps, { instrument, resolution, columns, coverage: span, trust: 'judged' });
}

/** Reads from a moment to the present, the forming bar included, and stores it; only closed bars count as covered. */
export async function readTail(
  deps: ReaderDeps,
  instrument: Instrument,
  resolution: StoredResolution,
  sinceMs: number,
): Promise<void> {
  const nowMs = deps.clock.now();
  const lengthMs = resolutionMs(resolution);
  const bounds = contractBounds(instrument, resolution);
  const fromMs = Math.max(bounds.fromMs, sinceMs - REREAD_BARS * lengthMs);
  const toMs = Math.min(bounds.toMs, nowMs + lengthMs);
  if (fromMs >= toMs) return;
  const columns = await askFeed(deps, instrument, resolution, { fromMs, toMs });
  const end = answeredEnd(instrument, resolution, columns, nowMs);
  const isOver = bounds.toMs <= settledEnd(instrument, resolution, nowMs);
  const coverage = { fromMs: Math.max(fromMs, sinceMs), toMs: isOver ? bounds.toMs : end };
  await acceptBars(deps, { instrument, resolution, columns, coverage, trust: 'judged' });
}

/** Reads the whole daily history once and notes where it begins; answers the beginning. */
export async function discoverDaily(deps: ReaderDeps, instrument: Instrument): Promise<number> {
  const nowMs = deps.clock.now();
  const bounds = contractBounds(instrument, '1D');
  const span = { fromMs: bounds.fromMs, toMs: Math.min(bounds.toMs, nowMs + 2 * DAY_MS) };
  const columns =
    span.fromMs < span.toMs ? await askFeed(deps, instrument, '1D', span) : columnsOf([]);
  const end = Math.min(bounds.toMs, answeredEnd(instrument, '1D', columns, nowMs));
  const key = { instrumentId: instrument.id, resolution: '1D' as const };
  // An operator may have brought older bars than the feed has.
  const oldest = (await readOldestTime(deps.db, key)) ?? Number.POSITIVE_INFINITY;
  const first = columns.length > 0 ? timeAt(columns, 0) : Math.max(bounds.fromMs, end);
  const beginningMs = Math.min(oldest, first);
  await acceptBars(deps, {
    instrument,
    resolution: '1D',
    columns,
    coverage: { fromMs: beginningMs, toMs: end },
    trust: 'judged',
  });
  await writeFacts(deps.db, key, { beginningMs });
  return beginningMs;
}
