import { randomUUID } from 'node:crypto';
import { figureStudies } from '@moneytrail/alerts';
import { DAY_MS } from '@moneytrail/calendar';
import { MAX_SCREENS, type SavedScreen, type ScreenAnswer } from '@moneytrail/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SNAPSHOT_STORED, STUDY_FIGURES_STORED } from '../../bus/index.ts';
import { addAccount } from '../../conformance/testing/people.ts';
import { type AppWorld, startApp } from '../../conformance/testing/start-app.ts';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { MOST_ASKED, storeStudyFigures } from '../snapshots/study-figures-store.ts';
import { storeFigures } from '../snapshots/testing/store-figures.ts';
import { type Person, signIn } from '../workspace/testing/workspace-client.ts';

const QUESTION = {
  resolution: '1D',
  join: 'and',
  groups: [],
  sort: { by: 'symbol', direction: 'ascending' },
} as const;
const DATA = { name: 'Tight', columns: ['close', 'mark'], question: QUESTION };
const ABOVE_ZERO = {
  kind: 'figure',
  figure: 'longShortPercentage',
  is: 'above',
  than: { value: 0 },
};

describe.each(USUAL_KINDS)('the screener, on %s', (kind) => {
  let world: AppWorld;
  let admin: Person;
  beforeAll(async () => {
    world = await startApp(kind);
    admin = await signIn(world, await addAccount(world, { is_super_admin: true }));
  });
  afterAll(() => world.close());

  const ask = async (person: Person, body: object = {}): Promise<ScreenAnswer> => {
    const answer = await person.own('POST', 'data/screen', { question: QUESTION, ...body });
    expect(answer.status).toBe(200);
    return answer.body;
  };

  async function store(symbol: string, longShortPercentage: number, daysAgo = 0): Promise<void> {
    const { db, bus, catalogue } = world.context;
    const instrument = await catalogue.resolve(symbol);
    const key = { instrumentId: instrument.id, resolution: '1D', isSimulated: true } as const;
    const today = Math.floor(world.context.clock.now() / DAY_MS);
    const closedAtMs = (today - daysAgo) * DAY_MS;
    const time = closedAtMs - DAY_MS;
    await storeFigures(db, key, { snapshot: { time, closedAtMs, longShortPercentage } });
    const { instrumentId, resolution } = key;
    bus.publish(SNAPSHOT_STORED, { instrumentId, resolution, time });
  }

  test('finds instruments by stored figures, and sees a new figure at once', async () => {
    await store('FMP:BTCUSD', 30);
    await store('FMP:AAPL', -5);
    const conditions = [ABOVE_ZERO];
    const question = { ...QUESTION, groups: [{ join: 'and', conditions }] };
    const first = await ask(admin, { question });
    expect(first.matched).toBe(1);
    expect(first.rows?.[0]).toMatchObject({
      symbol: 'FMP:BTC/USD',
      simulated: true,
      figures: { longShortPercentage: 30, rsi: null },
    });
    expect(await ask(admin, { question, since: first.version })).toMatchObject({
      matched: 1,
      rows: null,
    });
    await store('FMP:AAPL', 12);
    const second = await ask(admin, { question, since: first.version });
    expect(second.rows?.map(({ symbol }) => symbol)).toEqual(['FMP:AAPL', 'FMP:BTC/USD']);
  });

  test('tells how far studies are computed, has them as they arrive, and knows no others', async () => {
    await store('FMP:AAPL', 12);
    const studies = ['macd-macd'];
    const first = await ask(admin, { studies });
    const [pending] = first.pending;
    expect(pending).toMatchObject({ study: 'macd', resolution: '1D', known: 0 });
    const rowIn = ({ rows }: ScreenAnswer) => rows?.find(({ symbol }) => symbol === 'FMP:AAPL');
    expect(rowIn(first)?.studies).toEqual({ 'macd-macd': null });
    const asked = await world.context.db.selectFrom('asked_studies').selectAll().execute();
    expect(asked).toMatchObject([{ study: 'macd', resolution: '1D' }]);
    const instrument = await world.context.catalogue.resolve('FMP:AAPL');
    const { time = 0, figures } = rowIn(first) ?? {};
    const key = { instrumentId: instrument.id, resolution: '1D', isSimulated: true } as const;
    const values = Float64Array.of(1.5, 1.25, 0.25);
    const at = { time: time ?? 0, close: figures?.close ?? 0, values };
    await storeStudyFigures(world.context.db, [{ key, studies: ['macd'], at }], async () => true);
    world.context.bus.publish(STUDY_FIGURES_STORED, { instrumentIds: [instrument.id] });
    const above = {
      kind: 'figure',
      figure: 'macd-macd',
      is: 'above',
      than: { figure: 'macd-signal' },
    };
    const question = { ...QUESTION, groups: [{ join: 'and', conditions: [above] }] };
    const second = await ask(admin, { question, studies });
    expect(second.rows?.map(({ symbol }) => symbol)).toEqual(['FMP:AAPL']);
    expect(rowIn(second)?.studies).toEqual({ 'macd-macd': 1.5 });
    expect(second.pending).toMatchObject([{ study: 'macd', known: 1, total: pending?.total }]);
    const unknown = await admin.own('POST', 'data/screen', {
      question: QUESTION,
      studies: ['no-no'],
    });
    expect(unknown).toMatchObject({ status: 400, body: { message: 'There is no figure no-no.' } });
  });

  test('has no figures of a feed that ended long ago', async () => {
    const question = { ...QUESTION, groups: [{ join: 'and', conditions: [ABOVE_ZERO] }] };
    const found = async () => (await ask(admin, { question })).rows?.map(({ symbol }) => symbol);
    await store('FMP:COKE', 80, 13);
    expect(await found()).toContain('FMP:COKE');
    await store('FMP:COKE', 80, 15);
    expect(await found()).not.toContain('FMP:COKE');
  });

  test('an account follows some studies in seven days, of whatever screens; what others follow does not count', async () => {
    const studies = [...figureStudies()].map(
      ([
        id,
        {
          outputs: [first],
        },
      ]) => `${id}-${first?.key}`,
    );
    const most = studies.slice(0, MOST_ASKED);
    const person = await signIn(world, await addAccount(world, { is_super_admin: true }));
    await ask(person, { studies: most });
    const request = { question: QUESTION, studies: studies.slice(1, MOST_ASKED + 1) };
    expect(await person.own('POST', 'data/screen', request)).toMatchObject({ status: 409 });
    const sort = { by: studies[MOST_ASKED], direction: 'ascending' };
    const screen = { name: 'More', columns: ['close'], question: { ...QUESTION, sort } };
    expect(await person.own('POST', 'screens', { key: randomUUID(), ...screen })).toMatchObject({
      status: 409,
    });
    await ask(person, { studies: most.slice(5) });
    await ask(admin, { studies: studies.slice(MOST_ASKED, MOST_ASKED + 2) });
  });

  test('another process has the same versions', async () => {
    const replica = await world.startReplica();
    const first = await ask(admin);
    const answer = await replica.inject({
      method: 'POST',
      url: '/api/data/screen',
      headers: { authorization: `Bearer ${admin.token}`, 'sec-fetch-site': 'same-origin' },
      payload: { question: QUESTION, since: first.version },
    });
    expect(answer.json()).toMatchObject({ version: first.version, rows: null });
  });

  test('is read in pages, whose rows are those of the whole', async () => {
    const whole = await ask(admin, { limit: 500 });
    expect(whole.matched).toBe(whole.total);
    const pages = [
      await ask(admin, { limit: 7 }),
      await ask(admin, { offset: 7, limit: 500 }),
      await ask(admin, { offset: 90_000 }),
    ];
    expect(pages.flatMap(({ rows }) => rows)).toEqual(whole.rows);
  });

  test('looks at nothing that the caller may not see, whatever somebody else has asked', async () => {
    const whole = await ask(admin);
    const limited = await signIn(
      world,
      await addAccount(world, { is_detailed_summary_allowed: true }),
    );
    const seen = await ask(limited);
    expect(seen.rows?.map(({ symbol }) => symbol)).toEqual(['FMP:BTC/USD']);
    expect(seen).toMatchObject({ total: 1, locked: whole.total - 1, matched: 1 });
    expect(seen.version).not.toBe(whole.version);
  });

  test('needs the right to the summary', async () => {
    const person = await signIn(world);
    const answer = await person.own('POST', 'data/screen', { question: QUESTION });
    expect(answer.status).toBe(403);
  });

  test('refuses more conditions than its limit, in however many groups', async () => {
    const groups = Array.from({ length: 3 }, () => ({
      join: 'and',
      conditions: Array.from({ length: 7 }, () => ABOVE_ZERO),
    }));
    const question = { ...QUESTION, groups };
    expect((await admin.own('POST', 'data/screen', { question })).status).toBe(400);
  });
});

describe.each(USUAL_KINDS)('saved screens, on %s', (kind) => {
  let world: AppWorld;
  let ana: Person;
  beforeAll(async () => {
    world = await startApp(kind);
  });
  beforeEach(async () => {
    ana = await signIn(world);
  });
  afterAll(() => world.close());

  async function add(data: object = {}, person = ana): Promise<SavedScreen> {
    const answer = await person.own('POST', 'screens', { key: randomUUID(), ...DATA, ...data });
    expect(answer.status).toBe(200);
    return answer.body;
  }
  const save = (id: number, baseRevision: number, data: object = {}, person = ana) =>
    person.own('PUT', `screens/${id}`, { baseRevision, ...DATA, ...data });
  const all = async (person = ana): Promise<SavedScreen[]> =>
    (await person.own('GET', 'screens')).body.screens;

  test('are listed by name, for their owner alone', async () => {
    const made = await add();
    expect(made).toMatchObject({ ...DATA, revision: 1 });
    const first = await add({ name: 'A screen' });
    expect(await all()).toEqual([first, made]);
    const ben = await signIn(world);
    expect(await all(ben)).toEqual([]);
    expect((await save(made.id, 1, { name: 'Mine' }, ben)).status).toBe(404);
    expect((await ben.own('DELETE', `screens/${made.id}`)).status).toBe(404);
    expect((await ana.own('DELETE', `screens/${made.id}`)).status).toBe(204);
    expect(await all()).toEqual([first]);
  });

  test('concurrent creates with one key make one screen, up to the limit', async () => {
    const body = { key: randomUUID(), ...DATA };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ana.own('POST', 'screens', body)),
    );
    expect(answers).toEqual(answers.map(() => answers[0]));
    for (let count = 1; count < MAX_SCREENS; count += 1) await add();
    const more = await ana.own('POST', 'screens', { key: randomUUID(), ...DATA });
    expect(more.status).toBe(409);
  });

  test('a stale save is refused and changes nothing; an equal one may be repeated', async () => {
    const { id } = await add();
    const changed = { columns: ['rsi', 'close'] };
    expect((await save(id, 1, changed)).body).toMatchObject({ ...changed, revision: 2 });
    expect((await save(id, 1, changed)).body.revision).toBe(2);
    expect(await save(id, 1, { name: 'Loose' })).toMatchObject({
      status: 409,
      body: { code: 'RECORD_CHANGED' },
    });
    expect((await all())[0]).toMatchObject({ name: 'Tight', ...changed, revision: 2 });
  });
});
