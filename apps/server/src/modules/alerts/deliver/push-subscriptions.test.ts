import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount } from '../../../conformance/testing/people.ts';
import { type AppWorld, startApp } from '../../../conformance/testing/start-app.ts';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { signIn } from '../testing/alert-owner.ts';

/** The password of accounts that tests add. */
const PASSWORD = 'Nobody-1-knows';

/** A browser in which a person is signed in, with the address of its push service. */
async function openBrowser(world: AppWorld, userId: string) {
  const { sessionId, call } = await signIn(world, userId);
  const endpoint = `https://push.example/${randomUUID()}`;
  return {
    sessionId,
    endpoint,
    call,
    subscribe: (address = endpoint) =>
      call('POST', 'push/subscriptions', { endpoint: address, keys: { p256dh: 'x', auth: 'y' } }),
    isOn: async (address = endpoint) =>
      (await call('POST', 'push/subscriptions/check', { endpoint: address })).body.isOn,
  };
}

type Browser = Awaited<ReturnType<typeof openBrowser>>;

describe.each(USUAL_KINDS)('push messages of a browser on %s', (kind) => {
  let world: AppWorld;
  beforeAll(async () => {
    world = await startApp(kind);
  });
  afterAll(() => world.close());

  const subscribed = async (userId: string): Promise<string[]> => {
    const rows = await world.context.db
      .selectFrom('push_subscriptions')
      .select('endpoint')
      .where('user_id', '=', userId)
      .execute();
    return rows.map(({ endpoint }) => endpoint);
  };
  const deviceOf = async ({ sessionId }: Browser): Promise<string> => {
    const { device_id } = await world.context.db
      .selectFrom('sessions')
      .select('device_id')
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow();
    return device_id;
  };

  test('end as its session is ended elsewhere, and those of other browsers go on', async () => {
    const id = await addAccount(world);
    const [here, there] = [await openBrowser(world, id), await openBrowser(world, id)];
    for (const browser of [here, there]) await browser.subscribe();
    const ended = await here.call('DELETE', `users/${id}/sessions/${there.sessionId}`);
    expect(ended).toMatchObject({ status: 200, body: { ended: 1 } });
    expect(await subscribed(id)).toEqual([here.endpoint]);
    await here.call('DELETE', `users/${id}/sessions`);
    expect(await subscribed(id)).toEqual([]);
  });

  test('end as a person signs out there', async () => {
    const id = await addAccount(world);
    const [here, there] = [await openBrowser(world, id), await openBrowser(world, id)];
    for (const browser of [here, there]) await browser.subscribe();
    const body = { deviceId: await deviceOf(here), hard: true };
    expect(await here.call('POST', 'auth/logout', body)).toMatchObject({ status: 204 });
    expect(await subscribed(id)).toEqual([there.endpoint]);
  });

  test('end with a change of the password in all other browsers', async () => {
    const id = await addAccount(world);
    const [here, there] = [await openBrowser(world, id), await openBrowser(world, id)];
    for (const browser of [here, there]) await browser.subscribe();
    const change = { currentPassword: PASSWORD, newPassword: 'Another-1-nobody-knows' };
    expect(await here.call('POST', `users/${id}/resetPassword`, change)).toMatchObject({
      status: 200,
    });
    expect(await subscribed(id)).toEqual([here.endpoint]);
  });

  test('end as the access of the account is revoked', async () => {
    const id = await addAccount(world);
    const browser = await openBrowser(world, id);
    await browser.subscribe();
    const admin = await openBrowser(world, await addAccount(world, { is_super_admin: true }));
    const { revision } = await world.context.db
      .selectFrom('users')
      .select('revision')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const revoked = await admin.call('PATCH', `users/${id}/access`, {
      accessRevoked: true,
      reason: 'A test',
      revision,
    });
    expect(revoked).toMatchObject({ status: 200 });
    expect(await subscribed(id)).toEqual([]);
  });

  test('are on for the account that has used it last, and for no other', async () => {
    const ana = await openBrowser(world, await addAccount(world));
    const ben = await openBrowser(world, await addAccount(world));
    expect(await ana.isOn()).toBe(false);
    await ana.subscribe();
    expect(await ana.isOn()).toBe(true);
    expect(await ben.isOn(ana.endpoint)).toBe(false);
    await ben.subscribe(ana.endpoint);
    expect(await ana.isOn()).toBe(false);
    expect(await ben.isOn(ana.endpoint)).toBe(true);
  });

  test('do not begin for a session that has ended meanwhile', async () => {
    const id = await addAccount(world);
    const browser = await openBrowser(world, id);
    await browser.isOn();
    await world.context.db
      .updateTable('sessions')
      .set({ ended_at_ms: world.context.clock.now(), end_reason: 'a test' })
      .where('id', '=', browser.sessionId)
      .execute();
    expect(await browser.subscribe()).toMatchObject({ status: 401 });
    expect(await subscribed(id)).toEqual([]);
  });
});
