import {
  barClosesAtMs,
  barOpensAtMs,
  DAY_MS,
  type MarketHours,
  type StoredResolution,
  sessionOf,
  tradingDateOf,
  tradingDayUntil,
} from '@moneytrail/calendar';
import { FeedError } from '@moneytrail/feeds';
import type { Instrument } from '../../catalogue/index.ts';
import type { Backfiller } from '../backfill/backfiller.ts';
import { chunkStartOf } from '../chunks/chunk-calendar.ts';
import { type BarColumns, barAt, barsBetween, concatColumns } from '../columns/bar-columns.ts';
import { findGaps } from '../gaps/find-gaps.ts';
import { rollUp } from '../history/roll-up.ts';
import type { QuarantinedBar } from '../store/quarantine.ts';
import { reaches } from '../validation/filter-outliers.ts';

export type FinerDeps = { backfiller: Pick<Backfiller, 'readThrough'> };

/** What another source tells of a bar; one that has no bar of its time is silent. */
export type Evidence = 'confirms' | 'contradicts' | 'silent';

/** The finest first: a step of a minute is checked best by the minute after it. */
const FINER: Record<StoredResolution, readonly StoredResolution[]> = {
  '1': [],
  '15': ['1'],
  '60': ['1', '15'],
  '1D': ['1', '15', '60'],
};

/** Where reading begins, so that the first bars of the span have others before them to be compared with. */
function leadMs(hours: MarketHours, fromMs: number): number {
  const dayMs = tradingDayUntil(hours, tradingDateOf(hours, fromMs) - DAY_MS);
  return sessionOf(hours, dayMs).openMs;
}

/** What accepted bars of a finer resolution tell of a quarantined bar. */
function evidenceOf(
  { hours }: Instrument,
  { key, bar }: QuarantinedBar,
  finer: StoredResolution,
  columns: BarColumns,
): Evidence {
  const rolled = rollUp({ hours, from: finer, to: key.resolution }, columns);
  const at = rolled.time.subarray(0, rolled.length).indexOf(bar.time);
  if (at < 0) return 'silent';
  if (reaches(barAt(rolled, at), bar)) return 'confirms';
  const span = {
    fromMs: barOpensAtMs(hours, key.resolution, bar.time),
    toMs: barClosesAtMs(hours, key.resolution, bar.time),
  };
  const isWhole = findGaps({ hours, resolution: finer }, columns, span).length === 0;
  return isWhole ? 'contradicts' : 'silent';
}

/** Whether a vendor will not answer this question tomorrow either: the plan is without such bars. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof FeedError && !['upstream', 'rateLimit', 'overloaded'].includes(error.kind)
  );
}

/**
 * Asks the same vendor's finer bars, the finest it has: those stored, and where a stretch was never asked for, the feed,
 * once. Only accepted bars count, so that a misprint does not confirm itself. Bars with a hole
 * in them cannot contradict. Rejects with the feed's error.
 */
export async function corroborateWithFinerBars(
  deps: FinerDeps,
  instrument: Instrument,
  quarantined: QuarantinedBar,
): Promise<Evidence> {
  const { hours } = instrument;
  const { resolution } = quarantined.key;
  const fromMs = barOpensAtMs(hours, resolution, quarantined.bar.time);
  const toMs = barClosesAtMs(hours, resolution, quarantined.bar.time);
  for (const finer of FINER[resolution]) {
    const span = { fromMs: chunkStartOf(finer, leadMs(hours, fromMs)), toMs };
    const { chunks, failures } = await deps.backfiller.readThrough(instrument, finer, span);
    const failure = failures.find(({ error }) => !isRefusal(error));
    if (failure) throw failure.error;
    const all = concatColumns(chunks.map(({ columns }) => columns));
    const evidence = evidenceOf(instrument, quarantined, finer, barsBetween(all, fromMs, toMs));
    if (evidence !== 'silent') return evidence;
  }
  return 'silent';
}
