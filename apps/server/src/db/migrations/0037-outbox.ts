import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Messages are stored with the change that causes them; the table of demo mode's mails gets a plainer name. */
export const outbox: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('outbox')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull().defaultTo('waiting'))
      .addColumn('payload', 'bytea')
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('last_error', 'text')
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addCheckConstraint('outbox_channel', sql`channel in ('email', 'sms', 'event')`)
      .addCheckConstraint('outbox_state', sql`state in ('waiting', 'dead')`)
      .addCheckConstraint('outbox_payload', sql`(state = 'waiting') = (payload is not null)`)
      .execute();
    await db.schema.alterTable('outbox_messages').renameTo('demo_mailbox').execute();
  },
};
