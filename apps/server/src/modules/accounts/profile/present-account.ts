import type { Account, Subscription } from '@moneytrail/contract';
import type { Reader } from '../../../db/index.ts';
import { isoMoment } from '../../../iso-time.ts';
import { findPeople, type Person, type StandingRow, type UserRow } from './user-store.ts';

type Rights = Pick<Account, 'permissions' | 'feedAccess'>;

/** The signed-in user inside the server: the public account, plus the main account whose rights apply. */
export type SignedInUser = Account & {
  parent: (Rights & { hasPaid: boolean; paymentValidUntil: string | null }) | null;
};

/** The rights that a retail user's plan gives; a plan gives nothing to anybody else, as it gives them no access. */
function planGives({ user, parent, subscription }: Person, nowMs: number) {
  const isRetail = user.user_type === 'retail' && !parent;
  const isRunning =
    subscription?.is_active && (subscription.end_ms === null || nowMs < subscription.end_ms);
  const gives = isRetail && isRunning ? subscription : null;
  return { summary: gives?.gives_summary === true, suffix: gives?.gives_suffix === true };
}

function rightsOf(row: UserRow): Rights {
  return {
    permissions: {
      isDetailedSummaryAllowed: row.is_detailed_summary_allowed,
      isSuffixAllowed: row.is_suffix_allowed,
    },
    feedAccess: {
      isBVGAllowed: row.is_bvg_allowed,
      isFMPAllowed: row.is_fmp_allowed,
      isBitfinexAllowed: row.is_bitfinex_allowed,
      isTiingoAllowed: row.is_tiingo_allowed,
    },
  };
}

export function presentSubscription(row: StandingRow): Subscription {
  return {
    displayName: row.display_name,
    plan: row.plan,
    isActive: row.is_active,
    isInTrial: row.is_in_trial,
    trialEnds: isoMoment(row.trial_ends_ms),
    isProcessing: row.is_processing,
    isPastDue: row.is_past_due,
    isPaused: row.is_paused,
    hasUsedTrial: row.has_used_trial,
    provider: row.provider,
    startDate: isoMoment(row.start_ms),
    endDate: isoMoment(row.end_ms),
    renewsAt: isoMoment(row.renews_ms),
    amount: row.amount_cents === null ? null : row.amount_cents / 100,
    currency: row.currency,
    canResume: row.can_resume,
    permissions: {
      isDetailedSummaryAllowed: row.gives_summary,
      isSuffixAllowed: row.gives_suffix,
    },
    paypalStatus: row.paypal_status,
    lemonStatus: row.lemon_status,
  };
}

/**
 * The public form of an account; a sub-user has the rights and the payment of its main account. `permissions` are those
 * an administrator has given, without those of a plan.
 */
export function presentAccount({ user, parent, subscription }: Person): Account {
  return {
    _id: user.id,
    username: user.username,
    firstName: user.first_name,
    lastName: user.last_name,
    userType: user.user_type,
    isSuperAdmin: user.is_super_admin,
    ...rightsOf(parent ?? user),
    phoneE164: user.phone_e164,
    phoneCountry: user.phone_country,
    tradingViewUsername: user.trading_view_username,
    isApproved: user.is_approved,
    isEmailConfirmed: user.email_confirmed_at_ms !== null,
    accessRevoked: user.access_revoked,
    isSubUser: user.parent_user_id !== null,
    parentUserId: user.parent_user_id,
    parentHasPaid: parent?.has_paid ?? null,
    parentPaymentValidUntil: parent?.payment_valid_until ?? null,
    hasPaid: user.has_paid,
    paymentValidUntil: user.payment_valid_until,
    paymentDetails: user.payment_details,
    hasSubscriptionOverride: user.has_subscription_override,
    subscription: subscription && presentSubscription(subscription),
  };
}

/** The account as its owner sees it: with the rights that the plan gives at `nowMs`. */
export function presentOwnAccount(person: Person, nowMs: number): Account {
  const account = presentAccount(person);
  const gives = planGives(person, nowMs);
  const { isDetailedSummaryAllowed, isSuffixAllowed } = account.permissions;
  return {
    ...account,
    permissions: {
      isDetailedSummaryAllowed: isDetailedSummaryAllowed || gives.summary,
      isSuffixAllowed: isSuffixAllowed || gives.suffix,
    },
  };
}

/** Includes the main account, which decides about access to instruments. */
export function signedInUser(person: Person, nowMs: number): SignedInUser {
  const { parent } = person;
  return {
    ...presentOwnAccount(person, nowMs),
    parent: parent && {
      ...rightsOf(parent),
      hasPaid: parent.has_paid,
      paymentValidUntil: parent.payment_valid_until,
    },
  };
}

/** The accounts that may sign in, with their rights at `nowMs`; the others are left out. */
export async function findSignedIn(
  db: Reader,
  ids: readonly string[],
  nowMs: number,
): Promise<SignedInUser[]> {
  const people = await findPeople(db, ids);
  return people
    .filter(
      ({ user }) => user.is_approved && !user.access_revoked && !user.seat_suspended_by_parent,
    )
    .map((person) => signedInUser(person, nowMs));
}
