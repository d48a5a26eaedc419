import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Columns of a user that decide whether and what they may see. */
const RIGHTS = [
  'password_hash',
  'user_type',
  'is_approved',
  'access_revoked',
  'is_super_admin',
  'parent_user_id',
  'seat_suspended_by_parent',
  'has_paid',
  'payment_valid_until',
  'has_subscription_override',
  'is_detailed_summary_allowed',
  'is_suffix_allowed',
  'is_bvg_allowed',
  'is_fmp_allowed',
  'is_bitfinex_allowed',
  'is_tiingo_allowed',
  'is_demo',
  'deleted_at_ms',
];

const rowOf = (row: 'old' | 'new', columns: readonly string[]) =>
  sql.raw(`(${columns.map((column) => `${row}.${column}`).join(', ')})`);

/**
 * Users whose rights or sessions changed, written by a trigger in the transaction of the change.
 * Numbers may be committed out of order: `tx` lets readers find late ones.
 */
export const accessChanges: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('access_changes')
      .addColumn('seq', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('at_ms', 'bigint', (column) =>
        column.notNull().defaultTo(sql`(extract(epoch from now()) * 1000)::bigint`),
      )
      .addColumn('tx', 'bigint', (column) =>
        column.notNull().defaultTo(sql`(pg_current_xact_id()::text::bigint)`),
      )
      .execute();
    await db.schema.createIndex('access_changes_by_tx').on('access_changes').column('tx').execute();
    await db.schema
      .createIndex('access_changes_by_time')
      .on('access_changes')
      .column('at_ms')
      .execute();
    await sql`
      create function note_user_change() returns trigger language plpgsql as $$
      begin
        insert into access_changes (user_id)
          select id from users where id = new.id or parent_user_id = new.id;
        return null;
      end $$`.execute(db);
    await sql`
      create trigger users_change_access after update on users for each row
      when (${rowOf('old', RIGHTS)} is distinct from ${rowOf('new', RIGHTS)})
      execute function note_user_change()`.execute(db);
    await sql`
      create function note_owner_change() returns trigger language plpgsql as $$
      begin
        insert into access_changes (user_id)
          values (case when tg_op = 'DELETE' then old.user_id else new.user_id end);
        return null;
      end $$`.execute(db);
    await sql`
      create trigger subscriptions_change_access after insert or update or delete on subscriptions
      for each row execute function note_owner_change()`.execute(db);
    const ends = ['ended_at_ms', 'min_counter'];
    await sql`
      create trigger sessions_change_access after update on sessions for each row
      when (${rowOf('old', ends)} is distinct from ${rowOf('new', ends)})
      execute function note_owner_change()`.execute(db);
  },
};
