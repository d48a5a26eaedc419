import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { allowOnly } from './allow-only.ts';

async function createAlerts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alerts')
    .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('instrument_id', 'integer', (column) =>
      column.notNull().references('instruments.id').onDelete('cascade'),
    )
    .addColumn('create_key', 'text', (column) => column.notNull())
    .addColumn('definition', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('paused_for', 'text')
    .addColumn('snoozed_until_ms', 'bigint')
    .addColumn('until_ms', 'bigint')
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('activation', 'integer', (column) => column.notNull())
    .addColumn('activated_ms', 'bigint', (column) => column.notNull())
    .addColumn('memory', 'text')
    .addColumn('fired_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('last_fired_ms', 'bigint')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('changed_ms', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('alerts_create_key', ['user_id', 'create_key'])
    .execute();
  await sql`create index alerts_of_instrument on alerts (instrument_id) where state = 'active'`.execute(
    db,
  );
  await db.schema.createIndex('alerts_changed').on('alerts').column('changed_ms').execute();
  await db.schema
    .createTable('alert_cursors')
    .addColumn('instrument_id', 'integer', (column) =>
      column.primaryKey().references('instruments.id').onDelete('cascade'),
    )
    .addColumn('time_ms', 'bigint', (column) => column.notNull())
    .addColumn('price', 'double precision', (column) => column.notNull())
    .addColumn('high', 'double precision', (column) => column.notNull())
    .addColumn('low', 'double precision', (column) => column.notNull())
    .addColumn('closed_ms', 'bigint', (column) => column.notNull())
    .addColumn('is_simulated', 'boolean', (column) => column.notNull())
    .addColumn('gaps', 'text', (column) => column.notNull())
    .execute();
}

async function createFirings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alert_firings')
    .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('alert_id', 'bigint', (column) =>
      column.references('alerts.id').onDelete('set null'),
    )
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('occurrence', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('symbol', 'text', (column) => column.notNull())
    .addColumn('resolution', 'text', (column) => column.notNull())
    .addColumn('time_ms', 'bigint', (column) => column.notNull())
    .addColumn('bar_time', 'bigint', (column) => column.notNull())
    .addColumn('price', 'double precision', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('late_from_ms', 'bigint')
    .addColumn('late_to_ms', 'bigint')
    .addColumn('sound', 'text')
    .addColumn('stored_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('is_seen', 'boolean', (column) => column.notNull().defaultTo(false))
    .addUniqueConstraint('alert_firings_occurrence', ['alert_id', 'occurrence'])
    .execute();
  await db.schema
    .createIndex('alert_firings_of_user')
    .on('alert_firings')
    .columns(['user_id', 'id'])
    .execute();
}

async function createWays(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('secret', 'bytea', (column) => column.notNull())
    .addColumn('old_secret', 'bytea')
    .addColumn('old_secret_ends_ms', 'bigint')
    .addColumn('disabled_for', 'text')
    .addColumn('failing_since_ms', 'bigint')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('webhooks_of_user').on('webhooks').column('user_id').execute();
  await db.schema
    .createTable('push_subscriptions')
    .addColumn('endpoint', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('p256dh', 'text', (column) => column.notNull())
    .addColumn('auth', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('push_subscriptions_of_user')
    .on('push_subscriptions')
    .column('user_id')
    .execute();
  await db.schema
    .createTable('alert_deliveries')
    .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('firing_id', 'bigint', (column) =>
      column.notNull().references('alert_firings.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('webhook_id', 'bigint', (column) =>
      column.references('webhooks.id').onDelete('cascade'),
    )
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('status', 'integer')
    .addColumn('problem', 'text')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await sql`create index alert_deliveries_waiting on alert_deliveries (channel, webhook_id, id) where state = 'waiting'`.execute(
    db,
  );
  await db.schema
    .createIndex('alert_deliveries_of_firing')
    .on('alert_deliveries')
    .column('firing_id')
    .execute();
  await db.schema
    .createTable('webhook_attempts')
    .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('webhook_id', 'bigint', (column) =>
      column.notNull().references('webhooks.id').onDelete('cascade'),
    )
    .addColumn('firing_id', 'bigint', (column) =>
      column.references('alert_firings.id').onDelete('set null'),
    )
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('ms', 'integer', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('webhook_attempts_of_webhook')
    .on('webhook_attempts')
    .columns(['webhook_id', 'id'])
    .execute();
}

/** Alerts, how far each instrument was watched, the firings, and the ways on which they are told. */
export const alerts: Migration = {
  async up(db: Kysely<unknown>) {
    await createAlerts(db);
    await createFirings(db);
    await createWays(db);
    await allowOnly(db, [
      ['alerts', 'state', ['active', 'paused', 'fired', 'expired']],
      ['alert_deliveries', 'channel', ['mail', 'push', 'webhook']],
      ['alert_deliveries', 'state', ['waiting', 'sent', 'failed']],
    ]);
    await sql`alter table alerts add constraint alerts_definition check (octet_length(definition) <= 65536)`.execute(
      db,
    );
  },
};
