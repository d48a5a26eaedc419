import { randomBytes, randomInt } from 'node:crypto';
import * as contract from '@moneytrail/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../db/testing/test-database.ts';
import { accountsIn } from '../testing/accounts-in.ts';
import { type AnyEndpoint, ENDPOINTS, fieldsOf, goodParts, pathOf } from './testing/endpoints.ts';
import type { Parts } from './testing/expectations.ts';
import { addAccount, DEVICE_ID, keepCharts, openSessionOf } from './testing/people.ts';
import { type AppWorld, startApp } from './testing/start-app.ts';

/** Fields that carry secrets. */
const SECRET_FIELDS = [
  'password',
  'currentPassword',
  'newPassword',
  'otpCode',
  'recoveryCode',
  'code',
  'token',
  'invite',
  'phone',
];
const FROM_US = { 'sec-fetch-site': 'same-origin' };

/** Unlike anything else in the log; letters only if the field takes six characters. */
const secret = (length = 24) =>
  Array.from({ length }, () => 'BCDFGHJKLMNPQRSTVWXZ'[randomInt(20)]).join('');
const phoneNumber = () => `+2782${randomInt(1_000_000, 10_000_000)}`;

describe.each(USUAL_KINDS)('C54: the log, on %s', (kind) => {
  let world: AppWorld;
  const secrets = new Set<string>();
  const keep = (value: string) => {
    secrets.add(value);
    return value;
  };
  beforeAll(async () => {
    world = await startApp(kind, {
      // Nothing answers here: every message fails, and every failure is recorded.
      environment: {
        SMTP_URL: `smtp://mailer:${keep(secret())}@127.0.0.1:1`,
        MAIL_FROM: 'Moneytrail <no-reply@moneytrail.example>',
        TWILIO_BASE_URL: 'http://127.0.0.1:1',
        TWILIO_ACCOUNT_SID: 'AC0',
        TWILIO_AUTH_TOKEN: keep(secret()),
        TWILIO_FROM: keep(phoneNumber()),
      },
    });
  });
  afterAll(() => world.close());

  function expectNothingTold(expectedLine?: string): void {
    if (expectedLine) expect(world.logged.some((line) => line.includes(expectedLine))).toBe(true);
    const log = world.logged.join('\n');
    const told = [...secrets].filter((value) =>
      [value, encodeURIComponent(value), Buffer.from(value).toString('base64').slice(0, -2)].some(
        (form) => log.includes(form),
      ),
    );
    expect(told).toEqual([]);
  }

  /** A right request with a secret in one of its fields, or in none. */
  function withSecret(endpoint: AnyEndpoint, good: Parts, field: string | null): Parts {
    if (field === null) return good;
    const isCode = ['code', 'otpCode', 'recoveryCode'].includes(field);
    const value = keep(field === 'phone' ? phoneNumber() : secret(isCode ? 6 : 24));
    return endpoint.body ? { ...good, body: { ...good.body, [field]: value } } : good;
  }

  /** Sends it as a signed-in caller, as one with a made-up token, and with secrets where none belong. */
  async function sendAll(endpoint: AnyEndpoint, { params, query, body }: Parts, token: string) {
    const cookie = `rt=${keep(secret())}; ch=${keep(secret())}`;
    for (const bearer of [token, keep(secret(40))]) {
      for (const extra of [{}, { ticket: keep(secret()) }]) {
        await world.app.inject({
          method: endpoint.method,
          url: pathOf(endpoint, params),
          headers: { ...FROM_US, authorization: `Bearer ${bearer}`, cookie },
          query: { ...query, ...extra },
          ...(body ? { payload: body } : {}),
        });
      }
    }
  }

  test.each(ENDPOINTS.map((endpoint) => ({ name: endpoint.name, endpoint })))(
    'holds no secret that was sent with $name',
    async ({ endpoint }) => {
      const id = await addAccount(world, { phone_e164: keep(phoneNumber()) });
      const fields = fieldsOf(endpoint.body).filter((field) => SECRET_FIELDS.includes(field));
      for (const field of [null, ...fields]) {
        const { sessionId, token } = await openSessionOf(world, id);
        keep(token.split('.')[2] ?? '');
        const own = { id, sessionId, ...(await keepCharts(world, id)) };
        const good = goodParts(endpoint, { own, other: own, newEmail: `${secret()}@example.org` });
        await sendAll(endpoint, withSecret(endpoint, good, field), token);
      }
      expectNothingTold();
    },
  );

  test('holds no ticket of a stream', async () => {
    await world.app.inject(`${contract.STREAM_PATH}?ticket=${keep(secret())}`);
    expectNothingTold();
  });

  test('holds no password, code or number when messages fail', async () => {
    const accounts = accountsIn(world.context);
    const password = keep(`Aa1!${secret()}`);
    const number = keep(phoneNumber());
    const id = await addAccount(world, {
      phone_e164: number,
      password_hash: keep(await accounts.services.hasher.hash(password)),
    });
    const user = await world.context.db
      .selectFrom('users')
      .select('username')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { username } = user;
    const post = (endpoint: { path: string }, payload: object, cookie = '') =>
      world.app.inject({
        method: 'POST',
        url: endpoint.path,
        headers: { ...FROM_US, cookie },
        payload,
      });
    const first = await post(contract.login, { username, password, deviceId: DEVICE_ID });
    expect(first.json()).toEqual({ needOtp: true });
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
    keep(cookie.split('.')[1] ?? '');
    for (const endpoint of [contract.sendOtp, contract.requestRecovery]) {
      expect((await post(endpoint, { username }, cookie)).statusCode).toBe(200);
    }
    expect((await post(contract.forgotPassword, { email: username })).statusCode).toBe(200);
    const failures = async () => {
      const rows = await world.context.db.selectFrom('outbox').select('last_error').execute();
      return rows.map((row) => row.last_error ?? '');
    };
    await expect.poll(failures, { timeout: 30_000 }).toContainEqual(expect.stringMatching(/./));
    for (const failure of await failures()) {
      for (const text of secrets) expect(failure).not.toContain(text);
    }
    expectNothingTold();
  });

  test('holds nothing of a row that the database refuses', async () => {
    const { db } = world.context;
    await sql`alter table users add constraint no_such_name check (first_name <> 'Refused')`.execute(
      db,
    );
    const admin = await addAccount(world, { is_super_admin: true, user_type: 'commercial' });
    const { token } = await openSessionOf(world, admin);
    const id = await addAccount(world, {
      phone_e164: keep(phoneNumber()),
      password_hash: keep(randomBytes(12).toString('hex')),
    });
    const answer = await world.app.inject({
      method: 'PATCH',
      url: `/api/users/${id}/updateUser`,
      headers: { ...FROM_US, authorization: `Bearer ${token}` },
      payload: { firstName: 'Refused' },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'INTERNAL']);
    expectNothingTold('no_such_name');
  });

  test('nor does the error log contain any secret sent before', async () => {
    const { db, errorLog } = world.context;
    await errorLog.flush();
    const entries = await db.selectFrom('error_log').selectAll().execute();
    expect(entries.length).toBeGreaterThan(0);
    const held = JSON.stringify(entries);
    expect([...secrets].filter((value) => held.includes(value))).toEqual([]);
  });
});
