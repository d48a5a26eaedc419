import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

async function createUsers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('username', 'text', (column) => column.notNull().unique())
    .addColumn('first_name', 'text', (column) => column.notNull())
    .addColumn('last_name', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('phone_e164', 'text')
    .addColumn('phone_country', 'text', (column) => column.notNull())
    .addColumn('trading_view_username', 'text')
    .addColumn('user_type', 'text', (column) => column.notNull())
    .addColumn('gender', 'text')
    .addColumn('date_of_birth', 'date')
    .addColumn('is_approved', 'boolean', (column) => column.notNull())
    .addColumn('access_revoked', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('is_super_admin', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('parent_user_id', 'text', (column) => column.references('users.id'))
    .addColumn('seat_suspended_by_parent', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('max_seats', 'integer')
    .addColumn('has_paid', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('payment_valid_until', 'date')
    .addColumn('payment_details', 'text')
    .addColumn('has_subscription_override', 'boolean', (column) =>
      column.notNull().defaultTo(false),
    )
    .addColumn('is_detailed_summary_allowed', 'boolean', (column) => column.notNull())
    .addColumn('is_suffix_allowed', 'boolean', (column) => column.notNull())
    .addColumn('is_bvg_allowed', 'boolean', (column) => column.notNull().defaultTo(true))
    .addColumn('is_fmp_allowed', 'boolean', (column) => column.notNull().defaultTo(true))
    .addColumn('is_bitfinex_allowed', 'boolean', (column) => column.notNull().defaultTo(true))
    .addColumn('is_tiingo_allowed', 'boolean', (column) => column.notNull().defaultTo(true))
    .addColumn('accepted_terms', 'text')
    .addColumn('accepted_privacy', 'text')
    .addColumn('trusted_since_ms', 'bigint', (column) => column.notNull())
    .addColumn('is_demo', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at_ms', 'bigint')
    .addCheckConstraint('users_user_type', sql`user_type in ('commercial', 'retail')`)
    .execute();
  await db.schema.createIndex('users_parent').on('users').column('parent_user_id').execute();
}

async function createSubscriptions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('subscriptions')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id'))
    .addColumn('display_name', 'text', (column) => column.notNull())
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('is_active', 'boolean', (column) => column.notNull())
    .addColumn('is_in_trial', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('trial_ends_ms', 'bigint')
    .addColumn('is_processing', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('has_used_trial', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('start_ms', 'bigint')
    .addColumn('end_ms', 'bigint')
    .addColumn('paypal_status', 'text')
    .addColumn('lemon_status', 'text')
    .execute();
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('device_id', 'text', (column) => column.notNull())
    .addColumn('device_info', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('seed', 'bytea', (column) => column.notNull())
    .addColumn('counter', 'integer', (column) => column.notNull())
    .addColumn('secret_hash', 'bytea', (column) => column.notNull())
    .addColumn('rotated_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('min_counter', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('signed_in_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('ended_at_ms', 'bigint')
    .addColumn('end_reason', 'text')
    .execute();
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute();
}

async function createChallenges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('challenges')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('secret_hash', 'bytea', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('device_id', 'text', (column) => column.notNull())
    .addColumn('phone_e164', 'text')
    .addColumn('phone_country', 'text')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('sms_hash', 'bytea')
    .addColumn('sms_expires_ms', 'bigint')
    .addColumn('recovery_hash', 'bytea')
    .addColumn('recovery_expires_ms', 'bigint')
    .addColumn('ended_at_ms', 'bigint')
    .execute();
  await db.schema.createIndex('challenges_user').on('challenges').column('user_id').execute();
  await db.schema
    .createTable('reset_tokens')
    .addColumn('token_hash', 'bytea', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('expires_ms', 'bigint', (column) => column.notNull())
    .addColumn('used_at_ms', 'bigint')
    .execute();
  await db.schema.createIndex('reset_tokens_user').on('reset_tokens').column('user_id').execute();
}

async function createLimits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('limits')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('expires_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('limits_expiry').on('limits').column('expires_ms').execute();
}

/** Accounts, their sessions, codes and limits. Every key of a person's rows is, or is found by, the user. */
export const accounts: Migration = {
  async up(db: Kysely<unknown>) {
    await createUsers(db);
    await createSubscriptions(db);
    await createSessions(db);
    await createChallenges(db);
    await createLimits(db);
  },
};
