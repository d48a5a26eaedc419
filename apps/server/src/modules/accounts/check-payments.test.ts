import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../db/index.ts';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { runJob } from '../../jobs/testing/run-job.ts';
import { fullTier } from '../access/entitlement.ts';
import { listUsers } from './admin/user-list.ts';
import { accountJobs } from './jobs.ts';
import { signedInUser } from './profile/present-account.ts';
import { changeUser, findPeople, setStanding } from './profile/user-store.ts';
import { addUser } from './testing/people.ts';
import { DAY, startAccounts, type TestServer } from './testing/start-accounts.ts';

const START_MS = Date.parse('2026-03-02T10:00:00Z');
const MIDNIGHT_MS = Date.parse('2026-03-01T22:00:00Z');
const dayOf = (days: number) => new Date(START_MS + days * DAY).toISOString().slice(0, 10);

const momentMs = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map((days) => MIDNIGHT_MS + days * DAY),
  fc.integer({ min: START_MS - 3 * DAY, max: START_MS + 3 * DAY }),
);
const payment = fc.record({
  has_paid: fc.boolean(),
  payment_valid_until: fc.option(fc.integer({ min: -4, max: 3 }).map(dayOf)),
});
const rights = fc.record({
  user_type: fc.constantFrom('retail' as const, 'commercial' as const),
  has_subscription_override: fc.boolean(),
});
const standing = fc.record({
  is_active: fc.boolean(),
  end_ms: fc.option(momentMs),
  renews_ms: fc.option(momentMs),
  start_ms: fc.constant(START_MS - 30 * DAY),
});
const step = fc.record({
  who: fc.integer({ min: 0, max: 4 }),
  change: fc.oneof(
    fc.tuple(payment, rights).map(([paid, given]) => ({ user: { ...paid, ...given } })),
    fc.option(standing).map((given) => ({ standing: given })),
    fc.boolean().map((isDeleted) => ({ user: { deleted_at_ms: isDeleted ? START_MS : null } })),
  ),
});
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

describe.each(USUAL_KINDS)('until when accounts are paid for, on %s', (kind) => {
  let server: TestServer;
  let db: Kysely<Database>;
  let ids: string[];
  beforeAll(async () => {
    server = await startAccounts(kind);
    db = server.database.db;
    const main = await addUser(server, { user_type: 'commercial' });
    const others = [
      await addUser(server, { user_type: 'commercial', parent_user_id: main.id }),
      await addUser(server, { user_type: 'commercial', parent_user_id: main.id }),
      await addUser(server),
      await addUser(server, { user_type: 'commercial' }),
    ];
    ids = [main, ...others].map(({ id }) => id);
  });
  afterAll(() => server.close());

  const idOf = (who: number) => ids[who] ?? '';
  async function take({ who, change }: Step): Promise<void> {
    if ('user' in change) {
      // A sub-user never becomes retail.
      const isSub = who === 1 || who === 2;
      await changeUser(db, idOf(who), {
        ...change.user,
        ...(isSub ? { user_type: 'commercial' } : {}),
      });
    } else {
      const fixed = { display_name: 'Monthly', plan: 'MONTHLY', provider: 'paypal' } as const;
      const state = { trial_ends_ms: null, paypal_status: null, lemon_status: null };
      const given = change.standing && { ...fixed, ...state, ...change.standing };
      await setStanding(db, idOf(who), given);
    }
  }
  async function read(nowMs: number) {
    const clock = { now: () => nowMs };
    const question = { sort: 'payment', direction: 'asc', limit: 200 } as const;
    const { entries } = await listUsers({ db, clock }, question);
    const shown = new Map(entries.map((entry) => [entry._id, entry]));
    const people = await findPeople(db, ids);
    const filtered = await listUsers({ db, clock }, { ...question, payment: 'active' });
    return {
      opens: people
        .filter((each) => fullTier(signedInUser(each, nowMs), nowMs))
        .map(({ user }) => user.id),
      active: people.map(({ user }) => user.id).filter((id) => shown.get(id)?.payment === 'active'),
      filtered: people
        .map(({ user }) => user.id)
        .filter((id) => filtered.entries.some(({ _id }) => _id === id)),
    };
  }

  test('agree with full access at every time, whatever changed before', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 8 }),
        momentMs,
        async (steps, atMs) => {
          for (const each of steps) await take(each);
          for (const nowMs of [atMs - 1, atMs, atMs + 1]) {
            const { opens, active, filtered } = await read(nowMs);
            expect(active).toEqual(opens);
            expect(filtered).toEqual(opens);
          }
        },
      ),
      { numRuns: process.env.TEST_LONG === 'true' ? 300 : 15 },
    );
  });

  test('agree with payments after concurrent changes, and cannot be written directly', async () => {
    const steps = fc.sample(step, { numRuns: 60, seed: 7 });
    await Promise.all(steps.map(take));
    await sql`update users set access_ends_ms = 1, paid_day = 2`.execute(db);
    const jobs = accountJobs(server.accounts.services);
    const before = server.logged.length;
    await runJob(jobs, 'accounts.check-payments');
    expect(server.logged.slice(before)).toEqual([]);
  });

  test('are compared every night: a difference is an alarm, and mended', async () => {
    const [id = ''] = ids;
    await sql`alter table users disable trigger users_set_payment`.execute(db);
    await sql`update users set paid_day = 17 where id = ${id}`.execute(db);
    await sql`alter table users enable trigger users_set_payment`.execute(db);
    const jobs = accountJobs(server.accounts.services);
    const before = server.logged.length;
    await runJob(jobs, 'accounts.check-payments');
    expect(server.logged.slice(before)).toEqual([expect.stringContaining(id)]);
    await runJob(jobs, 'accounts.check-payments');
    expect(server.logged).toHaveLength(before + 1);
  });

  test('change from one moment to the next without any job', async () => {
    const user = await addUser(server, {
      user_type: 'commercial',
      has_paid: true,
      payment_valid_until: '2026-03-11',
    });
    const shown = async (at: string) => {
      const clock = { now: () => Date.parse(at) };
      const question = { sort: 'payment', direction: 'asc', limit: 200 } as const;
      const { entries } = await listUsers({ db, clock }, question);
      const entry = entries.find(({ _id }) => _id === user.id);
      return [entry?.payment, entry?.validUntil];
    };
    expect(await shown('2026-03-12T21:59:59.999Z')).toEqual(['active', '2026-03-10']);
    expect(await shown('2026-03-12T22:00:00Z')).toEqual(['lapsed', '2026-03-10']);
  });
});
