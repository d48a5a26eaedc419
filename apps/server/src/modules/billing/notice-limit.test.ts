import { expect, onTestFinished, test } from 'vitest';
import { ANY_KIND } from '../../db/testing/test-database.ts';
import { createNoticeSender } from '../accounts/index.ts';
import { LIMITS } from '../accounts/limits/limits.ts';
import { accountLockedMail } from '../accounts/messages/messages.ts';
import { HOUR, startAccounts } from '../accounts/testing/start-accounts.ts';
import { buyersOf } from './testing/buyers.ts';
import { MONTHLY, startBilling, type TestBilling } from './testing/start-billing.ts';

test('C11: of eleven notices for one address, two of them of billing, three arrive, the later ones one after another, two an hour', async () => {
  const server = await startAccounts(ANY_KIND, { limits: LIMITS });
  onTestFinished(() => server.close());
  const { services } = server.accounts;
  const sendNotice = createNoticeSender({ ...services, ...services.settings });
  const world: TestBilling = await startBilling(server.database, { sendNotice });
  onTestFinished(() => world.close());
  const startMs = server.clock.now();
  const { username: to, first_name } = { username: 'ana@example.com', first_name: 'Ana' };
  const userId = await world.addUser({ username: to });
  const notify = () =>
    world.db
      .transaction()
      .execute((trx) => sendNotice(trx, accountLockedMail(services, { username: to, first_name })));
  for (let sent = 0; sent < 5; sent += 1) await notify();
  const { buy, confirm } = buyersOf(() => world);
  await confirm(userId, await buy(userId, MONTHLY));
  await world.work();
  for (let sent = 0; sent < 4; sent += 1) await notify();
  await server.messagesSent();
  const arrived = (await server.mailbox.list()).map(({ sentAtMs }) => sentAtMs);
  const later = server.deferred.map(({ notBeforeMs }) => notBeforeMs);
  const hours = [...arrived, ...later].map((atMs) => (atMs - startMs) / HOUR);
  expect(hours).toEqual([0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
  expect(server.deferred.map(({ subject }) => subject)).toContainEqual(
    expect.stringContaining(world.mails[0]?.subject ?? 'a mail of billing'),
  );
});
