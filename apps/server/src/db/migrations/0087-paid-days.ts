import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Beyond every moment. */
const NO_END_MS = 9_000_000_000_000_000;

/**
 * `paid_day` of a noted payment becomes the last day paid for instead of the last day of grace, as people type and read
 * it; access ends two days later as before. South Africa is two hours ahead of UTC all year.
 */
const PAYMENT_OF = `
  create or replace function payment_of(it users, out ends_ms bigint, out last_day integer) language plpgsql as $$
  declare
    is_noted boolean;
    noted_until date;
    standing subscriptions;
  begin
    if it.parent_user_id is null and it.user_type <> 'commercial' then
      select * into standing from subscriptions where user_id = it.id;
      last_day := div(coalesce(standing.end_ms, standing.renews_ms) + 7200000, 86400000);
      ends_ms := case
        when it.has_subscription_override then ${NO_END_MS}
        when standing.is_active then coalesce(standing.end_ms, ${NO_END_MS})
        when standing.start_ms is not null then 0 end;
      return;
    end if;
    is_noted := it.has_paid;
    noted_until := it.payment_valid_until;
    if it.parent_user_id is not null then
      select has_paid, payment_valid_until into is_noted, noted_until
        from users where id = it.parent_user_id and deleted_at_ms is null;
    end if;
    last_day := noted_until - date '1970-01-01' - 1;
    if is_noted then ends_ms := coalesce((last_day + 3) * 86400000::bigint - 7200000, 0); end if;
  end $$`;

export const paidDays: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(PAYMENT_OF).execute(db);
    await sql`update users set access_ends_ms = null where deleted_at_ms is null`.execute(db);
  },
};
