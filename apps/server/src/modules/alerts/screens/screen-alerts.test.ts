import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@moneytrail/calendar';
import type { AlertDefinition, SavedScreen, ScreenEvent } from '@moneytrail/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { SNAPSHOT_STORED } from '../../../bus/index.ts';
import { addAccount } from '../../../conformance/testing/people.ts';
import { type AppWorld, startApp } from '../../../conformance/testing/start-app.ts';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { storeFigures } from '../../snapshots/testing/store-figures.ts';
import { keepRights } from '../keep-rights.ts';
import { holdLease, signIn } from '../testing/alert-owner.ts';
import { createScreenEngine } from './screen-engine.ts';

const RIGHTS = {
  has_subscription_override: true,
  is_fmp_allowed: true,
  is_detailed_summary_allowed: true,
};
const OVERSOLD = {
  resolution: '1D',
  join: 'and',
  groups: [
    {
      join: 'and',
      conditions: [{ kind: 'figure', figure: 'deployment', is: 'below', than: { value: 30 } }],
    },
  ],
  sort: { by: 'symbol', direction: 'ascending' },
} as const;

describe.each(USUAL_KINDS)('alerts on screens, on %s', (kind) => {
  let world: AppWorld;
  let ana: Awaited<ReturnType<typeof signIn>>;
  beforeAll(async () => {
    world = await startApp(kind);
  });
  beforeEach(async () => {
    ana = await signIn(world, await addAccount(world, RIGHTS));
  });
  afterAll(() => world.close());

  /** Stores a figure of a daily bar, some days after the first. */
  async function store(symbol: string, deployment: number, day = 0): Promise<void> {
    const { db, bus, catalogue, clock } = world.context;
    const { id: instrumentId } = await catalogue.resolve(symbol);
    const key = { instrumentId, resolution: '1D', isSimulated: true } as const;
    const closedAtMs = (Math.floor(clock.now() / DAY_MS) - 5 + day) * DAY_MS;
    const time = closedAtMs - DAY_MS;
    await storeFigures(db, key, { snapshot: { time, closedAtMs, close: 100, deployment } });
    bus.publish(SNAPSHOT_STORED, { instrumentId, resolution: '1D', time });
  }

  async function addScreen(owner = ana): Promise<SavedScreen> {
    const data = { name: 'Oversold', columns: ['close'], question: OVERSOLD };
    return (await owner.call('POST', 'screens', { key: randomUUID(), ...data })).body;
  }

  const definition = (id: number, event: ScreenEvent = 'enters'): Partial<AlertDefinition> => ({
    screen: { id, event },
    conditions: [],
    trigger: { kind: 'barClose' },
  });

  /** An engine as one of several processes. */
  async function startScreens() {
    const { live } = await holdLease(world);
    const engine = createScreenEngine({
      ...world.context,
      live,
      timing: { roundMs: 20, saveMs: 0 },
    });
    engine.start();
    onTestFinished(() => engine.stop());
    return engine;
  }

  const hasMembers = (id: number, count: number, owner = ana) =>
    expect.poll(async () => (await owner.alert(id))?.members).toBe(count);
  const texts = async (owner = ana) => (await owner.firings()).map(({ text }) => text);
  const text = (code: string, value: number, verb = 'enters') =>
    `${code} (FMP) ${verb} the screen “Oversold” (1D). Deployment ${value}.`;

  test('fire for what enters, once, over restarts and two processes, and not for what was in it', async () => {
    const first = await startScreens();
    await store('FMP:AAPL', 20);
    await store('FMP:TSLA', 50);
    const { id } = await ana.make(definition((await addScreen()).id, 'either'));
    await hasMembers(id, 1);
    await store('FMP:TSLA', 25, 1);
    await expect.poll(() => texts()).toEqual([text('TSLA', 25)]);
    expect((await ana.firings())[0]).toMatchObject({
      symbol: 'FMP:TSLA',
      resolution: '1D',
      price: 100,
    });
    await first.stop();
    // Nobody watches while one leaves and another one enters.
    await store('FMP:AAPL', 60, 1);
    await store('FMP:ETH/USD', 60, 1);
    await store('FMP:TSLA', 60, 2);
    await Promise.all([startScreens(), startScreens()]);
    const expected = [text('TSLA', 60, 'leaves'), text('AAPL', 60, 'leaves'), text('TSLA', 25)];
    await expect.poll(() => texts()).toEqual(expected);
    await hasMembers(id, 0);
    await store('FMP:ETH/USD', 10, 2);
    await expect.poll(() => texts()).toEqual([text('ETHUSD', 10), ...expected]);
    expect(await ana.alert(id)).toMatchObject({ firedCount: 4, state: 'active' });
  });

  test('see no more than their account: a right that begins or ends fires nothing', async () => {
    await startScreens();
    const limited = await addAccount(world, { is_detailed_summary_allowed: true });
    const ben = await signIn(world, limited);
    await store('FMP:BTCUSD', 50);
    await store('FMP:AAPL', 50);
    const { id } = await ben.make(definition((await addScreen(ben)).id));
    await hasMembers(id, 0, ben);
    await store('FMP:AAPL', 10, 1);
    await store('FMP:BTCUSD', 10, 1);
    await expect.poll(() => texts(ben)).toEqual([text('BTCUSD', 10)]);
    const change = (values: object) =>
      world.context.db.updateTable('users').set(values).where('id', '=', limited).execute();
    await change({ has_subscription_override: true, is_fmp_allowed: true });
    // The rights are read again before something is told.
    await store('FMP:BTCUSD', 90, 2);
    await hasMembers(id, 0, ben);
    await store('FMP:BTCUSD', 10, 3);
    await expect.poll(async () => (await texts(ben)).length).toBe(2);
    await expect.poll(async () => (await ben.alert(id))?.members).toBeGreaterThan(1);
    expect(await texts(ben)).toEqual([text('BTCUSD', 10), text('BTCUSD', 10)]);
    await change({ is_detailed_summary_allowed: false });
    await keepRights(world.context);
    expect(await ben.alert(id)).toMatchObject({ state: 'paused', pausedFor: 'noRight' });
    await change({ is_detailed_summary_allowed: true });
    await keepRights(world.context);
    expect(await ben.alert(id)).toMatchObject({ state: 'active' });
  });

  test('begin anew with another question, and pause with their screen until it comes back', async () => {
    await startScreens();
    await store('FMP:AAPL', 40);
    const screen = await addScreen();
    const { id } = await ana.make(definition(screen.id));
    const before = (await ana.alert(id))?.members;
    const { name, columns, revision: baseRevision } = screen;
    const [group] = OVERSOLD.groups;
    const wider = {
      ...OVERSOLD,
      groups: [{ ...group, conditions: [{ ...group.conditions[0], than: { value: 45 } }] }],
    };
    const data = { name, columns, question: wider };
    await ana.call('PUT', `screens/${screen.id}`, { baseRevision, ...data });
    await expect.poll(async () => (await ana.alert(id))?.members ?? 0).toBeGreaterThan(before ?? 0);
    expect(await texts()).toEqual([]);
    await ana.call('DELETE', `screens/${screen.id}`);
    expect(await ana.alert(id)).toMatchObject({ state: 'paused', pausedFor: 'noScreen' });
    const active = { ids: [id], to: { kind: 'active' } };
    expect((await ana.call('POST', 'alerts/state', active)).status).toBe(409);
    const back = { key: randomUUID(), replaces: screen.id, ...data };
    const { body: made } = await ana.call('POST', 'screens', back);
    expect(await ana.alert(id)).toMatchObject({ state: 'active', screen: { id: made.id } });
  });

  test('need the right to the screener, a screen of their own, and stay within ten', async () => {
    const { id } = await addScreen();
    const ask = (who: typeof ana, change: object) => {
      const base = { symbol: 'FMP:BTCUSD', resolution: '1D', joined: { kind: 'and' } };
      const told = { name: '', message: '', sound: null, untilMs: null, hours: null };
      const channels = { mail: false, push: false, webhook: null };
      const body = { key: randomUUID(), ...base, ...told, channels, ...definition(id), ...change };
      return who.call('POST', 'alerts', body);
    };
    const ben = await signIn(world, await addAccount(world, { is_detailed_summary_allowed: true }));
    expect((await ask(await signIn(world), {})).status).toBe(403);
    expect((await ask(ben, {})).body.message).toBe('The screen was not found.');
    for (const wrong of [
      { trigger: { kind: 'once' } },
      { conditions: [{ kind: 'price', is: 'above', value: 1 }] },
      { screen: undefined },
      { watchlist: 1 },
      { hours: { from: 0, to: 60 } },
    ]) {
      expect((await ask(ana, wrong)).status).toBe(400);
    }
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) statuses.push((await ask(ana, {})).status);
    expect(statuses).toEqual([...Array(10).fill(200), 409]);
  });
});
