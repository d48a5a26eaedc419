import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** An erased account keeps only a row, which payments and the audit log refer to. */
const NOTHING_PERSONAL = `erased_at_ms is null or (
  deleted_at_ms is not null
  and username = 'erased:' || id
  and first_name = '' and last_name = '' and password_hash = ''
  and phone_e164 is null and phone_country = 'ZZ'
  and trading_view_username is null and payment_details is null
  and gender is null and date_of_birth is null and parent_user_id is null)`;

/** Accounts are erased some time after they were deleted; the database lets nothing personal into them again. */
export const erasure: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('users').addColumn('erased_at_ms', 'bigint').execute();
    await sql`alter table users
      add constraint users_erased check (${sql.raw(NOTHING_PERSONAL)})`.execute(db);
    await sql`create index users_to_erase on users (deleted_at_ms)
      where deleted_at_ms is not null and erased_at_ms is null`.execute(db);
    await sql`create index webhook_events_user on webhook_events (user_id)
      where user_id is not null`.execute(db);
  },
};
