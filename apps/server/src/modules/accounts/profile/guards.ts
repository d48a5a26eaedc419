import { AppError } from '@moneytrail/contract';
import type { AccountServices } from '../account-services.ts';
import { isRecentSignIn } from '../sessions/session-policy.ts';
import type { LiveSession } from '../sessions/session-reader.ts';

const NOT_FOUND = 'The requested resource was not found.';
const SIGN_IN_AGAIN = 'Please confirm with your password.';

/** A refusal disguised as 404. */
export class NotTheirsError extends AppError {
  constructor() {
    super('NOT_FOUND', NOT_FOUND);
  }
}

/** Throws 404 for another user's account, unless the caller is a super admin. */
export function assertReachable(session: LiveSession, userId: string): void {
  if (session.user._id !== userId && !session.user.isSuperAdmin) throw new NotTheirsError();
}

/** Throws 404 for any account but the caller's. */
export function assertOwn(session: LiveSession, userId: string): void {
  if (session.user._id !== userId) throw new NotTheirsError();
}

export function notFound(): never {
  throw new AppError('NOT_FOUND', NOT_FOUND);
}

const CHANGED = 'Somebody else has changed this account in the meantime.';

/** Throws 409 `RECORD_CHANGED` if the locked account is not the one that its editor saw. */
export function assertCurrent(
  { revision }: { revision: number },
  seenRevision: number | undefined,
): void {
  if (seenRevision !== undefined && seenRevision !== revision) {
    throw new AppError('RECORD_CHANGED', CHANGED);
  }
}

/** Throws 403 `REAUTH_REQUIRED` unless the last full sign-in is at most 15 minutes old. */
export function assertReauthenticated(
  services: Pick<AccountServices, 'clock'>,
  session: LiveSession,
): void {
  if (isRecentSignIn(session.signedInAtMs, services.clock.now())) return;
  throw new AppError('REAUTH_REQUIRED', SIGN_IN_AGAIN);
}
