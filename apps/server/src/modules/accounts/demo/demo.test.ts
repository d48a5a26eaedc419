import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getAccount, getDemoMailbox, sendOtp } from '@moneytrail/contract';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ANY_KIND } from '../../../db/testing/test-database.ts';
import { createRouter } from '../../../http/route.ts';
import { createAdminAccount } from '../index.ts';
import { findUserByName } from '../profile/user-store.ts';
import { addUser, enterPassword, lastSmsCode } from '../testing/people.ts';
import { openBrowser, SECOND, startAccounts, type TestServer } from '../testing/start-accounts.ts';
import { seedDemoAccounts } from './demo-accounts.ts';
import { demoSecret } from './demo-secret.ts';

const PASSWORD = 'Demo123!';
let server: TestServer;
beforeAll(async () => {
  const settings = {
    secret: 'a secret for tests that is long enough',
    isHttps: false,
    publicUrl: 'http://localhost:3000',
    isDemo: true,
    homeCountry: 'ZA',
  };
  server = await startAccounts(ANY_KIND, { settings });
  await seed(PASSWORD);
});
afterAll(() => server.close());

function seed(password: string) {
  const { db } = server.database;
  return seedDemoAccounts({ ...server.accounts.services, db, clock: server.clock }, password);
}

async function userNamed(name: string) {
  const user = await findUserByName(server.database.db, `${name}@demo.test`);
  if (!user) throw new Error(`${name} is missing`);
  return user;
}

const enter = async (name: string, password = PASSWORD) =>
  enterPassword(openBrowser(server.app), { username: `${name}@demo.test` }, { password });

test('D4: the six accounts are there, each as it should be, and a second start changes nothing', async () => {
  const before = await server.database.db.selectFrom('users').selectAll().orderBy('id').execute();
  expect(await seed(PASSWORD)).toHaveLength(6);
  const after = await server.database.db.selectFrom('users').selectAll().orderBy('id').execute();
  expect(after).toEqual(before);
  expect(await userNamed('admin')).toMatchObject({ is_super_admin: true });
  expect(await userNamed('commercial')).toMatchObject({ has_paid: true, max_seats: 5 });
  const parent = await userNamed('commercial');
  expect(await userNamed('seat')).toMatchObject({ parent_user_id: parent.id });
  for (const name of ['admin', 'retail', 'subscriber', 'commercial', 'seat']) {
    expect((await enter(name)).body).toEqual({ needOtp: true });
  }
  expect(await enter('pending')).toMatchObject({ body: { code: 'PENDING_APPROVAL' } });
});

test('a regular account under a demo address keeps its password and gets no seat', async () => {
  const own = await startAccounts(ANY_KIND, {});
  onTestFinished(() => own.close());
  const username = 'commercial@demo.test';
  await addUser(own, { username });
  const { db } = own.database;
  const before = await findUserByName(db, username);
  const seeded = await seedDemoAccounts(
    { ...own.accounts.services, db, clock: own.clock },
    PASSWORD,
  );
  expect(seeded.map(({ email }) => email)).not.toContain(username);
  expect(await findUserByName(db, username)).toEqual(before);
  const seat = await findUserByName(db, 'seat@demo.test');
  expect(seat).toMatchObject({ is_demo: true, parent_user_id: null });
});

test('D4: the subscriber has an active yearly plan', async () => {
  const user = await userNamed('subscriber');
  const browser = openBrowser(server.app);
  await enterPassword(browser, user, { password: PASSWORD });
  await browser.call(sendOtp, { body: { username: user.username } });
  const otpCode = await lastSmsCode(server, user);
  const { body } = await enterPassword(browser, user, { password: PASSWORD, otpCode });
  const me = await browser.call(getAccount, { token: String(body.accessToken) });
  expect(me.body).toMatchObject({
    subscription: { plan: 'YEARLY', isActive: true, isInTrial: false, provider: 'paypal' },
  });
});

test('D3: sent messages can be read in the demo mailbox, newest first', async () => {
  const app = fastify();
  const router = createRouter(app, { readUser: async () => null, checkAnswers: true });
  router.route(getDemoMailbox, server.mailbox.list);
  server.clock.add(SECOND);
  const mail = { to: 'x@y.z', subject: 'Hello', text: 'newest' };
  await server.mailbox.mailer.send({ ...mail, html: '<p>newest</p>' });
  const { body } = await openBrowser(app).call(getDemoMailbox);
  expect(body).toMatchObject([
    {
      channel: 'email',
      to: 'x@y.z',
      subject: 'Hello',
      text: 'newest',
      hasHtml: true,
      sentAtMs: server.clock.now(),
    },
    { channel: 'sms', hasHtml: false, text: expect.stringContaining('code is') },
  ]);
  await app.close();
});

test('D4: another password in the settings is the password after the next start', async () => {
  await seed('Other-456');
  expect((await enter('retail')).status).toBe(401);
  expect((await enter('retail', 'Other-456')).body).toEqual({ needOtp: true });
  await seed(PASSWORD);
});

test('D7: the secret of a data folder is made once and readable by its owner alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'moneytrail-secret-'));
  const secret = await demoSecret(join(folder, 'data'));
  expect(secret.length).toBeGreaterThanOrEqual(64);
  expect(await demoSecret(join(folder, 'data'))).toBe(secret);
  const { mode } = await stat(join(folder, 'data', 'secret'));
  expect(mode & 0o077).toBe(0);
  await rm(folder, { recursive: true });
});

test('a super admin made on the command line signs in; a weak password and a second one are refused', async () => {
  const { db, clock, audit } = server.accounts.services;
  const deps = { db, clock, audit };
  const email = ' Ada@Example.com';
  const weak = createAdminAccount(deps, { email, password: 'Short-1x' });
  await expect(weak).rejects.toThrow('password: Password must be at least 12 characters long');
  const phone = { number: '082 999 8888', country: 'ZA' };
  const admin = { email, password: 'Gr1ffin-Rock-9', phone };
  expect(await createAdminAccount(deps, admin)).toBe(true);
  expect(await createAdminAccount(deps, admin)).toBe(false);
  const user = await findUserByName(server.database.db, 'ada@example.com');
  expect(user).toMatchObject({ is_super_admin: true, is_approved: true, is_demo: false });
  expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=2,p=1\$[\w+/]{22}\$/);
});
