import type { TradingRule } from '@moneytrail/contract';
import type { Selectable, Updateable } from 'kysely';
import { type Db, lockByName, type Reader, type Trx } from '../../db/index.ts';
import type { RuleTestsTable } from '../../db/rule-test-tables.ts';

/** The question of an account: the rule, the symbols that it may see, and the last years, or all bars. */
export type AskedTest = { rule: TradingRule; symbols: readonly string[]; years?: number };

/** A test as it is listed, without its result. */
const LISTED = [
  'id',
  'asked',
  'instrument_ids',
  'asked_at_ms',
  'state',
  'done',
  'reason',
] as const satisfies readonly (keyof RuleTestsTable)[];

export type ListedTest = Pick<Selectable<RuleTestsTable>, (typeof LISTED)[number]>;

type By = { userId: string; id: number };

function stateOf({ state, done, reason, instrument_ids: { length } }: ListedTest) {
  if (state === 'running') return { kind: state, done, total: length };
  if (state === 'failed') return { kind: state, reason: reason ?? '' };
  return { kind: state };
}

/** A test as JSON of the contract's `RuleTest`; what was asked is as it was stored. */
export function testJson(test: ListedTest): string {
  const { id, asked, asked_at_ms: askedAtMs } = test;
  const state = JSON.stringify(stateOf(test));
  return `{"id":${id},${asked.slice(1, -1)},"askedAtMs":${askedAtMs},"state":${state}}`;
}

/** Serialises the starts of one account's tests, so that its limits hold under concurrent requests. */
export async function lockOwner(trx: Trx, userId: string): Promise<void> {
  await lockByName(trx, `rule tests ${userId}`);
}

/** Whether a test of an account waits or runs. */
export async function hasPending(db: Reader, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('rule_tests')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes an account's oldest tests beyond a number. */
export async function removeOldest(trx: Trx, userId: string, kept: number): Promise<void> {
  await trx
    .deleteFrom('rule_tests')
    .where('user_id', '=', userId)
    .where('id', 'in', (rows) =>
      rows
        .selectFrom('rule_tests')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .offset(kept),
    )
    .execute();
}

type NewTest = { asked: AskedTest; instrumentIds: number[]; locked: number; askedHash: string };

/** Inserts a test that waits. */
export async function insertTest(
  trx: Trx,
  { asked, instrumentIds, locked, askedHash }: NewTest,
  { userId, nowMs }: { userId: string; nowMs: number },
): Promise<ListedTest> {
  return trx
    .insertInto('rule_tests')
    .values({
      user_id: userId,
      asked: JSON.stringify(asked),
      instrument_ids: instrumentIds,
      locked,
      asked_at_ms: nowMs,
      state: 'waiting',
      asked_hash: askedHash,
    })
    .returning(LISTED)
    .executeTakeFirstOrThrow();
}

/** An account's tests, newest first. */
export async function readTests(db: Reader, userId: string): Promise<ListedTest[]> {
  return db
    .selectFrom('rule_tests')
    .select(LISTED)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
}

export async function findTest(db: Reader, { userId, id }: By): Promise<ListedTest | undefined> {
  return db
    .selectFrom('rule_tests')
    .select(LISTED)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The compressed result of a test that is done; null if it is not, or not any more. */
export async function readResult(db: Reader, { userId, id }: By): Promise<Buffer | null> {
  const row = await db
    .selectFrom('rule_tests')
    .select('result')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.result ?? null;
}

/** False if there was nothing to remove. */
export async function removeTest(db: Db, { userId, id }: By): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('rule_tests')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A run of a test. A later one of the same test outdates it. */
export type Run = { id: number; attempt: number };

export type ClaimedTest = Run & NewTest;

/** Begins a run; null if the test has ended or was removed. */
export async function claimTest(db: Db, id: number): Promise<ClaimedTest | null> {
  const row = await db
    .updateTable('rule_tests')
    .set(({ eb }) => ({ state: 'running', done: 0, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returning(['attempts', 'asked', 'instrument_ids', 'locked', 'asked_hash'])
    .executeTakeFirst();
  if (!row) return null;
  return {
    id,
    attempt: row.attempts,
    asked: JSON.parse(row.asked) as AskedTest, // Only `insertTest` writes it.
    instrumentIds: row.instrument_ids,
    locked: row.locked,
    askedHash: row.asked_hash,
  };
}

/** Changes the test of a run; false if it was removed, has ended or has a later run. */
async function changeTest(
  db: Db,
  { id, attempt }: Run,
  changes: Updateable<RuleTestsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('rule_tests')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('attempts', '=', attempt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes how many instruments are done; false if the run is not wanted any more. */
export const noteProgress = (db: Db, run: Run, done: number): Promise<boolean> =>
  changeTest(db, run, { done });

const ENDED = { attempts: 0, done: 0 };

export async function failTest(db: Db, run: Run, reason: string): Promise<void> {
  await changeTest(db, run, { ...ENDED, state: 'failed', reason });
}

/** The tests of all accounts that wait or run. */
export async function pendingTests(db: Reader): Promise<number[]> {
  const rows = await db
    .selectFrom('rule_tests')
    .select('id')
    .where('state', 'in', ['waiting', 'running'])
    .execute();
  return rows.map(({ id }) => id);
}

/** Ends a test that waits or runs, whichever run it is of. */
export async function endPending(db: Db, id: number, reason: string): Promise<void> {
  await db
    .updateTable('rule_tests')
    .set({ ...ENDED, state: 'failed', reason })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
}

/** Stores the result of a run; a test that was removed meanwhile stays removed. */
export async function storeResult(
  db: Db,
  run: Run,
  { version, result }: { version: string; result: Buffer },
): Promise<void> {
  await changeTest(db, run, { ...ENDED, state: 'done', data_version: version, result });
}

/** The data versions of stored results of what is asked, whoever asked it. */
export async function readVersions(db: Reader, askedHash: string): Promise<string[]> {
  const rows = await db
    .selectFrom('rule_tests')
    .select('data_version')
    .distinct()
    .where('asked_hash', '=', askedHash)
    .where('data_version', 'is not', null)
    .execute();
  return rows.flatMap(({ data_version }) => data_version ?? []);
}

/** The stored result of what is asked over a version of the data; null if there is none any more. */
export async function findResult(
  db: Reader,
  { askedHash, version }: { askedHash: string; version: string },
): Promise<Buffer | null> {
  const row = await db
    .selectFrom('rule_tests')
    .select('result')
    .where('asked_hash', '=', askedHash)
    .where('data_version', '=', version)
    .limit(1)
    .executeTakeFirst();
  return row?.result ?? null;
}
