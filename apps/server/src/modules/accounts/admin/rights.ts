import {
  AppError,
  type ManagedUser,
  paidDay,
  type RequestOf,
  type setUserFeedAccess,
  type setUserPayment,
  type setUserPermission,
} from '@moneytrail/contract';
import type { Trx } from '../../../db/index.ts';
import { auditContext, type UserCall } from '../account-services.ts';
import { assertCurrent, notFound } from '../profile/guards.ts';
import { changeUser, findStanding, findUser, type UserRow } from '../profile/user-store.ts';
import type { Decided } from './decisions.ts';
import { readUser } from './user-list.ts';

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

type Change = Decided & {
  action: string;
  rights: Rights;
  assertFits?: (trx: Trx, user: UserRow) => Promise<void>;
};

const isRight = (name: string): name is Right => name in COLUMNS;

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

/** Values for the audit log, with the day that people type and see everywhere else. */
function asTyped({ paymentValidUntil, ...others }: Record<string, unknown>) {
  if (paymentValidUntil === undefined) return others;
  return {
    ...others,
    paidUntil: typeof paymentValidUntil === 'string' ? paidDay(paymentValidUntil) : null,
  };
}

/** Changes rights in one statement, with the row locked; setting them to their current values is not audited. */
async function changeRights(
  call: UserCall,
  { userId, revision, action, rights, assertFits }: Change,
): Promise<ManagedUser> {
  const isChanged = await call.db.transaction().execute(async (trx) => {
    const user = (await findUser(trx, userId, 'for update')) ?? notFound();
    if (user.parent_user_id !== null) throw new AppError('CONFLICT', SUB_USER);
    await assertFits?.(trx, user);
    const { before, after, columns } = differences(user, rights);
    if (Object.keys(columns).length === 0) return false;
    assertCurrent(user, revision);
    await changeUser(trx, userId, columns);
    await call.audit.append(trx, {
      action,
      actorId: call.session.user._id,
      subjectId: userId,
      before: asTyped(before),
      after: asTyped(after),
      ...auditContext(call),
    });
    return true;
  });
  if (isChanged) call.accessChanged([userId]);
  return readUser(call, userId);
}

type Body<Endpoint> = RequestOf<Endpoint>['body'];

export function setFlag(
  call: UserCall,
  change: Decided & {
    flag: Body<typeof setUserPermission> | Body<typeof setUserFeedAccess>;
    kind: 'permissions' | 'feed-access';
  },
): Promise<ManagedUser> {
  const { flag, kind, ...decided } = change;
  const { revision: _, ...rights } = flag;
  return changeRights(call, { ...decided, action: `account.${kind}-changed`, rights });
}

/** Records a manual payment and its last day; `hasPaid: false` clears that day. Throws 409 for a sub-user. */
export function setPayment(
  call: UserCall,
  { payment, ...decided }: Decided & { payment: Body<typeof setUserPayment> },
): Promise<ManagedUser> {
  const { hasPaid, paymentValidUntil = null, paymentDetails } = payment;
  const rights = {
    hasPaid,
    paymentValidUntil: hasPaid ? paymentValidUntil : null,
    paymentDetails,
  };
  return changeRights(call, { ...decided, action: 'account.payment-noted', rights });
}

/** Throws 409 unless the account is retail and has no subscription that is active or may become active again. */
async function assertMayOverride(trx: Trx, user: UserRow): Promise<void> {
  if (user.user_type !== 'retail') throw new AppError('CONFLICT', NOT_RETAIL);
  const standing = await findStanding(trx, user.id);
  const { is_active, is_processing, is_past_due, is_paused } = standing ?? {};
  if (is_active || is_processing || is_past_due || is_paused) {
    throw new AppError('CONFLICT', HAS_SUBSCRIPTION);
  }
}

/** Gives a retail user access without a subscription, or ends it. */
export function setOverride(
  call: UserCall,
  { hasOverride, ...decided }: Decided & { hasOverride: boolean },
): Promise<ManagedUser> {
  const rights = { hasSubscriptionOverride: hasOverride };
  const action = 'account.override-changed';
  return changeRights(call, { ...decided, action, rights, assertFits: assertMayOverride });
}
