import type { Core } from '../core.ts';
import { type SignedInUser, signedInUser } from '../profile/present-account.ts';
import { findPerson } from '../profile/user-store.ts';
import { stateProblem } from '../sign-in/account-state.ts';
import { isAlive } from './session-policy.ts';
import { listOpenSessions } from './session-store.ts';

/** A user with the rights of now; null where no session of theirs lives, or they may not be here any more. */
export async function findSignedIn(
  core: Pick<Core, 'db' | 'clock' | 'settings'>,
  userId: string,
): Promise<SignedInUser | null> {
  const { db, clock, settings } = core;
  const person = await findPerson(db, userId);
  if (!person || stateProblem(person.user, settings)) return null;
  const sessions = await listOpenSessions(db, userId);
  const isHere = sessions.some((session) => isAlive(session, person.user, clock.now()));
  return isHere ? signedInUser(person) : null;
}
