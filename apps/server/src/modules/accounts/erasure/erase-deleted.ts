import { DAY_MS } from '@moneytrail/calendar';
import type { Core } from '../core.ts';
import {
  blankUser,
  listErasable,
  lockErasable,
  removePersonalRows,
  removeShownMessages,
} from './store.ts';

/** So long a deleted account is kept, hidden, for the case that it was deleted by mistake. */
const GRACE_MS = 14 * DAY_MS;
const AT_ONCE = 100;

type Deps = Pick<Core, 'db' | 'clock' | 'audit' | 'log'>;

/** Erases one account whole or not at all; an account that is erased already stays as it is. */
async function eraseAccount({ db, clock, audit }: Deps, userId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await lockErasable(trx, userId);
    if (!user) return;
    await removeShownMessages(trx, user);
    await removePersonalRows(trx, userId);
    await blankUser(trx, userId, clock.now());
    await audit.append(trx, { action: 'account.erased', actorId: null, subjectId: userId });
  });
}

/**
 * Erases every account that was deleted 14 days ago or earlier, each in a transaction of its own: what a process that
 * ends has not erased is found again. An account that cannot be erased keeps no other waiting; the call throws then,
 * after all others.
 */
export async function eraseDeleted(deps: Deps, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = deps;
  const untilMs = clock.now() - GRACE_MS;
  const failed = new Set<string>();
  for (;;) {
    const found = await listErasable(db, untilMs, AT_ONCE + failed.size);
    const due = found.filter((userId) => !failed.has(userId));
    if (due.length === 0) break;
    for (const userId of due) {
      signal.throwIfAborted();
      await eraseAccount(deps, userId).catch((err: unknown) => {
        log.error({ err, userId }, 'a deleted account is not erased');
        failed.add(userId);
      });
    }
  }
  if (failed.size > 0) throw new Error(`${failed.size} deleted accounts are not erased.`);
}
