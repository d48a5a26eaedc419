import { randomUUID } from 'node:crypto';
import { MAX_LAYOUT_BYTES } from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppWorld, startApp } from '../../../conformance/testing/start-app.ts';
import { DATABASE_KINDS } from '../../../db/testing/test-database.ts';
import { type Person, signIn } from '../testing/workspace-client.ts';

const DATA = { name: 'Morning', symbol: 'FMP:BTCUSD', resolution: '60', content: 'all drawings' };
const SHOWN = { ...DATA, content: 'the drawings of one symbol' };
const NOT_FOUND = { status: 404, body: { code: 'NOT_FOUND' } };

describe.each(DATABASE_KINDS)('links to layouts, on %s', (kind) => {
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

  test('nothing that is saved later is seen by one, and nothing that was not sent with it', async () => {
    const { person, id, share } = await addLayout();
    const { token } = (await share()).body;
    const later = { name: 'Secret', symbol: 'FMP:ETHUSD', resolution: '1D', content: 'later' };
    await person.own('PUT', `layouts/${id}`, { baseRevision: 1, ...later });
    await person.storage('POST', 'charts', { query: { chart: String(id) }, fields: later });
    expect(await see(token)).toEqual({ status: 200, body: SHOWN });
  });

  test('what is shown has to be said, and holds no more than a layout', async () => {
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
});
