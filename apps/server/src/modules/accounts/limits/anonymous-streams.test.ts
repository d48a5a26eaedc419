import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASE_KINDS } from '../../../db/testing/test-database.ts';
import { SECOND, startAccounts, type TestServer } from '../testing/start-accounts.ts';
import { createAnonymousStreams } from './anonymous-streams.ts';

describe.each(DATABASE_KINDS)('places of visitors, on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startAccounts(kind);
  });
  afterAll(() => server.close());
  const startProcess = () => createAnonymousStreams(server.accounts.core);

  test('of many at once three get one, whichever process they come to', async () => {
    const processes = [startProcess(), startProcess()];
    const asked = Array.from({ length: 20 }, (_, index) =>
      processes[index % 2]?.enter('203.0.113.1'),
    );
    const places = (await Promise.all(asked)).filter((place) => place !== null);
    expect(places).toHaveLength(3);
    await places[0]?.leave();
    await places[0]?.leave();
    const next = await Promise.all(processes.map(({ enter }) => enter('203.0.113.1')));
    expect(next.filter((place) => place !== null)).toHaveLength(1);
    expect(await processes[0]?.enter('203.0.113.2')).not.toBeNull();
  });

  test('a process that ends gives its places back', async () => {
    const [ending, other] = [startProcess(), startProcess()];
    for (let index = 0; index < 2; index += 1) await ending.enter('203.0.113.3');
    await other.enter('203.0.113.3');
    await ending.close();
    expect(await other.enter('203.0.113.3')).not.toBeNull();
    expect(await other.enter('203.0.113.3')).not.toBeNull();
    expect(await other.enter('203.0.113.3')).toBeNull();
  });

  test('places of a process that died are free after 90 s, those of a living one stay', async () => {
    const [dead, living] = [startProcess(), startProcess()];
    for (let index = 0; index < 2; index += 1) await dead.enter('203.0.113.4');
    await living.enter('203.0.113.4');
    server.clock.add(60 * SECOND);
    await living.renew();
    server.clock.add(30 * SECOND - 1);
    expect(await living.enter('203.0.113.4')).toBeNull();
    server.clock.add(1);
    for (let index = 0; index < 2; index += 1) {
      expect(await living.enter('203.0.113.4')).not.toBeNull();
    }
    expect(await living.enter('203.0.113.4')).toBeNull();
  });

  test('where they cannot be counted everybody is let in', async () => {
    const alone = await startAccounts(kind);
    const streams = createAnonymousStreams(alone.accounts.core);
    await alone.database.close();
    for (let index = 0; index < 5; index += 1) {
      const place = await streams.enter('203.0.113.5');
      expect(place).not.toBeNull();
      await place?.leave();
    }
    expect(alone.logged.join()).toContain('streams of visitors are not counted');
    await alone.app.close();
  });
});
