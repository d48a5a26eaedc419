import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import { AppError } from '@moneytrail/contract';
import * as z from 'zod';
import type { Db } from '../../db/index.ts';
import { defineJob, defineScheduled, type Job, type Jobs } from '../../jobs/index.ts';
import type { TestRun, TestWork } from './compute-test.ts';
import {
  type ClaimedTest,
  claimTest,
  endPending,
  failTest,
  findResult,
  noteProgress,
  pendingTests,
  type Run,
  readVersions,
  storeResult,
} from './test-store.ts';

/** Runs a test of a rule that waits. */
export const RUN_RULE_TEST = { name: 'rule-tests.run-test', payload: z.object({ id: z.int() }) };

export type RuleTestJobDeps = {
  db: Db;
  /** In a thread where others are served. */
  computeTest: TestWork;
  jobs: Pick<Jobs, 'payloadsUnderWay'>;
  /** Shortened by tests. */
  longestTestMs?: number;
};

/** Tests of other accounts wait for the end of one. */
const LONGEST_MS = 3 * MINUTE_MS;
/** A test whose process is killed or stopped runs again, this often at most. */
const MOST_ATTEMPTS = 5;
const FAILED = 'The test could not be computed. Please try again.';
const TOO_LONG = 'The test took too long. Please choose fewer symbols or fewer years.';
const LOST = 'The test could not be begun, as the database was out of reach. Please try again.';
const INTERRUPTED = 'The test was interrupted too often. Please try again.';

/**
 * Notes the progress of a run once a second. Resolves when the run is not wanted any more, as its test was removed or runs
 * elsewhere; rejects when the signal is aborted.
 */
async function untilUnwanted(
  db: Db,
  run: Run,
  { doneNow, signal }: { doneNow: () => number; signal: AbortSignal },
): Promise<void> {
  for (let isWanted = true; isWanted; ) {
    await sleep(SECOND_MS, undefined, { signal });
    // While the database is away, the run goes on.
    isWanted = await noteProgress(db, run, doneNow()).catch(() => true);
  }
}

/** The result of a test: a stored one over the same data, or a new one. */
async function resultOf(
  { db, computeTest }: RuleTestJobDeps,
  { asked, instrumentIds, locked, askedHash }: ClaimedTest,
  run: Omit<TestRun, 'known'>,
): Promise<{ version: string; result: Buffer }> {
  const wanted = { rule: asked.rule, years: asked.years ?? null, instrumentIds, locked };
  const { version, result } = await computeTest(wanted, {
    ...run,
    known: await readVersions(db, askedHash),
  });
  const known = result ?? (await findResult(db, { askedHash, version }));
  if (known) return { version, result: known };
  // The stored one was removed meanwhile.
  const anew = await computeTest(wanted, { ...run, known: [] });
  if (!anew.result) throw new Error('a test of a rule has no result');
  return { version: anew.version, result: anew.result };
}

/**
 * Runs a test, unless it was removed. A stopped process leaves it to the next one; a test that fails is not tried again,
 * as its owner can start it anew.
 */
async function runTest(deps: RuleTestJobDeps, id: number, stopped: AbortSignal): Promise<void> {
  const { db, longestTestMs = LONGEST_MS } = deps;
  const test = await claimTest(db, id);
  if (!test) return;
  if (test.attempt > MOST_ATTEMPTS) {
    await failTest(db, test, INTERRUPTED);
    return;
  }
  const [over, unwanted] = [new AbortController(), new AbortController()];
  const late = AbortSignal.timeout(longestTestMs);
  const signal = AbortSignal.any([stopped, unwanted.signal, late]);
  let done = 0;
  const doneNow = () => done;
  const progress = (count: number) => {
    done = count;
  };
  untilUnwanted(db, test, { doneNow, signal: over.signal }).then(
    () => unwanted.abort(new Error('the test is not wanted any more')),
    () => undefined,
  );
  try {
    await storeResult(db, test, await resultOf(deps, test, { signal, progress }));
  } catch (error) {
    stopped.throwIfAborted();
    if (unwanted.signal.aborted) return;
    const isExpected = late.aborted || error instanceof AppError;
    const reason = error instanceof AppError ? error.message : FAILED;
    await failTest(db, test, late.aborted ? TOO_LONG : reason);
    if (!isExpected) throw error;
  } finally {
    over.abort();
  }
}

/**
 * Ends the tests whose job has used up its retries without noting anything of them, as while the database is away. A test
 * and its job are stored together, and a job ends after its test.
 */
async function endLost({ db, jobs }: RuleTestJobDeps): Promise<void> {
  const pending = await pendingTests(db);
  if (pending.length === 0) return;
  const payloads = await jobs.payloadsUnderWay(RUN_RULE_TEST);
  const known = new Set(payloads.map((payload) => RUN_RULE_TEST.payload.parse(payload).id));
  for (const id of pending) if (!known.has(id)) await endPending(db, id, LOST);
}

/** Tests of rules: one at a time in a process and one of each account, in the order of their starts. */
export function ruleTestJobs(deps: RuleTestJobDeps): Job[] {
  return [
    defineJob({
      ...RUN_RULE_TEST,
      // While the database is away nothing can be noted of a test.
      retry: { limit: 10, delaySeconds: 5 },
      handler: ({ id }, { signal }) => runTest(deps, id, signal),
    }),
    defineScheduled({
      name: 'rule-tests.end-lost',
      schedule: '*/10 * * * *',
      handler: () => endLost(deps),
    }),
  ];
}
