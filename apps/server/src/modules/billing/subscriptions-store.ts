import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@moneytrail/calendar';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database, Reader, Trx, Writer } from '../../db/index.ts';
import type { PaymentProviderName } from '../../outside/payments/payment-provider.ts';
import { CHARGING, type PlanRow, type SubscriptionRow, type SubscriptionState } from './policy.ts';

const SUBSCRIPTION_COLUMNS = [
  'id',
  'user_id',
  'plan_id',
  'provider',
  'provider_id',
  'amount_cents',
  'currency',
  'state',
  'status',
  'asked_at_ms',
  'returned_at_ms',
  'start_ms',
  'trial_ends_ms',
  'paid_until_ms',
  'ends_ms',
  'failed_since_ms',
  'reminders',
  'end_noticed_ms',
  'missing_since_ms',
  'refusal',
  'read_at_ms',
  'version',
] as const satisfies readonly (keyof Database['provider_subscriptions'])[];

const selectSubscriptions = (db: Reader) =>
  db.selectFrom('provider_subscriptions').select(SUBSCRIPTION_COLUMNS);

export async function insertSubscription(
  db: Writer,
  row: Insertable<Database['provider_subscriptions']>,
): Promise<void> {
  await db.insertInto('provider_subscriptions').values(row).execute();
}

export async function findSubscription(
  db: Reader,
  id: string,
  lock?: 'for update',
): Promise<SubscriptionRow | null> {
  const query = selectSubscriptions(db).where('id', '=', id);
  return (await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst()) ?? null;
}

export async function findByProviderId(
  db: Reader,
  provider: PaymentProviderName,
  providerId: string,
): Promise<SubscriptionRow | null> {
  const row = await selectSubscriptions(db)
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
  return row ?? null;
}

/** A user's subscriptions, newest first. */
export async function subscriptionsOf(db: Reader, userId: string): Promise<SubscriptionRow[]> {
  return selectSubscriptions(db)
    .where('user_id', '=', userId)
    .orderBy('asked_at_ms', 'desc')
    .orderBy('id')
    .execute();
}

/** Changes a row and its version, so that readings in progress are repeated. */
export async function changeSubscription(
  db: Writer,
  id: string,
  change: Updateable<Database['provider_subscriptions']>,
): Promise<void> {
  await db
    .updateTable('provider_subscriptions')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

export async function addState(
  db: Writer,
  id: string,
  { state, status, plan_id, ends_ms }: SubscriptionState,
  atMs: number,
): Promise<void> {
  const row = { subscription_id: id, at_ms: atMs, state, status, plan_id, ends_ms };
  await db.insertInto('subscription_states').values(row).execute();
}

/** Only retail users with access who are not sub-users may subscribe. */
const CANNOT_SUBSCRIBE = sql<boolean>`(
  user_type <> 'retail' or parent_user_id is not null or access_revoked or deleted_at_ms is not null
)`;

export async function maySubscribe(db: Reader, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where((is) => is.not(CANNOT_SUBSCRIBE))
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a subscription without a reading from its provider. */
export async function endSubscription(
  db: Writer,
  row: SubscriptionRow,
  endsMs: number,
  nowMs: number,
): Promise<void> {
  const end = { state: 'expired', ends_ms: endsMs } as const;
  await changeSubscription(db, row.id, end);
  await addState(db, row.id, { ...row, ...end }, nowMs);
}

/** Serialises all changes of a user's subscriptions. */
export async function lockUser(trx: Trx, userId: string): Promise<void> {
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Records that a subscription was read, whatever the result. */
export async function noteRead(db: Writer, id: string, nowMs: number): Promise<void> {
  await db
    .updateTable('provider_subscriptions')
    .set({ read_at_ms: nowMs })
    .where('id', '=', id)
    .execute();
}

/** The user's latest request without a provider id: a notice of a new subscription refers to it. */
export async function findUnnamed(
  db: Reader,
  of: { userId: string; provider: PaymentProviderName; planId: string },
): Promise<SubscriptionRow | null> {
  const row = await selectSubscriptions(db)
    .where('user_id', '=', of.userId)
    .where('provider', '=', of.provider)
    .where('plan_id', '=', of.planId)
    .where('provider_id', 'is', null)
    .where('state', '=', 'pending')
    .orderBy('asked_at_ms', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function findKnown(
  db: Reader,
  provider: PaymentProviderName,
  ids: readonly string[],
): Promise<ReadonlySet<string | null>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('provider_subscriptions')
    .select('provider_id')
    .where('provider', '=', provider)
    .where('provider_id', 'in', ids)
    .execute();
  return new Set(rows.map((row) => row.provider_id));
}

/** The latest request up to `beforeMs`, without a provider id, of the user with an address. */
export async function findAsked(
  db: Reader,
  of: { email: string; provider: PaymentProviderName; planId: string; beforeMs: number },
): Promise<SubscriptionRow | null> {
  const row = await selectSubscriptions(db)
    .where('provider', '=', of.provider)
    .where('plan_id', '=', of.planId)
    .where('provider_id', 'is', null)
    .where('state', '=', 'pending')
    .where('asked_at_ms', '<=', of.beforeMs)
    .where('user_id', 'in', (users) =>
      users.selectFrom('users').select('users.id').where('username', '=', of.email),
    )
    .orderBy('asked_at_ms', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Sets the provider id of a subscription without one; false if it already has one. */
export async function nameSubscription(
  db: Writer,
  id: string,
  providerId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('provider_subscriptions')
    .set({ provider_id: providerId, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('provider_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Polling intervals by the age of the request. */
export type LookPlan = readonly { askedWithinMs: number; everyMs: number }[];

/** Subscriptions that have not begun but may have been approved since; the longest unread first. */
export async function listOpen(
  db: Reader,
  plan: LookPlan,
  nowMs: number,
  most: number,
): Promise<SubscriptionRow[]> {
  return selectSubscriptions(db)
    .where('start_ms', 'is', null)
    .where('provider_id', 'is not', null)
    .where((is) =>
      is.or(
        plan.map(({ askedWithinMs, everyMs }) =>
          is.and([
            is('asked_at_ms', '>', nowMs - askedWithinMs),
            is.or([is('read_at_ms', 'is', null), is('read_at_ms', '<=', nowMs - everyMs)]),
          ]),
        ),
      ),
    )
    .orderBy(sql`read_at_ms nulls first`)
    .orderBy('id')
    .limit(most)
    .execute();
}

const PAGE = 200;

/** Iterates over rows page by page in the order of their ids; rows may change during the iteration. */
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
  selectSubscriptions(db).where('id', '>', afterId).orderBy('id').limit(PAGE);

/** A payment may be reported this long after the end of the period it pays for. */
const LATE_PAYMENT_MS = 8 * DAY_MS;

/** Subscriptions that may be charged or give access, including by a payment reported late. */
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

type NoticePlan = {
  /** Days after a failed payment at which reminders are sent. */
  reminderDays: readonly number[];
  /** The end of a trial or period is announced this long before. */
  noticeMs: number;
};

const ENDS = ['trial_ends_ms', 'ends_ms', 'paid_until_ms'] as const;

/** Subscriptions with a due reminder or an unannounced end, and those that are cancelled and over. */
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

/**
 * Subscriptions that are charged but useless: their user may not subscribe, or they never began and another one of the
 * user renews. Excludes those tried after `triedMs`, and those unknown to their provider.
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

/** Records that a subscription could not be ended at its provider. */
export async function noteEndTried(db: Writer, id: string, nowMs: number): Promise<void> {
  await db
    .updateTable('provider_subscriptions')
    .set({ end_tried_ms: nowMs })
    .where('id', '=', id)
    .execute();
}

/** A requested subscription, at the current price. */
export function newSubscription(
  plan: PlanRow,
  known: { userId: string; providerId: string | null; status: string; nowMs: number },
): Insertable<Database['provider_subscriptions']> {
  return {
    id: randomUUID(),
    user_id: known.userId,
    plan_id: plan.id,
    provider: plan.provider,
    provider_id: known.providerId,
    amount_cents: plan.amount_cents,
    currency: plan.currency,
    state: 'pending',
    status: known.status,
    asked_at_ms: known.nowMs,
    returned_at_ms: null,
    start_ms: null,
    trial_ends_ms: null,
    paid_until_ms: null,
    ends_ms: null,
    failed_since_ms: null,
    end_noticed_ms: null,
    missing_since_ms: null,
    refusal: null,
    read_at_ms: null,
    end_tried_ms: null,
  };
}
