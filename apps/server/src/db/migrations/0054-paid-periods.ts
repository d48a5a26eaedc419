import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const DAY_MS = 86_400_000;

/** Older payments get a period by their amount: a year for a yearly price, else a month. */
async function addPaidThrough(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('payments')
    .addColumn('paid_through_ms', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`
    update payments
    set paid_through_ms = paid_at_ms + ${DAY_MS}::bigint * case
      when exists (
        select 1 from plans
        where plans.provider = payments.provider
          and plans.billing_interval = 'YEAR'
          and plans.amount_cents = payments.amount_cents
      ) then 365
      else 30
    end`.execute(db);
  await db.schema
    .alterTable('payments')
    .alterColumn('paid_through_ms', (column) => column.dropDefault())
    .execute();
}

/** A subscription that is paused at its provider is none whose payment failed. */
async function allowPaused(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('provider_subscriptions')
    .dropConstraint('provider_subscriptions_state')
    .execute();
  await db.schema
    .alterTable('provider_subscriptions')
    .addCheckConstraint(
      'provider_subscriptions_state',
      sql`state in ('pending', 'active', 'past-due', 'paused', 'cancelled', 'expired')`,
    )
    .execute();
}

/** Payments know what they paid for, and subscriptions can be paused. */
export const paidPeriods: Migration = {
  async up(db: Kysely<unknown>) {
    await addPaidThrough(db);
    await allowPaused(db);
  },
};
