import { isBarClosed, SECOND_MS } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import type { SteadyClock } from '../../../steady-clock.ts';
import { type BarService, barsOf } from '../../bars/index.ts';

/** Newest bars of a series, ascending, and how far they can be relied on. */
export type Newest = {
  bars: Bar[];
  /** So many of them are final: the feed has answered for them after they were closed. */
  finalCount: number;
  /** The feed did not answer: bars may be missing, and none is known to be final. */
  isWarned: boolean;
};

/** A vendor needs a moment after the end of a bar to know its last trades. */
const SETTLE_MS = 5 * SECOND_MS;

/** The newest bars, the forming one included, and which of them are final. */
export async function readNewest(
  { bars, clock }: { bars: Pick<BarService, 'lastBars'>; clock: Pick<SteadyClock, 'now'> },
  request: Parameters<BarService['lastBars']>[0],
): Promise<Newest> {
  const { instrument, resolution } = request;
  // What closes while the feed is asked may have been answered before.
  const settledMs = clock.now() - SETTLE_MS;
  const { columns, warning } = await bars.lastBars(request);
  const newest = barsOf(columns);
  const isClosed = ({ time }: Bar) => isBarClosed(instrument.hours, resolution, time, settledMs);
  const finalCount = warning === null ? newest.findLastIndex(isClosed) + 1 : 0;
  return { bars: newest, finalCount, isWarned: warning !== null };
}
