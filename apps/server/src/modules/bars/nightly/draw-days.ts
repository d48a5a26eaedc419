import {
  DAY_MS,
  type MarketHours,
  overlaps,
  type Span,
  STORED_RESOLUTIONS,
  type StoredResolution,
  sessionOf,
  tradingDateOf,
  tradingDayUntil,
} from '@moneytrail/calendar';
import type { Db } from '../../../db/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import type { ComparedDay } from '../store/bar-checks.ts';
import { type ChunkHead, readHeads } from '../store/chunk-rows.ts';
import { type FeedKinds, readImports, seriesKey } from '../store/series.ts';

/** A vendor corrects its newest day for a while. */
const SETTLED_AFTER_MS = DAY_MS;
/** Days that do not count are drawn again, so often. */
const MOST_DRAWS = 20;

type Drawable = { resolution: StoredResolution; filled: Span[]; imported: Span[] };

/** The bars of a trading date: moments of its session, or the date itself. */
export function spanOfDay(hours: MarketHours, resolution: StoredResolution, dayMs: number): Span {
  if (resolution === '1D') return { fromMs: dayMs, toMs: dayMs + DAY_MS };
  const { openMs, closeMs } = sessionOf(hours, dayMs);
  return { fromMs: openMs, toMs: closeMs };
}

function filledSpan({ firstTime, lastTime }: ChunkHead): Span[] {
  return firstTime === null || lastTime === null ? [] : [{ fromMs: firstTime, toMs: lastTime + 1 }];
}

export type DrawDeps = { db: Db; feeds: FeedKinds; clock: { now: () => number } };

async function readDrawable(
  deps: DrawDeps,
  instrument: Instrument,
  nowMs: number,
): Promise<Drawable[]> {
  const { db } = deps;
  const found: Drawable[] = [];
  for (const resolution of STORED_RESOLUTIONS) {
    const key = seriesKey(deps, instrument, resolution);
    const heads = await readHeads(db, key, Number.MIN_SAFE_INTEGER, nowMs);
    const filled = heads.flatMap(filledSpan);
    if (filled.length > 0) found.push({ resolution, filled, imported: await readImports(db, key) });
  }
  return found;
}

/** A moment of some spans, each as likely as any other; every span counts for a day at least. */
function drawMoment(spans: readonly Span[], random: () => number): number {
  const weights = spans.map(({ fromMs, toMs }) => Math.max(DAY_MS, toMs - fromMs));
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, { fromMs, toMs }] of spans.entries()) {
    const weight = weights[index] ?? 0;
    if (left < weight) return Math.min(fromMs + left, toMs - 1);
    left -= weight;
  }
  return spans.at(-1)?.fromMs ?? 0;
}

function dayOf(hours: MarketHours, resolution: StoredResolution, timeMs: number): number {
  const dayMs =
    resolution === '1D' ? Math.floor(timeMs / DAY_MS) * DAY_MS : tradingDateOf(hours, timeMs);
  return tradingDayUntil(hours, dayMs);
}

/**
 * Some trading dates of an instrument among what is stored, by chance: first a resolution, then a day of it. The
 * newest day does not count, nor does what an operator has imported. Fewer where there are not so many.
 */
export async function drawDays(
  deps: DrawDeps,
  instrument: Instrument,
  count: number,
  random: () => number,
): Promise<ComparedDay[]> {
  const { hours } = instrument;
  const nowMs = deps.clock.now();
  const series = await readDrawable(deps, instrument, nowMs);
  const drawn = new Map<string, ComparedDay>();
  for (let draws = 0; draws < MOST_DRAWS && drawn.size < count; draws++) {
    const chosen = series[Math.floor(random() * series.length)];
    if (!chosen) break;
    const { resolution, filled, imported } = chosen;
    const dayMs = dayOf(hours, resolution, drawMoment(filled, random));
    const span = spanOfDay(hours, resolution, dayMs);
    const isSettled = sessionOf(hours, dayMs).closeMs + SETTLED_AFTER_MS <= nowMs;
    const isImported = imported.some((each) => overlaps(each, span));
    if (!isSettled || isImported) continue;
    drawn.set(`${resolution}/${dayMs}`, { ...seriesKey(deps, instrument, resolution), dayMs });
  }
  return [...drawn.values()];
}
