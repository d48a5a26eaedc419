import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Invites to seats of commercial accounts; of the link only a hash is kept. */
export const seats: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('seat_invites')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('parent_user_id', 'text', (column) => column.notNull().references('users.id'))
      .addColumn('token_hash', 'bytea', (column) => column.notNull().unique())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('accepted_at_ms', 'bigint')
      .addColumn('accepted_by_id', 'text', (column) => column.references('users.id').unique())
      .addColumn('revoked_at_ms', 'bigint')
      .addCheckConstraint('seat_invites_life', sql`expires_at_ms > created_at_ms`)
      .addCheckConstraint('seat_invites_end', sql`num_nonnulls(accepted_at_ms, revoked_at_ms) < 2`)
      .addCheckConstraint(
        'seat_invites_acceptance',
        sql`(accepted_at_ms is null) = (accepted_by_id is null)`,
      )
      .execute();
    await db.schema
      .createIndex('seat_invites_by_parent')
      .on('seat_invites')
      .columns(['parent_user_id', 'created_at_ms'])
      .execute();
  },
};
