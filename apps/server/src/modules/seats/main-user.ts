import { AppError, type CurrentUser, isPaid } from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/index.ts';
import type { Accounts, RequestContext } from '../accounts/index.ts';
import { maySeat, type SeatSettings } from './free-seat.ts';
import { findMainUser, type MainUserRow } from './store.ts';

/** What every use case of this module works with. */
export type SeatDeps = {
  accounts: Pick<Accounts, 'services' | 'sessionOf' | 'assertReauthenticated' | 'limitInvites'>;
  settings: SeatSettings;
};

/** A commercial main user who calls, and from where. */
export type Caller = { user: CurrentUser; context: RequestContext };

/** What the record says of a change. */
type Recorded = { action: string; subjectId: string; after?: Record<string, unknown> };

const NOT_COMMERCIAL = 'Forbidden. You do not have the required permissions.';
const NOT_PAID =
  "You don't have access to this functionality as you don't have an active plan/ you have not paid yet. If you believe this is a problem, please contact us.";

/** Throws 403 unless the caller is a commercial user and nobody's sub-user. */
export function assertMainUser({ accounts }: SeatDeps, user: CurrentUser): void {
  const { userType, isSubUser } = accounts.sessionOf(user).user;
  if (userType !== 'commercial' || isSubUser) throw new AppError('FORBIDDEN', NOT_COMMERCIAL);
}

/** Throws 403 unless the caller may change seats: a main user who has paid and signed in within the last 15 minutes. */
export function assertMayChangeSeats(deps: SeatDeps, user: CurrentUser): void {
  assertMainUser(deps, user);
  const { accounts } = deps;
  const { hasPaid, paymentValidUntil } = accounts.sessionOf(user).user;
  if (!isPaid({ hasPaid, paymentValidUntil }, accounts.services.clock.now())) {
    throw new AppError('FORBIDDEN', NOT_PAID);
  }
  accounts.assertReauthenticated(user);
}

/**
 * Changes seats of a main account in one transaction that nobody else's change of them can cut across, and adds what
 * `change` says to the record; nothing where it says nothing.
 */
export async function changeSeats<T>(
  { accounts }: SeatDeps,
  { user, context }: Caller,
  change: (
    trx: Transaction<Database>,
    main: MainUserRow,
  ) => Promise<{ answer: T; entry: Recorded | null }>,
): Promise<T> {
  const { services } = accounts;
  const { deviceId } = accounts.sessionOf(user);
  return services.db.transaction().execute(async (trx) => {
    const main = await findMainUser(trx, user._id, 'for update');
    // Their right may have been taken since the session was read.
    if (!main || !maySeat(main)) throw new AppError('FORBIDDEN', NOT_COMMERCIAL);
    const { answer, entry } = await change(trx, main);
    if (entry) {
      const { address, requestId } = context;
      const where = { address, requestId, deviceId };
      await services.audit.append(trx, { actorId: user._id, ...entry, ...where });
    }
    return answer;
  });
}
