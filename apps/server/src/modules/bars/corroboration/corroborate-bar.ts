import { barClosesAtMs, HOUR_MS } from '@moneytrail/calendar';
import type { Instrument } from '../../catalogue/index.ts';
import type { ReaderDeps } from '../backfill/feed-reader.ts';
import type { QuarantinedBar } from '../store/quarantine.ts';
import { corroborateWithFinerBars } from './corroborate-with-finer-bars.ts';
import { crossCheckFeeds, type OtherFeedsDeps } from './cross-check-feeds.ts';
import { refetch } from './refetch.ts';

export type CorroborationDeps = OtherFeedsDeps & ReaderDeps;

/** What is to be done about a quarantined bar. */
export type Finding =
  | { kind: 'corroborated'; by: string }
  | { kind: 'rejected'; because: string }
  /** The vendor has another bar now, which was validated like any. */
  | { kind: 'replaced' }
  | { kind: 'later'; dueMs: number };

/** A vendor takes bad trades back within the hour after a session, as a rule. */
const REFETCH_AFTER_MS = HOUR_MS;

/**
 * Looks for a second source of an outlier that the next bar does not corroborate. Any one of these is enough, in this order:
 *
 * 1. the same vendor's finer bars, where they reach the bar's extremes;
 * 2. another feed's bar of the same instrument and time, where it does;
 * 3. where neither has a bar of that time, the vendor itself, an hour after the session has ended and the bar was first
 *    quarantined, if it repeats a day's bar exactly and the closes beside it are within a factor of three.
 *
 * An outlier that nothing corroborates when the vendor has repeated it is rejected; one that the vendor changes is
 * validated anew.
 * Rejects with the feed's error where the feed fails.
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
