import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@moneytrail/calendar';
import { getSignalRecord } from '@moneytrail/contract';
import { measureTurns } from '../longest-turn.ts';
import { serveProduct } from '../serve-product.ts';
import { syntheticBars } from '../synthetic-bars.ts';

// Imported late: the product sets up its memory before it loads anything.
const { openSessionOf } = await import('../../apps/server/src/conformance/testing/people.ts');
const { insertUser } = await import('../../apps/server/src/modules/accounts/profile/user-store.ts');
const { newUser } = await import('../../apps/server/src/modules/accounts/registration/new-user.ts');
const { analysesOf } = await import('../../apps/server/src/modules/analysis/index.ts');
const { columnsOf } = await import('../../apps/server/src/modules/bars/index.ts');
const { insertMany } = await import(
  '../../apps/server/src/modules/bars/testing/many-instruments.ts'
);
const { writeBars, writeBeginning } = await import(
  '../../apps/server/src/modules/bars/store/write-bars.ts'
);

/** No record; the turns of one after the other in this thread; whole answers that nobody has asked for before. */
export type RecordStep = 'idle' | 'turns' | 'answers';
/** The longest turn of each record, or the time of each answer. */
export type RecordTook = { ms: number[] };

const DAYS = 5_000;
const INSTRUMENTS = 24;
/** Code is compiled meanwhile. */
const WARM_UPS = 4;
const IDLE_MS = 10_000;
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

const instruments = await insertMany({ db }, INSTRUMENTS, 'crypto');
await context.catalogue.reload();
for (const [index, { id }] of instruments.entries()) {
  const key = { instrumentId: id, resolution: '1D', isSimulated: true } as const;
  const startMs = TODAY - DAYS * DAY_MS;
  const columns = columnsOf(syntheticBars(DAYS, { startMs, stepMs: DAY_MS, seed: index }));
  await writeBars(db, {
    key,
    columns,
    coverage: { fromMs: startMs, toMs: TODAY },
    trust: 'trusted',
  });
  await writeBeginning(db, key, startMs);
}

/** Computed here, where the turns can be measured, as the thread of answers does it. */
async function turns(): Promise<number[]> {
  const { record } = analysesOf(context);
  const longest = measureTurns();
  const ms: number[] = [];
  const { signal } = new AbortController();
  for (const { ticker } of instruments) {
    const instrument = await context.catalogue.resolve(ticker);
    await sleep(50);
    longest();
    const request = { instrument, resolution: '1D', source: 'computed', side: 'any' } as const;
    await record({ ...request, strength: 'any', span: {} }, { feedMs: 60_000, signal });
    await sleep(5);
    ms.push(longest());
  }
  return ms.slice(WARM_UPS);
}

async function answer(ticker: string): Promise<void> {
  const query = new URLSearchParams({ symbol: ticker, resolution: '1D', source: 'computed' });
  for (;;) {
    const { statusCode, body } = await app.inject({
      url: `${getSignalRecord.path}?${query}`,
      headers: { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' },
    });
    if (statusCode === 200) return;
    if (statusCode !== 503) throw new Error(`a record came with status ${statusCode}: ${body}`);
    // Out of time: the caller asks again, and the time of both counts.
    await sleep(500);
  }
}

async function answers(): Promise<number[]> {
  const ms: number[] = [];
  for (const { ticker } of instruments) {
    const startedAt = performance.now();
    await answer(ticker);
    ms.push(performance.now() - startedAt);
  }
  return ms.slice(WARM_UPS);
}

async function measure(step: RecordStep): Promise<RecordTook> {
  if (step === 'turns') return { ms: await turns() };
  if (step === 'answers') return { ms: await answers() };
  await sleep(IDLE_MS);
  return { ms: [] };
}

process.on('message', (step: RecordStep) => {
  measure(step).then(
    (took) => process.send?.(took),
    (error: unknown) => process.send?.(String(error)),
  );
});
process.send?.({ port, token });
