import { DAY_MS, HOUR_MS } from '@moneytrail/calendar';
import { getRuleTest, listRuleTests, MOST_KEPT_TESTS, ruleTest } from '@moneytrail/contract';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { useTestDatabase } from '../../db/testing/use-test-database.ts';
import { trendingBars } from '../analysis/testing/trending-bars.ts';
import type { ComputedTest, TestWork } from './compute-test.ts';
import { claimTest, noteProgress, storeResult } from './test-store.ts';
import { RULE } from './testing/rule.ts';
import { type RuleTestServer, startRuleTests } from './testing/start-rule-tests.ts';

const TODAY = Date.parse('2026-11-20');
const NOW = TODAY + 12 * HOUR_MS;
const DAYS = trendingBars(900, TODAY, DAY_MS);
const BTC = 'FMP:BTC/USD';

/** A computation that begins when it is called, and ends when the test says so or when it is stopped. */
function heldWork() {
  let end: (computed: ComputedTest) => void = () => undefined;
  let tellBegun: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    tellBegun = resolve;
  });
  const work: TestWork = (_wanted, { signal }) =>
    new Promise((resolve, reject) => {
      end = resolve;
      signal.addEventListener('abort', () => reject(signal.reason));
      tellBegun();
    });
  return { work, begun, end: (computed: ComputedTest) => end(computed) };
}

const failing =
  (error: unknown): TestWork =>
  async () => {
    throw error;
  };

describe.each(USUAL_KINDS)('tests of rules, on %s', (kind) => {
  const database = useTestDatabase(kind);
  let server: RuleTestServer;
  beforeAll(async () => {
    server = await startRuleTests(database, NOW);
    for (const code of ['BTCUSD', 'ETHUSD', 'AAPL']) server.feeds.FMP.bars.set(`${code} 1D`, DAYS);
    return server.close;
  });

  async function read(id: number) {
    const { status, body } = await server.call('GET', `/${id}`);
    expect([status, status === 200 ? null : body]).toEqual([200, null]);
    return getRuleTest.response.parse(body);
  }
  const list = async () =>
    listRuleTests.response.parse((await server.call('GET')).body).tests.map(({ id }) => id);

  test('a test waits, runs and has a result that its owner alone reads and removes', async () => {
    await server.signIn();
    const asked = { rule: RULE, symbols: ['btcusd.fmp', BTC, 'FMP:ETHUSD'], years: 1 };
    const started = ruleTest.parse((await server.call('POST', '', asked)).body);
    const { id } = started;
    expect(started).toEqual({
      id,
      rule: RULE,
      symbols: [BTC, 'FMP:ETH/USD'],
      years: 1,
      askedAtMs: NOW,
      state: { kind: 'waiting' },
    });
    expect(await read(id)).toEqual({ test: started, result: null });
    expect(server.enqueued).toEqual([id]);
    await server.run(id);
    const { test: done, result } = await read(id);
    expect(done).toEqual({ ...started, state: { kind: 'done' } });
    expect(result).toMatchObject({ locked: 0, toTime: TODAY - DAY_MS });
    expect(result?.instruments.map(({ symbol, problem }) => [symbol, problem])).toEqual([
      [BTC, null],
      ['FMP:ETH/USD', null],
    ]);
    // Warm-up comes before the span, which begins a year ago.
    expect(result?.fromTime).toBe(TODAY - 364 * DAY_MS);
    expect(result?.trades.length).toBeGreaterThan(3);
    await server.run(id);
    expect(await read(id)).toEqual({ test: done, result });

    const owner = server.caller;
    await server.signIn();
    expect(await list()).toEqual([]);
    for (const method of ['GET', 'DELETE'] as const) {
      expect(await server.call(method, `/${id}`)).toMatchObject({ status: 404 });
    }
    server.caller = owner;
    expect(await list()).toEqual([id]);
    expect(await server.call('DELETE', `/${id}`)).toEqual({ status: 204, body: null });
    expect(await list()).toEqual([]);
  });

  test('an account has one test in the queue, whichever process it asks, until it ends or is removed', async () => {
    const owner = await server.signIn();
    const other = await startRuleTests(database, NOW);
    onTestFinished(other.close);
    other.caller = owner;
    const asked = { rule: RULE, symbols: [BTC] };
    const answers = await Promise.all(
      [server, other, server, other].map((each) => each.call('POST', '', asked)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const [id = 0] = await list();
    await server.call('DELETE', `/${id}`);
    const again = await server.start(BTC);
    await server.run(id);
    expect(await read(again)).toMatchObject({ test: { state: { kind: 'waiting' } } });
    await server.run(again);
    expect(await server.start(BTC)).toBeGreaterThan(again);
  });

  test('tests wait in the order of their starts, however large, so that small ones hold none back', async () => {
    await server.signIn();
    const all = server.catalogue.enabled().map(({ ticker }) => ticker);
    expect(all.length).toBeGreaterThan(25);
    const large = await server.start(...all);
    await server.signIn();
    const small = await server.start(BTC);
    expect(server.enqueued.slice(-2)).toEqual([large, small]);
  });

  test('the newest twenty are kept', async () => {
    await server.signIn();
    const computeTest = failing(new Error('none'));
    const ids: number[] = [];
    for (let count = 0; count < MOST_KEPT_TESTS + 2; count += 1) {
      const id = await server.start(BTC);
      ids.unshift(id);
      await server.run(id, { computeTest }).catch(() => undefined);
    }
    expect(await list()).toEqual(ids.slice(0, MOST_KEPT_TESTS));
  });

  test('locked symbols are left out and counted, and a result is withheld once one of its instruments is locked', async () => {
    const user = await server.signIn();
    const feedAccess = { ...user.feedAccess, isBitfinexAllowed: false };
    server.caller = { ...user, feedAccess };
    const id = await server.start(BTC, 'Bitfinex:BTCUSD', 'FMP:ETHUSD');
    await server.run(id);
    const { test: done, result } = await read(id);
    expect([done.symbols, result?.locked]).toEqual([[BTC, 'FMP:ETH/USD'], 1]);
    const locked = { status: 403, body: expect.objectContaining({ code: 'SOURCE_LOCKED' }) };
    server.caller = { ...user, feedAccess: { ...feedAccess, isFMPAllowed: false } };
    expect(await server.call('GET', `/${id}`)).toEqual(locked);
    expect(await list()).toEqual([id]);
    expect(await server.call('POST', '', { rule: RULE, symbols: ['FMP:AAPL'] })).toEqual(locked);
    server.caller = user;
    expect((await read(id)).result).toEqual(result);

    const { db } = database;
    const disable = (is_enabled: boolean) =>
      db.updateTable('instruments').set({ is_enabled }).where('code', '=', 'ETHUSD').execute();
    await disable(false);
    await server.catalogue.reload();
    expect(await server.call('GET', `/${id}`)).toEqual(locked);
    await disable(true);
    await server.catalogue.reload();
  });

  test('what cannot be tested is refused with the reason', async () => {
    await server.signIn();
    const study = {
      ...RULE.long,
      conditions: [
        { kind: 'study', study: 'none', output: 'x', inputs: {}, is: 'above', than: { value: 1 } },
      ],
    };
    const refused: [object, number, string][] = [
      [{ symbols: ['FMP:NOWHERE'] }, 404, 'NOWHERE'],
      [{ symbols: [' '] }, 400, 'Ticker is empty'],
      [{ rule: { ...RULE, long: study } }, 400, 'There is no study none.'],
      [{ rule: { ...RULE, short: null } }, 400, 'needs the entries of both sides'],
    ];
    for (const [change, status, text] of refused) {
      const answer = await server.call('POST', '', { rule: RULE, symbols: [BTC], ...change });
      expect(answer).toMatchObject({ status, body: { message: expect.stringContaining(text) } });
    }
    expect(await list()).toEqual([]);
  });

  test('an equal test over the same bars has the stored result, whoever asked, until a bar is corrected', async () => {
    await server.signIn();
    const first = await server.start('FMP:ETHUSD');
    await server.run(first);
    const { result } = await read(first);
    const computeTest = vi.fn(server.compute);
    await server.signIn();
    const second = await server.start('FMP:ETHUSD');
    await server.run(second, { computeTest });
    expect(await computeTest.mock.results[0]?.value).toMatchObject({ result: null });
    expect((await read(second)).result).toEqual(result);

    const instrument = await server.catalogue.resolve('FMP:ETHUSD');
    const [before] = DAYS.slice(-50);
    if (!before) throw new Error('the sample is empty');
    const bars = [{ ...before, close: before.open }];
    await server.bars.write({ instrument, resolution: '1D', bars, isTrusted: true });
    const third = await server.start('FMP:ETHUSD');
    await server.run(third);
    expect((await read(third)).result?.equity).not.toEqual(result?.equity);
    const { db } = database;
    const stored = db
      .selectFrom('rule_tests')
      .select('data_version')
      .where('id', 'in', [second, third]);
    expect(new Set((await stored.execute()).map((row) => row.data_version)).size).toBe(2);
  });

  test('a stored result that goes before it is copied is computed again', async () => {
    await server.signIn();
    const id = await server.start('FMP:ETHUSD');
    const computeTest: TestWork = async (wanted, run) =>
      run.known.length > 0
        ? { version: 'removed meanwhile', result: null }
        : server.compute(wanted, run);
    await server.run(id, { computeTest });
    expect((await read(id)).result).toMatchObject({ barCount: expect.any(Number) });
  });

  test('a run is stopped once its test is removed, and one that ends then stores nothing', async () => {
    await server.signIn();
    const [stopped, late] = [heldWork(), heldWork()];
    const id = await server.start(BTC);
    const running = server.run(id, { computeTest: stopped.work });
    await stopped.begun;
    expect(await read(id)).toMatchObject({
      test: { state: { kind: 'running', done: 0, total: 1 } },
    });
    await server.call('DELETE', `/${id}`);
    // The next note of its progress finds no test.
    await running;

    const next = await server.start(BTC);
    const ending = server.run(next, { computeTest: late.work });
    await late.begun;
    await server.call('DELETE', `/${next}`);
    late.end({ version: 'v', result: Buffer.from('x') });
    await ending;
    expect(await list()).toEqual([]);
  });

  test('a killed run begins anew, and what is left of it changes nothing any more', async () => {
    const { db } = database;
    await server.signIn();
    const id = await server.start(BTC);
    const killed = await claimTest(db, id);
    if (!killed) throw new Error('there is nothing to run');
    const held = heldWork();
    const running = server.run(id, { computeTest: held.work });
    await held.begun;
    expect(await noteProgress(db, killed, 1)).toBe(false);
    await storeResult(db, killed, { version: 'old', result: Buffer.from('old') });
    held.end(await server.compute(...computing(await server.catalogue.resolve(BTC))));
    await running;
    expect((await read(id)).result?.instruments).toHaveLength(1);
  });

  const computing = ({ id }: { id: number }): Parameters<TestWork> => [
    { rule: RULE, instrumentIds: [id], years: null, locked: 0 },
    { signal: new AbortController().signal, known: [], progress: () => undefined },
  ];

  test('a process that stops leaves its test to the next one, five times at most', async () => {
    await server.signIn();
    const id = await server.start(BTC);
    const stopped = AbortSignal.abort(new Error('the process stops'));
    for (let count = 0; count < 5; count += 1) {
      const run = server.run(id, { signal: stopped, computeTest: failing(stopped.reason) });
      await expect(run).rejects.toThrow('the process stops');
      expect((await read(id)).test.state.kind).toBe('running');
    }
    await server.run(id);
    expect((await read(id)).test.state).toEqual({
      kind: 'failed',
      reason: expect.stringContaining('interrupted too often'),
    });
  });

  test('a test whose job is gone ends with the reason, and one that has a job goes on waiting', async () => {
    await server.signIn();
    const lost = await server.start(BTC);
    await server.endLost();
    expect((await read(lost)).test.state.kind).toBe('waiting');
    server.enqueued = server.enqueued.filter((id) => id !== lost);
    await server.endLost();
    expect((await read(lost)).test.state).toEqual({
      kind: 'failed',
      reason: expect.stringContaining('could not be begun'),
    });
    await server.start(BTC);
  });

  test('a test that fails or takes too long says so, and the account may ask again', async () => {
    await server.signIn();
    const failed = await server.start(BTC);
    await expect(
      server.run(failed, { computeTest: failing(new Error('a secret')) }),
    ).rejects.toThrow();
    expect(await read(failed)).toMatchObject({
      test: { state: { kind: 'failed', reason: expect.not.stringContaining('secret') } },
      result: null,
    });
    await server.run(failed);
    expect((await read(failed)).test.state.kind).toBe('failed');
    const slow = await server.start(BTC);
    await server.run(slow, { computeTest: heldWork().work, longestTestMs: 20 });
    expect((await read(slow)).test.state).toMatchObject({
      reason: expect.stringContaining('took too long'),
    });
  });
});
