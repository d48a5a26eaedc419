import { randomBytes, randomUUID } from 'node:crypto';
import { MAX_LAYOUT_BYTES } from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppWorld, startApp } from '../../../conformance/testing/start-app.ts';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { type Person, signIn } from '../testing/workspace-client.ts';
import { describeShared } from './share-layout.ts';

const DATA = { name: 'Morning', symbol: 'FMP:BTCUSD', resolution: '60', content: 'all drawings' };
const SHOWN = { ...DATA, content: 'the drawings of one symbol' };
const NOT_FOUND = { status: 404, body: { code: 'NOT_FOUND' } };

describe.each(USUAL_KINDS)('links to layouts, on %s', (kind) => {
  let world: AppWorld;
  beforeAll(async () => {
    world = await startApp(kind);
  });
  afterAll(() => world.close());

  /** A person with one layout, and what can be done with its link. */
  async function addLayout() {
    const person = await signIn(world);
    const made = await person.own('POST', 'layouts', { key: randomUUID(), ...DATA });
    const id = made.body.id as number;
    const share = (body: object = { content: SHOWN.content }) =>
      person.own('POST', `layouts/${id}/share`, body);
    return { person, id, share };
  }
  async function see(token: string) {
    const answer = await world.app.inject(`/api/shared-layouts/${token}`);
    return { status: answer.statusCode, body: answer.json() };
  }
  const isShared = async ({ own }: Person) =>
    (await own('GET', 'layouts')).body.layouts[0].isShared as boolean;

  test('one leads to a layout, for anybody, until it is ended or another one is made', async () => {
    const { person, id, share } = await addLayout();
    const first = (await share()).body.token;
    expect(await see(first)).toEqual({ status: 200, body: SHOWN });
    expect(await isShared(person)).toBe(true);
    const second = (await share({ content: 'other drawings' })).body.token;
    expect(await see(first)).toMatchObject(NOT_FOUND);
    expect((await see(second)).body.content).toBe('other drawings');
    const rows = await world.context.db.selectFrom('layout_shares').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(second);
    for (let times = 0; times < 2; times++) {
      expect((await person.own('DELETE', `layouts/${id}/share`)).status).toBe(204);
    }
    expect(await see(second)).toMatchObject(NOT_FOUND);
    expect(await isShared(person)).toBe(false);
  });

  test('other sites learn name, symbol and interval of one, and nothing of its owner or of an ended one', async () => {
    const { person, id, share } = await addLayout();
    const { token } = (await share()).body;
    expect(await describeShared(world.context, token)).toEqual({
      title: 'Morning · BTCUSD 1h',
      description: 'A chart of BTCUSD 1h from FMP, shared on Moneytrail. Sign in to see it live.',
    });
    await person.own('DELETE', `layouts/${id}/share`);
    expect(await describeShared(world.context, token)).toBeNull();
    expect(await describeShared(world.context, 'unknown')).toBeNull();
  });

  test('nothing that is saved later is seen by one, and nothing that was not sent with it', async () => {
    const { person, id, share } = await addLayout();
    const { token } = (await share()).body;
    const later = { name: 'Secret', symbol: 'FMP:ETHUSD', resolution: '1D', content: 'later' };
    await person.own('PUT', `layouts/${id}`, { baseRevision: 1, ...later });
    await person.own('PUT', `layouts/${id}`, { baseRevision: 2, ...later, content: 'latest' });
    expect(await see(token)).toEqual({ status: 200, body: SHOWN });
  });

  test('a link needs content, at most as large as a layout', async () => {
    const { share, person } = await addLayout();
    expect(await share({})).toMatchObject({ status: 400 });
    const most = 'é'.repeat(MAX_LAYOUT_BYTES / 2);
    const refused = await share({ content: `${most}a` });
    expect(refused).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } });
    expect(refused.body.message).toContain('1 MB (1,048,576 bytes)');
    expect(await isShared(person)).toBe(false);
    const { token } = (await share({ content: most })).body;
    expect((await see(token)).body.content === most).toBe(true);
  });

  /** Layouts of a person that each hold as much as one may, all of them with links that show as much again. */
  async function fill({ userId }: Person, layouts: number) {
    const { db } = world.context;
    const content = 'x'.repeat(MAX_LAYOUT_BYTES);
    for (let count = 0; count < layouts; count++) {
      const { id: layout_id } = await db
        .insertInto('layouts')
        .values({ user_id: userId, revision: 1, created_at_ms: 1 })
        .returning('id')
        .executeTakeFirstOrThrow();
      const version = { revision: 1, content_bytes: MAX_LAYOUT_BYTES, saved_at_ms: 1 };
      await db
        .insertInto('layout_versions')
        .values({ ...DATA, layout_id, ...version })
        .execute();
      const link = { token_hash: randomBytes(32), created_at_ms: 1 };
      await db
        .insertInto('layout_shares')
        .values({ ...SHOWN, layout_id, content, ...link })
        .execute();
    }
  }
  const NO_ROOM =
    'Your layouts and what their links show may hold 50 MB together. Delete a layout or end a link to save more.';

  test('shared copies count towards the account’s limit, even if made concurrently', async () => {
    const { person, share } = await addLayout();
    await fill(person, 24);
    const large = { content: 'x'.repeat(MAX_LAYOUT_BYTES) };
    const others: number[] = [];
    for (let count = 0; count < 3; count++) {
      const made = await person.own('POST', 'layouts', { key: randomUUID(), ...DATA });
      others.push(made.body.id);
    }
    const answers = await Promise.all([
      share(large),
      ...others.map((id) => person.own('POST', `layouts/${id}/share`, large)),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: 'CONFLICT', message: NO_ROOM });
  });

  test('a link that finds no room leaves the one before, and saves find none either until one ends', async () => {
    const { person, id, share } = await addLayout();
    await fill(person, 24);
    const { token } = (await share({ content: 'x'.repeat(MAX_LAYOUT_BYTES - 1_000) })).body;
    const rest = { content: 'x'.repeat(MAX_LAYOUT_BYTES) };
    expect((await share(rest)).status).toBe(200);
    const made = await person.own('POST', 'layouts', { key: randomUUID(), ...DATA });
    const other = `layouts/${made.body.id}/share`;
    const small = (await person.own('POST', other, { content: 'small' })).body.token;
    expect((await person.own('POST', other, rest)).status).toBe(409);
    expect((await see(small)).body.content).toBe('small');
    expect(await see(token)).toMatchObject(NOT_FOUND);
    const later = { ...DATA, content: rest.content };
    const save = () => person.own('PUT', `layouts/${id}`, { baseRevision: 1, ...later });
    const refused = await save();
    expect(refused).toMatchObject({ status: 409, body: { message: NO_ROOM } });
    await person.own('DELETE', `layouts/${id}/share`);
    expect((await save()).status).toBe(200);
  });

  test('a layout that is shared and removed at once is one or the other, and nothing breaks', async () => {
    for (let round = 0; round < 5; round++) {
      const { person, id, share } = await addLayout();
      const [shared, removed] = await Promise.all([share(), person.own('DELETE', `layouts/${id}`)]);
      expect([200, 404]).toContain(shared.status);
      expect(removed.status).toBe(204);
      if (shared.status === 200) expect(await see(shared.body.token)).toMatchObject(NOT_FOUND);
    }
  });
});
