import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { describe, expect, onTestFinished, test } from 'vitest';
import { entryHash } from '../modules/audit/entry.ts';
import { createAudit } from '../modules/audit/index.ts';
import { openEmbedded } from './embedded/open-embedded.ts';
import { openDatabase } from './index.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { createPool } from './pool.ts';
import {
  createEmptyPlace,
  DATABASE_KINDS,
  silentLog,
  type TestPlace,
} from './testing/test-database.ts';

/** The newest change of the first release: whatever it could hold has to survive. */
const FIRST_RELEASE = '0033-bar-checks';

type Row = Record<string, unknown>;

function auditEntries(): Row[] {
  let previous = '0'.repeat(64);
  return [1, 2].map((seq) => {
    const columns = {
      seq,
      at_ms: Date.now(),
      actor_id: seq === 1 ? null : 'parent',
      subject_id: 'child',
      action: 'account.approved',
      before: '{"isApproved":false}',
      after: '{"isApproved":true}',
      reason: null,
      address: '203.0.113.7',
      device_id: null,
      request_id: 'r1',
      previous_hash: previous,
      is_keyed: false,
    };
    previous = entryHash(new Uint8Array(), columns);
    const { is_keyed: _later, ...stored } = columns;
    return { ...stored, hash: previous };
  });
}

const series = { instrument_id: 1, resolution: '1D' };
const other = { instrument_id: 2, resolution: '1' };
const mark = {
  ...series,
  formula_version: 1,
  is_simulated: false,
  time: 5,
  side: 'buy',
  id: 'm1',
  is_strong: true,
  price: 1.5,
  text: 'B',
  bar_open: 1,
  bar_high: 2,
  bar_low: 1,
  bar_close: 1.5,
  recorded_at_ms: 9,
};
const person = {
  first_name: 'Ana',
  last_name: 'Ñ',
  password_hash: 'h',
  phone_e164: '+27825550100',
  phone_country: 'ZA',
  user_type: 'commercial',
  gender: 'Female',
  date_of_birth: '1990-02-28',
  is_approved: true,
  is_detailed_summary_allowed: true,
  is_suffix_allowed: false,
  max_seats: 5,
  has_paid: true,
  payment_valid_until: '2026-12-31',
  payment_details: 'x',
  accepted_terms: '2025-09-19',
  accepted_privacy: '2025-09-17',
  trusted_since_ms: 1,
  created_at_ms: 2,
};
const session = {
  user_id: 'child',
  device_id: 'd',
  device_info: 'Firefox',
  address: '203.0.113.7',
  seed: '\\x01',
  counter: 3,
  secret_hash: '\\x02',
  rotated_at_ms: 1,
  signed_in_at_ms: 1,
  last_used_at_ms: 2,
};
const challenge = {
  secret_hash: '\\x03',
  user_id: 'child',
  device_id: 'd',
  created_at_ms: 1,
  tries: 2,
};
const bar = { open: 1, high: 2, low: 0.5, close: 1.5, volume: null };

/** Rows of every table of the first release, in an order that their keys allow. */
const ROWS: Record<string, Row[]> = {
  instruments: [
    { exchange: 'FMP', code: 'BTCUSD', type: 'crypto', market_hours: 'crypto' },
    {
      exchange: 'BVG',
      code: 'WMAZ',
      type: 'futures',
      market_hours: 'safex',
      end_date: '2026-12-18',
    },
  ].map((row) => ({ ...row, description: 'd', listed_name: 'n', listed_value: 'v' })),
  bar_series: [
    { ...series, beginning_ms: 7, is_simulated: true },
    { ...other, is_simulated: null },
  ],
  bar_chunks: [series, other].map((key) => ({
    ...key,
    chunk_start: 0,
    covered_from: 0,
    covered_to: 9,
    bar_count: 2,
    first_time: 1,
    last_time: 2,
    data: '\\x00ff10',
  })),
  quarantined_bars: [
    { ...series, time: 3, ...bar, is_refuted: true },
    { ...other, time: 4, ...bar, due_ms: 8, asked_at_ms: 5 },
  ],
  stream_tickets: ['a', 'b'].map((hash) => ({ hash, session_id: 's1', expires_at_ms: 1 })),
  feed_leases: ['FMP', 'BVG'].map((exchange) => ({ exchange, owner: 'o', expires_at_ms: 1 })),
  marks: [mark, { ...mark, side: 'sell', id: 'm2' }],
  mark_ranges: [0, 5].map((from_ms) => ({
    ...series,
    formula_version: 1,
    is_simulated: false,
    from_ms,
    to_ms: from_ms + 5,
  })),
  mark_notes: ['one', 'two'].map((text) => ({
    instrument_id: 1,
    mark_id: 'm1',
    is_simulated: false,
    text,
    noted_at_ms: 3,
  })),
  users: [
    { id: 'parent', username: 'ana@example.com', ...person, is_super_admin: true },
    { id: 'child', username: 'bo@example.com', ...person, parent_user_id: 'parent' },
  ],
  subscriptions: ['parent', 'child'].map((user_id) => ({
    user_id,
    display_name: 'Yearly',
    plan: 'YEARLY',
    is_active: true,
    provider: 'paypal',
    end_ms: 4,
  })),
  sessions: ['s1', 's2'].map((id) => ({ id, ...session })),
  challenges: [
    { id: 'c1', purpose: 'sign-in', ...challenge, sms_hash: '\\x04', sms_expires_ms: 9 },
    { id: 'c2', purpose: 'phone', ...challenge, phone_e164: '+27825550101', phone_country: 'ZA' },
  ],
  reset_tokens: ['\\x05', '\\x06'].map((token_hash) => ({
    token_hash,
    user_id: 'child',
    expires_ms: 1,
  })),
  limits: ['a', 'b'].map((key) => ({ key, state: '{}', expires_ms: 1 })),
  audit_entries: auditEntries(),
  outbox_messages: ['email', 'sms'].map((channel) => ({
    channel,
    recipient: 'a@b.co',
    text: 'Hello',
    sent_at_ms: 1,
  })),
  demo_anchor: [1, 2].map((id) => ({ id, anchor_ms: 5 })),
  bar_imports: [series, other].map((key) => ({ ...key, from_ms: 0, to_ms: 9 })),
  bar_checks: [series, other].map((key) => ({ night_ms: 1, ...key, day_ms: 2, due_ms: 3 })),
};

/** Today's names of a table and its columns, and the values changed by intention. */
function today(table: string, row: Row): { table: string; row: Row } {
  if (table === 'outbox_messages') return { table: 'demo_mailbox', row };
  if (table === 'quarantined_bars') {
    const { is_refuted: is_rejected, ...rest } = row;
    return { table, row: { ...rest, is_rejected } };
  }
  // A file of an operator had no source; the two documents were noted the wrong way round.
  if (table === 'bar_series')
    return { table, row: { ...row, is_simulated: row.is_simulated ?? false } };
  if (table !== 'users') return { table, row };
  const { accepted_terms: accepted_privacy, accepted_privacy: accepted_terms } = row;
  return { table, row: { ...row, accepted_terms, accepted_privacy } };
}

async function read(db: Kysely<unknown>, table: string): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(each) as row from ${sql.table(table)} as each`.execute(db);
  return rows.map(({ row }) => row);
}

/** A database as the first release left it, full; answers its rows by table. */
async function fillFirstRelease({ databaseUrl, dataDir }: TestPlace): Promise<Map<string, Row[]>> {
  const opened = databaseUrl
    ? { pool: createPool({ log: silentLog }, { connectionString: databaseUrl, max: 1 }) }
    : await openEmbedded({ dataDir, log: silentLog });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: opened.pool }) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  expect((await migrator.migrateTo(FIRST_RELEASE)).error).toBeUndefined();
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'kysely%' order by 1`.execute(db);
  expect(tables.map(({ name }) => name)).toEqual(Object.keys(ROWS).sort());
  const kept = new Map<string, Row[]>();
  for (const [table, rows] of Object.entries(ROWS)) {
    for (const row of rows) {
      const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
      const values = sql.join(Object.values(row));
      await sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(db);
    }
    kept.set(table, await read(db, table));
  }
  await ('close' in opened ? opened.close() : opened.pool.end());
  return kept;
}

describe.each(DATABASE_KINDS)('on %s', (kind) => {
  test('a full database of the first release keeps every row when it is opened today', async () => {
    const place = await createEmptyPlace(kind);
    onTestFinished(place.drop);
    const before = await fillFirstRelease(place);
    const database = await openDatabase({ ...place, log: silentLog });
    onTestFinished(() => database.close());
    for (const [table, rows] of before) {
      expect(rows, table).toHaveLength(2);
      const wanted = rows.map((row) => today(table, row));
      const after = await read(database.db as Kysely<unknown>, wanted[0]?.table ?? table);
      expect(after, table).toHaveLength(rows.length);
      for (const { row } of wanted) expect(after).toContainEqual(expect.objectContaining(row));
    }
    const clock = { now: Date.now };
    const secret = 'a secret for tests that is long enough';
    const audit = createAudit({ db: database.db, clock, log: silentLog, secret });
    await audit.record({ action: 'kept', actorId: 'parent', subjectId: null });
    expect(await audit.check()).toMatchObject({ isIntact: true, checkedEntries: 3 });
  });
});
