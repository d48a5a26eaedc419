import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AlertDefinition } from '@moneytrail/contract';
import { type KyselyPlugin, sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeAlert } from '../../../../../packages/alerts/src/testing/make-alert.ts';
import { addAccount } from '../../conformance/testing/people.ts';
import { type AppWorld, startApp } from '../../conformance/testing/start-app.ts';
import { ANY_KIND, USUAL_KINDS } from '../../db/testing/test-database.ts';
import { passStartDelays } from '../../jobs/testing/pass-time.ts';
import { createAlertEngine } from './engine/alert-engine.ts';
import { keepRights } from './keep-rights.ts';
import { resumeReadable } from './resume-readable.ts';
import { signIn, startEngine, tickUntil } from './testing/alert-owner.ts';

describe.each(USUAL_KINDS)('alerts on %s', (kind) => {
  let world: AppWorld;
  beforeAll(async () => {
    world = await startApp(kind, { environment: { DEMO: 'true' } });
  });
  afterAll(() => world.close());

  test('fire once, are stored with their sentence, and are seen', async () => {
    const ana = await signIn(world);
    const { tick } = await startEngine(world);
    const made = await ana.make({ name: 'Breakout' });
    await tickUntil(tick, [10_600, 10_710], async () => (await ana.firings()).length > 0);
    tick({ price: 10_600 });
    tick({ price: 10_710 });
    const [firing, ...others] = await ana.firings();
    expect(others).toEqual([]);
    expect(firing).toMatchObject({
      alertId: made.id,
      name: 'Breakout',
      symbol: 'FMP:BTC/USD',
      price: 10_710,
      text: 'BTCUSD (FMP) crosses above 10,700.00. The price was 10,710.00.',
      late: null,
      isSeen: false,
    });
    expect(await ana.alert(made.id)).toMatchObject({ state: 'fired', firedCount: 1 });
    await ana.call('POST', 'alerts/firings/seen', { upTo: firing?.id });
    expect((await ana.call('GET', 'alerts/firings')).body).toMatchObject({ unseen: 0 });
  });

  test('are paused for a removed drawing if they are active, and go on when they are changed', async () => {
    const ana = await signIn(world);
    const [active, paused] = [await ana.make(), await ana.make()];
    const set = (ids: number[], to: object) => ana.call('POST', 'alerts/state', { ids, to });
    await set([paused.id], { kind: 'paused' });
    const gone = { kind: 'paused', for: 'noDrawing' };
    expect((await set([active.id, paused.id], gone)).body).toEqual({ changed: [active.id] });
    const now = await ana.alert(active.id);
    expect(now).toMatchObject({ state: 'paused', pausedFor: 'noDrawing' });
    expect(await ana.alert(paused.id)).toMatchObject({ pausedFor: 'byOwner' });
    const change = { ...makeAlert(), revision: now?.revision };
    expect((await ana.call('PUT', `alerts/${active.id}`, change)).status).toBe(200);
    expect(await ana.alert(active.id)).toMatchObject({ state: 'active', pausedFor: null });
  });

  test('of one tick are stored together, in one transaction', async () => {
    const ana = await signIn(world);
    const { tick } = await startEngine(world);
    const ids = [];
    for (const value of [20_001, 20_002, 20_003]) {
      const conditions = [{ kind: 'price', is: 'crosses', value }] as const;
      ids.push((await ana.make({ conditions: [...conditions] })).id);
    }
    await tickUntil(tick, [20_000, 20_010], async () => (await ana.firings()).length === 3);
    expect((await ana.firings()).map(({ alertId }) => alertId).sort()).toEqual(ids.sort());
  });

  test('that are paused, snoozed or deleted do not fire; activated ones do', async () => {
    const ana = await signIn(world);
    const { tick } = await startEngine(world);
    const conditions = [{ kind: 'price', is: 'crossesUp', value: 30_000 }] as const;
    const states = {
      paused: { kind: 'paused' },
      snoozed: { kind: 'snoozed', minutes: 5 },
      deleted: { kind: 'deleted' },
    };
    const ids: Record<string, number> = {};
    for (const [name, to] of Object.entries(states)) {
      const { id } = await ana.make({ name, conditions: [...conditions] });
      ids[name] = id;
      await ana.call('POST', 'alerts/state', { ids: [id], to });
    }
    const watched = await ana.make({ name: 'watched', conditions: [...conditions] });
    await tickUntil(tick, [29_000, 30_001], async () => (await ana.firings()).length > 0);
    expect((await ana.firings()).map(({ alertId }) => alertId)).toEqual([watched.id]);
    await ana.call('POST', 'alerts/state', { ids: [ids.paused], to: { kind: 'active' } });
    await tickUntil(tick, [29_000, 30_001], async () => (await ana.firings()).length > 1);
    expect((await ana.firings()).map(({ name }) => name)).toEqual(['paused', 'watched']);
  });

  test('are not stored by a process whose lease is over', async () => {
    const ana = await signIn(world);
    const { tick, isFollowing, fence } = await startEngine(world);
    const conditions = [{ kind: 'price', is: 'crosses', value: 40_000 }] as const;
    await ana.make({ conditions: [...conditions] });
    await isFollowing();
    await fence();
    tick({ price: 39_000 });
    tick({ price: 41_000 });
    await expect
      .poll(() => world.logged.some((line) => line.includes('were not stored yet')))
      .toBe(false);
    expect(await ana.firings()).toEqual([]);
  });

  test('fire all the same if the lease lapsed just then', async () => {
    const ana = await signIn(world);
    const { tick, isFollowing, hasStored, loseLease, regainLease } = await startEngine(world);
    await ana.make({ conditions: [{ kind: 'price', is: 'crosses', value: 45_000 }] });
    await isFollowing();
    tick({ price: 44_000 });
    await hasStored(44_000);
    await loseLease();
    tick({ price: 46_000 });
    await nextTurn();
    regainLease();
    await tickUntil(tick, [46_000], async () => (await ana.firings()).length > 0);
    expect(await ana.firings()).toHaveLength(1);
  });

  test('pause when their owner may not see the instrument any more, and go on when the right returns', async () => {
    const userId = await addAccount(world, {
      has_subscription_override: true,
      is_fmp_allowed: true,
    });
    const ana = await signIn(world, userId);
    const { context } = world;
    const { tick, isFollowing } = await startEngine(world);
    const made = await ana.make({
      conditions: [{ kind: 'price', is: 'crosses', value: 50_000 }],
    });
    await isFollowing();
    await context.db
      .updateTable('users')
      .set({ access_revoked: true })
      .where('id', '=', userId)
      .execute();
    const stateOf = async () =>
      context.db
        .selectFrom('alerts')
        .select(['state', 'paused_for'])
        .where('id', '=', made.id)
        .executeTakeFirst();
    await tickUntil(tick, [49_000, 51_000], async () => (await stateOf())?.state !== 'active');
    expect(await stateOf()).toEqual({ state: 'paused', paused_for: 'noRight' });
    const count = await context.db
      .selectFrom('alert_firings')
      .select('id')
      .where('user_id', '=', userId)
      .execute();
    expect(count).toEqual([]);
    await context.db
      .updateTable('users')
      .set({ access_revoked: false })
      .where('id', '=', userId)
      .execute();
    await keepRights(context);
    expect(await stateOf()).toEqual({ state: 'active', paused_for: null });
  });

  test('pause within a minute of the end of a right, whether or not they would fire', async () => {
    const rights = { has_subscription_override: true, is_fmp_allowed: true };
    const userId = await addAccount(world, rights);
    const ana = await signIn(world, userId);
    const { id } = await ana.make({ symbol: 'FMP:AAPL' });
    const free = await ana.make();
    const stateOf = async (alertId: number) => (await ana.alert(alertId))?.state;
    const allow = (isAllowed: boolean) =>
      world.context.db
        .updateTable('users')
        .set({ is_fmp_allowed: isAllowed })
        .where('id', '=', userId)
        .execute();
    await allow(false);
    await keepRights(world.context);
    expect([await stateOf(id), await stateOf(free.id)]).toEqual(['paused', 'active']);
    await allow(true);
    await keepRights(world.context);
    expect(await stateOf(id)).toBe('active');
  });

  test('that another release has written in its own way are paused and told, and go on once they can be read', async () => {
    const ana = await signIn(world, await addAccount(world, { has_subscription_override: true }));
    const { db } = world.context;
    const watchlist = await ana.call('POST', 'watchlists', {
      key: randomUUID(),
      name: 'Coins',
      colour: null,
      entries: [{ kind: 'symbol', symbol: 'FMP:BTC/USD', flag: null }],
    });
    const single = await ana.make({ name: 'single' });
    const onList = await ana.make({ name: 'list', watchlist: watchlist.body.id });
    const remembering = await ana.make({ name: 'remembering' });
    const definitions = await db
      .selectFrom('alerts')
      .select(['id', 'definition'])
      .where('user_id', '=', ana.id)
      .execute();
    const write = (id: number, definition: string) =>
      db.updateTable('alerts').set({ definition }).where('id', '=', id).execute();
    const later = [{ kind: 'tomorrow', is: 'crosses', value: 1 }];
    for (const { id, definition } of definitions) {
      if (id === remembering.id) continue;
      await write(id, JSON.stringify({ ...JSON.parse(definition), conditions: later }));
    }
    await db
      .updateTable('alerts')
      .set({ memory: '{"dreams":[]}' })
      .where('id', '=', remembering.id)
      .execute();
    await db
      .insertInto('alert_cursors')
      .values({
        instrument_id: (await world.context.catalogue.resolve('FMP:BTCUSD')).id,
        ...{ time_ms: 0, price: 1, high: 1, low: 1, closed_ms: 0 },
        ...{ is_simulated: true, gaps: '[{"since":"yesterday"}]' },
      })
      .onConflict((conflict) =>
        conflict.column('instrument_id').doUpdateSet({ gaps: '[{"since":"yesterday"}]' }),
      )
      .execute();
    const control = await ana.make({ name: 'control' });
    const { tick } = await startEngine(world);
    const firedNames = async () => (await ana.firings()).map(({ name }) => name).sort();
    // The API's documents know nothing of such alerts, so that these are read without it.
    const stateOf = ({ id }: { id: number }) =>
      db
        .selectFrom('alerts')
        .select(['state', 'paused_for'])
        .where('id', '=', id)
        .executeTakeFirst();
    await tickUntil(tick, [10_600, 10_710], async () => (await firedNames()).length > 0);
    const unreadable = { state: 'paused', paused_for: 'unreadable' };
    for (const alert of [single, onList, remembering])
      await expect.poll(() => stateOf(alert)).toEqual(unreadable);
    expect(await stateOf(control)).toMatchObject({ state: 'fired' });
    const lines = world.logged.filter((line) => line.includes(`${single.id}`));
    expect(lines.filter((line) => line.includes('cannot be read'))).toHaveLength(1);
    await resumeReadable(world.context);
    expect(await stateOf(single)).toEqual(unreadable);
    expect(await stateOf(remembering)).toEqual({ state: 'active', paused_for: null });
    for (const { id, definition } of definitions) await write(id, definition);
    await resumeReadable(world.context);
    await tickUntil(tick, [10_600, 10_710], async () => (await firedNames()).length === 4);
    expect(await firedNames()).toEqual(['control', 'list', 'remembering', 'single']);
  });

  test('on the silence of a feed are taken alone, and not at the close of a bar', async () => {
    const ana = await signIn(world);
    const silence = { kind: 'silence', minutes: 10 } as const;
    const made = await ana.make({ conditions: [silence] });
    expect(made.conditions).toEqual([silence]);
    const post = async (more: Partial<AlertDefinition>) =>
      (await ana.call('POST', 'alerts', { key: randomUUID(), ...makeAlert(more) })).status;
    const price = { kind: 'price', is: 'above', value: 1 } as const;
    expect(await post({ conditions: [silence, price] })).toBe(400);
    expect(await post({ conditions: [silence], trigger: { kind: 'barClose' } })).toBe(400);
  });

  test('on an indicator of the field are taken where its values do not depend on a chart', async () => {
    const ana = await signIn(world, await addAccount(world, { is_super_admin: true }));
    const study = (id: string, output: string, inputs: Record<string, number | string> = {}) => {
      const than = { value: 30 };
      return [{ kind: 'study', study: id, output, inputs, is: 'crossesUp', than }] as const;
    };
    const post = async (conditions: ReturnType<typeof study>, symbol = 'FMP:BTC/USD') => {
      const alert = makeAlert({ conditions: [...conditions], symbol });
      return (await ana.call('POST', 'alerts', { key: randomUUID(), ...alert })).status;
    };
    const rsi = study('rsi', 'rsi', { length: 9 });
    expect((await ana.make({ conditions: [...rsi] })).conditions).toEqual(rsi);
    expect(await post(study('obv', 'obv'))).toBe(400);
    expect(await post(study('volumeProfile', 'control'))).toBe(400);
    expect(await post(study('rsi', 'nothing'))).toBe(400);
    expect(await post(study('nothing', 'rsi'))).toBe(400);
    expect(await post(study('sma', 'average', { source: 'rsi.rsi' }))).toBe(400);
    expect(await post(study('ema', 'average', { length: 500 }))).toBe(400);
    expect(await post(study('rsi', 'rsi', { length: 100_000 }))).toBe(400);
    expect(await post(study('rsi', 'rsi', { source: 'hm' }))).toBe(400);
    expect(await post(study('rsi', 'rsi', { lenght: 9 }))).toBe(400);
    expect(await post(study('shortTermLevels', 'support', { comboLongRange: 60 }))).toBe(200);
    expect(await post(study('mfi', 'index'))).toBe(200);
    expect(await post(study('pivotPoints', 'pivot'))).toBe(200);
    expect(await post(study('pivotPoints', 'pivot', { period: 'year' }))).toBe(400);
    expect(await post(study('mfi', 'index'), 'FMP:^VIX')).toBe(400);
  });

  test('have a hundred conditions on indicators of the field at most, whether they are paused or not', async () => {
    const ana = await signIn(world, await addAccount(world, { is_super_admin: true }));
    const studies = (study: string, output: string, count: number) => {
      const one = { kind: 'study', study, output, inputs: {}, is: 'above' } as const;
      return Array.from({ length: count }, (_, value) => ({ ...one, than: { value } }));
    };
    const post = (conditions: ReturnType<typeof studies>) =>
      ana.call('POST', 'alerts', { key: randomUUID(), ...makeAlert({ conditions }) });
    const made = [];
    for (let count = 0; count < 20; count += 1) {
      made.push(await ana.make({ conditions: studies('rsi', 'rsi', 5) }));
    }
    const ids = [made[0]?.id];
    await ana.call('POST', 'alerts/state', { ids, to: { kind: 'paused' } });
    const message =
      'Alerts of an account may have 100 conditions on indicators, counted for each instrument. Delete others first.';
    expect(await post(studies('sma', 'average', 1))).toMatchObject({
      status: 409,
      body: { message },
    });
    expect((await post(studies('shortTermLevels', 'support', 5))).status).toBe(200);
    await ana.call('POST', 'alerts/state', { ids, to: { kind: 'deleted' } });
    expect((await post(studies('sma', 'average', 5))).status).toBe(200);
  });

  test('on instruments that another process reads are not read again and again', async () => {
    const { context } = world;
    const ana = await signIn(world);
    const { loseLease } = await startEngine(world);
    await loseLease();
    await ana.make();
    const counted = { changes: 0, alerts: 0 };
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (node.kind === 'RawNode') counted.changes += 1;
        if (node.kind === 'SelectQueryNode' && !node.frontModifiers) counted.alerts += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const live = { leaseOf: () => undefined, registry: { follow: () => () => {} } };
    const db = context.db.withPlugin(counting);
    const other = createAlertEngine({ ...context, db, live, timing: { syncMs: 5 } });
    onTestFinished(() => other.stop());
    other.start();
    await expect.poll(() => counted.changes).toBeGreaterThan(5);
    expect(counted.alerts).toBe(0);
  });

  test('are not activated beyond the limit of an account whose plan has ended', async () => {
    const ana = await signIn(world);
    const made = [await ana.make(), await ana.make(), await ana.make()];
    // One of the time in which the account might have more.
    const { rows } = await sql<{ id: number }>`
      insert into alerts (user_id, instrument_id, create_key, definition, state, paused_for, revision, activation,
        activated_ms, created_at_ms, changed_ms)
      select user_id, instrument_id, 'fourth', definition, 'paused', 'overLimit', 2, 1, 0, 0, 0
      from alerts where id = ${made[0]?.id}
      returning id`.execute(world.context.db);
    const last = rows[0]?.id;
    const set = async (id: number | undefined, to: object) =>
      (await ana.call('POST', 'alerts/state', { ids: [id], to })).status;
    expect(await set(last, { kind: 'active' })).toBe(409);
    expect(await set(last, { kind: 'snoozed', minutes: 5 })).toBe(409);
    const change = { ...makeAlert(), name: 'Renamed', revision: 2 };
    expect(await ana.call('PUT', `alerts/${last}`, change)).toMatchObject({
      status: 409,
      body: { message: 'Your account may have 3 active alerts. Pause or delete others first.' },
    });
    expect(await set(made[0]?.id, { kind: 'snoozed', minutes: 5 })).toBe(200);
    expect(await set(made[0]?.id, { kind: 'paused' })).toBe(200);
    expect(await set(last, { kind: 'active' })).toBe(200);
  });

  test('have a limit, a key that makes them once, and a revision', async () => {
    const ana = await signIn(world);
    const key = randomUUID();
    const first = await ana.call('POST', 'alerts', { key, ...makeAlert() });
    expect((await ana.call('POST', 'alerts', { key, ...makeAlert() })).body.alert.id).toBe(
      first.body.alert.id,
    );
    await ana.make();
    await ana.make();
    expect(await ana.call('POST', 'alerts', { key: randomUUID(), ...makeAlert() })).toMatchObject({
      status: 409,
      body: { message: 'Your account may have 3 alerts. Delete one to make another.' },
    });
    const { id } = first.body.alert;
    const change = { ...makeAlert(), name: 'Renamed', revision: 1 };
    expect(await ana.call('PUT', `alerts/${id}`, change)).toMatchObject({
      status: 200,
      body: { alert: { name: 'Renamed', revision: 2 } },
    });
    expect(await ana.call('PUT', `alerts/${id}`, change)).toMatchObject({
      status: 409,
      body: { code: 'RECORD_CHANGED' },
    });
    const stranger = await signIn(world);
    expect((await stranger.call('PUT', `alerts/${id}`, change)).status).toBe(404);
    expect(
      (await stranger.call('POST', 'alerts/state', { ids: [id], to: { kind: 'deleted' } })).body,
    ).toEqual({ changed: [] });
  });
});

describe('the ways', () => {
  let world: AppWorld;
  beforeAll(async () => {
    world = await startApp(ANY_KIND, { environment: { DEMO: 'true' }, pollSeconds: 1 });
  });
  afterAll(() => world.close());

  test('a webhook that fails at first gets every firing in order, by one id each, and a mail goes all the same', async () => {
    const ana = await signIn(world);
    const received: { id: string; name: string }[] = [];
    let secret = '';
    let calls = 0;
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      calls += 1;
      if (calls < 3) return void response.writeHead(500).end('not now');
      const body = new Webhook(secret).verify(
        Buffer.concat(chunks).toString(),
        request.headers as Record<string, string>,
      ) as { data: { name: string } };
      received.push({ id: String(request.headers['webhook-id']), name: body.data.name });
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const made = await ana.call('POST', 'webhooks', {
      name: 'Desk',
      url: `http://127.0.0.1:${port}/`,
    });
    secret = made.body.secret;
    const channels = { mail: true, push: false, webhook: made.body.webhook.id };
    const { tick } = await startEngine(world);
    await ana.make({
      name: 'first',
      channels,
      conditions: [{ kind: 'price', is: 'crosses', value: 10_700 }],
    });
    await ana.make({
      name: 'second',
      channels,
      conditions: [{ kind: 'price', is: 'crosses', value: 10_800 }],
    });
    await tickUntil(tick, [10_600, 10_750, 10_900], async () => (await ana.firings()).length === 2);
    const statesOf = async (channel: string) =>
      (await ana.firings()).flatMap(({ deliveries }) =>
        deliveries.filter((each) => each.channel === channel).map(({ state }) => state),
      );
    await expect.poll(() => statesOf('mail')).toEqual(['sent', 'sent']);
    await expect
      .poll(async () => {
        await passStartDelays(world.context.db);
        return statesOf('webhook');
      })
      .toEqual(['sent', 'sent']);
    expect(received.map(({ name }) => name)).toEqual(['first', 'second']);
    expect(new Set(received.map(({ id }) => id)).size).toBe(2);
    const attempts = (await ana.call('GET', `webhooks/${made.body.webhook.id}/attempts`)).body;
    expect(attempts.map(({ status }: { status: number }) => status)).toEqual([200, 200, 500, 500]);
    expect(attempts.at(-1)).toMatchObject({ answer: 'not now' });
  });

  test('sending again and enabling call a webhook at once, although another try is planned for later', async () => {
    const ana = await signIn(world);
    const { db } = world.context;
    let status = 500;
    const server = createServer((_request, response) => response.writeHead(status).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const webhook = (await ana.call('POST', 'webhooks', { name: 'Desk', url })).body.webhook.id;
    const { tick } = await startEngine(world);
    await ana.make({
      channels: { mail: false, push: false, webhook },
      conditions: [{ kind: 'price', is: 'crosses', value: 70_000 }],
    });
    await tickUntil(tick, [69_000, 71_000], async () => (await ana.firings()).length === 1);
    const planned = () =>
      sql<{ id: string; isLater: boolean }>`
        select id, start_after > now() as "isLater" from pgboss.job
        where name = 'alerts.call-webhook' and singleton_key = ${String(webhook)} and state = 'created'`
        .execute(db)
        .then(({ rows }) => rows);
    const delay = async () => {
      await expect.poll(planned).toMatchObject([{ isLater: true }]);
      await sql`update pgboss.job set start_after = now() + interval '1 hour'
        where name = 'alerts.call-webhook' and singleton_key = ${String(webhook)}`.execute(db);
    };
    await delay();
    await ana.call('POST', `webhooks/${webhook}/enabled`, { isEnabled: true });
    await expect.poll(planned).not.toMatchObject([{ isLater: true }]);
    await delay();
    status = 200;
    const [firing] = await ana.firings();
    await ana.call('POST', `alerts/firings/${firing?.id}/resend`);
    expect(await planned()).not.toMatchObject([{ isLater: true }]);
  });

  test('a slow browser or receiver of one account holds back nobody else’s messages', async () => {
    const waiting: (() => void)[] = [];
    const server = createServer((request, response) => {
      if (request.url === '/slow') return void waiting.push(() => response.end());
      response.writeHead(201).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      for (const end of waiting) end();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const { tick } = await startEngine(world);
    const watch = async (path: string) => {
      const person = await signIn(world);
      const url = `http://127.0.0.1:${port}${path}`;
      const { body } = await person.call('POST', 'webhooks', { name: 'Desk', url });
      const browser = createECDH('prime256v1');
      const keys = {
        p256dh: browser.generateKeys('base64url'),
        auth: randomBytes(16).toString('base64url'),
      };
      const endpoint = `${url}?${person.id}`;
      await person.call('POST', 'push/subscriptions', { endpoint, keys });
      const channels = { mail: false, push: true, webhook: body.webhook.id };
      const conditions = [{ kind: 'price', is: 'crosses', value: 60_000 }] as const;
      await person.make({ channels, conditions: [...conditions] });
      return person;
    };
    const slow = await watch('/slow');
    const quick = await watch('/quick');
    await tickUntil(
      tick,
      [59_000, 61_000],
      async () => (await slow.firings()).length > 0 && (await quick.firings()).length > 0,
    );
    await expect
      .poll(async () => {
        await passStartDelays(world.context.db);
        return (await quick.firings()).flatMap(({ deliveries }) =>
          deliveries.map(({ channel, state }) => `${channel} ${state}`).sort(),
        );
      })
      .toEqual(['push sent', 'webhook sent']);
  });

  test('test calls of an account are limited, however many webhooks it makes', async () => {
    const ana = await signIn(world);
    const answers: number[] = [];
    for (let index = 0; index < 40 && answers.at(-1) !== 429; index += 1) {
      const url = `http://127.0.0.1:${1_024 + index}/`;
      const { body } = await ana.call('POST', 'webhooks', { name: 'Scan', url });
      const { id } = body.webhook;
      answers.push((await ana.call('POST', `webhooks/${id}/test`)).status);
      await ana.call('DELETE', `webhooks/${id}`);
    }
    expect(answers.slice(0, 10)).toEqual(Array(10).fill(200));
    expect(answers.at(-1)).toBe(429);
    const other = await signIn(world);
    const made = await other.call('POST', 'webhooks', { name: 'A', url: 'http://127.0.0.1:1024/' });
    expect((await other.call('POST', `webhooks/${made.body.webhook.id}/test`)).status).toBe(200);
  });

  test('a webhook tells its secret once, and two secrets sign during a rotation', async () => {
    const ana = await signIn(world);
    const made = await ana.call('POST', 'webhooks', {
      name: 'Desk',
      url: 'https://hooks.example/x',
    });
    expect(made.body.secret).toMatch(/^whsec_/);
    const rotated = await ana.call('POST', `webhooks/${made.body.webhook.id}/rotate`);
    expect(rotated.body.secret).not.toBe(made.body.secret);
    expect(rotated.body.webhook.oldSecretEndsMs).toBeGreaterThan(world.context.clock.now());
    const listed = await ana.call('GET', 'webhooks');
    expect(JSON.stringify(listed.body)).not.toContain('whsec_');
  });
});
