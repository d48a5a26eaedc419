import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { SECOND, startAccounts, type TestServer } from '../testing/start-accounts.ts';
import { createStreamSlots } from './stream-slots.ts';

const visitor = (address: string) => ({ kind: 'visitor', address }) as const;

describe.each(USUAL_KINDS)('slots of open streams, on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startAccounts(kind);
  });
  afterAll(() => server.close());
  const startProcess = () => createStreamSlots(server.accounts.services);

  test('of many at once three get one, whichever process they come to', async () => {
    const processes = [startProcess(), startProcess()];
    const asked = Array.from({ length: 20 }, (_, index) =>
      processes[index % 2]?.acquire(visitor('203.0.113.1')),
    );
    const slots = (await Promise.all(asked)).filter((slot) => slot !== null);
    expect(slots).toHaveLength(3);
    await slots[0]?.release();
    await slots[0]?.release();
    const next = await Promise.all(processes.map(({ acquire }) => acquire(visitor('203.0.113.1'))));
    expect(next.filter((slot) => slot !== null)).toHaveLength(1);
    expect(await processes[0]?.acquire(visitor('203.0.113.2'))).not.toBeNull();
  });

  test('a process that ends gives its slots back', async () => {
    const [ending, other] = [startProcess(), startProcess()];
    for (let index = 0; index < 2; index += 1) await ending.acquire(visitor('203.0.113.3'));
    await other.acquire(visitor('203.0.113.3'));
    await ending.close();
    expect(await other.acquire(visitor('203.0.113.3'))).not.toBeNull();
    expect(await other.acquire(visitor('203.0.113.3'))).not.toBeNull();
    expect(await other.acquire(visitor('203.0.113.3'))).toBeNull();
  });

  test('slots of a process that died are free after 90 s, those of a living one stay', async () => {
    const [dead, living] = [startProcess(), startProcess()];
    for (let index = 0; index < 2; index += 1) await dead.acquire(visitor('203.0.113.4'));
    await living.acquire(visitor('203.0.113.4'));
    server.clock.add(60 * SECOND);
    await living.renew();
    server.clock.add(30 * SECOND - 1);
    expect(await living.acquire(visitor('203.0.113.4'))).toBeNull();
    server.clock.add(1);
    for (let index = 0; index < 2; index += 1) {
      expect(await living.acquire(visitor('203.0.113.4'))).not.toBeNull();
    }
    expect(await living.acquire(visitor('203.0.113.4'))).toBeNull();
  });

  test('a slot that is given back while slots are renewed stays free', async () => {
    let beforeInsert = () => {};
    const { services } = server.accounts;
    const db = services.db.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === 'InsertQueryNode') beforeInsert();
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const renewing = createStreamSlots({ ...services, db });
    const slot = await renewing.acquire(visitor('203.0.113.6'));
    for (let index = 0; index < 2; index += 1) await renewing.acquire(visitor('203.0.113.6'));
    let released: Promise<void> | undefined;
    beforeInsert = () => {
      released ??= slot?.release();
    };
    await renewing.renew();
    await released;
    const other = startProcess();
    expect(await other.acquire(visitor('203.0.113.6'))).not.toBeNull();
    expect(await other.acquire(visitor('203.0.113.6'))).toBeNull();
  });

  test('an account has twenty over all processes', async () => {
    const processes = [startProcess(), startProcess()];
    const asked = Array.from({ length: 50 }, (_, index) =>
      processes[index % 2]?.acquire({ kind: 'account', userId: 'somebody' }),
    );
    const slots = (await Promise.all(asked)).filter((slot) => slot !== null);
    expect(slots).toHaveLength(20);
    await Promise.all(slots.map((slot) => slot?.release()));
    const rows = await server.database.db
      .selectFrom('stream_slots')
      .select('id')
      .where('holder', 'like', 'account-stream:%')
      .execute();
    expect(rows).toEqual([]);
  });

  test('where they cannot be counted everybody is let in', async () => {
    const alone = await startAccounts(kind);
    const streams = createStreamSlots(alone.accounts.services);
    await alone.database.close();
    for (let index = 0; index < 5; index += 1) {
      const slot = await streams.acquire(visitor('203.0.113.5'));
      expect(slot).not.toBeNull();
      await slot?.release();
    }
    expect(alone.logged.join()).toContain('open streams are not counted');
    await alone.app.close();
  });
});
