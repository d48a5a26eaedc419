import {
  AppError,
  type ManagedUser,
  type RequestOf,
  type setUserFeedAccess,
  type setUserPayment,
  type setUserPermission,
} from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { type AccountServices, auditContext, type RequestContext } from '../account-services.ts';
import { sendNotice } from '../limits/sending.ts';
import { approvedMail } from '../messages/messages.ts';
import { assertReauthenticated, notFound } from '../profile/guards.ts';
import { recordedSeats, type WithdrawnSeats, withdrawSeats } from '../profile/suspend-seats.ts';
import {
  changeUser,
  findStanding,
  findUser,
  lockActiveSuperAdmins,
  type UserRow,
} from '../profile/user-store.ts';
import type { LiveSession } from '../sessions/session-reader.ts';
import { endOpenSessions } from '../sessions/session-store.ts';
import { readUser } from './user-list.ts';

const NOT_ONESELF = 'Forbidden. You do not have the required permissions.';
const NO_SEATS: WithdrawnSeats = { suspendedUserIds: [], revokedInviteIds: [] };
const RESTORE_FIRST = 'The access of this account is revoked. Restore it first.';
const LAST_ADMIN = 'The last super admin stays.';

/** Administrators cannot decide about their own access. */
function assertNotOneself(session: LiveSession, userId: string): void {
  if (session.user._id === userId) throw new AppError('FORBIDDEN', NOT_ONESELF);
}

/**
 * Locks an account that is to be revoked or deleted. Concurrent decisions are serialised, so that at least one other
 * super admin always remains. All super admins are locked first and in the same order to avoid deadlocks. Null if there
 * is no such account.
 */
async function lockRemovable(
  trx: Transaction<Database>,
  session: LiveSession,
  userId: string,
): Promise<UserRow | null> {
  const found = await findUser(trx, userId);
  if (found?.is_super_admin) {
    const active = await lockActiveSuperAdmins(trx);
    const others = active.filter((id) => id !== userId);
    if (others.length === 0 || !active.includes(session.user._id)) {
      throw new AppError('FORBIDDEN', LAST_ADMIN);
    }
  }
  return found && findUser(trx, userId, 'for update');
}

/** Approves a pending account and notifies its owner; idempotent. */
export async function approveUser(
  services: AccountServices,
  session: LiveSession,
  userId: string,
  context: RequestContext,
): Promise<ManagedUser> {
  assertNotOneself(session, userId);
  await services.db.transaction().execute(async (trx) => {
    const user = (await findUser(trx, userId, 'for update')) ?? notFound();
    if (user.is_approved) return;
    if (user.access_revoked) throw new AppError('CONFLICT', RESTORE_FIRST);
    await changeUser(trx, userId, { is_approved: true });
    await sendNotice(services, trx, approvedMail(services, user));
    await services.audit.append(trx, {
      action: 'account.approved',
      actorId: session.user._id,
      subjectId: userId,
      before: { isApproved: false },
      after: { isApproved: true },
      ...auditContext(context, session.deviceId),
    });
  });
  services.accessChanged([userId]);
  return readUser(services, userId);
}

/**
 * Revokes access, which ends every session, suspends the account's sub-users and revokes its invites; or restores it,
 * after which only the main user can reactivate the sub-users. Idempotent.
 */
export async function setAccess(
  services: AccountServices,
  session: LiveSession,
  decision: { userId: string; isRevoked: boolean; reason: string | null },
  context: RequestContext,
): Promise<ManagedUser> {
  const { userId, isRevoked, reason } = decision;
  assertNotOneself(session, userId);
  const nowMs = services.clock.now();
  const affected = await services.db.transaction().execute(async (trx) => {
    const user = isRevoked
      ? await lockRemovable(trx, session, userId)
      : await findUser(trx, userId, 'for update');
    if (!user) notFound();
    if (user.access_revoked === isRevoked) return [];
    await changeUser(trx, userId, { access_revoked: isRevoked });
    const withdrawn = isRevoked ? await withdrawSeats(services, trx, userId) : NO_SEATS;
    if (isRevoked) await endOpenSessions(trx, { userId }, { reason: 'access revoked', nowMs });
    await services.audit.append(trx, {
      action: isRevoked ? 'account.revoked' : 'account.restored',
      actorId: session.user._id,
      subjectId: userId,
      before: { accessRevoked: user.access_revoked },
      after: { accessRevoked: isRevoked, ...recordedSeats(withdrawn) },
      ...(reason === null ? {} : { reason }),
      ...auditContext(context, session.deviceId),
    });
    return [userId, ...withdrawn.suspendedUserIds];
  });
  if (affected.length > 0) services.accessChanged(affected);
  return readUser(services, userId);
}

const GONE = 'Unable To Find User to Delete.';

/**
 * Marks an account as deleted: its sessions end, its sub-users are suspended, its invites are revoked, and a billing job
 * cancels its subscriptions. The row keeps the address until a job erases the account after 14 days, so that nobody else
 * can register with it and inherit another person's data. Throws 404 the second time.
 */
export async function deleteUser(
  services: AccountServices,
  session: LiveSession,
  { userId, reason }: { userId: string; reason: string | null },
  context: RequestContext,
): Promise<{ _id: string }> {
  assertNotOneself(session, userId);
  assertReauthenticated(services, session);
  const nowMs = services.clock.now();
  const affected = await services.db.transaction().execute(async (trx) => {
    const user = await lockRemovable(trx, session, userId);
    if (!user) throw new AppError('NOT_FOUND', GONE);
    const withdrawn = await withdrawSeats(services, trx, userId);
    await changeUser(trx, userId, { deleted_at_ms: nowMs });
    await endOpenSessions(trx, { userId }, { reason: 'account deleted', nowMs });
    await services.audit.append(trx, {
      action: 'account.deleted',
      actorId: session.user._id,
      subjectId: userId,
      before: { isDeleted: false },
      after: { isDeleted: true, ...recordedSeats(withdrawn) },
      ...(reason === null ? {} : { reason }),
      ...auditContext(context, session.deviceId),
    });
    return [userId, ...withdrawn.suspendedUserIds];
  });
  services.accessChanged(affected);
  return { _id: userId };
}

const SUB_USER = 'The rights and the payment of a sub-user are those of the main user.';
const NOT_RETAIL = 'Only retail users can have a subscription override.';
const HAS_SUBSCRIPTION = 'The user has a subscription.';

/** Columns by their names in the API and in the audit log. */
const COLUMNS = {
  isDetailedSummaryAllowed: 'is_detailed_summary_allowed',
  isSuffixAllowed: 'is_suffix_allowed',
  isBVGAllowed: 'is_bvg_allowed',
  isFMPAllowed: 'is_fmp_allowed',
  isBitfinexAllowed: 'is_bitfinex_allowed',
  isTiingoAllowed: 'is_tiingo_allowed',
  hasPaid: 'has_paid',
  paymentValidUntil: 'payment_valid_until',
  paymentDetails: 'payment_details',
  hasSubscriptionOverride: 'has_subscription_override',
} as const satisfies Record<string, keyof UserRow>;
type Right = keyof typeof COLUMNS;
type Rights = { [Name in Right]?: UserRow[(typeof COLUMNS)[Name]] | undefined };

/** A change of rights with its audit action and an optional precondition. */
type Change = {
  action: string;
  rights: Rights;
  assertFits?: (trx: Transaction<Database>, user: UserRow) => Promise<void>;
};

const isRight = (name: string): name is Right => name in COLUMNS;

/** The rights that would change, before and after. */
function differences(user: UserRow, rights: Rights) {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  const columns: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(rights)) {
    if (!isRight(name) || value === undefined || user[COLUMNS[name]] === value) continue;
    before[name] = user[COLUMNS[name]];
    after[name] = value;
    columns[COLUMNS[name]] = value;
  }
  return { before, after, columns };
}

/** Changes rights in one statement, with the row locked; setting them to their current values is not audited. */
async function changeRights(
  services: AccountServices,
  session: LiveSession,
  { userId, action, rights, assertFits }: Change & { userId: string },
  context: RequestContext,
): Promise<ManagedUser> {
  const isChanged = await services.db.transaction().execute(async (trx) => {
    const user = (await findUser(trx, userId, 'for update')) ?? notFound();
    if (user.parent_user_id !== null) throw new AppError('CONFLICT', SUB_USER);
    await assertFits?.(trx, user);
    const { before, after, columns } = differences(user, rights);
    if (Object.keys(columns).length === 0) return false;
    await changeUser(trx, userId, columns);
    await services.audit.append(trx, {
      action,
      actorId: session.user._id,
      subjectId: userId,
      before,
      after,
      ...auditContext(context, session.deviceId),
    });
    return true;
  });
  if (isChanged) services.accessChanged([userId]);
  return readUser(services, userId);
}

type Body<Endpoint> = RequestOf<Endpoint>['body'];

/** Sets one permission or one feed; throws 409 for a sub-user. */
export function setFlag(
  services: AccountServices,
  session: LiveSession,
  change: {
    userId: string;
    flag: Body<typeof setUserPermission> | Body<typeof setUserFeedAccess>;
    kind: 'permissions' | 'feed-access';
  },
  context: RequestContext,
): Promise<ManagedUser> {
  const { userId, flag, kind } = change;
  const action = `account.${kind}-changed`;
  return changeRights(services, session, { userId, action, rights: flag }, context);
}

/**
 * Records a manual payment and its last day; `hasPaid: false` clears that day. Requires re-authentication. Throws 409
 * for a sub-user.
 */
export function setPayment(
  services: AccountServices,
  session: LiveSession,
  { userId, payment }: { userId: string; payment: Body<typeof setUserPayment> },
  context: RequestContext,
): Promise<ManagedUser> {
  assertReauthenticated(services, session);
  const { hasPaid, paymentValidUntil = null, paymentDetails } = payment;
  const rights = {
    hasPaid,
    paymentValidUntil: hasPaid ? paymentValidUntil : null,
    paymentDetails,
  };
  return changeRights(
    services,
    session,
    { userId, action: 'account.payment-noted', rights },
    context,
  );
}

/** Throws 409 unless the account is retail and has no subscription that is active or may become active again. */
async function assertMayOverride(trx: Transaction<Database>, user: UserRow): Promise<void> {
  if (user.user_type !== 'retail') throw new AppError('CONFLICT', NOT_RETAIL);
  const standing = await findStanding(trx, user.id);
  const { is_active, is_processing, is_past_due, is_paused } = standing ?? {};
  if (is_active || is_processing || is_past_due || is_paused) {
    throw new AppError('CONFLICT', HAS_SUBSCRIPTION);
  }
}

/** Gives a retail user access without a subscription, or ends it. Requires re-authentication. */
export function setOverride(
  services: AccountServices,
  session: LiveSession,
  { userId, hasOverride }: { userId: string; hasOverride: boolean },
  context: RequestContext,
): Promise<ManagedUser> {
  assertReauthenticated(services, session);
  const rights = { hasSubscriptionOverride: hasOverride };
  const action = 'account.override-changed';
  const change = { userId, action, rights, assertFits: assertMayOverride };
  return changeRights(services, session, change, context);
}
