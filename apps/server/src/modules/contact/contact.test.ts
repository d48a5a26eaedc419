import { BRAND, listContactMessages, sendContactMessage } from '@moneytrail/contract';
import { CONTACT_TEXTS } from '@moneytrail/contract/contact-rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addAccount, openSessionOf } from '../../conformance/testing/people.ts';
import { type AppWorld, startApp } from '../../conformance/testing/start-app.ts';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { runJob } from '../../jobs/testing/run-job.ts';
import { contactJobs } from './contact.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const SOON = { timeout: 30_000, interval: 100 };
const SENT = { status: 200, body: { message: CONTACT_TEXTS.sent } };
const GOOD = {
  name: 'Ana Botha',
  email: 'ana@example.com',
  phone: '+27821234567',
  message: 'Which exchanges are there?',
  website: '',
  fillMs: 2_000,
};

describe.each(USUAL_KINDS)('the contact form, on %s', (kind) => {
  let world: AppWorld;
  beforeAll(async () => {
    world = await startApp(kind);
  });
  afterAll(() => world.close());

  let addresses = 0;
  /** An address that nothing has come from yet. */
  const newAddress = () => {
    addresses += 1;
    return `198.51.100.${addresses}`;
  };
  async function send(change: Record<string, unknown> = {}, address = newAddress()) {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/auth/contact',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      remoteAddress: address,
      payload: JSON.stringify({ ...GOOD, ...change }),
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
  }
  const stored = () =>
    world.context.db.selectFrom('contact_messages').selectAll().orderBy('created_at_ms').execute();
  const storedOf = async (email: string) => (await stored()).filter((row) => row.email === email);
  const mailOf = async (email: string) => {
    const mails = (await world.context.demoMailbox?.list()) ?? [];
    return mails.filter(({ subject }) => subject === `${BRAND.name}: message from ${email}`);
  };

  test('a message is stored and mailed to the contact address', async () => {
    expect(await send({ email: ' Ana.Botha@Example.com' })).toMatchObject(SENT);
    const email = 'ana.botha@example.com';
    const { name, phone, message } = GOOD;
    expect(await storedOf(email)).toMatchObject([{ name, email, phone, message }]);
    await vi.waitFor(async () => expect(await mailOf(email)).toHaveLength(1), SOON);
    expect(await mailOf(email)).toMatchObject([
      {
        to: BRAND.contactAddress,
        text: `Name: ${name}\nE-mail: ${email}\nPhone: ${phone}\n\n${message}\n`,
      },
    ]);
  });

  test('the call of the specification is enough, without phone, hidden field and time', async () => {
    const email = 'plain@example.com';
    const change = { email, phone: undefined, website: undefined, fillMs: undefined };
    expect(await send(change)).toMatchObject(SENT);
    expect(await storedOf(email)).toMatchObject([{ phone: null }]);
    await vi.waitFor(async () => expect(await mailOf(email)).toHaveLength(1), SOON);
    expect((await mailOf(email))[0]?.text).not.toContain('Phone');
  });

  test.each([
    ['a hidden field that is filled in', { website: 'https://spam.example' }],
    ['less than two seconds', { fillMs: 1_999 }],
    ['a time below zero', { fillMs: -1 }],
  ])('%s is answered like a success, and nothing is kept of it', async (_what, change) => {
    const email = 'robot@example.com';
    expect(await send({ ...change, email })).toMatchObject(SENT);
    expect(await storedOf(email)).toEqual([]);
    await vi.waitFor(async () => expect(await world.context.outbox.counts()).toEqual([]), SOON);
    expect(await mailOf(email)).toEqual([]);
  });

  test('an address may send three in ten minutes, robots included, and gets the time to retry', async () => {
    const address = newAddress();
    const email = 'often@example.com';
    const ask = () => send({ email }, address);
    expect([await ask(), await send({ website: 'x' }, address), await ask()]).toMatchObject([
      SENT,
      SENT,
      SENT,
    ]);
    const refused = await ask();
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(590);
    expect(await send({ email })).toMatchObject(SENT);
    expect(await storedOf(email)).toHaveLength(3);
    world.addMs(10 * MINUTE_MS);
    expect(await ask()).toMatchObject(SENT);
  });

  test('of twenty messages at once from the addresses of one subscriber three are taken', async () => {
    const email = 'crowd@example.com';
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send({ email }, `2001:db8:7:1::${index + 1}`)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(3).fill(200), ...Array(17).fill(429)]);
    expect(await storedOf(email)).toHaveLength(3);
    await vi.waitFor(async () => expect(await mailOf(email)).toHaveLength(3), SOON);
  });

  test('a message that cannot be mailed is neither stored nor counted', async () => {
    const { db } = world.context;
    const address = newAddress();
    const email = 'later@example.com';
    await sql`alter table outbox rename to outbox_away`.execute(db);
    for (let attempt = 0; attempt < 4; attempt++) {
      expect((await send({ email }, address)).status).toBe(500);
    }
    await sql`alter table outbox_away rename to outbox`.execute(db);
    expect(await storedOf(email)).toEqual([]);
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await send({ email }, address)).toMatchObject(SENT);
    }
  });

  test.each([
    ['a line break', 'name', 'Ana\r\nBcc: all@example.com'],
    ['NUL', 'name', 'Ana\u0000'],
    ['half a character', 'name', 'Ana\ud800'],
    ['a line break', 'email', 'ana@example.com\r\nBcc: all@example.com'],
    ['a second address', 'email', 'ana@example.com,all@example.com'],
    ['NUL', 'message', 'NUL \u0000'],
    ['half a character', 'message', 'half \udc00'],
    ['nothing', 'message', ''],
    ['more than 5,000 characters', 'message', 'x'.repeat(5_001)],
    ['too few digits', 'phone', '082 555'],
    ['parts of milliseconds', 'fillMs', 1.5],
    ['more than 200 characters', 'website', 'x'.repeat(201)],
  ])('C32: %s in %s is refused by name and stored nowhere', async (_what, field, value) => {
    const before = await stored();
    const answer = await send({ [field]: value });
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(answer.body.message).toMatch(new RegExp(`^${field}: `));
    expect(await stored()).toEqual(before);
  });

  test('C33: a megabyte is refused before it is read', async () => {
    const answer = await send({ message: 'x'.repeat(1_048_576) });
    expect(answer).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } });
  });

  test('C34: any other text arrives as it was typed', async () => {
    const email = 'unicode@example.com';
    const message =
      ' <img src=x onerror=alert(1)>\r\n.\r\nBcc: all@example.com\r\n👩‍👩‍👧 مرحبا \u202ee\u0301 \u{10ffff} ';
    const name = '"><b>👩‍👩‍👧';
    expect(await send({ email, name, message })).toMatchObject(SENT);
    expect(await storedOf(email)).toMatchObject([{ name, message }]);
    await vi.waitFor(async () => expect(await mailOf(email)).toHaveLength(1), SOON);
    const [mail] = await mailOf(email);
    expect(mail?.to).toBe(BRAND.contactAddress);
    expect(mail?.text).toContain(`\n\n${message}\n`);
  });

  test('super admins read messages as they were typed, the newest first, page by page', async () => {
    const { app, context } = world;
    await context.db.deleteFrom('contact_messages').execute();
    const texts = ['first', ' <b onclick="alert(1)">second</b>\n', 'third', 'fourth'];
    // Two within one millisecond are distinguished too.
    for (const [index, message] of texts.entries()) {
      if (index !== 2) world.addMs(MINUTE_MS);
      expect(await send({ message })).toMatchObject(SENT);
    }
    const admin = await addAccount(world, { is_super_admin: true, user_type: 'commercial' });
    const { token } = await openSessionOf(world, admin);
    const headers = { authorization: `Bearer ${token}` };
    const read = async (query: Record<string, string>) => {
      const answer = await app.inject({ url: listContactMessages.path, headers, query });
      return listContactMessages.response.parse(answer.json());
    };
    const whole = await read({});
    expect(whole.entries.map(({ message }) => message).toSorted()).toEqual(texts.toSorted());
    const moments = whole.entries.map(({ createdAt }) => createdAt);
    expect(moments).toEqual(moments.toSorted().toReversed());
    const { name, email, phone } = GOOD;
    expect(whole.entries[0]).toMatchObject({ name, email, phone, message: 'fourth' });
    const pages: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await read({ limit: '1', ...(cursor === '' ? {} : { cursor }) });
      pages.push(...page.entries);
      cursor = page.nextCursor;
    }
    expect(pages).toEqual(whole.entries);
  });

  test('messages are searched, marked and deleted, and lead to the account of their sender', async () => {
    const { app, context } = world;
    await context.db.deleteFrom('contact_messages').execute();
    const sender = await addAccount(world, { username: 'elodie@example.com' });
    await send({ email: 'elodie@example.com', name: 'Élodie Noël', message: 'Maïs, please' });
    await send({ email: 'other@example.com', message: 'Gold 100%' });
    const admin = await addAccount(world, { is_super_admin: true, user_type: 'commercial' });
    const { token } = await openSessionOf(world, admin);
    const headers = { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' };
    const read = async (query: Record<string, string>) => {
      const answer = await app.inject({ url: listContactMessages.path, headers, query });
      return listContactMessages.response.parse(answer.json()).entries;
    };
    const change = (method: 'PATCH' | 'DELETE', id: string, payload?: object) =>
      app.inject({
        method,
        url: `${listContactMessages.path}/${id}`,
        headers,
        ...(payload ? { payload } : {}),
      });
    const [found, ...others] = await read({ search: 'elodie mais' });
    expect([found?.userId, found?.readAt, others]).toEqual([sender, null, []]);
    expect((await read({ search: '100%' })).map(({ email }) => email)).toEqual([
      'other@example.com',
    ]);
    const id = found?._id ?? '';
    const marked = await change('PATCH', id, { isRead: false, isAnswered: true });
    expect(marked.json()).toMatchObject({ readAt: expect.any(String), userId: sender });
    world.addMs(MINUTE_MS);
    const again = await change('PATCH', id, { isRead: true, isAnswered: true });
    expect(again.json().answeredAt).toBe(marked.json().answeredAt);
    expect((await read({ state: 'unanswered' })).map(({ email }) => email)).toEqual([
      'other@example.com',
    ]);
    expect((await change('DELETE', id)).json()).toEqual({ _id: id });
    expect((await change('DELETE', id)).statusCode).toBe(404);
    expect((await read({})).map(({ email }) => email)).toEqual(['other@example.com']);
    const entry = await context.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id'])
      .where('action', '=', 'contact-message.deleted')
      .executeTakeFirst();
    expect(entry?.actor_id).toBe(admin);
  });

  test('another site can send nothing in a visitor’s name', async () => {
    const { method, path: url } = sendContactMessage;
    const headers = { origin: 'https://evil.example' };
    const answer = await world.app.inject({ method, url, headers, payload: GOOD });
    expect(answer.statusCode).toBe(403);
  });

  test('a message is kept for thirty days', async () => {
    const { db } = world.context;
    const now = () => Date.now() + 30 * DAY_MS;
    const email = 'old@example.com';
    const row = { name: 'Ana', email, phone: null, message: 'x' };
    await db
      .insertInto('contact_messages')
      .values([
        { ...row, id: 'young', created_at_ms: now() - 30 * DAY_MS + MINUTE_MS },
        { ...row, id: 'old', created_at_ms: now() - 30 * DAY_MS - MINUTE_MS },
      ])
      .execute();
    const jobs = contactJobs({ db, clock: { now } });
    for (let run = 0; run < 2; run++) {
      await runJob(jobs, 'contact.remove-aged');
      expect((await storedOf(email)).map(({ id }) => id)).toEqual(['young']);
    }
  });
});
