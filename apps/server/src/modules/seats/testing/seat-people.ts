import { DAY_MS } from '@moneytrail/calendar';
import {
  checkSeatInvite,
  createSeatInvite,
  type Endpoint,
  register,
  type SeatSummary,
} from '@moneytrail/contract';
import type { FastifyInstance } from 'fastify';
import { pathOf } from '../../../conformance/testing/endpoints.ts';
import { addAccount, openSessionOf } from '../../../conformance/testing/people.ts';
import type { AppWorld } from '../../../conformance/testing/start-app.ts';
import { accountsIn } from '../../../testing/accounts-in.ts';

type AnyEndpoint = Pick<Endpoint<never, never, never, never>, 'method' | 'path'>;
type Seed = NonNullable<Parameters<typeof addAccount>[1]>;

export type Answer = { status: number; code: string; body: Record<string, unknown> };
/** A user with a session, and how they call. */
export type Person = {
  id: string;
  call: (
    endpoint: AnyEndpoint,
    request?: { id?: string; body?: Record<string, unknown> },
  ) => Promise<Answer>;
};

async function send(
  app: FastifyInstance,
  { method, path }: AnyEndpoint,
  request: { id?: string; body?: Record<string, unknown>; token?: string; query?: object } = {},
): Promise<Answer> {
  const { id, body, token, query } = request;
  const answer = await app.inject({
    method,
    url: pathOf({ path } as Parameters<typeof pathOf>[0], id === undefined ? {} : { id }),
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(query ? { query: { ...query } } : {}),
    ...(body ? { payload: body } : {}),
  });
  const parsed = answer.json();
  return { status: answer.statusCode, code: String(parsed.code), body: parsed };
}

/** An account with a session that was opened now; their browser gets a new access token for each call. */
export async function addPerson(world: AppWorld, seed: Seed = {}): Promise<Person> {
  const id = await addAccount(world, seed);
  const { sessionId } = await openSessionOf(world, id);
  const { tokens } = accountsIn(world.context).services;
  return {
    id,
    call: async (endpoint, request) => {
      const token = await tokens.issue({ userId: id, sessionId, counter: 0 });
      return send(world.app, endpoint, { ...request, token });
    },
  };
}

/** A commercial main user who has paid for a month. */
export function addMainUser(world: AppWorld, seed: Seed = {}): Promise<Person> {
  const untilMs = world.context.clock.now() + 30 * DAY_MS;
  return addPerson(world, {
    user_type: 'commercial',
    has_paid: true,
    payment_valid_until: new Date(untilMs).toISOString().slice(0, 10),
    max_seats: 5,
    ...seed,
  });
}

/** A user who shares a main user's account. */
export const addSubUser = (world: AppWorld, parent: Person, seed: Seed = {}): Promise<Person> =>
  addPerson(world, { user_type: 'commercial', parent_user_id: parent.id, ...seed });

/** A new invite and the secret in its link. */
export async function invite(person: Person): Promise<{ id: string; token: string }> {
  const { status, body } = await person.call(createSeatInvite);
  if (status !== 200) throw new Error(JSON.stringify(body));
  const token = new URL(String(body.url)).searchParams.get('invite') ?? '';
  return { id: String(body._id), token };
}

let registered = 0;

/** Registers a new user by an invite. */
export async function registerBy(
  world: AppWorld,
  token: string,
  change: Record<string, unknown> = {},
): Promise<Answer & { email: string }> {
  registered += 1;
  const email = `invited${registered}@example.org`;
  const body = {
    firstName: 'Ana',
    lastName: 'Botha',
    email,
    password: 'Gr1ffin-Rock',
    dateOfBirth: '1990-01-01',
    gender: 'Female',
    userType: 'retail',
    phone: '082 123 4567',
    phoneCountry: 'ZA',
    invite: token,
    ...change,
  };
  return { ...(await send(world.app, register, { body })), email };
}

/** True if the answer to a visitor says that an invite can be used. */
export async function checkInvite(world: AppWorld, token: string): Promise<unknown> {
  return (await send(world.app, checkSeatInvite, { query: { token } })).body;
}

export const summary = (
  maxSeats: number,
  seatsPending: number,
  seatsUsed: number,
): SeatSummary => ({
  maxSeats,
  seatsPending,
  seatsUsed,
});
