import { listUsers as listUsersEndpoint } from '@moneytrail/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../apps/server/src/db/index.ts';
import { DATABASE_KINDS, openTestDatabase } from '../apps/server/src/db/testing/test-database.ts';
import { listUsers } from '../apps/server/src/modules/accounts/admin/user-list.ts';
import { type Figure, median, report, timeRuns } from './figure.ts';

const COUNT = 50_000;
const MOST_MS = 200;
const RUNS = 5;
const NOW_MS = Date.parse('2026-03-02T10:00:00Z');
const clock = { now: () => NOW_MS };

type Db = Kysely<Database>;
type Query = Record<string, string>;

/** Typical queries of an administrator; `deep` is the page in the middle of the list. */
const QUESTIONS: readonly (readonly [what: string, query: Query, isDeep?: boolean])[] = [
  ['who waits for approval first', {}],
  ['who waits for approval first, deep', {}, true],
  ...['name', 'username', 'type', 'status', 'payment', 'created'].flatMap((sort) => [
    [`sorted by ${sort}`, { sort }] as const,
    [`sorted by ${sort} downwards, deep`, { sort, direction: 'desc' }, true] as const,
  ]),
  ['the last page by its address', { skip: '49800' }],
  ['the last page by its address, sorted by payment', { skip: '49800', sort: 'payment' }],
  ['one address', { search: 'person49999@' }],
  ['two words that many have', { search: 'an bo' }],
  ['a word that nobody has', { search: 'nowhere', sort: 'name' }],
  ['revoked', { status: 'revoked', sort: 'name' }],
  ['whose payment has lapsed', { payment: 'lapsed', sort: 'payment' }],
];

/** Users of every kind, a tenth of them sub-users, half of the retail ones with a subscription. */
async function seed(db: Db): Promise<void> {
  await sql`
    insert into users (id, username, first_name, last_name, password_hash, phone_country, user_type,
      is_approved, access_revoked, parent_user_id, has_paid, payment_valid_until,
      is_detailed_summary_allowed, is_suffix_allowed, trusted_since_ms, email_confirmed_at_ms, created_at_ms)
    select 'u' || n, 'person' || n || '@firm' || n % 700 || '.example',
      (array['Ana', 'Bongani', 'Carla', 'Dirk', 'Eva'])[1 + n % 5],
      (array['Botha', 'Nkosi', 'Smith', 'Venter'])[1 + n % 4] || '-' || md5(n::text),
      repeat('x', 100), 'ZA', case when n % 3 = 0 then 'commercial' else 'retail' end,
      n % 40 <> 0, n % 50 = 1, case when n % 10 = 0 and n > 10 then 'u3' end,
      n % 6 = 0, case when n % 6 = 0 then date '2026-01-01' + n % 200 end,
      true, true, 0, case when n % 7 = 0 then null else 1 end, ${NOW_MS}::bigint - n * 1000::bigint
    from generate_series(1, ${sql.lit(COUNT)}) as n`.execute(db);
  await sql`
    insert into subscriptions (user_id, display_name, plan, is_active, provider, start_ms, end_ms, renews_ms)
    select id, 'Monthly', 'MONTHLY', has_paid is not true and right(id, 1) < '6', 'paypal', 1,
      case when right(id, 1) = '4' then ${NOW_MS}::bigint end, ${NOW_MS}::bigint + 86400000
    from users where user_type = 'retail' and right(id, 1) in ('1', '2', '4', '7')`.execute(db);
  await sql`analyze users`.execute(db);
  await sql`analyze subscriptions`.execute(db);
}

async function measure(db: Db, kind: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [what, query, isDeep = false] of QUESTIONS) {
    const question = listUsersEndpoint.query?.parse({ limit: '200', ...query });
    if (!question) throw new Error('The list has no query.');
    let cursor: string | null | undefined;
    for (let at = 0; isDeep && at < COUNT / 2; at += 200) {
      const page = await listUsers({ db, clock }, { ...question, ...(cursor ? { cursor } : {}) });
      cursor = page.nextCursor;
    }
    const asked = { ...question, ...(cursor ? { cursor } : {}) };
    const times = await timeRuns(RUNS, () => listUsers({ db, clock }, asked));
    figures.push({
      what: `200 of ${COUNT} users, ${what} (${kind})`,
      value: median(times),
      unit: 'ms',
      bar: { atMost: MOST_MS },
      detail: `slowest ${Math.max(...times).toFixed(0)} ms`,
    });
  }
  return figures;
}

for (const kind of DATABASE_KINDS) {
  const database = await openTestDatabase(kind);
  try {
    await seed(database.db);
    report(await measure(database.db, kind));
  } finally {
    await database.close();
  }
}
