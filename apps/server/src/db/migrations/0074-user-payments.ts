import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Beyond every moment and every day. */
const NO_END_MS = 9_000_000_000_000_000;
const NO_DAY = 1_000_000;

/** Until when an account is paid for, by the rules of `fullTier`; South Africa is two hours ahead of UTC all year. */
const PAYMENT_OF = `
  create function payment_of(it users, out ends_ms bigint, out last_day integer) language plpgsql as $$
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
    last_day := noted_until - date '1970-01-01' + 1;
    if is_noted then ends_ms := coalesce((last_day + 1) * 86400000::bigint - 7200000, 0); end if;
  end $$`;

const TRIGGERS = [
  `create function set_user_payment() returns trigger language plpgsql as $$
  begin
    select * into new.access_ends_ms, new.paid_day from payment_of(new);
    return new;
  end $$`,
  `create trigger users_set_payment before insert or update of
    user_type, parent_user_id, has_paid, payment_valid_until, has_subscription_override, access_ends_ms, paid_day
    on users for each row execute function set_user_payment()`,
  `create function set_seat_payments() returns trigger language plpgsql as $$
  begin
    update users set access_ends_ms = null where parent_user_id = new.id;
    return null;
  end $$`,
  `create trigger users_set_seat_payments after update on users for each row
    when ((old.has_paid, old.payment_valid_until, old.deleted_at_ms)
      is distinct from (new.has_paid, new.payment_valid_until, new.deleted_at_ms))
    execute function set_seat_payments()`,
  `create function set_owner_payment() returns trigger language plpgsql as $$
  begin
    update users set access_ends_ms = null
      where id = case when tg_op = 'DELETE' then old.user_id else new.user_id end;
    return null;
  end $$`,
  `create trigger subscriptions_set_payment after insert or update or delete on subscriptions
    for each row execute function set_owner_payment()`,
];

/** The days are sorted with those without one last, in either direction. */
const INDEXES: readonly (readonly [name: string, columns: string])[] = [
  ['users_by_paid_day', `coalesce(paid_day, ${NO_DAY}), name_key, id`],
  ['users_by_paid_day_downwards', `coalesce(paid_day, ${-NO_DAY}), name_key, id`],
  ['users_by_end_of_access', 'access_ends_ms'],
];

/**
 * The end of each account's paid access in its own table, so that lists sort and filter by it with an index. Triggers
 * maintain it in the transaction that changes a payment and replace any other value. It holds only times and dates, so
 * that it does not go stale; `access_ends_ms` is 0 for ended access.
 */
export const userPayments: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('users')
      .addColumn('access_ends_ms', 'bigint')
      .addColumn('paid_day', 'integer')
      .execute();
    for (const statement of [PAYMENT_OF, ...TRIGGERS]) await sql.raw(statement).execute(db);
    await sql`update users set access_ends_ms = null where deleted_at_ms is null`.execute(db);
    await sql`drop index users_by_payment`.execute(db);
    for (const [name, columns] of INDEXES) {
      await sql`create index ${sql.ref(name)} on users (${sql.raw(columns)})
        where deleted_at_ms is null`.execute(db);
    }
  },
};
