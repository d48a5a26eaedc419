import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSession } from '../modules/live/testing/add-session.ts';
import type { Database, DatabaseHandle } from './index.ts';
import { openTestDatabase, USUAL_KINDS } from './testing/test-database.ts';

describe.each(USUAL_KINDS)('on %s', (kind) => {
  let database: DatabaseHandle;
  let db: Kysely<Database>;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    db = database.db;
  });
  afterAll(() => database.close());

  const series =
    "instrument_id, resolution, formula_version, is_simulated) values (1, '7', 1, true";
  test.each([
    [
      'feed_leases_exchange',
      "insert into feed_leases (exchange, owner, expires_at_ms) values ('NYSE', 'a', 1)",
    ],
    [
      'feed_group_leases_exchange',
      "insert into feed_group_leases (exchange, group_number, token) values ('NYSE', 0, 1)",
    ],
    [
      'feed_group_leases_owner_fkey',
      "insert into feed_group_leases (exchange, group_number, token, owner) values ('FMP', 0, 1, 'nobody')",
    ],
    ['instruments_market_hours', "update instruments set market_hours = 'moon'"],
    [
      'marks_resolution',
      `insert into marks (time, side, id, is_strong, price, text, bar_open, bar_high, bar_low, bar_close, recorded_at_ms, ${series.replace(') values (', ") values (1, 'buy', 'm', true, 1, '', 1, 1, 1, 1, 1, ")})`,
    ],
    [
      'mark_ranges_resolution',
      `insert into mark_ranges (from_ms, to_ms, ${series.replace(') values (', ') values (1, 2, ')})`,
    ],
    [
      'stream_tickets_session',
      "insert into stream_tickets (hash, session_id, expires_at_ms) values ('h', 'nobody', 1)",
    ],
    [
      'demo_mailbox_channel',
      "insert into demo_mailbox (channel, recipient, text, sent_at_ms) values ('fax', 'a', '', 1)",
    ],
    ['demo_payments_provider', "insert into demo_payments (provider, state) values ('bank', '{}')"],
    [
      'outbox_channel',
      "insert into outbox (id, channel, payload, created_at_ms) values ('o', 'event', 'x', 1)",
    ],
    [
      'subscription_states_state',
      "insert into subscription_states (subscription_id, at_ms, state, status, plan_id) values ('s', 1, 'lost', '', 'p')",
    ],
  ])('%s refuses what the product does not know', async (name, statement) => {
    await db
      .insertInto('instruments')
      .values({
        exchange: 'FMP',
        code: name,
        description: name,
        type: 'crypto',
        listed_name: '',
        listed_value: '',
        market_hours: 'crypto',
      })
      .execute();
    await expect(sql.raw(statement).execute(db)).rejects.toThrow(name);
  });

  test('a state of a subscription is of a plan that exists', async () => {
    const { rows } = await sql`select confrelid::regclass::text as of from pg_constraint
      where conname = 'subscription_states_plan' and convalidated`.execute(db);
    expect(rows).toEqual([{ of: 'plans' }]);
  });

  test('a session takes its tickets along', async () => {
    await addSession(db, 'leaving');
    const ticket = { hash: 'of it', session_id: 'leaving', expires_at_ms: 1 };
    await db.insertInto('stream_tickets').values(ticket).execute();
    await db.deleteFrom('sessions').where('id', '=', 'leaving').execute();
    expect(await db.selectFrom('stream_tickets').select('hash').execute()).toEqual([]);
  });
});
