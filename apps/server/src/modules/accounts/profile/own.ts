import { AppError } from '@moneytrail/contract';
import type { Core } from '../core.ts';
import type { LiveSession } from '../sessions/session-cache.ts';
import { isRecentSignIn } from '../sessions/session-policy.ts';

const NOT_FOUND = 'The requested resource was not found.';
const SIGN_IN_AGAIN = 'Please confirm with your password.';

/** A refusal that is told like something that does not exist. */
export class NotTheirsError extends AppError {
  constructor() {
    super('NOT_FOUND', NOT_FOUND);
  }
}

/** Somebody else's account is not there for a user; a super admin finds everybody's. */
export function assertReachable(session: LiveSession, userId: string): void {
  if (session.user._id !== userId && !session.user.isSuperAdmin) throw new NotTheirsError();
}

/** Only one's own account is there, whoever asks. */
export function assertOwn(session: LiveSession, userId: string): void {
  if (session.user._id !== userId) throw new NotTheirsError();
}

/** Throws 404 without saying what was looked for. */
export function notFound(): never {
  throw new AppError('NOT_FOUND', NOT_FOUND);
}

/** A change that matters needs a full sign-in of the last 15 minutes. */
export function assertReauthenticated(core: Pick<Core, 'clock'>, session: LiveSession): void {
  if (isRecentSignIn(session.signedInAtMs, core.clock.now())) return;
  throw new AppError('REAUTH_REQUIRED', SIGN_IN_AGAIN);
}
