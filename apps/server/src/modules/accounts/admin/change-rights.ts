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
import { auditContext, type Core, type RequestContext } from '../core.ts';
import { assertReauthenticated, notFound } from '../profile/own.ts';
import { changeUser, findStanding, findUser, type UserRow } from '../profile/user-store.ts';
import type { LiveSession } from '../sessions/session-cache.ts';
import { readUser } from './managed-user.ts';

const SUB_USER = 'The rights and the payment of a sub-user are those of the main user.';
const NOT_RETAIL = 'Only retail users can have a subscription override.';
const HAS_SUBSCRIPTION = 'The user has a subscription.';

/** The columns of rights by the names the record and the interface have for them. */
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

/** A change of rights, what the record calls it, and what must be so besides. */
type Change = {
  action: string;
  rights: Rights;
  assertFits?: (trx: Transaction<Database>, user: UserRow) => Promise<void>;
};

const isRight = (name: string): name is Right => name in COLUMNS;

/** Those rights that would become others, as they were and as they will be. */
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

/** Changes rights in one statement, with the row locked: who sets what is set already changes and records nothing. */
async function changeRights(
  core: Core,
  session: LiveSession,
  { userId, action, rights, assertFits }: Change & { userId: string },
  context: RequestContext,
): Promise<ManagedUser> {
  const isChanged = await core.db.transaction().execute(async (trx) => {
    const user = (await findUser(trx, userId, 'for update')) ?? notFound();
    if (user.parent_user_id !== null) throw new AppError('CONFLICT', SUB_USER);
    await assertFits?.(trx, user);
    const { before, after, columns } = differences(user, rights);
    if (Object.keys(columns).length === 0) return false;
    await changeUser(trx, userId, columns);
    await core.audit.append(trx, {
      action,
      actorId: session.user._id,
      subjectId: userId,
      before,
      after,
      ...auditContext(context, session.deviceId),
    });
    return true;
  });
  if (isChanged) core.accessChanged([userId]);
  return readUser(core, userId);
}

type Body<Endpoint> = RequestOf<Endpoint>['body'];

/** Sets one permission or opens one feed; throws 409 for a sub-user. */
export function setFlag(
  core: Core,
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
  return changeRights(core, session, { userId, action, rights: flag }, context);
}

/**
 * Notes a payment and until when it is valid; without one the day is cleared in the same statement. Needs a sign-in of
 * the last 15 minutes. Throws 409 for a sub-user.
 */
export function setPayment(
  core: Core,
  session: LiveSession,
  { userId, payment }: { userId: string; payment: Body<typeof setUserPayment> },
  context: RequestContext,
): Promise<ManagedUser> {
  assertReauthenticated(core, session);
  const { hasPaid, paymentValidUntil = null, paymentDetails } = payment;
  const rights = {
    hasPaid,
    paymentValidUntil: hasPaid ? paymentValidUntil : null,
    paymentDetails,
  };
  return changeRights(core, session, { userId, action: 'account.payment-noted', rights }, context);
}

/** Throws 409 unless the account is a retail user's who has no subscription that runs or may run again. */
async function assertMayOverride(trx: Transaction<Database>, user: UserRow): Promise<void> {
  if (user.user_type !== 'retail') throw new AppError('CONFLICT', NOT_RETAIL);
  const standing = await findStanding(trx, user.id);
  const { is_active, is_processing, is_past_due, is_paused } = standing ?? {};
  if (is_active || is_processing || is_past_due || is_paused) {
    throw new AppError('CONFLICT', HAS_SUBSCRIPTION);
  }
}

/** Gives a retail user access without a subscription, or takes it back. Needs a sign-in of the last 15 minutes. */
export function setOverride(
  core: Core,
  session: LiveSession,
  { userId, hasOverride }: { userId: string; hasOverride: boolean },
  context: RequestContext,
): Promise<ManagedUser> {
  assertReauthenticated(core, session);
  const rights = { hasSubscriptionOverride: hasOverride };
  const action = 'account.override-changed';
  const change = { userId, action, rights, assertFits: assertMayOverride };
  return changeRights(core, session, change, context);
}
