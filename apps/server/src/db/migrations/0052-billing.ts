import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const PROVIDERS = sql`provider in ('paypal', 'lemon')`;

/** The row of a user is what access reads of subscriptions; billing keeps each subscription in its own rows. */
async function tellRenewals(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('subscriptions').addColumn('renews_ms', 'bigint').execute();
}

async function createPlans(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('plans')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('provider_plan_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('billing_interval', 'text', (column) => column.notNull())
    .addColumn('amount_cents', 'integer', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('trial_days', 'integer')
    .addColumn('is_offered', 'boolean', (column) => column.notNull())
    .addUniqueConstraint('plans_provider_plan', ['provider', 'provider_plan_id'])
    .addCheckConstraint('plans_provider', PROVIDERS)
    .addCheckConstraint('plans_interval', sql`billing_interval in ('MONTH', 'YEAR')`)
    .addCheckConstraint('plans_amount', sql`amount_cents >= 0`)
    .execute();
}

async function createSubscriptions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('provider_subscriptions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('plan_id', 'text', (column) => column.notNull().references('plans.id'))
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('provider_id', 'text')
    .addColumn('amount_cents', 'integer', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('asked_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('returned_at_ms', 'bigint')
    .addColumn('start_ms', 'bigint')
    .addColumn('trial_ends_ms', 'bigint')
    .addColumn('paid_until_ms', 'bigint')
    .addColumn('ends_ms', 'bigint')
    .addColumn('failed_since_ms', 'bigint')
    .addColumn('reminders', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('end_noticed_ms', 'bigint')
    .addColumn('missing_since_ms', 'bigint')
    .addColumn('read_at_ms', 'bigint')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('provider_subscriptions_provider_id', ['provider', 'provider_id'])
    .addCheckConstraint('provider_subscriptions_provider', PROVIDERS)
    .addCheckConstraint(
      'provider_subscriptions_state',
      sql`state in ('pending', 'active', 'past-due', 'cancelled', 'expired')`,
    )
    .execute();
  await db.schema
    .createIndex('provider_subscriptions_user')
    .on('provider_subscriptions')
    .columns(['user_id', 'asked_at_ms'])
    .execute();
  await db.schema
    .createIndex('provider_subscriptions_state_read')
    .on('provider_subscriptions')
    .columns(['state', 'read_at_ms'])
    .execute();
  await db.schema
    .createTable('subscription_states')
    .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('subscription_id', 'text', (column) =>
      column.notNull().references('provider_subscriptions.id'),
    )
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('plan_id', 'text', (column) => column.notNull())
    .addColumn('ends_ms', 'bigint')
    .execute();
  await db.schema
    .createIndex('subscription_states_subscription')
    .on('subscription_states')
    .columns(['subscription_id', 'id'])
    .execute();
}

async function createPayments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payments')
    .addColumn('receipt', 'integer', (column) => column.primaryKey())
    .addColumn('subscription_id', 'text', (column) =>
      column.notNull().references('provider_subscriptions.id'),
    )
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('provider_id', 'text', (column) => column.notNull())
    .addColumn('plan_name', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('amount_cents', 'integer', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('paid_at_ms', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('payments_provider_id', ['provider', 'provider_id'])
    .addCheckConstraint('payments_provider', PROVIDERS)
    .addCheckConstraint('payments_state', sql`state in ('paid', 'pending', 'failed', 'refunded')`)
    .execute();
  await db.schema
    .createIndex('payments_subscription')
    .on('payments')
    .column('subscription_id')
    .execute();
}

async function createEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhook_events')
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('subscription_id', 'text')
    .addColumn('user_id', 'text')
    .addColumn('received_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('applied_at_ms', 'bigint')
    .addPrimaryKeyConstraint('webhook_events_key', ['provider', 'key'])
    .addCheckConstraint('webhook_events_provider', PROVIDERS)
    .execute();
  await db.schema
    .createTable('used_trials')
    .addColumn('who', 'text', (column) => column.primaryKey())
    .addColumn('used_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('subscription_id', 'text', (column) => column.notNull())
    .execute();
}

/** Plans, subscriptions with the history of their states, payments, notices of providers, and who has used a trial. */
export const billing: Migration = {
  async up(db: Kysely<unknown>) {
    await tellRenewals(db);
    await createPlans(db);
    await createSubscriptions(db);
    await createPayments(db);
    await createEvents(db);
  },
};
