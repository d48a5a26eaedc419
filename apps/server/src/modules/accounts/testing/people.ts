import { login, sendOtp } from '@moneytrail/contract';
import { changeUser, findUserByName, insertUser, type UserRow } from '../profile/user-store.ts';
import { newUser, type UserSeed } from '../registration/new-user.ts';
import { type Answer, type Browser, openBrowser, type TestServer } from './start-accounts.ts';

export const PASSWORD = 'Gr1ffin-Rock';

let people = 0;

/** An approved retail user with a phone, unless the seed says otherwise. */
export async function addUser(server: TestServer, seed: Partial<UserSeed> = {}): Promise<UserRow> {
  people += 1;
  const { services } = server.accounts;
  const username = seed.username ?? `person${people}@example.com`;
  const user = newUser(server.clock.now(), {
    first_name: 'Ana',
    last_name: 'Botha',
    user_type: 'retail',
    is_approved: true,
    phone_e164: `+2782${String(1_000_000 + people)}`,
    password_hash: await services.hasher.hash(PASSWORD),
    ...seed,
    username,
  });
  await insertUser(server.database.db, user);
  const row = await findUserByName(server.database.db, username);
  if (!row) throw new Error('the user was not stored');
  return row;
}

/** Changes an account behind the product's back. */
export async function alterUser(
  server: TestServer,
  user: UserRow,
  change: Parameters<typeof changeUser>[2],
): Promise<void> {
  await changeUser(server.database.db, user.id, change);
  server.accounts.services.accessChanged([user.id]);
}

/** The text of a person's newest message; empty if there is none. */
export async function lastMessage(server: TestServer, to: string): Promise<string> {
  await server.messagesSent();
  const messages = await server.mailbox.list();
  return messages.find((message) => message.to === to)?.text ?? '';
}

export async function lastSmsCode(server: TestServer, user: UserRow): Promise<string> {
  const text = await lastMessage(server, user.phone_e164 ?? '');
  return /code is (\d{6})/.exec(text)?.[1] ?? '';
}

/** The recovery code in a person's newest mail. */
export async function lastRecoveryCode(server: TestServer, user: UserRow): Promise<string> {
  const text = await lastMessage(server, user.username);
  return /\n\n([A-Z2-9]{6})\n\n/.exec(text)?.[1] ?? '';
}

/** The first step: password alone. */
export function enterPassword(
  browser: Browser,
  user: Pick<UserRow, 'username'>,
  more: Record<string, unknown> = {},
): Promise<Answer> {
  const { deviceId } = browser;
  return browser.call(login, {
    body: { username: user.username, password: PASSWORD, deviceId, ...more },
  });
}

export type SignedIn = { browser: Browser; token: string };

export async function signInOn(
  server: TestServer,
  browser: Browser,
  user: UserRow,
): Promise<SignedIn> {
  const first = await enterPassword(browser, user);
  if (typeof first.body.accessToken === 'string') {
    return { browser, token: first.body.accessToken };
  }
  await browser.call(sendOtp, { body: { username: user.username } });
  const otpCode = await lastSmsCode(server, user);
  const second = await enterPassword(browser, user, { otpCode });
  if (typeof second.body.accessToken !== 'string') throw new Error(second.text);
  return { browser, token: second.body.accessToken };
}

export function signIn(server: TestServer, user: UserRow): Promise<SignedIn> {
  return signInOn(server, openBrowser(server.app), user);
}
