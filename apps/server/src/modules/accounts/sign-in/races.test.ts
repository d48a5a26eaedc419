import { changePassword, forgotPassword, resetPassword } from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import type { UserRow } from '../profile/user-store.ts';
import { createPasswordHasher } from '../secrets/password-hasher.ts';
import { addUser, enterPassword, lastMessage, PASSWORD, signIn } from '../testing/people.ts';
import { openBrowser, startAccounts, type TestServer } from '../testing/start-accounts.ts';

/** Something to wait for until it is opened. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

const NEW = 'An0ther-Rock!';

describe.each(USUAL_KINDS)('a password reset in the meantime, on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startAccounts(kind);
  });
  afterAll(() => server.close());

  /** Holds the next use of the hasher back after its work, so that something else can happen first. */
  function holdAfter(method: 'verify' | 'hash') {
    const { hasher } = server.accounts.services;
    const real = hasher[method];
    const reached = gate();
    const go = gate();
    Object.assign(hasher, {
      [method]: async (...given: [string, string]) => {
        Object.assign(hasher, { [method]: real });
        const result = await real(...given);
        reached.open();
        await go.opened;
        return result;
      },
    });
    return { reached: reached.opened, go: go.open };
  }
  async function reset(user: UserRow) {
    const browser = openBrowser(server.app);
    await browser.call(forgotPassword, { body: { email: user.username } });
    const mail = await lastMessage(server, user.username);
    const token = /reset-password\?token=([\w-]+)/.exec(mail)?.[1] ?? '';
    const answer = await browser.call(resetPassword, { body: { token, newPassword: NEW } });
    expect(answer.status).toBe(200);
  }
  const openSessions = async (user: UserRow) => {
    const rows = await server.database.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', user.id)
      .where('ended_at_ms', 'is', null)
      .execute();
    return rows.length;
  };

  test('ends a sign-in on a trusted device that had begun before', async () => {
    const user = await addUser(server);
    const { browser } = await signIn(server, user);
    const held = holdAfter('verify');
    const entering = enterPassword(browser, user);
    await held.reached;
    await reset(user);
    held.go();
    expect(await entering).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
    expect(await openSessions(user)).toBe(0);
  });

  test('opens no wait for a code', async () => {
    const user = await addUser(server);
    const held = holdAfter('verify');
    const entering = enterPassword(openBrowser(server.app), user);
    await held.reached;
    await reset(user);
    held.go();
    expect((await entering).status).toBe(401);
  });

  test('is not overwritten by the dearer hash of the old one', async () => {
    const weak = createPasswordHasher({ memoryKiB: 32, passes: 1 });
    const user = await addUser(server, { password_hash: await weak.hash(PASSWORD) });
    const held = holdAfter('hash');
    const entering = enterPassword(openBrowser(server.app), user);
    await held.reached;
    await reset(user);
    held.go();
    expect((await entering).status).toBe(401);
    expect((await enterPassword(openBrowser(server.app), user)).status).toBe(401);
    const again = await enterPassword(openBrowser(server.app), user, { password: NEW });
    expect(again.status).toBe(200);
  });

  test('is not overwritten by a change that was proven by the old one', async () => {
    const user = await addUser(server);
    const { browser, token } = await signIn(server, user);
    const held = holdAfter('verify');
    const changing = browser.call(changePassword, {
      params: { id: user.id },
      token,
      body: { currentPassword: PASSWORD, newPassword: 'Th1rd-Stone!' },
    });
    await held.reached;
    await reset(user);
    held.go();
    expect((await changing).status).toBe(400);
    const entered = await enterPassword(openBrowser(server.app), user, { password: NEW });
    expect(entered.status).toBe(200);
  });
});
