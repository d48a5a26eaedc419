import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const DAY_MS = 86_400_000;

/** Paused subscriptions counted as failed; a payment that really failed is recorded again by the next reading. */
async function forgivePauses(db: Kysely<unknown>): Promise<void> {
  await sql`
    update provider_subscriptions
    set failed_since_ms = null, reminders = 0
    where state = 'past-due' and lower(status) in ('suspended', 'paused')`.execute(db);
}

/** A payment that is missing was noted by the next comparison only. */
async function notePastDue(db: Kysely<unknown>): Promise<void> {
  await sql`
    update subscriptions
    set is_past_due = exists (
      select 1 from provider_subscriptions as it
      where it.user_id = subscriptions.user_id
        and it.start_ms is not null
        and it.state in ('active', 'past-due', 'paused')
        and it.failed_since_ms is not null
    )`.execute(db);
}

/**
 * Payments whose period was counted in days have one of their calendar: of the subscription's plan that costs as much,
 * else of the plan it has.
 */
async function countPeriods(db: Kysely<unknown>): Promise<void> {
  await sql`
    update payments
    set paid_through_ms = round(extract(epoch from
      (to_timestamp(paid_at_ms / 1000.0) at time zone 'UTC') + case
        when coalesce(
          (
            select plans.billing_interval
            from subscription_states as had join plans on plans.id = had.plan_id
            where had.subscription_id = payments.subscription_id
              and plans.amount_cents = payments.amount_cents
              and plans.currency = payments.currency
            order by plans.billing_interval
            limit 1
          ),
          (
            select plans.billing_interval
            from provider_subscriptions as it join plans on plans.id = it.plan_id
            where it.id = payments.subscription_id
          )
        ) = 'YEAR' then interval '1 year'
        else interval '1 month'
      end
    ) * 1000)::bigint
    where paid_through_ms - paid_at_ms in (${30 * DAY_MS}::bigint, ${365 * DAY_MS}::bigint)`.execute(
    db,
  );
}

/** Mends what earlier changes noted of pauses, missing payments and the ends of what was paid. */
export const mendedPayments: Migration = {
  async up(db: Kysely<unknown>) {
    await forgivePauses(db);
    await notePastDue(db);
    await countPeriods(db);
  },
};
