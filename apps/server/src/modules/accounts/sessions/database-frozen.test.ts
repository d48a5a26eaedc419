import type { FastifyRequest } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../db/index.ts';
import { openFreezableWay } from '../../../db/testing/freezable-way.ts';
import { silentLog } from '../../../db/testing/test-database.ts';
import { addUser, signIn } from '../testing/people.ts';
import { MINUTE, SECOND, startAccounts } from '../testing/start-accounts.ts';

test('while the database hangs, the last known session is used and answers stay fast', async () => {
  const server = await startAccounts('postgres');
  onTestFinished(() => server.close());
  const url = server.database.url ?? '';
  const way = await openFreezableWay(url);
  const database = await openDatabase({ databaseUrl: way.url, dataDir: '', log: silentLog });
  onTestFinished(() => database.close());
  const second = await startAccounts('postgres', {}, { ...server, database });
  onTestFinished(() => second.close());
  // Queries under way would be waited for.
  onTestFinished(way.terminate);
  const known = await signIn(server, await addUser(server));
  const unknown = await signIn(server, await addUser(server));
  const ask = async (token: string) => {
    const startedAt = performance.now();
    const request = { headers: { authorization: `Bearer ${token}` }, url: '/' };
    const user = await second.accounts.readUser(request as FastifyRequest).catch((error) => error);
    return { user, tookMs: performance.now() - startedAt };
  };
  const { user } = await ask(known.token);
  expect(user).toMatchObject({ username: expect.any(String) });
  way.freeze();
  second.clock.add(6 * SECOND);
  const [again, stranger] = await Promise.all([ask(known.token), ask(unknown.token)]);
  expect(again.user).toEqual(user);
  expect(stranger.user).toMatchObject({ code: 'UNAVAILABLE' });
  expect(Math.max(again.tookMs, stranger.tookMs)).toBeLessThan(8_000);
  second.clock.add(MINUTE);
  expect((await ask(known.token)).user).toMatchObject({ code: 'UNAVAILABLE' });
});
