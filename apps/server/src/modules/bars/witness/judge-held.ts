import { barClosesAtMs } from '@moneytrail/calendar';
import type { Instrument } from '../../catalogue/index.ts';
import type { BarDeps } from '../bar-deps.ts';
import type { ReaderDeps } from '../fill/feed-reader.ts';
import type { HeldBar } from '../store/held-bars.ts';
import { hearFiner } from './hear-finer.ts';
import { hearOtherFeeds, type OtherFeedsDeps } from './hear-other-feeds.ts';
import { hearVendorAgain } from './hear-vendor-again.ts';

export type JudgeDeps = OtherFeedsDeps & ReaderDeps & Pick<BarDeps, 'feeds'>;

/** What is to be done about a held bar. */
export type Verdict =
  | { kind: 'confirmed'; by: string }
  | { kind: 'refuted'; because: string }
  /** The vendor has another bar now, which went through the door. */
  | { kind: 'replaced' }
  | { kind: 'later'; dueMs: number };

/** A vendor takes bad trades back within the hour after a session, as a rule. */
const VENDOR_AGAIN_MS = 3_600_000;

/**
 * Looks for a second witness of a bar that the next one does not confirm. Any one of these is enough, in this order:
 *
 * 1. the same vendor's finer bars, where they reach the bar's extremes;
 * 2. another feed's bar of the same instrument and time, where it does;
 * 3. where neither has anything to say, the vendor itself, an hour after the session has ended and the bar was first
 *    held, if it repeats a day's bar exactly and the closes beside it are within a factor of three.
 *
 * A bar that nobody confirms when the vendor has repeated it stays hidden; one that the vendor changes is judged anew.
 * Rejects with the feed's error where the feed fails.
 */
export async function judgeHeld(
  deps: JudgeDeps,
  instrument: Instrument,
  held: HeldBar,
  all: readonly Instrument[],
): Promise<Verdict> {
  const finer = await hearFiner(deps, instrument, held);
  if (finer === 'confirms') return { kind: 'confirmed', by: 'finer bars' };
  const other = await hearOtherFeeds(deps, instrument, held, all);
  if (other === 'confirms') return { kind: 'confirmed', by: 'another feed' };
  const nowMs = deps.clock.now();
  const closedMs = barClosesAtMs(instrument.hours, held.key.resolution, held.bar.time);
  const againMs = Math.max(closedMs, held.askedAtMs ?? nowMs) + VENDOR_AGAIN_MS;
  if (nowMs < againMs) return { kind: 'later', dueMs: againMs };
  const { word, isOfficial } = await hearVendorAgain(deps, instrument, held);
  if (word === 'changed') return { kind: 'replaced' };
  if (word === 'taken back') return { kind: 'refuted', because: 'its vendor took it back' };
  const contradicting = [
    finer === 'contradicts' && 'finer bars',
    other === 'contradicts' && 'another feed',
  ];
  const because = contradicting.filter((each) => each !== false).join(' and ');
  if (because !== '') return { kind: 'refuted', because: `contradicted by ${because}` };
  return isOfficial
    ? { kind: 'confirmed', by: 'its vendor, again' }
    : { kind: 'refuted', because: 'confirmed by nobody' };
}
