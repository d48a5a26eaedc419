import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@moneytrail/calendar';
import { MAX_LAYOUTS } from '@moneytrail/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAccount } from '../../../conformance/testing/people.ts';
import { type AppWorld, startApp } from '../../../conformance/testing/start-app.ts';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { type Person, signIn } from '../testing/workspace-client.ts';

const DATA = { name: 'Morning', symbol: 'FMP:BTCUSD', resolution: '60', content: '{"a":1}' };
const OTHER = { revision: 1, created_at_ms: 1 };
const NOT_FOUND = { status: 404, body: { code: 'NOT_FOUND' } };

describe.each(USUAL_KINDS)('layouts, on %s', (kind) => {
  let world: AppWorld;
  let ana: Person;
  beforeAll(async () => {
    world = await startApp(kind);
  });
  beforeEach(async () => {
    ana = await signIn(world);
  });
  afterAll(() => world.close());

  async function add(person = ana, data = DATA) {
    const { status, body } = await person.own('POST', 'layouts', { key: randomUUID(), ...data });
    expect([status, body.revision]).toEqual([200, 1]);
    return body.id as number;
  }
  const save = (person: Person, id: number, baseRevision: number, data = DATA) =>
    person.own('PUT', `layouts/${id}`, { baseRevision, ...data });
  const load = async (id: number, person = ana) => (await person.own('GET', `layouts/${id}`)).body;
  const listOf = async (person: Person) => (await person.own('GET', 'layouts')).body.layouts;

  test('the newest saved comes first, without its content', async () => {
    const person = await signIn(world);
    const first = await add(person);
    world.addMs(10);
    const second = await add(person, { ...DATA, name: 'Noon' });
    const { content: _content, ...head } = DATA;
    const facts = { revision: 1, isShared: false, savedAtMs: expect.any(Number) };
    expect(await listOf(person)).toEqual([
      { id: second, ...head, name: 'Noon', ...facts },
      { id: first, ...head, ...facts },
    ]);
    world.addMs(10);
    await save(person, first, 1, { ...DATA, content: '2' });
    expect((await listOf(person)).map(({ id }: { id: number }) => id)).toEqual([first, second]);
  });

  test('ten concurrent creates with one key make one layout and return its first revision', async () => {
    const person = await signIn(world);
    const body = { key: randomUUID(), ...DATA };
    const create = () => person.own('POST', 'layouts', body);
    const answers = await Promise.all(Array.from({ length: 10 }, create));
    const [first] = answers;
    expect(answers).toEqual(answers.map(() => first));
    const id = first?.body.id;
    await save(person, id, 1, { ...DATA, content: 'by another device' });
    expect(await create()).toEqual(first);
    expect(await listOf(person)).toHaveLength(1);
    expect((await load(id, person)).content).toBe('by another device');
  });

  test('of saves at once from one revision one is taken, and the others change nothing', async () => {
    const id = await add();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => save(ana, id, 1, { ...DATA, content: `${index}` })),
    );
    const taken = answers.findIndex(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    for (const { status, body } of answers) {
      if (status === 409) expect(body.code).toBe('LAYOUT_CHANGED');
    }
    expect(await load(id)).toMatchObject({ revision: 2, content: String(taken) });
  });

  test('a save repeated after a lost answer gets the first answer, whatever its base', async () => {
    const id = await add();
    const data = { ...DATA, content: 'next' };
    const first = await save(ana, id, 1, data);
    world.addMs(5_000);
    expect(await save(ana, id, 1, data)).toEqual(first);
    expect(await save(ana, id, 2, data)).toEqual(first);
    expect((await save(ana, id, 1, { ...data, name: 'Other' })).status).toBe(409);
    expect(await save(ana, id, 2, { ...data, name: 'Other' })).toMatchObject({
      status: 200,
      body: { revision: 3 },
    });
  });

  test('versions can be gone back to: the present one and the last of each five minutes, at most twenty', async () => {
    const id = await add();
    let revision = 1;
    const stretchMs = 5 * MINUTE_MS;
    // Keeps both saves of a round within the same five minutes.
    world.addMs(stretchMs - (world.context.clock.now() % stretchMs));
    for (let stretch = 0; stretch < 22; stretch++) {
      world.addMs(5 * MINUTE_MS);
      ana = await signIn(world, ana.userId);
      for (const content of ['first', 'last']) {
        const data = { ...DATA, content: `${content} of ${stretch}` };
        await save(ana, id, revision, data);
        revision += 1;
      }
    }
    const { versions } = (await ana.own('GET', `layouts/${id}/versions`)).body;
    expect(versions).toHaveLength(20);
    expect(versions[0]).toMatchObject({ revision, name: 'Morning' });
    expect(versions[0]).not.toHaveProperty('content');
    const contents: string[] = [];
    for (const each of versions) {
      const { body } = await ana.own('GET', `layouts/${id}/versions/${each.revision}`);
      contents.push(body.content);
    }
    expect(contents).toEqual(Array.from({ length: 20 }, (_, age) => `last of ${21 - age}`));
    expect(await ana.own('GET', `layouts/${id}/versions/1`)).toMatchObject(NOT_FOUND);
  });

  test('C42: another user’s layout looks missing to every request', async () => {
    const id = await add();
    const ben = await signIn(world);
    const calls = [
      () => ben.own('GET', `layouts/${id}`),
      () => save(ben, id, 1),
      () => ben.own('DELETE', `layouts/${id}`),
      () => ben.own('GET', `layouts/${id}/versions`),
      () => ben.own('GET', `layouts/${id}/versions/1`),
      () => ben.own('POST', `layouts/${id}/share`, { content: 'x' }),
      () => ben.own('DELETE', `layouts/${id}/share`),
    ];
    for (const call of calls) expect(await call()).toMatchObject(NOT_FOUND);
    expect(await load(id)).toMatchObject({ ...DATA, revision: 1 });
  });

  test('a removed layout is gone with its versions and its link', async () => {
    const id = await add();
    const { token } = (await ana.own('POST', `layouts/${id}/share`, { content: 'x' })).body;
    expect((await ana.own('DELETE', `layouts/${id}`)).status).toBe(204);
    for (const path of [`layouts/${id}`, `layouts/${id}/versions`, `shared-layouts/${token}`]) {
      expect(await ana.own('GET', path)).toMatchObject(NOT_FOUND);
    }
    expect(await ana.own('DELETE', `layouts/${id}`)).toMatchObject(NOT_FOUND);
    expect(await save(ana, id, 1)).toMatchObject(NOT_FOUND);
    const versions = world.context.db.selectFrom('layout_versions').where('layout_id', '=', id);
    expect(await versions.select('revision').execute()).toEqual([]);
  });

  test('the link of an account that was deleted leads nowhere, and its rows go with the account', async () => {
    const id = await addAccount(world);
    const person = await signIn(world, id);
    const layoutId = await add(person);
    const { token } = (await person.own('POST', `layouts/${layoutId}/share`, { content: 'x' }))
      .body;
    await person.storage('POST', 'study_templates', { fields: { name: 'S', content: 'x' } });
    const { db } = world.context;
    await db.updateTable('users').set({ deleted_at_ms: 1 }).where('id', '=', id).execute();
    const seen = await world.app.inject(`/api/shared-layouts/${token}`);
    expect(seen.statusCode).toBe(404);
    await db.deleteFrom('sessions').where('user_id', '=', id).execute();
    await db.deleteFrom('access_changes').where('user_id', '=', id).execute();
    await db.deleteFrom('users').where('id', '=', id).execute();
    const left = db.selectFrom('layouts').where('user_id', '=', id).select('id');
    expect(await left.execute()).toEqual([]);
    const templates = db.selectFrom('chart_templates').where('user_id', '=', id).select('name');
    expect(await templates.execute()).toEqual([]);
  });

  test('an account keeps as many layouts as it may, however many come at once', async () => {
    const person = await signIn(world);
    const { db } = world.context;
    const rows = await db
      .insertInto('layouts')
      .values(Array.from({ length: MAX_LAYOUTS - 1 }, () => ({ ...OTHER, user_id: person.userId })))
      .returning('id')
      .execute();
    const version = { ...DATA, revision: 1, content_bytes: 7, saved_at_ms: 1 };
    await db
      .insertInto('layout_versions')
      .values(rows.map(({ id: layout_id }) => ({ ...version, layout_id })))
      .execute();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        person.own('POST', 'layouts', { key: randomUUID(), ...DATA }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.message).toBe('You may keep 200 layouts. Delete one to save another.');
    expect(await listOf(person)).toHaveLength(MAX_LAYOUTS);
  });

  test('all layouts of an account hold 50 MB together, and a refused one changes nothing', async () => {
    const person = await signIn(world);
    const id = await add(person);
    await world.context.db
      .insertInto('layouts')
      .values(Array.from({ length: 51 }, () => ({ ...OTHER, user_id: person.userId })))
      .execute();
    const rows = await world.context.db
      .selectFrom('layouts')
      .where('user_id', '=', person.userId)
      .where('id', '!=', id)
      .select('id')
      .execute();
    const version = { ...DATA, revision: 1, content_bytes: 1_048_576, saved_at_ms: 1 };
    await world.context.db
      .insertInto('layout_versions')
      .values(rows.map(({ id: layout_id }) => ({ ...version, layout_id })))
      .execute();
    const refused = await save(person, id, 1, { ...DATA, content: 'longer than before' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(refused.body.message).toContain('50 MB');
    expect(await load(id, person)).toMatchObject({ revision: 1, content: DATA.content });
    const smaller = { ...DATA, content: '' };
    expect(await save(person, id, 1, smaller)).toMatchObject({ status: 200 });
    expect((await save(person, id, 2)).status).toBe(409);
    const another = await person.own('POST', 'layouts', { key: randomUUID(), ...DATA });
    expect(another.status).toBe(409);
  });

  test('older versions of all layouts of an account hold 50 MB together: the oldest go', async () => {
    const { db } = world.context;
    const person = await signIn(world);
    const id = await add(person);
    const rows = await db
      .insertInto('layouts')
      .values(Array.from({ length: 55 }, () => ({ ...OTHER, revision: 2, user_id: person.userId })))
      .returning('id')
      .execute();
    const versions = rows.flatMap(({ id: layout_id }, index) => [
      { ...DATA, layout_id, revision: 1, content_bytes: 1_048_576, saved_at_ms: index },
      { ...DATA, layout_id, revision: 2, content_bytes: 1, saved_at_ms: index },
    ]);
    await db.insertInto('layout_versions').values(versions).execute();
    expect((await save(person, id, 1, { ...DATA, content: '2' })).status).toBe(200);
    const kept = await db
      .selectFrom('layout_versions as v')
      .innerJoin('layouts as l', 'l.id', 'v.layout_id')
      .where('l.user_id', '=', person.userId)
      .select(['v.revision', 'v.saved_at_ms'])
      .execute();
    const older = kept.filter(({ revision, saved_at_ms }) => revision === 1 && saved_at_ms < 55);
    expect(older.map(({ saved_at_ms }) => saved_at_ms).sort((x, y) => x - y)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 5),
    );
    expect(kept.filter(({ revision }) => revision === 2)).toHaveLength(56);
  });

  test('a layout that is saved and removed at once is one or the other, and nothing breaks', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await add();
      const [saved, removed] = await Promise.all([
        save(ana, id, 1, { ...DATA, content: '2' }),
        ana.own('DELETE', `layouts/${id}`),
      ]);
      expect([200, 404]).toContain(saved.status);
      expect(removed.status).toBe(204);
    }
  });

  test('too much content is refused naming the limit, and unread from an unknown caller', async () => {
    const id = await add();
    const large = { ...DATA, content: 'x'.repeat(1_048_577) };
    const refused = await save(ana, id, 1, large);
    expect(refused).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } });
    expect(refused.body.message).toContain('1 MB (1,048,576 bytes)');
    const stranger = await world.app.inject({
      method: 'POST',
      url: '/api/layouts',
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: { key: randomUUID(), ...DATA, content: 'x'.repeat(7_000_000) },
    });
    expect(stranger.statusCode).toBe(401);
  });

  test('a caller with too many requests gets 429', async () => {
    const person = await signIn(world);
    const statuses = new Set<number>();
    // The budget refills with time: on a slow machine it takes more requests to exhaust it.
    for (let count = 0; count < 3_000 && !statuses.has(429); count++) {
      statuses.add((await person.own('GET', 'layouts')).status);
    }
    expect([...statuses].sort()).toEqual([200, 429]);
  });
});
