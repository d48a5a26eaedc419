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
import { type ExchangeName, FEED_EXCHANGES } from '@moneytrail/contract';
import { FeedError, isHeldBack } from '@moneytrail/feeds';
import type { Db } from '../../../db/index.ts';
import type { JobRun } from '../../../jobs/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import type { MaintenanceRound } from '../gaps/repair-gaps.ts';
import { spanOfDay } from '../series-bounds.ts';
import {
  type ComparedDay,
  deleteChecksBefore,
  insertChecks,
  type OpenComparison,
  readDrawn,
  readDueChecks,
  updateCheck,
} from '../store/bar-checks.ts';
import { type ChunkHead, readHeads } from '../store/chunks.ts';
import { type FeedKinds, readImports, seriesKey } from '../store/series.ts';
import { type ComparisonDeps, compareDay } from './compare-day.ts';

const DAYS_A_NIGHT = 3;
const NIGHTS_KEPT = 30;
/** Questions to a vendor per round. */
const MOST_READS = 30;
/** Pause after a failure of the feed. */
const TRY_AGAIN_MS = 5 * 60_000;

const kindOf = (feeds: FeedKinds, exchange: ExchangeName) => ({
  exchange,
  isSimulated: feeds[exchange].isSimulated,
});

/** Draws three random days for every instrument that has none for this night yet. */
export async function drawNight(
  deps: DrawDeps & { random: () => number },
  instruments: readonly Instrument[],
  run: Pick<JobRun, 'signal' | 'progress'>,
): Promise<void> {
  const { db, clock, feeds, random } = deps;
  const nightMs = Math.floor(clock.now() / DAY_MS) * DAY_MS;
  await deleteChecksBefore(db, nightMs - NIGHTS_KEPT * DAY_MS);
  const drawn = new Set<number>();
  for (const exchange of FEED_EXCHANGES) {
    for (const id of await readDrawn(db, kindOf(feeds, exchange), nightMs)) drawn.add(id);
  }
  for (const [index, instrument] of instruments.entries()) {
    run.signal.throwIfAborted();
    if (!drawn.has(instrument.id)) {
      await insertChecks(db, nightMs, await drawDays(deps, instrument, DAYS_A_NIGHT, random));
    }
    run.progress(index + 1, instruments.length);
  }
}

/** Compares one day; answers whether the round can go on. A failure is logged and postpones the day. */
async function check(
  deps: ComparisonDeps,
  open: OpenComparison,
  { exchange, instruments, signal }: MaintenanceRound,
): Promise<boolean> {
  const { db, clock, log } = deps;
  const instrument = instruments.find(({ id }) => id === open.instrumentId);
  const putOff = () => updateCheck(db, open, { dueMs: clock.now() + TRY_AGAIN_MS });
  if (!instrument) {
    await putOff();
    return true;
  }
  try {
    await compareDay(deps, instrument, open);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    await putOff();
    if (!isHeldBack(error)) {
      log.warn({ err: error, exchange, ticker: instrument.ticker }, 'a day could not be compared');
    }
    return !(error instanceof FeedError);
  }
}

/** Compares drawn days of a feed with its current answers, a bounded number per round. */
export async function compareDays(deps: ComparisonDeps, round: MaintenanceRound): Promise<void> {
  const { db, feeds, clock } = deps;
  const kind = kindOf(feeds, round.exchange);
  for (const open of await readDueChecks(db, kind, clock.now(), MOST_READS)) {
    round.signal.throwIfAborted();
    if (!(await check(deps, open, round))) return;
  }
}

/** Vendors keep correcting their newest day for a while. */
const SETTLED_AFTER_MS = DAY_MS;
/** Draws per instrument, including those of days that do not qualify. */
const MOST_DRAWS = 20;

type Drawable = { resolution: StoredResolution; filled: Span[]; imported: Span[] };

function filledSpan({ firstTime, lastTime }: ChunkHead): Span[] {
  return firstTime === null || lastTime === null ? [] : [{ fromMs: firstTime, toMs: lastTime + 1 }];
}

type DrawDeps = { db: Db; feeds: FeedKinds; clock: { now: () => number } };

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

/** A random moment of some spans, uniformly distributed; every span weighs at least a day. */
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
 * Up to `count` random stored trading dates of an instrument: first a resolution is drawn, then a day. The newest day and
 * imported days are excluded.
 */
async function drawDays(
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
