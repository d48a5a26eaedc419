import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { NEW_MEMORY } from '@moneytrail/alerts';
import type { AlertDefinition, Watchlist, WatchlistEntry } from '@moneytrail/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeAlert } from '../../../../../packages/alerts/src/testing/make-alert.ts';
import { addAccount } from '../../conformance/testing/people.ts';
import { type AppWorld, startApp } from '../../conformance/testing/start-app.ts';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { SUPER_ADMIN } from '../../http/testing/super-admin.ts';
import { makeInstrument } from '../live/testing/make-instrument.ts';
import { keepLimits } from './alert-limits.ts';
import { saveOwnStates } from './engine/store-firings.ts';
import { keepRights } from './keep-rights.ts';
import { createListAlerts } from './list-alerts.ts';
import { signIn, startEngine, tickUntil } from './testing/alert-owner.ts';

const [BTC, ETH, AAPL, TSLA] = ['FMP:BTC/USD', 'FMP:ETH/USD', 'FMP:AAPL', 'FMP:TSLA'] as const;
const entriesOf = (symbols: readonly string[]): WatchlistEntry[] =>
  symbols.map((symbol) => ({ kind: 'symbol', symbol, flag: null }));
const ABOVE = [{ kind: 'price', is: 'crossesUp', value: 70_000 }] as const;

describe.each(USUAL_KINDS)('alerts on watchlists, on %s', (kind) => {
  let world: AppWorld;
  let ana: Awaited<ReturnType<typeof signIn>>;
  beforeAll(async () => {
    world = await startApp(kind, {
      environment: { DEMO: 'true', ALERT_LIMITS: 'retail=3,subscriber=6,commercial=9' },
    });
  });
  beforeEach(async () => {
    const rights = { has_subscription_override: true, is_fmp_allowed: true };
    ana = await signIn(world, await addAccount(world, rights));
  });
  afterAll(() => world.close());

  async function addList(symbols: readonly string[], owner = ana): Promise<Watchlist> {
    const data = { name: 'Metals', colour: null, entries: entriesOf(symbols) };
    return (await owner.call('POST', 'watchlists', { key: randomUUID(), ...data })).body;
  }
  const save = ({ id, name, colour, revision }: Watchlist, symbols: readonly string[]) =>
    ana.call('PUT', `watchlists/${id}`, {
      baseRevision: revision,
      name,
      colour,
      entries: entriesOf(symbols),
    });
  const make = (watchlist: number, more: Partial<AlertDefinition> = {}) =>
    ana.make({ watchlist, conditions: [...ABOVE], ...more });
  const fired = async () => (await ana.firings()).map(({ symbol }) => symbol).sort();
  const set = (id: number, to: object) => ana.call('POST', 'alerts/state', { ids: [id], to });

  test('fire for each instrument by itself, and are over when all have fired', async () => {
    const { tick, tickOf } = await startEngine(world);
    const tickEth = await tickOf(ETH);
    const { id } = await make((await addList([BTC, ETH])).id);
    expect(await ana.alert(id)).toMatchObject({ instruments: { count: 2, paused: 0, fired: 0 } });
    await tickUntil(tick, [69_000, 71_000], async () => (await fired()).length > 0);
    tick({ price: 69_000 });
    tick({ price: 71_000 });
    expect(await ana.alert(id)).toMatchObject({
      state: 'active',
      firedCount: 1,
      instruments: { count: 2, paused: 0, fired: 1, idle: [BTC] },
    });
    await tickUntil(tickEth, [69_000, 71_000], async () => (await fired()).length > 1);
    expect(await fired()).toEqual([BTC, ETH]);
    expect((await ana.firings()).map(({ alertId, text }) => ({ alertId, text }))).toEqual([
      { alertId: id, text: 'ETHUSD (FMP) crosses above 70,000.00. The price was 71,000.00.' },
      { alertId: id, text: 'BTCUSD (FMP) crosses above 70,000.00. The price was 71,000.00.' },
    ]);
    expect(await ana.alert(id)).toMatchObject({ state: 'fired', firedCount: 2 });
    const ofAlert = await ana.call('GET', `alerts/firings?alert=${id}`);
    expect(ofAlert.body.firings).toHaveLength(2);
  });

  test('follow their list: what joins it is watched, what leaves it is not, what returns begins anew', async () => {
    const { tick, tickOf } = await startEngine(world);
    const tickEth = await tickOf(ETH);
    const list = await addList([BTC]);
    const { id } = await make(list.id, { name: 'joined' });
    await tickUntil(tick, [69_000, 71_000], async () => (await fired()).length === 1);
    expect(await ana.alert(id)).toMatchObject({ state: 'fired' });
    await set(id, { kind: 'active' });
    const both = (await save(list, [BTC, ETH])).body;
    await tickUntil(tickEth, [69_000, 71_000], async () => (await fired()).length === 2);
    const onlyEth = (await save(both, [ETH])).body;
    const control = await ana.make({ name: 'control', conditions: [...ABOVE] });
    await tickUntil(tick, [69_000, 71_000], async () => {
      return (await ana.alert(control.id))?.firedCount === 1;
    });
    expect((await ana.firings()).filter(({ name }) => name === 'joined')).toHaveLength(2);
    await save(onlyEth, [ETH, BTC]);
    await set(id, { kind: 'active' });
    await tickUntil(tick, [69_000, 71_000], async () => (await fired()).length === 4);
    expect(await fired()).toEqual([BTC, BTC, BTC, ETH]);
  });

  test('fire while their list and their state are changed, and nothing waits for the other', async () => {
    const { tick } = await startEngine(world);
    let list = await addList([BTC, ETH]);
    const { id } = await make(list.id);
    let isOver = false;
    const ticks = (async () => {
      while (!isOver) {
        tick({ price: 69_000 });
        tick({ price: 71_000 });
        await nextTurn();
      }
    })();
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      const [saved, changed] = await Promise.all([
        save(list, count % 2 === 0 ? [ETH] : [BTC, ETH]),
        set(id, { kind: 'active' }),
      ]);
      list = saved.body;
      statuses.push(saved.status, changed.status);
    }
    isOver = true;
    await ticks;
    expect(statuses).toEqual(statuses.map(() => 200));
  });

  test('change while memories are saved in another order, and neither waits for ever', async () => {
    const { db } = world.context;
    const { id } = await make((await addList([BTC, ETH, AAPL, TSLA])).id);
    const rows = await db
      .selectFrom('alerts')
      .select('id')
      .where('list_alert_id', '=', id)
      .orderBy('id', 'desc')
      .execute();
    const memories = new Map(
      rows.map((row) => [row.id, { activation: 1, memory: NEW_MEMORY }] as const),
    );
    const states = new Map([[async () => true, new Map([[1, { cursor: null, memories }]])]]);
    let isOver = false;
    const saves = (async () => {
      while (!isOver) await saveOwnStates(db, states);
    })();
    const statuses = new Set<number>();
    for (let count = 0; count < 15; count += 1) {
      statuses.add((await set(id, { kind: count % 2 === 0 ? 'paused' : 'active' })).status);
    }
    isOver = true;
    await saves;
    expect([...statuses]).toEqual([200]);
  });

  test('are paused, activated and deleted with all their instruments', async () => {
    const { tick } = await startEngine(world);
    const { id } = await make((await addList([BTC, ETH])).id);
    const control = await ana.make({ conditions: [...ABOVE], trigger: { kind: 'oncePerBar' } });
    const statesOf = () =>
      world.context.db
        .selectFrom('alerts')
        .select('state')
        .where('list_alert_id', '=', id)
        .execute();
    await set(id, { kind: 'paused' });
    expect(await statesOf()).toEqual([{ state: 'paused' }, { state: 'paused' }]);
    await tickUntil(tick, [69_000, 71_000], async () => (await fired()).length > 0);
    expect((await ana.firings()).map(({ alertId }) => alertId)).toEqual([control.id]);
    expect((await set(id, { kind: 'active' })).body).toEqual({ changed: [id] });
    await tickUntil(tick, [69_000, 71_000], async () => (await fired()).length > 1);
    expect((await set(id, { kind: 'deleted' })).body).toEqual({ changed: [id] });
    expect(await statesOf()).toEqual([]);
    expect(await ana.firings()).toHaveLength(2);
  });

  test('begin anew when they are changed, on another list or on one symbol', async () => {
    const made = await make((await addList([BTC, ETH])).id);
    const other = await addList([AAPL, TSLA, ETH]);
    const put = async (revision: number, definition: AlertDefinition) =>
      (await ana.call('PUT', `alerts/${made.id}`, { ...definition, revision })).body.alert;
    const moved = await put(made.revision, makeAlert({ watchlist: other.id }));
    expect(moved).toMatchObject({ watchlist: other.id, instruments: { count: 3 } });
    const single = await put(moved.revision, makeAlert());
    expect(single).toMatchObject({ state: 'active', instruments: null });
    expect(single).not.toHaveProperty('watchlist');
  });

  test('say that their list was deleted, and cannot be activated without it', async () => {
    const list = await addList([BTC]);
    const { id } = await make(list.id);
    await ana.call('DELETE', `watchlists/${list.id}`);
    const paused = { state: 'paused', pausedFor: 'noWatchlist', instruments: { count: 0 } };
    expect(await ana.alert(id)).toMatchObject(paused);
    for (const kind of ['active', 'paused']) {
      expect(await set(id, { kind })).toMatchObject({
        status: 409,
        body: { message: 'Its watchlist was deleted. Choose another one.' },
      });
      expect(await ana.alert(id)).toMatchObject(paused);
    }
  });

  test('go on with the list that takes the place of a deleted one, but for those that their owner has paused', async () => {
    const list = await addList([BTC, ETH]);
    const active = await make(list.id);
    const paused = await make(list.id);
    await set(paused.id, { kind: 'paused' });
    const kept = await addList([AAPL]);
    const other = await make(kept.id);
    await ana.call('DELETE', `watchlists/${list.id}`);
    expect(await ana.alert(active.id)).toMatchObject({ pausedFor: 'noWatchlist' });
    const restore = (replaces: number, owner = ana, key = randomUUID()) =>
      owner.call('POST', 'watchlists', {
        key,
        replaces,
        name: 'Metals',
        colour: null,
        entries: entriesOf([BTC, ETH]),
      });
    await restore(list.id, await signIn(world));
    expect(await ana.alert(active.id)).toMatchObject({ watchlist: list.id, state: 'paused' });
    const key = randomUUID();
    const back = (await restore(list.id, ana, key)).body.id;
    await restore(list.id, ana, key);
    const both = { watchlist: back, instruments: { count: 2, paused: 0, fired: 0 } };
    expect(await ana.alert(active.id)).toMatchObject({ ...both, state: 'active' });
    expect(await ana.alert(paused.id)).toMatchObject({
      state: 'paused',
      pausedFor: 'byOwner',
      watchlist: back,
    });
    // A list that is still there keeps its alerts.
    await restore(kept.id);
    expect(await ana.alert(other.id)).toMatchObject({ watchlist: kept.id, state: 'active' });
    const { tick } = await startEngine(world);
    await tickUntil(tick, [69_000, 71_000], async () => (await fired()).length > 0);
    expect((await ana.firings()).map(({ alertId }) => alertId)).toEqual([active.id]);
  });

  test('count once for each instrument, also when their list grows', async () => {
    const list = await addList([BTC, ETH, AAPL, TSLA]);
    const { id } = await make(list.id);
    const more = await addList([BTC, ETH, AAPL]);
    const refused = await ana.call('POST', 'alerts', {
      key: randomUUID(),
      ...makeAlert({ watchlist: more.id }),
    });
    expect(refused).toMatchObject({ status: 409 });
    const grown = [BTC, ETH, AAPL, TSLA, 'FMP:GOOGL', 'FMP:COKE', 'FMP:EUR/USD'];
    expect(await save(list, grown)).toMatchObject({
      status: 409,
      body: {
        message:
          'Alerts watch this list, and each of its instruments counts as one: your account may have 6 alerts. Delete some first.',
      },
    });
    expect((await ana.call('GET', 'watchlists')).body.watchlists[0]).toMatchObject({ revision: 1 });
    expect(await save(list, grown.slice(0, 6))).toMatchObject({ status: 200 });
    expect(await ana.alert(id)).toMatchObject({ instruments: { count: 6 } });
    expect((await ana.call('POST', 'alerts', { key: randomUUID(), ...makeAlert() })).status).toBe(
      409,
    );
  });

  test('on empty lists count as one', async () => {
    const { id } = await addList([]);
    await make((await addList([BTC, ETH])).id);
    for (let count = 0; count < 4; count += 1) await make(id);
    const key = randomUUID();
    const refused = await ana.call('POST', 'alerts', { key, ...makeAlert({ watchlist: id }) });
    expect(refused).toMatchObject({ status: 409 });
  });

  test('tell nothing of an instrument that their owner may not see, and watch it once they may', async () => {
    const { tickOf } = await startEngine(world);
    const tickEth = await tickOf(ETH);
    const { db } = world.context;
    const allow = (isAllowed: boolean) =>
      db.updateTable('users').set({ is_fmp_allowed: isAllowed }).where('id', '=', ana.id).execute();
    await allow(false);
    const list = await addList([BTC]);
    const { id } = await make(list.id);
    await save(list, [BTC, ETH]);
    const isSilent = { state: 'active', instruments: { count: 2, paused: 1, fired: 0 } };
    expect(await ana.alert(id)).toMatchObject(isSilent);
    for (const to of [
      { kind: 'active' },
      { kind: 'snoozed', minutes: 5 },
      { kind: 'paused' },
      { kind: 'active' },
    ]) {
      await set(id, to);
      if (to.kind !== 'paused') expect(await ana.alert(id)).toMatchObject(isSilent);
    }
    await keepRights(world.context);
    await keepLimits({ ...world.context, alertLimits: world.context.config.alertLimits });
    expect(await ana.alert(id)).toMatchObject(isSilent);
    await allow(true);
    await keepRights(world.context);
    expect(await ana.alert(id)).toMatchObject({ instruments: { count: 2, paused: 0 } });
    await tickUntil(tickEth, [69_000, 71_000], async () => (await fired()).length > 0);
    expect(await fired()).toEqual([ETH]);
  });

  test('pause one instrument whose right ends, when it would fire', async () => {
    const { tickOf } = await startEngine(world);
    const tickEth = await tickOf(ETH);
    const { id } = await make((await addList([BTC, ETH])).id);
    await world.context.db
      .updateTable('users')
      .set({ is_fmp_allowed: false })
      .where('id', '=', ana.id)
      .execute();
    await tickUntil(
      tickEth,
      [69_000, 71_000],
      async () => (await ana.alert(id))?.instruments?.paused === 1,
    );
    expect(await fired()).toEqual([]);
    expect(await ana.alert(id)).toMatchObject({ state: 'active' });
  });

  test('made while their list is deleted are paused as well', async () => {
    for (let count = 0; count < 5; count += 1) {
      const list = await addList([BTC]);
      const body = { key: randomUUID(), ...makeAlert({ watchlist: list.id }) };
      const [made] = await Promise.all([
        ana.call('POST', 'alerts', body),
        ana.call('DELETE', `watchlists/${list.id}`),
      ]);
      if (made.status !== 200) continue;
      const { id } = made.body.alert;
      expect(await ana.alert(id)).toMatchObject({ state: 'paused', pausedFor: 'noWatchlist' });
      await set(id, { kind: 'deleted' });
    }
  });

  test('keep what has fired over a pause and a snooze; activated when all have fired, they begin anew', async () => {
    const { tick, tickOf } = await startEngine(world);
    const tickEth = await tickOf(ETH);
    const { id } = await make((await addList([BTC, ETH])).id);
    await tickUntil(tick, [69_000, 71_000], async () => (await fired()).length > 0);
    for (const to of [{ kind: 'snoozed', minutes: 5 }, { kind: 'paused' }, { kind: 'active' }]) {
      await set(id, to);
      expect(await ana.alert(id)).toMatchObject({ instruments: { fired: 1 } });
    }
    await tickUntil(tickEth, [69_000, 71_000], async () => (await fired()).length > 1);
    expect(await ana.alert(id)).toMatchObject({ state: 'fired', instruments: { fired: 2 } });
    await set(id, { kind: 'active' });
    expect(await ana.alert(id)).toMatchObject({ state: 'active', instruments: { fired: 0 } });
  });

  test('are over when the last instrument that has not fired leaves the list', async () => {
    const { tick } = await startEngine(world);
    const list = await addList([BTC, ETH]);
    const { id } = await make(list.id);
    await tickUntil(tick, [69_000, 71_000], async () => (await fired()).length > 0);
    await save(list, [BTC]);
    expect(await ana.alert(id)).toMatchObject({ state: 'fired', instruments: { count: 1 } });
  });

  test('keep the oldest instruments when fewer are allowed, over every change of their state', async () => {
    const { db, config } = world.context;
    const rights = { has_subscription_override: true, is_fmp_allowed: true };
    const accountId = await addAccount(world, {
      ...rights,
      user_type: 'commercial',
      has_paid: true,
      payment_valid_until: '2099-12-31',
    });
    ana = await signIn(world, accountId);
    const many = [BTC, ETH, AAPL, TSLA, 'FMP:GOOGL', 'FMP:COKE', 'FMP:EUR/USD', 'FMP:GBP/USD'];
    const list = await addList(many);
    const { id, revision } = await make(list.id);
    await db
      .updateTable('users')
      .set({ user_type: 'retail' })
      .where('id', '=', accountId)
      .execute();
    ana = await signIn(world, accountId);
    await keepLimits({ ...world.context, alertLimits: config.alertLimits });
    const kept = { state: 'active', instruments: { count: 8, paused: 2 } };
    expect(await ana.alert(id)).toMatchObject(kept);
    for (const to of [{ kind: 'snoozed', minutes: 5 }, { kind: 'paused' }, { kind: 'active' }]) {
      expect((await set(id, to)).status).toBe(200);
      if (to.kind !== 'paused') expect(await ana.alert(id)).toMatchObject(kept);
    }
    const watchlist = (await ana.alert(id))?.watchlist ?? 0;
    const change = { ...makeAlert({ watchlist, name: 'Renamed' }), revision: revision + 3 };
    expect((await ana.call('PUT', `alerts/${id}`, change)).status).toBe(200);
    expect(await ana.alert(id)).toMatchObject({ ...kept, name: 'Renamed' });
    await db
      .updateTable('users')
      .set({ has_subscription_override: false })
      .where('id', '=', accountId)
      .execute();
    ana = await signIn(world, accountId);
    expect((await save(list, many.slice(1))).status).toBe(200);
    expect(await ana.alert(id)).toMatchObject({ instruments: { count: 7 } });
  });

  test('of hundreds of instruments are not replaced again and again', async () => {
    const { context } = world;
    const { db } = context;
    const { id } = await make((await addList([])).id);
    const { rows: instruments } = await sql<{ id: number; ticker: string }>`
      insert into instruments (exchange, code, description, listed_name, listed_value, type, market_hours)
      select 'BVG', 'LIST' || number || ' ' || ${ana.id}, '', '', '', 'commodity', 'crypto'
      from generate_series(1, 500) as number
      returning id, 'BVG:' || code as ticker`.execute(db);
    const limits = { retail: 1, subscriber: 500, commercial: 500 };
    const { begin } = createListAlerts({ ...context, limits });
    const owner = { ...SUPER_ADMIN, _id: ana.id };
    const listed = instruments.map((each) => makeInstrument(each));
    const replace = () => db.transaction().execute((trx) => begin(trx, owner, id, listed));
    expect(await replace()).toEqual([]);
    expect(await ana.alert(id)).toMatchObject({ instruments: { count: 500 } });
    expect(await replace()).toHaveLength(500);
    const many = async () => {
      for (let count = 0; count < 20; count += 1) await replace();
    };
    await expect(many()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await ana.alert(id)).toMatchObject({ instruments: { count: 500 } });
    await db.deleteFrom('instruments').where('code', 'like', 'LIST%').execute();
  });

  test('take every text that an alert on one symbol takes, and the same request at once makes one', async () => {
    const { id: watchlist } = await addList([BTC]);
    for (const name of ['\u0000', '\ud800', 'a\udfff', '\\u0000', '"\\', '\u202e\u{1f4b0}']) {
      const post = (more: Partial<AlertDefinition>) =>
        ana.call('POST', 'alerts', {
          key: randomUUID(),
          ...makeAlert({ name, message: name, ...more }),
        });
      const [single, listed] = [await post({}), await post({ watchlist })];
      expect([name, listed.status]).toEqual([name, single.status]);
      expect(single.status).toBeLessThan(500);
      const ids = [single, listed].flatMap(({ body }) => body.alert?.id ?? []);
      if (ids.length > 0) await ana.call('POST', 'alerts/state', { ids, to: { kind: 'deleted' } });
    }
    const body = { key: randomUUID(), ...makeAlert({ watchlist }) };
    const made = await Promise.all(
      Array.from({ length: 50 }, () => ana.call('POST', 'alerts', body)),
    );
    const taken = made
      .filter(({ status }) => status === 200)
      .map(({ body: { alert } }) => alert.id);
    expect(new Set(taken).size).toBe(1);
    expect(made.every(({ status }) => status === 200 || status === 429)).toBe(true);
  });

  test('watch lists of their owner alone, and no drawings', async () => {
    const ben = await signIn(world);
    const list = await addList([BTC], ben);
    const post = async (more: Partial<AlertDefinition>) =>
      ana.call('POST', 'alerts', { key: randomUUID(), ...makeAlert(more) });
    expect(await post({ watchlist: list.id })).toMatchObject({
      status: 400,
      body: { message: 'The watchlist was not found.' },
    });
    const point = { timeMs: 0, price: 1 };
    const figure = {
      lines: [{ from: point, to: { ...point, timeMs: 3_600_000 } }],
      isLogarithmic: false,
      fromMs: null,
      untilMs: null,
    };
    const drawing = {
      kind: 'drawing',
      drawing: 'd',
      layout: null,
      figure,
      price: 'crosses',
    } as const;
    const own = await addList([BTC]);
    expect(await post({ watchlist: own.id, conditions: [drawing] })).toMatchObject({ status: 400 });
  });
});
