import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@moneytrail/calendar';
import { MOST_TESTED_SYMBOLS, startRuleTest } from '@moneytrail/contract';
import { serveProduct } from '../serve-product.ts';
import { syntheticBars } from '../synthetic-bars.ts';

// Imported late: the product sets up its memory before it loads anything.
const { openSessionOf } = await import('../../apps/server/src/conformance/testing/people.ts');
const { insertUser } = await import('../../apps/server/src/modules/accounts/profile/user-store.ts');
const { newUser } = await import('../../apps/server/src/modules/accounts/registration/new-user.ts');
const { columnsOf } = await import('../../apps/server/src/modules/bars/index.ts');
const { insertMany } = await import(
  '../../apps/server/src/modules/bars/testing/many-instruments.ts'
);
const { writeBars, writeBeginning } = await import(
  '../../apps/server/src/modules/bars/store/write-bars.ts'
);
const { RULE } = await import('../../apps/server/src/modules/rule-tests/testing/rule.ts');

/** No test; a test of all instruments; the same again, whose result is stored. */
export type RuleTestStep = 'idle' | 'new' | 'stored';
/** `cpuMs` is the processor time of the whole process. */
export type RuleTestTook = { ms: number; cpuMs: number };

const DAYS = 5_000;
const IDLE_MS = 20_000;
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;

const { DATABASE_URL } = process.env;
// Without ingest, which would watch the new instruments at the same time.
const settings = { ROLES: 'api,worker', ...(DATABASE_URL ? { DATABASE_URL } : {}) };
const { app, context, port } = await serveProduct({ settings });
const { db } = context;
const user = newUser(Date.now(), {
  username: 'reader@example.com',
  password_hash: 'none',
  first_name: 'Ana',
  last_name: 'Botha',
  user_type: 'commercial',
  is_approved: true,
  has_paid: true,
  payment_valid_until: '2099-12-31',
});
await insertUser(db, user);
const { token } = await openSessionOf({ context }, user.id);

const instruments = await insertMany({ db }, MOST_TESTED_SYMBOLS, 'crypto');
await context.catalogue.reload();
for (const [index, { id }] of instruments.entries()) {
  const key = { instrumentId: id, resolution: '1D', isSimulated: true } as const;
  const startMs = TODAY - DAYS * DAY_MS;
  const columns = columnsOf(syntheticBars(DAYS, { startMs, stepMs: DAY_MS, seed: index }));
  const coverage = { fromMs: startMs, toMs: TODAY };
  await writeBars(db, { key, columns, coverage, trust: 'trusted' });
  await writeBeginning(db, key, startMs);
}

async function test(): Promise<void> {
  const answer = await app.inject({
    method: 'POST',
    url: startRuleTest.path,
    headers: { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' },
    payload: { rule: RULE, symbols: instruments.map(({ ticker }) => ticker) },
  });
  const { id } = startRuleTest.response.parse(answer.json());
  for (;;) {
    const { state, reason } = await db
      .selectFrom('rule_tests')
      .select(['state', 'reason'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (state === 'done') return;
    if (state === 'failed') throw new Error(String(reason));
    await sleep(100);
  }
}

async function measure(step: RuleTestStep): Promise<RuleTestTook> {
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  await (step === 'idle' ? sleep(IDLE_MS) : test());
  const { user: own, system } = process.cpuUsage(before);
  return { ms: performance.now() - startedAt, cpuMs: (own + system) / 1_000 };
}

process.on('message', (step: RuleTestStep) => {
  measure(step).then(
    (took) => process.send?.(took),
    (error: unknown) => process.send?.(String(error)),
  );
});
process.send?.({ port, token });
