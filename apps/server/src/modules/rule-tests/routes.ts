import '../../offered-studies.ts';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ruleProblem } from '@moneytrail/backtest';
import {
  AppError,
  type CurrentUser,
  getRuleTest,
  listRuleTests,
  MOST_KEPT_TESTS,
  type RequestOf,
  removeRuleTest,
  startRuleTest,
} from '@moneytrail/contract';
import { FORMULA_VERSION } from '@moneytrail/indicators';
import type { Db } from '../../db/index.ts';
import { type CallerBudget, callerName } from '../../http/caller-budget.ts';
import { accountOf } from '../../http/check-access.ts';
import { encodeAnswer, readyAnswer } from '../../http/encoded-answer.ts';
import type { ReadyAnswer, Router } from '../../http/route.ts';
import type { Jobs } from '../../jobs/index.ts';
import { type Catalogue, type Instrument, supportedResolutions } from '../catalogue/index.ts';
import { RUN_RULE_TEST } from './run-test.ts';
import {
  type AskedTest,
  findTest,
  hasPending,
  insertTest,
  type ListedTest,
  lockOwner,
  readResult,
  readTests,
  removeOldest,
  removeTest,
  testJson,
} from './test-store.ts';

type Deps = {
  db: Db;
  clock: { now: () => number };
  catalogue: Pick<Catalogue, 'lookUp' | 'resolve' | 'byId'>;
  jobs: Pick<Jobs, 'enqueue'>;
  /** Limits a caller's requests under way and a minute. */
  budget: CallerBudget;
  log: { warn: (detail: object, message: string) => void };
};

type Asked = RequestOf<typeof startRuleTest>['body'];

/** Raised when a test computes something else from the same bars: results of before are then not used again. */
const CALCULATION = 1;
const PENDING = 'A test of yours is waiting or running. Wait for its end, or cancel it.';

const decompress = promisify(gunzip);
const ownerOf = (user: CurrentUser | null): string => accountOf(user, 'Tests of rules')._id;

/** Throws the same 404 for a missing test and for another account's. */
function missing(): never {
  throw new AppError('NOT_FOUND', 'The test was not found.');
}

function locked(): never {
  throw new AppError('SOURCE_LOCKED', 'Source locked');
}

const json = (text: string): ReadyAnswer => ({
  kind: 'ready',
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: Buffer.from(text),
});

type Chosen = { instruments: readonly Instrument[]; locked: number };

/** The instruments of a test, each once: those that the caller may see, and the number of the others. */
async function chooseInstruments(
  { catalogue }: Pick<Deps, 'catalogue'>,
  symbols: readonly string[],
  isEntitled: (instrument: Instrument) => boolean,
): Promise<Chosen> {
  const find = await catalogue.lookUp();
  const all = new Map<number, Instrument>();
  for (const word of symbols) {
    // `resolve` says why a word is no symbol of ours.
    const instrument = find(word) ?? (await catalogue.resolve(word));
    all.set(instrument.id, instrument);
  }
  const instruments = [...all.values()].filter(isEntitled);
  if (instruments.length === 0) locked();
  return { instruments, locked: all.size - instruments.length };
}

/** Throws `BAD_REQUEST` for a rule that none of the instruments can be tested by. */
function checkRule({ rule }: Asked, instruments: readonly Instrument[]): void {
  const { resolution } = rule;
  const isOffered = instruments.some((each) => supportedResolutions(each).includes(resolution));
  if (!isOffered) {
    const [first, second] = instruments;
    const who = second ? 'None of the symbols has' : `${first?.ticker} has no`;
    throw new AppError('BAD_REQUEST', `${who}${second ? ' the' : ''} resolution ${resolution}`);
  }
  const problem = ruleProblem(
    rule,
    instruments.every(({ type }) => type === 'index'),
  );
  if (problem !== null) throw new AppError('BAD_REQUEST', problem);
}

/**
 * Stores a test that waits, with its job. Throws `CONFLICT` while another one of the account waits or runs, so that one
 * account has one place in the queue. All have the same priority: small tests that are repeated would hold back a large
 * one. The oldest test beyond the number that is kept is removed.
 */
async function start(
  { db, clock, jobs }: Deps,
  userId: string,
  { rule, years }: Asked,
  { instruments, locked: lockedCount }: Chosen,
): Promise<ListedTest> {
  const instrumentIds = instruments.map(({ id }) => id);
  const symbols = instruments.map(({ ticker }) => ticker);
  const asked: AskedTest = { rule, symbols, ...(years === undefined ? {} : { years }) };
  const whole = [CALCULATION, FORMULA_VERSION, rule, instrumentIds, years ?? null, lockedCount];
  const askedHash = createHash('sha256').update(JSON.stringify(whole)).digest('base64url');
  return db.transaction().execute(async (trx) => {
    await lockOwner(trx, userId);
    if (await hasPending(trx, userId)) throw new AppError('CONFLICT', PENDING);
    await removeOldest(trx, userId, MOST_KEPT_TESTS - 1);
    const given = { asked, instrumentIds, locked: lockedCount, askedHash };
    const test = await insertTest(trx, given, { userId, nowMs: clock.now() });
    await jobs.enqueue(RUN_RULE_TEST, { id: test.id }, { trx });
    return test;
  });
}

/** Tests of trading rules. Nobody but their owner reads them, and a result only with the right to all of its instruments. */
export function ruleTestRoutes(router: Router<Instrument>, deps: Deps): void {
  const { db, catalogue, budget, log } = deps;

  router.route(startRuleTest, async (call) => {
    const userId = ownerOf(call.user);
    const { body } = call;
    const work = async () => {
      const chosen = await chooseInstruments(deps, body.symbols, call.isEntitled);
      call.charged(() => checkRule(body, chosen.instruments));
      return start(deps, userId, body, chosen);
    };
    return json(testJson(await budget.run(callerName(call), work, { mayWait: true })));
  });

  router.route(listRuleTests, async ({ user }) => {
    const tests = await readTests(db, ownerOf(user));
    return json(`{"tests":[${tests.map(testJson).join()}]}`);
  });

  router.route(getRuleTest, async (call) => {
    const by = { userId: ownerOf(call.user), id: call.params.id };
    const test = (await findTest(db, by)) ?? missing();
    if (test.state !== 'done') return json(`{"test":${testJson(test)},"result":null}`);
    const read = async () => decompress((await readResult(db, by)) ?? missing());
    const result = await budget.run(callerName(call), read, { mayWait: true });
    // An instrument that is not offered any more is nobody's to see.
    const isSeen = (id: number) => {
      const instrument = catalogue.byId(id);
      return instrument !== undefined && call.isEntitled(instrument);
    };
    if (!test.instrument_ids.every(isSeen)) locked();
    const [before, after] = [`{"test":${testJson(test)},"result":`, '}'];
    const body = Buffer.concat([Buffer.from(before), result, Buffer.from(after)]);
    const failed = (error: unknown) =>
      log.warn({ err: error }, 'the result of a test could not be compressed');
    return readyAnswer(encodeAnswer(body, failed), call.headers);
  });

  router.route(removeRuleTest, async ({ user, params: { id } }) => {
    if (!(await removeTest(db, { userId: ownerOf(user), id }))) missing();
  });
}
