import { sql } from 'kysely';
import type { Db, Reader } from '../../db/index.ts';
import { CHARGING, type SubscriptionRow } from './policy.ts';
import { CANNOT_SUBSCRIBE, SUBSCRIPTION_COLUMNS } from './store.ts';

type Writer = Pick<Db, 'updateTable'>;

/**
 * What is paid for and of no use: to its user, or as another one of theirs renews and it has never begun. What could not
 * be ended after `triedMs`, or is not known to its provider, is left out.
 */
export async function listUnusable(
  db: Reader,
  triedMs: number,
  most: number,
): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('provider_subscriptions as it')
    .select(SUBSCRIPTION_COLUMNS)
    .where('state', 'in', CHARGING)
    .where('provider_id', 'is not', null)
    .where('missing_since_ms', 'is', null)
    .where((is) => is.or([is('end_tried_ms', 'is', null), is('end_tried_ms', '<=', triedMs)]))
    .where((is) =>
      is.or([
        is('user_id', 'in', is.selectFrom('users').select('users.id').where(CANNOT_SUBSCRIBE)),
        is.and([
          is('start_ms', 'is', null),
          is.exists(
            is
              .selectFrom('provider_subscriptions as other')
              .select('other.id')
              .whereRef('other.user_id', '=', 'it.user_id')
              .where('other.state', 'in', CHARGING)
              .where('other.start_ms', 'is not', null),
          ),
        ]),
      ]),
    )
    .orderBy(sql`end_tried_ms nulls first`)
    .orderBy('id')
    .limit(most)
    .execute();
}

/** Notes that a subscription could not be ended at its provider. */
export async function noteEndTried(db: Writer, id: string, nowMs: number): Promise<void> {
  await db
    .updateTable('provider_subscriptions')
    .set({ end_tried_ms: nowMs })
    .where('id', '=', id)
    .execute();
}
