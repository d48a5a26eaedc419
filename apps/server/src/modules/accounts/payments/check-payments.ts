import type { Core } from '../core.ts';
import { findDifferences, renewPayments } from './store.ts';

/** Few enough for an embedded database, which does nothing else meanwhile. */
const AT_ONCE = 1_000;

/**
 * Compares what every account is noted to be paid until with what its payments say. The database keeps both together: a
 * difference is an alarm, and mended.
 */
export async function checkPayments(
  { db, log }: Pick<Core, 'db' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  let afterId: string | null = '';
  while (afterId !== null) {
    signal.throwIfAborted();
    const { differing, lastId } = await findDifferences(db, afterId, AT_ONCE);
    if (differing.length > 0) {
      log.error({ users: differing }, 'THE ENDS OF PAYMENTS WERE NOT WHAT PAYMENTS SAY');
      await renewPayments(db, differing);
    }
    afterId = lastId;
  }
}
