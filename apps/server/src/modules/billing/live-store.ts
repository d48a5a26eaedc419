import { DAY_MS } from '@moneytrail/calendar';
import type { Reader } from '../../db/index.ts';
import { CHARGING, type SubscriptionRow } from './policy.ts';
import { SUBSCRIPTION_COLUMNS } from './store.ts';

const PAGE = 200;

/** Walks over rows that are read page by page in the order of their id; a row may change while it is looked at. */
async function* walk(
  readPage: (afterId: string) => Promise<SubscriptionRow[]>,
): AsyncGenerator<SubscriptionRow> {
  for (let afterId = ''; ; ) {
    const rows = await readPage(afterId);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    afterId = last.id;
  }
}

const page = (db: Reader, afterId: string) =>
  db
    .selectFrom('provider_subscriptions')
    .select(SUBSCRIPTION_COLUMNS)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(PAGE);

/** A payment may be told so long after what it pays for has ended without it. */
const LATE_PAYMENT_MS = 8 * DAY_MS;

/** Everything that may ask for a payment, or give access, also by a payment that is told late. */
export function eachLive(db: Reader, nowMs: number): AsyncGenerator<SubscriptionRow> {
  return walk((afterId) =>
    page(db, afterId)
      .where((is) =>
        is.or([
          is('state', 'in', CHARGING),
          is.and([
            is('state', 'in', ['cancelled', 'expired']),
            is('start_ms', 'is not', null),
            is('ends_ms', '>', nowMs - LATE_PAYMENT_MS),
          ]),
        ]),
      )
      .execute(),
  );
}

/** When notices are due. */
export type NoticePlan = {
  /** Days after a failed payment on which each reminder of it is sent. */
  reminderDays: readonly number[];
  /** So long before its end a trial or a period is told of. */
  noticeMs: number;
};

const ENDS = ['trial_ends_ms', 'ends_ms', 'paid_until_ms'] as const;

/** What has a reminder due, an end near of which its owner has not been told, or is cancelled and over. */
export function eachDue(
  db: Reader,
  { reminderDays, noticeMs }: NoticePlan,
  nowMs: number,
): AsyncGenerator<SubscriptionRow> {
  return walk((afterId) =>
    page(db, afterId)
      .where('state', 'in', [...CHARGING, 'cancelled'])
      .where('start_ms', 'is not', null)
      .where((is) =>
        is.or([
          ...reminderDays.map((days, sent) =>
            is.and([
              is('reminders', '<=', sent),
              is('failed_since_ms', '<=', nowMs - days * DAY_MS),
            ]),
          ),
          is.and([
            is.or([is('end_noticed_ms', 'is', null), is('end_noticed_ms', '<=', nowMs)]),
            is.or(ENDS.map((end) => is.between(end, nowMs + 1, nowMs + noticeMs))),
          ]),
          is.and([is('state', '=', 'cancelled'), is('ends_ms', '<=', nowMs)]),
        ]),
      )
      .execute(),
  );
}
