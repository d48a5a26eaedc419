import { DAY_MS, MINUTE_MS } from '@moneytrail/calendar';
import {
  createSeatInvite,
  getSeatSummary,
  getUserSeats,
  listSeatInvites,
  listSubUsers,
  revokeSeatInvite,
  setUserAccess,
  updateUser,
} from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSessionOf } from '../../conformance/testing/people.ts';
import { type AppWorld, startApp } from '../../conformance/testing/start-app.ts';
import { ANY_KIND, USUAL_KINDS } from '../../db/testing/test-database.ts';
import { statusOf } from './seats.ts';
import { countTakenSeats } from './store.ts';
import {
  addMainUser,
  addPerson,
  addSubUser,
  checkInvite,
  invite,
  registerBy,
  summary,
} from './testing/seat-people.ts';

/** Competitors for one seat, and rounds. */
const RIVALS = process.env.TEST_LONG === 'true' ? 50 : 12;
const ROUNDS = process.env.TEST_LONG === 'true' ? 8 : 3;

const DEAD = {
  status: 400,
  body: { message: 'This invite is not valid any more. Please ask for a new one.' },
};
const FULL = { status: 409, body: { message: 'All seats are in use.' } };

describe.each(USUAL_KINDS)('invites to seats, on %s', (kind) => {
  let world: AppWorld;
  beforeAll(async () => {
    world = await startApp(kind);
  });
  afterAll(() => world.close());

  const usersNamed = (username: string) =>
    world.context.db.selectFrom('users').selectAll().where('username', '=', username).execute();

  test('E6: a main user invites, the link is shown once, and the person who registers by it shares the account', async () => {
    const main = await addMainUser(world);
    const made = await main.call(createSeatInvite);
    expect(made.body).toEqual({
      _id: expect.any(String),
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      status: 'pending',
      url: expect.stringMatching(/^http:\/\/localhost:\d+\/register\?invite=[\w-]{43}$/),
    });
    const { url: _told, ...listed } = made.body;
    expect((await main.call(listSeatInvites)).body).toEqual([listed]);
    expect((await main.call(getSeatSummary)).body).toEqual(summary(5, 1, 0));
    const token = String(made.body.url).slice(-43);
    expect(await checkInvite(world, token)).toEqual({ isUsable: true });
    const answer = await registerBy(world, token);
    expect(answer).toMatchObject({ status: 201, body: { isPending: true } });
    const [user] = await usersNamed(answer.email);
    expect(user).toMatchObject({
      user_type: 'commercial',
      parent_user_id: main.id,
      is_approved: false,
    });
    expect((await main.call(getSeatSummary)).body).toEqual(summary(5, 0, 1));
    expect((await main.call(listSeatInvites)).body).toEqual([{ ...listed, status: 'accepted' }]);
    expect((await main.call(listSubUsers)).body).toEqual([]);
    await world.context.db
      .updateTable('users')
      .set({ email_confirmed_at_ms: world.context.clock.now() })
      .where('username', '=', answer.email)
      .execute();
    expect((await main.call(listSubUsers)).body).toEqual([
      {
        _id: user?.id,
        firstName: 'Ana',
        lastName: 'Botha',
        username: answer.email,
        seatSuspendedByParent: false,
      },
    ]);
  });

  test('C47: the database holds no invite that could be used', async () => {
    const { token } = await invite(await addMainUser(world));
    const rows = await world.context.db.selectFrom('seat_invites').selectAll().execute();
    const stored = JSON.stringify(rows.map((row) => row.token_hash.toString('base64url')));
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(Buffer.from(token).toString('base64url'));
  });

  test('C47: an invite works once; a second registration is refused and leaves nothing', async () => {
    const { token } = await invite(await addMainUser(world));
    expect((await registerBy(world, token)).status).toBe(201);
    const second = await registerBy(world, token);
    expect(second).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(await usersNamed(second.email)).toEqual([]);
    expect(await checkInvite(world, token)).toEqual({ isUsable: false });
  });

  test('C47: an invite lasts seven days, and then frees its seat', async () => {
    const main = await addMainUser(world, { max_seats: 1 });
    const { token } = await invite(main);
    world.addMs(7 * DAY_MS - MINUTE_MS);
    expect(await checkInvite(world, token)).toEqual({ isUsable: true });
    world.addMs(MINUTE_MS);
    expect(await checkInvite(world, token)).toEqual({ isUsable: false });
    expect(await registerBy(world, token)).toMatchObject(DEAD);
    const { token: accessToken } = await openSessionOf(world, main.id);
    const seen = await world.app.inject({
      url: getSeatSummary.path,
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(seen.json()).toEqual(summary(1, 0, 0));
  });

  test.each([
    ['nobody made', async () => 'x'.repeat(43)],
    [
      'its giver revoked',
      async () => {
        const main = await addMainUser(world);
        const { id, token } = await invite(main);
        expect((await main.call(revokeSeatInvite, { id })).body).toMatchObject({
          status: 'revoked',
        });
        expect((await main.call(getSeatSummary)).body).toEqual(summary(5, 0, 0));
        return token;
      },
    ],
  ])('E6: an invite that %s is dead before and after the form', async (_what, makeToken) => {
    const token = await makeToken();
    expect(await checkInvite(world, token)).toEqual({ isUsable: false });
    const answer = await registerBy(world, token);
    expect(answer).toMatchObject(DEAD);
    expect(await usersNamed(answer.email)).toEqual([]);
  });

  test('C4: an invite ends alike for a known and an unknown address, for its holder and its giver', async () => {
    const known = await registerBy(world, (await invite(await addMainUser(world))).token);
    const endOf = async (email: string) => {
      const main = await addMainUser(world, { max_seats: 2 });
      const { token } = await invite(main);
      const { status, body } = await registerBy(world, token, { email });
      const seen = await Promise.all([
        checkInvite(world, token),
        main.call(listSeatInvites).then(({ body }) => [body].flat().map(({ status }) => status)),
        main.call(getSeatSummary).then((answer) => answer.body),
        main.call(listSubUsers).then((answer) => answer.body),
      ]);
      const again = await registerBy(world, token, { email });
      return { status, body, seen, again: { status: again.status, code: again.code } };
    };
    const unknown = await endOf('nobody-before@example.org');
    expect(unknown.seen).toEqual([{ isUsable: false }, ['accepted'], summary(2, 0, 1), []]);
    expect(await endOf(known.email)).toEqual(unknown);
  });

  test('E3: the seat of an invite that a known address used is free again after its seven days', async () => {
    const known = await registerBy(world, (await invite(await addMainUser(world))).token);
    const main = await addMainUser(world, { max_seats: 1 });
    await registerBy(world, (await invite(main)).token, { email: known.email });
    expect(await main.call(createSeatInvite)).toMatchObject(FULL);
    world.addMs(7 * DAY_MS);
    const { seatsUsed } = await countTakenSeats(
      world.context.db,
      main.id,
      world.context.clock.now(),
    );
    expect(seatsUsed).toBe(0);
  });

  test('an invite does not reveal whether an address is registered', async () => {
    const { token } = await invite(await addMainUser(world));
    const { email } = await registerBy(world, token);
    for (const address of [email, 'nobody-yet@example.org']) {
      expect(await registerBy(world, 'x'.repeat(43), { email: address })).toMatchObject(DEAD);
      expect(await registerBy(world, token, { email: address })).toMatchObject({ status: 409 });
    }
  });

  test('E2: no invite goes beyond the seats; one revoked makes room', async () => {
    const main = await addMainUser(world, { max_seats: 2 });
    await addSubUser(world, main);
    const { id } = await invite(main);
    expect(await main.call(createSeatInvite)).toMatchObject(FULL);
    await main.call(revokeSeatInvite, { id });
    expect((await main.call(createSeatInvite)).status).toBe(200);
  });

  test('E1: a main user without a number of their own has the default, and an administrator changes it', async () => {
    const main = await addMainUser(world, { max_seats: null });
    expect((await main.call(getSeatSummary)).body).toEqual(summary(5, 0, 0));
    const admin = await addPerson(world, { is_super_admin: true, user_type: 'commercial' });
    await admin.call(updateUser, { id: main.id, body: { maxSeats: 0 } });
    expect(await main.call(createSeatInvite)).toMatchObject(FULL);
  });

  test('E1: a number of seats below those in use is refused with the number', async () => {
    const main = await addMainUser(world, { max_seats: 3 });
    await addSubUser(world, main);
    await addSubUser(world, main);
    const admin = await addPerson(world, { is_super_admin: true, user_type: 'commercial' });
    const set = (maxSeats: number) => admin.call(updateUser, { id: main.id, body: { maxSeats } });
    expect(await set(1)).toMatchObject({
      status: 409,
      body: { message: '2 seats are in use: the maximum cannot be 1.' },
    });
    expect((await set(2)).status).toBe(200);
    const seen = await admin.call(getUserSeats, { id: main.id });
    expect(seen.body).toMatchObject({ summary: summary(2, 0, 2), invites: [] });
    expect(seen.body.subUsers).toHaveLength(2);
  });

  test('E2: an invite cannot be claimed after an administrator has reduced the seats', async () => {
    const main = await addMainUser(world, { max_seats: 2 });
    await addSubUser(world, main);
    const { token } = await invite(main);
    const admin = await addPerson(world, { is_super_admin: true, user_type: 'commercial' });
    await admin.call(updateUser, { id: main.id, body: { maxSeats: 1 } });
    expect(await checkInvite(world, token)).toEqual({ isUsable: false });
    expect(await registerBy(world, token)).toMatchObject(FULL);
  });

  test('C46: of many invites at once for one free seat one is made', async () => {
    const main = await addMainUser(world, { max_seats: 1 });
    const answers = await Promise.all(
      Array.from({ length: RIVALS }, () => main.call(createSeatInvite)),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: RIVALS - 1 }, () => 409)]);
    expect((await main.call(getSeatSummary)).body).toEqual(summary(1, 1, 0));
  });

  test('C46: of many concurrent claims of one invite one gets the seat, and the others are refused', async () => {
    const main = await addMainUser(world, { max_seats: 1 });
    const { token } = await invite(main);
    const answers = await Promise.all(
      Array.from({ length: RIVALS }, () => registerBy(world, token)),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, ...Array.from({ length: RIVALS - 1 }, () => 409)]);
    expect((await main.call(getSeatSummary)).body).toEqual(summary(1, 0, 1));
  });

  test('an invite that is revoked while it is taken up is either, never both', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const main = await addMainUser(world, { max_seats: 1 });
      const { id, token } = await invite(main);
      const [revoked, taken] = await Promise.all([
        main.call(revokeSeatInvite, { id }),
        registerBy(world, token),
      ]);
      const isRevoked = revoked.status === 200;
      expect(taken.status).toBe(isRevoked ? 400 : 201);
      expect((await main.call(getSeatSummary)).body).toEqual(summary(1, 0, isRevoked ? 0 : 1));
    }
  });

  test('an accepted or expired invite cannot be revoked; revoking twice does nothing more', async () => {
    const main = await addMainUser(world);
    const { id, token } = await invite(main);
    await registerBy(world, token);
    expect((await main.call(revokeSeatInvite, { id })).status).toBe(409);
    const other = await invite(main);
    for (let index = 0; index < 2; index += 1) {
      expect((await main.call(revokeSeatInvite, { id: other.id })).status).toBe(200);
    }
    const actions = await world.context.db
      .selectFrom('audit_entries')
      .select('action')
      .where('actor_id', '=', main.id)
      .orderBy('seq')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual([
      'seat-invite.created',
      'seat-invite.created',
      'seat-invite.revoked',
    ]);
  });

  test.each([
    ['a revoked main user', setUserAccess, { accessRevoked: true }],
    ['a main user turned retail', updateUser, { userType: 'retail' }],
  ] as const)(
    'E8: the invites of %s are revoked in the same step',
    async (_who, endpoint, body) => {
      const main = await addMainUser(world);
      const { id, token } = await invite(main);
      const admin = await addPerson(world, { is_super_admin: true, user_type: 'commercial' });
      expect((await admin.call(endpoint, { id: main.id, body })).status).toBe(200);
      expect(await registerBy(world, token)).toMatchObject(DEAD);
      const undo = 'accessRevoked' in body ? { accessRevoked: false } : { userType: 'commercial' };
      await admin.call(endpoint, { id: main.id, body: undo });
      expect(await checkInvite(world, token)).toEqual({ isUsable: false });
      const entries = await world.context.db
        .selectFrom('audit_entries')
        .select('after')
        .where('subject_id', '=', main.id)
        .where('actor_id', '=', admin.id)
        .orderBy('seq')
        .execute();
      expect(entries[0]?.after).toContain(`"revokedInviteIds":["${id}"]`);
    },
  );

  test('C24, S27: changes of seats need a full sign-in of the last 15 minutes; looking does not', async () => {
    const main = await addMainUser(world);
    const { id } = await invite(main);
    world.addMs(15 * MINUTE_MS + 1_000);
    for (const endpoint of [createSeatInvite, revokeSeatInvite]) {
      expect(await main.call(endpoint, { id })).toMatchObject({ code: 'REAUTH_REQUIRED' });
    }
    expect((await main.call(listSeatInvites)).status).toBe(200);
  });

  test('C42, C45: other users’ seats are neither visible nor changeable', async () => {
    const [main, other] = [await addMainUser(world), await addMainUser(world)];
    const { id } = await invite(main);
    expect((await other.call(revokeSeatInvite, { id })).status).toBe(404);
    expect((await other.call(listSeatInvites)).body).toEqual([]);
    expect((await other.call(getSeatSummary)).body).toEqual(summary(5, 0, 0));
  });

  test('checking invites counts against a visitor’s chart limit', async () => {
    const answers = [];
    for (let index = 0; index < 31; index += 1) {
      answers.push(
        await world.app.inject({
          url: `/api/seats/invites/check?token=${'y'.repeat(43)}`,
          remoteAddress: '198.51.100.77',
        }),
      );
    }
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(30);
    expect(answers.at(-1)?.statusCode).toBe(429);
  });
});

describe('outside demo mode, with AUTO_APPROVE_INVITES', () => {
  let world: AppWorld;
  beforeAll(async () => {
    // No message leaves this process.
    world = await startApp(ANY_KIND, {
      environment: {
        DEMO: 'false',
        SMTP_URL: 'smtp://127.0.0.1:1',
        MAIL_FROM: 'x@moneytrail.example',
        TWILIO_ACCOUNT_SID: 'AC0',
        TWILIO_AUTH_TOKEN: 'x',
        TWILIO_FROM: '+27820000000',
        AUTO_APPROVE_INVITES: 'true',
      },
    });
  });
  afterAll(() => world.close());

  test('E5: an invited person needs no approval, and is notified', async () => {
    const { token } = await invite(await addMainUser(world));
    const answer = await registerBy(world, token);
    expect(answer).toMatchObject({ status: 201, body: { isPending: false } });
    const rows = await world.context.db
      .selectFrom('users')
      .select('is_approved')
      .where('username', '=', answer.email)
      .execute();
    expect(rows).toEqual([{ is_approved: true }]);
  });

  test('an account asks for at most twenty invites an hour, with or without success', async () => {
    const [main, other] = [await addMainUser(world), await addMainUser(world)];
    const statuses = [];
    for (let index = 0; index < 21; index += 1) {
      statuses.push((await main.call(createSeatInvite)).status);
    }
    const times = (count: number, status: number) => Array.from({ length: count }, () => status);
    expect(statuses).toEqual([...times(5, 200), ...times(15, 409), 429]);
    expect((await other.call(createSeatInvite)).status).toBe(200);
  });
});

test('C47: an invite is good until the millisecond in which its seven days are over', () => {
  const invite = {
    id: 'i',
    parent_user_id: 'p',
    created_at_ms: 0,
    expires_at_ms: 7 * DAY_MS,
    accepted_at_ms: null,
    revoked_at_ms: null,
  };
  expect(statusOf(invite, 7 * DAY_MS - 1)).toBe('pending');
  expect(statusOf(invite, 7 * DAY_MS)).toBe('expired');
});
