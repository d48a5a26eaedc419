import {
  barClosesAtMs,
  barOpensAtMs,
  type MarketHours,
  type StoredResolution,
  sessionOf,
  tradingDateOf,
  tradingDayUntil,
} from '@moneytrail/calendar';
import { FeedError } from '@moneytrail/feeds';
import type { Instrument } from '../../catalogue/index.ts';
import { chunkStartOf } from '../chunks/chunk-calendar.ts';
import { type BarColumns, barAt, barsBetween, concatColumns } from '../columns/bar-columns.ts';
import { reaches } from '../door/reaches.ts';
import { findGaps } from '../gaps/find-gaps.ts';
import { readWhole, type WholeDeps } from '../history/read-whole.ts';
import { rollUp } from '../history/roll-up.ts';
import type { HeldBar } from '../store/held-bars.ts';
import type { Word } from './word.ts';

const DAY_MS = 86_400_000;

/** The finest first: a step of a minute is judged best by the minute after it. */
const FINER: Record<StoredResolution, readonly StoredResolution[]> = {
  '1': [],
  '15': ['1'],
  '60': ['1', '15'],
  '1D': ['1', '15', '60'],
};

/** Where reading begins, so that the first bars of the span have others before them to be judged by. */
function leadMs(hours: MarketHours, fromMs: number): number {
  const dayMs = tradingDayUntil(hours, tradingDateOf(hours, fromMs) - DAY_MS);
  return sessionOf(hours, dayMs).openMs;
}

/** What believed bars of a finer resolution in the span of a held bar say of it. */
function wordOf(
  { hours }: Instrument,
  { key, bar }: HeldBar,
  finer: StoredResolution,
  columns: BarColumns,
): Word {
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
  return error instanceof FeedError && !['upstream', 'rateLimit'].includes(error.kind);
}

/**
 * Asks the same vendor's finer bars, the finest it has: those stored, and where a stretch was never asked for, the feed,
 * once. Only bars that were believed themselves count, so that a misprint does not confirm itself. Bars with a hole
 * in them cannot contradict. Rejects with the feed's error.
 */
export async function hearFiner(
  deps: WholeDeps,
  instrument: Instrument,
  held: HeldBar,
): Promise<Word> {
  const { hours } = instrument;
  const { instrumentId, resolution } = held.key;
  const fromMs = barOpensAtMs(hours, resolution, held.bar.time);
  const toMs = barClosesAtMs(hours, resolution, held.bar.time);
  for (const finer of FINER[resolution]) {
    const span = { fromMs: chunkStartOf(finer, leadMs(hours, fromMs)), toMs };
    const key = { instrumentId, resolution: finer };
    const { chunks, failures } = await readWhole(deps, instrument, key, span);
    const failure = failures.find(({ error }) => !isRefusal(error));
    if (failure) throw failure.error;
    const all = concatColumns(chunks.map(({ columns }) => columns));
    const word = wordOf(instrument, held, finer, barsBetween(all, fromMs, toMs));
    if (word !== 'silent') return word;
  }
  return 'silent';
}
