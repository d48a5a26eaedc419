import { MINUTE_MS } from '@moneytrail/calendar';
import {
  createStreamTicket,
  getAccount,
  getSeatSummary,
  listSeatInvites,
  listSubUsers,
  login,
  restoreSubUser,
  revokeSubUser,
  STREAM_CLOSE,
  setUserAccess,
  updateUser,
} from '@moneytrail/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount, DEVICE_ID, openSessionOf } from '../../conformance/testing/people.ts';
import { type AppWorld, startApp } from '../../conformance/testing/start-app.ts';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { accountsIn } from '../../testing/accounts-in.ts';
import { eventually } from '../live/testing/eventually.ts';
import { openStream } from '../live/testing/stream-client.ts';
import {
  addMainUser,
  addPerson,
  addSubUser,
  invite,
  type Person,
  summary,
} from './testing/seat-people.ts';

const FULL = { status: 409, body: { message: 'All seats are in use.' } };
const PASSWORD = 'Gr1ffin-Rock';

describe.each(USUAL_KINDS)('sub-users, on %s', (kind) => {
  let world: AppWorld;
  let address: string;
  beforeAll(async () => {
    world = await startApp(kind);
    address = await world.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => world.close());

  const isSuspended = async ({ id }: Person) =>
    (
      await world.context.db
        .selectFrom('users')
        .select('seat_suspended_by_parent')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).seat_suspended_by_parent;
  const actionsBy = async ({ id }: Person) => {
    const rows = await world.context.db
      .selectFrom('audit_entries')
      .select(['action', 'subject_id'])
      .where('actor_id', '=', id)
      .orderBy('seq')
      .execute();
    return rows.map((row) => [row.action, row.subject_id]);
  };

  test('E4: a suspended sub-user loses session and seat, may not sign in, and comes back when restored', async () => {
    const { hasher } = accountsIn(world.context).services;
    const password_hash = await hasher.hash(PASSWORD);
    const username = `seat-${kind}@example.org`;
    const main = await addMainUser(world);
    const seat = await addSubUser(world, main, { username, password_hash });
    const enter = () =>
      world.app.inject({
        method: 'POST',
        url: login.path,
        headers: { 'sec-fetch-site': 'same-origin' },
        payload: { username, password: PASSWORD, deviceId: DEVICE_ID },
      });
    expect((await seat.call(getAccount)).status).toBe(200);
    const suspended = await main.call(revokeSubUser, { id: seat.id });
    expect(suspended.body).toMatchObject({ _id: seat.id, seatSuspendedByParent: true });
    expect((await main.call(getSeatSummary)).body).toEqual(summary(5, 0, 0));
    expect((await seat.call(getAccount)).status).toBe(401);
    expect((await enter()).json()).toMatchObject({
      code: 'SEAT_SUSPENDED',
      message: 'Your access has been suspended by your main user. Please contact them.',
    });
    const restored = await main.call(restoreSubUser, { id: seat.id });
    expect(restored.body).toMatchObject({ seatSuspendedByParent: false });
    expect((await enter()).json()).toEqual({ needOtp: true });
    // Ended sessions stay ended: they sign in again.
    expect((await seat.call(getAccount)).status).toBe(401);
  });

  test('E4: the open stream of a suspended sub-user ends within ten seconds', async () => {
    const main = await addMainUser(world);
    const id = await addAccount(world, { user_type: 'commercial', parent_user_id: main.id });
    const { token } = await openSessionOf(world, id);
    const answer = await fetch(`${address}/api/stream/ticket`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', authorization: `Bearer ${token}` },
    });
    const { ticket } = createStreamTicket.response.parse(await answer.json());
    const stream = await openStream(address, ticket);
    const startMs = Date.now();
    await main.call(revokeSubUser, { id });
    await eventually(() => expect(stream.closed?.code).toBe(STREAM_CLOSE.sessionEnded));
    expect(Date.now() - startMs).toBeLessThan(10_000);
  });

  test('E3: restoring needs a free seat; repeating it is recorded once', async () => {
    const main = await addMainUser(world, { max_seats: 1 });
    const seat = await addSubUser(world, main, { seat_suspended_by_parent: true });
    const { id } = await invite(main);
    expect(await main.call(restoreSubUser, { id: seat.id })).toMatchObject(FULL);
    expect(await isSuspended(seat)).toBe(true);
    await world.context.db.deleteFrom('seat_invites').where('id', '=', id).execute();
    for (const endpoint of [restoreSubUser, restoreSubUser, revokeSubUser, revokeSubUser]) {
      expect((await main.call(endpoint, { id: seat.id })).status).toBe(200);
    }
    expect(await actionsBy(main)).toEqual([
      ['seat-invite.created', main.id],
      ['seat.restored', seat.id],
      ['seat.suspended', seat.id],
    ]);
  });

  test('C46: of fifty restored at once for one free seat one comes back', async () => {
    const main = await addMainUser(world, { max_seats: 1 });
    const seats = await Promise.all(
      Array.from({ length: 50 }, () =>
        addAccount(world, {
          user_type: 'commercial',
          parent_user_id: main.id,
          seat_suspended_by_parent: true,
        }),
      ),
    );
    const answers = await Promise.all(seats.map((id) => main.call(restoreSubUser, { id })));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
    expect((await main.call(getSeatSummary)).body).toEqual(summary(1, 0, 1));
  });

  test.each([
    ['revoked', setUserAccess, { accessRevoked: true }, { accessRevoked: false }],
    ['turned retail', updateUser, { userType: 'retail' }, { userType: 'commercial' }],
  ] as const)(
    'E8: the sub-users of a main user who is %s are suspended, and stay so',
    async (_what, endpoint, body, undo) => {
      const main = await addMainUser(world);
      const seat = await addSubUser(world, main);
      const admin = await addPerson(world, { is_super_admin: true, user_type: 'commercial' });
      expect((await admin.call(endpoint, { id: main.id, body })).status).toBe(200);
      expect(await isSuspended(seat)).toBe(true);
      expect((await seat.call(getAccount)).status).toBe(401);
      await admin.call(endpoint, { id: main.id, body: undo });
      expect(await isSuspended(seat)).toBe(true);
    },
  );

  test('C45: turning a main user retail changes nothing where it cannot be recorded', async () => {
    const main = await addMainUser(world);
    const seat = await addSubUser(world, main);
    await invite(main);
    const admin = await addPerson(world, { is_super_admin: true, user_type: 'commercial' });
    await sql`
      alter table audit_entries add constraint not_recorded check (action <> 'account.changed')
        not valid
    `.execute(world.context.db);
    const body = { userType: 'retail' };
    expect((await admin.call(updateUser, { id: main.id, body })).status).toBe(500);
    await sql`alter table audit_entries drop constraint not_recorded`.execute(world.context.db);
    expect(await isSuspended(seat)).toBe(false);
    expect((await main.call(getSeatSummary)).body).toEqual(summary(5, 1, 1));
  });

  test('C24, S27: suspending and restoring need a full sign-in of the last 15 minutes', async () => {
    const main = await addMainUser(world);
    const seat = await addSubUser(world, main);
    world.addMs(15 * MINUTE_MS + 1_000);
    for (const endpoint of [revokeSubUser, restoreSubUser]) {
      const answer = await main.call(endpoint, { id: seat.id });
      expect(answer).toMatchObject({ status: 403, code: 'REAUTH_REQUIRED' });
    }
    expect(await isSuspended(seat)).toBe(false);
  });

  test('C42, C45: the sub-users of others are neither seen nor changed', async () => {
    const [main, other] = [await addMainUser(world), await addMainUser(world)];
    const seat = await addSubUser(world, main);
    for (const endpoint of [revokeSubUser, restoreSubUser]) {
      expect((await other.call(endpoint, { id: seat.id })).status).toBe(404);
    }
    expect((await other.call(listSubUsers)).body).toEqual([]);
    expect(await isSuspended(seat)).toBe(false);
  });

  test('E7: with a lapsed payment seats are seen, and not changed', async () => {
    const main = await addMainUser(world, { payment_valid_until: '2020-01-01' });
    const seat = await addSubUser(world, main);
    expect((await main.call(listSubUsers)).body).toHaveLength(1);
    expect((await main.call(listSeatInvites)).status).toBe(200);
    expect(await main.call(revokeSubUser, { id: seat.id })).toMatchObject({ code: 'FORBIDDEN' });
    expect((await seat.call(getAccount)).body).toMatchObject({
      parentPaymentValidUntil: '2020-01-01',
    });
  });
});
