import { randomUUID } from 'node:crypto';
import { MAX_WATCHLISTS, type Watchlist, type WatchlistEntry } from '@moneytrail/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AppWorld, startApp } from '../../conformance/testing/start-app.ts';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { type Person, signIn } from '../workspace/testing/workspace-client.ts';

const symbol = (name: string): WatchlistEntry => ({ kind: 'symbol', symbol: name, flag: null });
const DATA = {
  name: 'Morning',
  colour: 'green' as const,
  entries: [
    symbol('FMP:BTC/USD'),
    { kind: 'section' as const, name: 'Stocks' },
    symbol('FMP:AAPL'),
  ],
};

describe.each(USUAL_KINDS)('watchlists, on %s', (kind) => {
  let world: AppWorld;
  let ana: Person;
  beforeAll(async () => {
    world = await startApp(kind);
  });
  beforeEach(async () => {
    ana = await signIn(world);
  });
  afterAll(() => world.close());

  async function add(data: object = DATA, person = ana): Promise<Watchlist> {
    const { status, body } = await person.own('POST', 'watchlists', { key: randomUUID(), ...data });
    expect(status).toBe(200);
    return body;
  }
  const save = (id: number, baseRevision: number, data: object = DATA, person = ana) =>
    person.own('PUT', `watchlists/${id}`, { baseRevision, ...data });
  const all = async (person = ana): Promise<Watchlist[]> =>
    (await person.own('GET', 'watchlists')).body.watchlists;

  test('keep their entries, with symbols as the server writes them, each once', async () => {
    const entries = [symbol('btcusd.fmp'), symbol('FMP:BTC/USD'), symbol('FMP:GONE')];
    const made = await add({ ...DATA, entries });
    expect(made).toMatchObject({ name: 'Morning', colour: 'green', revision: 1 });
    expect(made.entries).toEqual([symbol('FMP:BTC/USD'), symbol('FMP:GONE')]);
    expect(await all()).toEqual([made]);
    expect(await all(await signIn(world))).toEqual([]);
  });

  test('concurrent creates with one key make one list', async () => {
    const body = { key: randomUUID(), ...DATA };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ana.own('POST', 'watchlists', body)),
    );
    expect(answers).toEqual(answers.map(() => answers[0]));
    expect(await all()).toHaveLength(1);
  });

  test('a stale save is refused and changes nothing; an equal one may be repeated', async () => {
    const { id } = await add();
    const renamed = { ...DATA, name: 'Evening' };
    expect((await save(id, 1, renamed)).body.revision).toBe(2);
    expect((await save(id, 1, renamed)).body.revision).toBe(2);
    expect(await save(id, 1, { ...DATA, name: 'Night' })).toMatchObject({
      status: 409,
      body: { code: 'RECORD_CHANGED' },
    });
    expect((await all())[0]).toMatchObject({ name: 'Evening', revision: 2 });
  });

  test("another account's list is not found", async () => {
    const { id } = await add();
    const ben = await signIn(world);
    const missing = { status: 404, body: { code: 'NOT_FOUND' } };
    expect(await save(id, 1, DATA, ben)).toMatchObject(missing);
    expect(await ben.own('DELETE', `watchlists/${id}`)).toMatchObject(missing);
    await ana.own('DELETE', `watchlists/${id}`);
    expect(await save(id, 1)).toMatchObject(missing);
  });

  test('are ordered by their owner', async () => {
    const ids = [(await add()).id, (await add()).id, (await add()).id];
    const [first, second, third] = ids;
    await ana.own('PUT', 'watchlist-order', { ids: [third, 999_999, first] });
    expect((await all()).map(({ id }) => id)).toEqual([third, first, second]);
    const last = await add();
    expect((await all()).at(-1)?.id).toBe(last.id);
  });

  test(`an account keeps ${MAX_WATCHLISTS} lists of 500 entries`, async () => {
    const many = Array.from({ length: 501 }, (_, index) => symbol(`FMP:S${index}`));
    const key = randomUUID();
    const tooLong = await ana.own('POST', 'watchlists', { key, ...DATA, entries: many });
    expect(tooLong.status).toBe(400);
    for (let count = 0; count < MAX_WATCHLISTS; count += 1) await add({ ...DATA, entries: [] });
    const refused = await ana.own('POST', 'watchlists', { key, ...DATA });
    expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(refused.body.message).toContain(`${MAX_WATCHLISTS}`);
  });

  test('words of any notation are resolved, and unknown ones are named', async () => {
    const words = ['btc/usd', 'FMP:AAPL', 'NOSUCH', '!!'];
    const { body } = await ana.own('POST', 'data/resolve', { words });
    expect(body).toEqual({
      found: [
        { word: 'btc/usd', symbol: 'FMP:BTC/USD' },
        { word: 'FMP:AAPL', symbol: 'FMP:AAPL' },
      ],
      unknown: ['NOSUCH', '!!'],
    });
  });

  test('rows of locked instruments hold nothing but their lock', async () => {
    const symbols = ['FMP:BTC/USD', 'FMP:AAPL', 'FMP:NOSUCH'];
    const { body } = await ana.own('POST', 'data/watch-rows', { symbols, resolution: '1D' });
    expect(body.rows).toEqual([
      expect.objectContaining({ symbol: 'FMP:BTC/USD', locked: false, simulated: true }),
      { symbol: 'FMP:AAPL', locked: true },
    ]);
  });
});
