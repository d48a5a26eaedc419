import {
  barClosesAtMs,
  barOpensAtMs,
  DAY_MS,
  HOUR_MS,
  type MarketHours,
  nextBarTime,
  type StoredResolution,
  sessionOf,
  tradingDateOf,
  tradingDayUntil,
} from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import { FeedError } from '@moneytrail/feeds';
import type { Db } from '../../../db/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import { acceptBars } from '../accept-bars.ts';
import { chunkStartOf } from '../chunks/chunk-calendar.ts';
import {
  type BarColumns,
  barAt,
  barsBetween,
  concatColumns,
  positionOf,
  sliceColumns,
} from '../columns/bar-columns.ts';
import { findGaps } from '../gaps/find-gaps.ts';
import { rollUp } from '../history.ts';
import { askFeed, type Backfiller, type ReaderDeps } from '../read-through.ts';
import { hasSamePrices, type QuarantinedBar, readQuarantinedBar } from '../store/quarantine.ts';
import { type FeedKinds, seriesKey } from '../store/series.ts';
import { reaches } from '../validation/filter-outliers.ts';

export type CorroborationDeps = OtherFeedsDeps & ReaderDeps;

export type Finding =
  | { kind: 'corroborated'; by: string }
  | { kind: 'rejected'; because: string }
  /** The vendor now has a different bar, which was validated and stored. */
  | { kind: 'replaced' }
  | { kind: 'later'; dueMs: number };

/** Vendors usually remove bad trades within an hour after the session. */
const REFETCH_AFTER_MS = HOUR_MS;

/**
 * Looks for a second source of an outlier that the next bar does not corroborate. Any one of these suffices, in this order:
 *
 * 1. the same vendor's finer bars, if they reach the bar's extremes;
 * 2. another feed's bar of the same instrument and time, if it does;
 * 3. if neither has a bar of that time, the vendor itself, an hour after both the session's end and the first attempt, if
 *    it repeats a daily bar exactly and the adjacent closes are within a factor of three.
 *
 * An outlier that the vendor repeats and nothing corroborates is rejected; one that the vendor changes is validated
 * again. Rejects with the feed's error.
 */
export async function corroborateBar(
  deps: CorroborationDeps,
  instrument: Instrument,
  quarantined: QuarantinedBar,
  all: readonly Instrument[],
): Promise<Finding> {
  const finer = await corroborateWithFinerBars(deps, instrument, quarantined);
  if (finer === 'confirms') return { kind: 'corroborated', by: 'finer bars' };
  const other = await crossCheckFeeds(deps, instrument, quarantined, all);
  if (other === 'confirms') return { kind: 'corroborated', by: 'another feed' };
  const nowMs = deps.clock.now();
  const closedMs = barClosesAtMs(
    instrument.hours,
    quarantined.key.resolution,
    quarantined.bar.time,
  );
  const againMs = Math.max(closedMs, quarantined.askedAtMs ?? nowMs) + REFETCH_AFTER_MS;
  if (nowMs < againMs) return { kind: 'later', dueMs: againMs };
  const { outcome, isOfficial } = await refetch(deps, instrument, quarantined);
  if (outcome === 'changed') return { kind: 'replaced' };
  if (outcome === 'withdrawn') return { kind: 'rejected', because: 'its vendor withdrew it' };
  const contradicting = [
    finer === 'contradicts' && 'finer bars',
    other === 'contradicts' && 'another feed',
  ];
  const because = contradicting.filter((each) => each !== false).join(' and ');
  if (because !== '') return { kind: 'rejected', because: `contradicted by ${because}` };
  return isOfficial
    ? { kind: 'corroborated', by: 'its vendor, again' }
    : { kind: 'rejected', because: 'corroborated by nothing' };
}

type FinerDeps = { backfiller: Pick<Backfiller, 'readThrough'> };

/** The verdict of another source on a bar; `silent` if it has no bar of that time. */
type Evidence = 'confirms' | 'contradicts' | 'silent';

/** Finest first: a jump within a minute shows best in the minute after it. */
export const FINER: Record<StoredResolution, readonly StoredResolution[]> = {
  '1': [],
  '15': ['1'],
  '60': ['1', '15'],
  '1D': ['1', '15', '60'],
};

/** Begin of the read: the session before, so that the first bars of the span have earlier ones to be compared with. */
function leadMs(hours: MarketHours, fromMs: number): number {
  const dayMs = tradingDayUntil(hours, tradingDateOf(hours, fromMs) - DAY_MS);
  return sessionOf(hours, dayMs).openMs;
}

/** The verdict of accepted bars of a finer resolution on a quarantined bar. */
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

/** Whether the vendor refuses the question for good, for instance because our plan lacks such bars. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof FeedError && !['upstream', 'rateLimit', 'overloaded'].includes(error.kind)
  );
}

/**
 * Checks a bar against the same vendor's finest bars, backfilling those that were never asked for. Only accepted bars
 * count, so that a misprint does not confirm itself; bars with a gap cannot contradict. Rejects with the feed's error.
 */
async function corroborateWithFinerBars(
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

type OtherFeedsDeps = FinerDeps & {
  db: Db;
  feeds: FeedKinds;
};

/** The same instrument at other feeds: the same code and market hours, and prices of the same kind, real or simulated. */
export function sameElsewhere(
  { feeds }: { feeds: FeedKinds },
  instrument: Instrument,
  all: readonly Instrument[],
): Instrument[] {
  const { exchange, code, hours } = instrument;
  return all.filter(
    (other) =>
      other.exchange !== exchange &&
      other.code === code &&
      other.hours.id === hours.id &&
      feeds[other.exchange].isSimulated === feeds[exchange].isSimulated,
  );
}

/** Checks a bar against another feed's, even a quarantined one: two vendors do not make the same misprint. */
async function crossCheck(
  deps: OtherFeedsDeps,
  other: Instrument,
  quarantined: QuarantinedBar,
): Promise<Evidence> {
  const { bar } = quarantined;
  const key = seriesKey(deps, other, quarantined.key.resolution);
  const span = { fromMs: chunkStartOf(key.resolution, bar.time), toMs: bar.time + 1 };
  const { chunks } = await deps.backfiller.readThrough(other, key.resolution, span);
  const columns = barsBetween(
    concatColumns(chunks.map((chunk) => chunk.columns)),
    bar.time,
    bar.time + 1,
  );
  const accepted = columns.length > 0 ? barAt(columns, 0) : null;
  if (accepted && reaches(accepted, bar)) return 'confirms';
  const quarantinedThere = await readQuarantinedBar(deps.db, key, bar.time);
  if (quarantinedThere && reaches(quarantinedThere, bar)) return 'confirms';
  return accepted ? 'contradicts' : 'silent';
}

/** Checks a bar against all other feeds of the instrument; one confirmation outweighs contradictions. */
async function crossCheckFeeds(
  deps: OtherFeedsDeps,
  instrument: Instrument,
  quarantined: QuarantinedBar,
  all: readonly Instrument[],
): Promise<Evidence> {
  let evidence: Evidence = 'silent';
  for (const other of sameElsewhere(deps, instrument, all)) {
    const found = await crossCheck(deps, other, quarantined);
    if (found === 'confirms') return found;
    if (found === 'contradicts') evidence = found;
  }
  return evidence;
}

type Refetched = 'repeated' | 'changed' | 'withdrawn';

const DAYS_AROUND = 7;
/** A misplaced decimal point is a factor of ten; no lasting market has trebled and come back. */
const LARGEST_FACTOR = 3;

function neighboursOf(columns: BarColumns, time: number): Bar[] {
  const at = positionOf(columns, time);
  return [at - 1, at + 1]
    .filter((index) => index >= 0 && index < columns.length)
    .map((index) => barAt(columns, index));
}

/** Whether a daily bar may be accepted from its vendor alone: within a factor of three of the adjacent closes. */
function isPlausible(bar: Bar, neighbours: readonly Bar[]): boolean {
  const closes = neighbours.map(({ close }) => close);
  if (closes.length === 0 || Math.min(bar.low, ...closes) <= 0) return false;
  return (
    bar.high <= LARGEST_FACTOR * Math.max(...closes) &&
    bar.low >= Math.min(...closes) / LARGEST_FACTOR
  );
}

/**
 * Reads a quarantined bar from its vendor again; a changed bar is validated and stored like any other. `isOfficial` is
 * true for a repeated bar that may be accepted for that alone: a daily bar of plausible size, as vendors make it from the
 * session's record; intraday bars are raw ticks, misprints included.
 */
async function refetch(
  deps: ReaderDeps,
  instrument: Instrument,
  { key, bar }: QuarantinedBar,
): Promise<{ outcome: Refetched; isOfficial: boolean }> {
  const { resolution } = key;
  const { hours } = instrument;
  const isDay = resolution === '1D';
  const nextTime = nextBarTime(hours, resolution, bar.time);
  const span = isDay
    ? {
        fromMs: tradingDayUntil(hours, bar.time - DAYS_AROUND * DAY_MS),
        toMs: bar.time + DAYS_AROUND * DAY_MS,
      }
    : { fromMs: bar.time, toMs: nextTime };
  const columns = await askFeed(deps, instrument, resolution, span);
  const at = positionOf(columns, bar.time);
  const again = at < columns.length ? barAt(columns, at) : null;
  if (again?.time !== bar.time) return { outcome: 'withdrawn', isOfficial: false };
  if (!hasSamePrices(again, bar)) {
    const changed = sliceColumns(columns, at, at + 1);
    const delivery = { instrument, resolution, columns: changed, coverage: null };
    await acceptBars(deps, { ...delivery, trust: 'filtered' });
    return { outcome: 'changed', isOfficial: false };
  }
  const isOfficial = isDay && isPlausible(bar, neighboursOf(columns, bar.time));
  return { outcome: 'repeated', isOfficial };
}
