import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openEmbedded } from './embedded/open-embedded.ts';
import type { Database } from './index.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { createPool } from './pool.ts';
import {
  createEmptyPlace,
  DATABASE_KINDS,
  type DatabaseKind,
  silentLog,
} from './testing/test-database.ts';

/** The newest change before subscriptions are mended. */
const BEFORE = '0058-end-tried';
const PAID_MS = Date.parse('2026-01-31T10:00:00Z');
const THIRTY_DAYS_MS = 30 * 86_400_000;

async function open(kind: DatabaseKind) {
  const place = await createEmptyPlace(kind);
  onTestFinished(place.drop);
  const { databaseUrl, dataDir } = place;
  const opened = databaseUrl
    ? { pool: createPool({ log: silentLog }, { connectionString: databaseUrl, max: 1 }) }
    : await openEmbedded({ dataDir, log: silentLog });
  onTestFinished(() => ('close' in opened ? opened.close() : opened.pool.end()));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: opened.pool }) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  return { db, migrator };
}

describe.each(DATABASE_KINDS)('subscriptions that earlier releases stored, on %s', (kind) => {
  test('get their pauses, missing payments and paid periods corrected', async () => {
    const { db, migrator } = await open(kind);
    expect((await migrator.migrateTo(BEFORE)).error).toBeUndefined();
    const plan = (id: string, billing_interval: 'MONTH' | 'YEAR', amount_cents: number) => ({
      ...({ id, provider: 'paypal', provider_plan_id: id, name: id, description: '' } as const),
      billing_interval,
      amount_cents,
      currency: 'USD',
      trial_days: null,
      is_offered: true,
    });
    const plans = [plan('M', 'MONTH', 100), plan('Y', 'YEAR', 900)];
    await db.insertInto('plans').values(plans).execute();
    const users = ['paused', 'failing'];
    for (const id of users) {
      await sql`insert into users (id, username, first_name, last_name, password_hash, phone_country, user_type,
        is_approved, is_detailed_summary_allowed, is_suffix_allowed, accepted_terms, accepted_privacy,
        trusted_since_ms, created_at_ms)
        values (${id}, ${id}, 'Ana', 'Botha', 'h', 'ZA', 'retail', true, false, false, 't', 'p', 1, 1)`.execute(
        db,
      );
    }
    const subscription = (user_id: string, status: string, planId: string) => ({
      ...({ id: user_id, user_id, plan_id: planId, provider: 'paypal', status } as const),
      provider_id: user_id,
      amount_cents: 100,
      currency: 'USD',
      asked_at_ms: 1,
      start_ms: 1,
      ...({ state: 'past-due', failed_since_ms: 5, reminders: 2 } as const),
    });
    await db
      .insertInto('provider_subscriptions')
      .values([subscription('paused', 'SUSPENDED', 'M'), subscription('failing', 'ACTIVE', 'Y')])
      .execute();
    await sql`insert into subscription_states (subscription_id, at_ms, state, status, plan_id)
      values ('paused', 1, 'active', 'ACTIVE', 'M'), ('paused', 2, 'past-due', 'SUSPENDED', 'Y')`.execute(
      db,
    );
    const standings = users.map((user_id) => ({
      ...({ user_id, display_name: 'M', plan: 'MONTHLY', provider: 'paypal' } as const),
      is_active: true,
    }));
    await db.insertInto('subscriptions').values(standings).execute();
    const payment = (receipt: number, id: string, amount_cents: number, through: number) => ({
      ...({ receipt, subscription_id: id, provider: 'paypal', state: 'paid' } as const),
      provider_id: `p${receipt}`,
      plan_name: 'M',
      amount_cents,
      currency: 'USD',
      paid_at_ms: PAID_MS,
      paid_through_ms: through,
    });
    const counted = PAID_MS + THIRTY_DAYS_MS;
    await db
      .insertInto('payments')
      .values([
        payment(1, 'paused', 90, counted),
        payment(2, 'failing', 850, counted),
        payment(3, 'failing', 850, PAID_MS + 7),
      ])
      .execute();
    expect((await migrator.migrateToLatest()).error).toBeUndefined();
    const rows = db
      .selectFrom('provider_subscriptions')
      .select(['id', 'failed_since_ms', 'reminders']);
    expect(await rows.orderBy('id').execute()).toEqual([
      { id: 'failing', failed_since_ms: 5, reminders: 2 },
      { id: 'paused', failed_since_ms: null, reminders: 0 },
    ]);
    const shown = db.selectFrom('subscriptions').select(['user_id', 'is_past_due']);
    expect(await shown.orderBy('user_id').execute()).toEqual([
      { user_id: 'failing', is_past_due: true },
      { user_id: 'paused', is_past_due: false },
    ]);
    const paid = await db
      .selectFrom('payments')
      .select('paid_through_ms')
      .orderBy('receipt')
      .execute();
    expect(paid.map(({ paid_through_ms }) => paid_through_ms)).toEqual([
      Date.parse('2026-02-28T10:00:00Z'),
      Date.parse('2027-01-31T10:00:00Z'),
      PAID_MS + 7,
    ]);
  });
});
