import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The columns that administrators see and change. */
const SHARED = [
  'first_name',
  'last_name',
  'phone_e164',
  'phone_country',
  'trading_view_username',
  'user_type',
  'is_approved',
  'access_revoked',
  'max_seats',
  'has_paid',
  'payment_valid_until',
  'payment_details',
  'has_subscription_override',
  'is_detailed_summary_allowed',
  'is_suffix_allowed',
  'is_bvg_allowed',
  'is_fmp_allowed',
  'is_bitfinex_allowed',
  'is_tiingo_allowed',
  'deleted_at_ms',
];

const of = (row: 'old' | 'new') => SHARED.map((column) => `${row}.${column}`).join(', ');

/**
 * Revisions of what several administrators change: an account has its own, raised by a trigger whatever changes it; an
 * instrument has the revision of its exchange at which it was last toggled. A revocation keeps its reason beside it.
 */
export const revisions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('users')
      .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('revoked_reason', 'text')
      .execute();
    await sql`create function raise_user_revision() returns trigger language plpgsql as $$
      begin
        new.revision := old.revision + 1;
        return new;
      end $$`.execute(db);
    await sql`create trigger users_raise_revision before update on users for each row
      when ((${sql.raw(of('old'))}) is distinct from (${sql.raw(of('new'))}))
      execute function raise_user_revision()`.execute(db);
    await db.schema
      .alterTable('instruments')
      .addColumn('revision', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`create index instruments_by_revision on instruments (exchange, revision)
      where revision > 0`.execute(db);
  },
};
