import type { ManagedUser, UserPage } from '@moneytrail/contract';
import { readPage } from '../../../http/page.ts';
import type { Core } from '../core.ts';
import { notFound } from '../profile/own.ts';
import { presentAccount } from '../profile/present-account.ts';
import { findPeople, type Person, type UserRow } from '../profile/user-store.ts';
import {
  countUsers,
  type ListedUser,
  listUserRows,
  type PaidUser,
  placeSchema,
  readPayments,
  type UserQuestion,
} from './user-list-store.ts';

type Reading = Pick<Core, 'db' | 'clock'>;

/** The decision of an administrator counts before the confirmation of the address. */
function statusOf(user: UserRow): ManagedUser['status'] {
  if (user.access_revoked) return 'revoked';
  if (user.is_approved) return 'approved';
  return user.email_confirmed_at_ms === null ? 'unconfirmed' : 'pending';
}

function present(person: Person, { payment, validUntil }: PaidUser): ManagedUser {
  const { user, parent } = person;
  return {
    ...presentAccount(person),
    status: statusOf(user),
    payment,
    validUntil,
    maxSeats: user.max_seats,
    isSeatSuspended: user.seat_suspended_by_parent,
    parentName: parent && `${parent.first_name} ${parent.last_name}`,
    createdAt: new Date(user.created_at_ms).toISOString(),
  };
}

async function readUsers({ db, clock }: Reading, ids: readonly string[]): Promise<ManagedUser[]> {
  const people = await findPeople(db, ids);
  const payments = await readPayments(db, ids, clock.now());
  return people.flatMap((person) => {
    const paid = payments.find(({ id }) => id === person.user.id);
    return paid ? present(person, paid) : [];
  });
}

/** One account as super admins see it; throws 404 where there is none. */
export async function readUser(core: Reading, id: string): Promise<ManagedUser> {
  const [user] = await readUsers(core, [id]);
  return user ?? notFound();
}

/**
 * One page of accounts. It goes on after the last row of the page before, wherever that stands by now: who is added
 * meanwhile moves nobody. Throws 400 for a cursor of another sorting.
 */
export async function listUsers(core: Reading, question: UserQuestion): Promise<UserPage> {
  const { db, clock } = core;
  const nowMs = clock.now();
  const { rows, nextCursor } = await readPage(question, {
    place: placeSchema(question),
    placeOf: ({ place }: ListedUser) => place,
    read: (after, most) => listUserRows(db, question, { after, most, nowMs }),
  });
  // A page that is the only one is counted already.
  const isWhole = nextCursor === null && !question.skip;
  const count = () => (isWhole ? rows.length : countUsers(db, question, nowMs));
  const ids = rows.map(({ id }) => id);
  return {
    entries: await readUsers(core, ids),
    nextCursor,
    total: question.cursor === undefined ? await count() : null,
  };
}
