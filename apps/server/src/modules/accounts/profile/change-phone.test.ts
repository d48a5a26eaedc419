import { updateUser, verifyOtp } from '@moneytrail/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Trx } from '../../../db/index.ts';
import { setPassword } from '../passwords/passwords.ts';
import { addUser, lastMessage, PASSWORD, signIn } from '../testing/people.ts';
import { MINUTE, startAccounts, type TestServer } from '../testing/start-accounts.ts';
import { changeUser, findUser, type UserRow } from './user-store.ts';

const NEW_NUMBER = '+27834567890';
const ADMINS_NUMBER = '+27834567000';

/** On PostgreSQL alone: in the embedded database transactions follow one another. */
describe('a number that is confirmed while the account is locked', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startAccounts('postgres');
  });
  afterAll(() => server.close());

  const isAnybodyWaiting = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(server.database.db);
    return rows.length > 0;
  };

  /** Enters the right code for a new number, waits until that waits for the account, and does something else first. */
  async function confirmMeanwhile(work: (trx: Trx, user: UserRow) => Promise<unknown>) {
    const user = await addUser(server);
    const { browser, token } = await signIn(server, user);
    server.clock.add(MINUTE);
    const body = { phone: NEW_NUMBER, phoneCountry: 'ZA' };
    await browser.call(updateUser, { params: { id: user.id }, token, body });
    const code = /code is (\d{6})/.exec(await lastMessage(server, NEW_NUMBER))?.[1] ?? '';
    const { confirming } = await server.database.db.transaction().execute(async (trx) => {
      await findUser(trx, user.id, 'for update');
      const confirmation = browser.call(verifyOtp, {
        token,
        body: { username: user.username, code },
      });
      await vi.waitUntil(isAnybodyWaiting, { timeout: 20_000 });
      await work(trx, user);
      return { confirming: confirmation };
    });
    return { user, answer: await confirming };
  }

  test('waits for a new password, which ends the change', async () => {
    const { answer, user } = await confirmMeanwhile(async (trx, user) => {
      const hash = await server.accounts.services.hasher.hash(`${PASSWORD} anew`);
      const change = { hash, provenHash: user.password_hash, keptSessionId: null };
      expect(await setPassword(server.accounts.services, trx, user, change)).toBe(true);
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'CHALLENGE_ENDED' } });
    const { phone_e164 } = user;
    expect(await findUser(server.database.db, user.id)).toMatchObject({ phone_e164 });
  });

  test('notifies the number stored by then', async () => {
    const { answer, user } = await confirmMeanwhile((trx, { id }) =>
      changeUser(trx, id, { phone_e164: ADMINS_NUMBER }),
    );
    expect(answer).toMatchObject({ status: 200, body: { phoneE164: NEW_NUMBER } });
    expect(await lastMessage(server, ADMINS_NUMBER)).toContain('another number');
    expect(await lastMessage(server, user.phone_e164 ?? '')).not.toContain('another number');
  });
});
