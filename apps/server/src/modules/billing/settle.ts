import { isDeepStrictEqual } from 'node:util';
import { DAY_MS } from '@moneytrail/calendar';
import { AppError } from '@moneytrail/contract';
import type { Trx } from '../../db/index.ts';
import type { MailMessage } from '../../outside/mail.ts';
import {
  type PaymentProvider,
  PaymentProviderError,
  type ProviderPayment,
  type ProviderSubscription,
} from '../../outside/payments/payment-provider.ts';
import { findStanding, findUser, setStanding } from '../accounts/index.ts';
import { type Billing, providerOf } from './billing.ts';
import {
  cancelledMail,
  changedMail,
  paymentFailedMail,
  receiptMail,
  refusedMail,
  resumedMail,
  startedMail,
  withdrawnMail,
} from './messages.ts';
import { findPaid, findPlan, planIdOf, plansBefore, storePayments } from './payments-store.ts';
import {
  accessEndsMs,
  hasBegun,
  isRenewing,
  type PlanRow,
  type Refusal,
  receiptNumber,
  renewsMs,
  type StoredPayment,
  type SubscriptionRow,
  type SubscriptionState,
  shownSubscription,
  standingOf,
  stateAfter,
} from './policy.ts';
import {
  addState,
  changeSubscription,
  endSubscription,
  findSubscription,
  lockUser,
  maySubscribe,
  noteRead,
  subscriptionsOf,
} from './subscriptions-store.ts';

/** A reading is repeated if the row has changed in the meantime, up to this many times. */
const MOST_READINGS = 5;
/** A request that is not approved within this time is given up; a later approval is still found. */
const FORGOTTEN_MS = DAY_MS;
/** A running subscription that its provider does not know for this long is over. */
const MISSING_MS = 7 * DAY_MS;

const REASONS: Record<Refusal, string> = {
  'not-as-asked': 'Not what was asked for.',
  'no-use': 'The account cannot use it.',
  second: 'There is another subscription already.',
  'trial-used': 'The free trial has been used before.',
};

async function readAll(
  provider: PaymentProvider,
  row: SubscriptionRow & { provider_id: string },
): Promise<Omit<Reading, 'refusal'> | null> {
  const subscription = await provider.readSubscription(row.provider_id);
  if (!subscription) return null;
  const payments =
    subscription.state === 'pending'
      ? []
      : await provider.listPayments(row.provider_id, (row.start_ms ?? row.asked_at_ms) - DAY_MS);
  return { subscription, payments };
}

/** Ends a subscription that is unknown to its provider or was never approved. False if the row has changed since. */
async function giveUp(billing: Billing, row: SubscriptionRow): Promise<boolean> {
  const { db, clock, log } = billing;
  const nowMs = clock.now();
  if (hasBegun(row))
    log.error({ subscription: row.id }, 'A SUBSCRIPTION IS NOT KNOWN TO ITS PROVIDER');
  const missingMs = row.missing_since_ms ?? nowMs;
  const isOver = hasBegun(row)
    ? nowMs - missingMs >= MISSING_MS
    : nowMs - row.asked_at_ms > FORGOTTEN_MS;
  const changed = await db.transaction().execute(async (trx) => {
    await lockUser(trx, row.user_id);
    const now = await findSubscription(trx, row.id, 'for update');
    if (!now || now.version !== row.version) return null;
    if (!isOver || now.state === 'expired') {
      const isMissing = hasBegun(row) && row.missing_since_ms === null;
      if (isMissing) await changeSubscription(trx, row.id, { missing_since_ms: nowMs });
      await noteRead(trx, row.id, nowMs);
      return false;
    }
    await endSubscription(trx, now, nowMs, nowMs);
    await noteRead(trx, row.id, nowMs);
    return renewStanding(billing, trx, row.user_id);
  });
  if (changed) billing.tellAccessChanged([row.user_id]);
  return changed !== null;
}

/** The settled row, and the reason if it was cancelled instead of granted. */
type Settled = { row: SubscriptionRow; refusal: Refusal | null };

/** Reads once and applies the reading; `isDone` is false if it must be repeated. */
async function settleOnce(
  billing: Billing,
  row: SubscriptionRow & { provider_id: string },
  refusal: Refusal | null,
): Promise<{ refusal: Refusal | null; isDone: boolean }> {
  const { db, clock, log } = billing;
  const provider = providerOf(billing, row.provider);
  const reading = await readAll(provider, row);
  const tellsNothing = reading?.subscription.state === 'pending';
  if (tellsNothing && hasBegun(row)) {
    const { status } = reading.subscription;
    log.error({ subscription: row.id, status }, 'A PROVIDER SAYS WHAT IS NOT UNDERSTOOD');
    await noteRead(db, row.id, clock.now());
    return { refusal, isDone: true };
  }
  const isLate = clock.now() - row.asked_at_ms > FORGOTTEN_MS;
  if (!reading || (tellsNothing && isLate)) return { refusal, isDone: await giveUp(billing, row) };
  const applied = await applyReading(billing, row, { ...reading, refusal });
  if (applied.kind !== 'refused') {
    const isDone = applied.kind === 'applied';
    if (isDone && applied.accessChanged) billing.tellAccessChanged([row.user_id]);
    return { refusal, isDone };
  }
  if (refusal) throw new PaymentProviderError('unavailable', 'it was cancelled and goes on');
  log.error({ subscription: row.id, why: applied.why }, 'A SUBSCRIPTION IS CANCELLED, NOT GRANTED');
  await provider.cancelSubscription(row.provider_id, REASONS[applied.why]);
  return { refusal: applied.why, isDone: false };
}

/**
 * Reads a subscription from its provider and applies the result: whatever triggered it, only the reading counts. A
 * subscription that may not begin is cancelled at its provider; `refused` is the reason if that has already happened.
 * Rejects with a `PaymentProviderError` if the provider cannot be read or does not cancel.
 */
export async function settle(
  billing: Billing,
  id: string,
  refused: Refusal | null = null,
): Promise<Settled> {
  let refusal = refused;
  let isDone = false;
  for (let readings = 0; readings <= MOST_READINGS; readings += 1) {
    const row = await findSubscription(billing.db, id);
    if (!row) throw new AppError('NOT_FOUND', 'The requested resource was not found.');
    const { provider_id } = row;
    if (isDone || provider_id === null) return { row, refusal };
    ({ refusal, isDone } = await settleOnce(billing, { ...row, provider_id }, refusal));
  }
  throw new PaymentProviderError('unavailable', 'the subscription is being changed');
}

type Reading = {
  subscription: ProviderSubscription;
  payments: readonly ProviderPayment[];
  /** The reason it was cancelled; null if it was granted. */
  refusal: Refusal | null;
};

/** `stale`: the row has changed since the reading began, which must be repeated. */
type Applied =
  | { kind: 'applied'; accessChanged: boolean }
  | { kind: 'stale' }
  | { kind: 'refused'; why: Refusal };

const HISTORY = ['plan_id', 'state', 'status', 'ends_ms'] as const;
const STATE = [
  ...HISTORY,
  'start_ms',
  'trial_ends_ms',
  'paid_until_ms',
  'failed_since_ms',
] as const;

const differs = (
  keys: readonly (keyof SubscriptionState)[],
  a: SubscriptionState,
  b: SubscriptionState,
) => keys.some((key) => a[key] !== b[key]);

/** Recomputes the stored state of a user's subscriptions; returns whether it changed. Call it after `lockUser`. */
export async function renewStanding(
  { clock, trials, payments }: Pick<Billing, 'clock' | 'trials' | 'payments'>,
  trx: Trx,
  userId: string,
): Promise<boolean> {
  const user = await findUser(trx, userId);
  const before = await findStanding(trx, userId);
  const nowMs = clock.now();
  const shown = shownSubscription(await subscriptionsOf(trx, userId), nowMs);
  const plan = shown && (await findPlan(trx, shown.plan_id));
  if (!user) return false;
  if (!shown || !plan) {
    // A subscription that was only in processing disappears.
    if (before?.is_processing) await setStanding(trx, userId, null);
    return before?.is_processing === true;
  }
  const hasUsedTrial = await trials.isUsed(trx, { emails: [user.username], payer: null });
  const isResumable = Boolean(payments.providers[shown.provider]?.resumeSubscription);
  const standing = standingOf(shown, plan, { hasUsedTrial, isResumable, nowMs });
  if (before && isDeepStrictEqual({ ...before }, { user_id: userId, ...standing })) return false;
  await setStanding(trx, userId, standing);
  return true;
}

async function store(billing: Billing, trx: Trx, change: Change, nowMs: number): Promise<void> {
  const { isUsable, before, after, price } = change;
  const { id, user_id: userId } = before;
  const isRepriced =
    price.amount_cents !== before.amount_cents || price.currency !== before.currency;
  if (differs(STATE, before, after) || isRepriced || before.missing_since_ms !== null) {
    await changeSubscription(trx, id, {
      plan_id: after.plan_id,
      ...price,
      state: after.state,
      status: after.status,
      start_ms: after.start_ms,
      trial_ends_ms: after.trial_ends_ms,
      paid_until_ms: after.paid_until_ms,
      ends_ms: after.ends_ms,
      failed_since_ms: after.failed_since_ms,
      reminders: after.failed_since_ms === null ? 0 : Math.max(before.reminders, 1),
      missing_since_ms: null,
      refusal: change.refusal ?? before.refusal,
      read_at_ms: nowMs,
    });
    await tellOwner(billing, trx, change);
  } else await noteRead(trx, id, nowMs);
  if (!differs(HISTORY, before, after)) return;
  await addState(trx, id, after, nowMs);
  await billing.audit.append(trx, {
    action: 'subscription.changed',
    actorId: null,
    subjectId: userId,
    before: { state: before.state, planId: before.plan_id, endsMs: before.ends_ms },
    after: { state: after.state, planId: after.plan_id, endsMs: after.ends_ms },
    ...(isUsable ? {} : { reason: 'The account cannot use a subscription.' }),
  });
}

/** A charge for a refused subscription must be refunded manually. */
async function recordRefusedPayment(
  { audit, log }: Billing,
  trx: Trx,
  { id, user_id: userId }: SubscriptionRow,
  reason: Refusal,
): Promise<void> {
  log.error(
    { subscription: id, reason },
    'WHAT WAS REFUSED IS CHARGED FOR AND HAS TO BE PAID BACK',
  );
  await audit.append(trx, {
    action: 'subscription.refused-payment',
    actorId: null,
    subjectId: userId,
    after: { subscription: id },
    reason,
  });
}

/**
 * Stores a provider's reading of a subscription and all its consequences in one transaction; idempotent. A subscription
 * that may not begin is not stored: it must be cancelled at its provider.
 */
async function applyReading(
  billing: Billing,
  row: SubscriptionRow,
  reading: Reading,
): Promise<Applied> {
  const nowMs = billing.clock.now();
  const work = async (trx: Trx): Promise<Applied> => {
    await lockUser(trx, row.user_id);
    const before = await findSubscription(trx, row.id, 'for update');
    if (!before || before.version !== row.version) return { kind: 'stale' };
    const readPlanId = planIdOf(row.provider, reading.subscription.planId);
    const planBefore = await findPlan(trx, row.plan_id);
    if (!planBefore) throw new Error(`subscription ${row.id} has no plan`);
    const plan = (await findPlan(trx, readPlanId)) ?? planBefore;
    const [first = { plan: planBefore, fromMs: row.asked_at_ms }, ...later] = await plansBefore(
      trx,
      row.id,
    );
    const spans = [first, ...later, { plan, fromMs: nowMs }] as const;
    const paidBefore = await findPaid(trx, row.id);
    const settled = await storePayments(trx, row, spans, reading.payments);
    const paid = await findPaid(trx, row.id);
    const refusal = reading.refusal ?? before.refusal;
    const after = stateAfter(before, reading.subscription, {
      ...paid,
      planId: plan.id,
      nowMs,
      isRefused: refusal !== null,
    });
    if (!hasBegun(before) && hasBegun(after)) {
      await assertMayBegin(billing, trx, before, reading.subscription);
    }
    const isCharged = paidBefore.lastPaidMs === null && paid.lastPaidMs !== null;
    const isUsable = await maySubscribe(trx, row.user_id);
    const price = priceAfter(before, plan, reading.subscription.price);
    const change = { isUsable, before, after, planBefore, plan, price, refusal: reading.refusal };
    await store(billing, trx, change, nowMs);
    // A subscription that may not begin is paid back: a receipt would say that it covers a period.
    const receipts = settled.filter(({ state }) => hasBegun(after) || state === 'refunded');
    await sendReceipts(billing, trx, row.user_id, receipts);
    // After the mails, which lock their recipient's limits: accounts also locks those before the audit log.
    if (refusal && isCharged && !hasBegun(after))
      await recordRefusedPayment(billing, trx, row, refusal);
    for (const { receipt, state } of settled) {
      if (state !== 'refunded') continue;
      await billing.audit.append(trx, {
        action: 'subscription.refunded',
        actorId: null,
        subjectId: row.user_id,
        after: { subscription: row.id, receipt: receiptNumber(receipt) },
      });
    }
    return { kind: 'applied', accessChanged: await renewStanding(billing, trx, row.user_id) };
  };
  try {
    return await billing.db.transaction().execute(work);
  } catch (error) {
    if (error instanceof RefusedError) return { kind: 'refused', why: error.why };
    throw error;
  }
}

type Change = {
  /** True if the owner may have a subscription. */
  isUsable: boolean;
  before: SubscriptionRow;
  after: SubscriptionState;
  planBefore: PlanRow;
  plan: PlanRow;
  /** The price of the next payment. */
  price: Pick<SubscriptionRow, 'amount_cents' | 'currency'>;
  /** The reason it was cancelled; null if it was granted. */
  refusal: Refusal | null;
};

/** Until it has begun, the price is the one that was asked for, and no other is accepted. */
function priceAfter(
  row: SubscriptionRow,
  plan: PlanRow,
  read: ProviderSubscription['price'],
): Change['price'] {
  const { amount_cents, currency } = plan.id === row.plan_id ? row : plan;
  if (!hasBegun(row) || read === null) return { amount_cents, currency };
  return { amount_cents: read.amountCents, currency: read.currency };
}

async function sendReceipts(
  { sendNotice, publicUrl }: Billing,
  trx: Trx,
  userId: string,
  payments: readonly StoredPayment[],
): Promise<void> {
  const to = await findUser(trx, userId);
  if (!to) return;
  for (const payment of payments) {
    await sendNotice(trx, receiptMail({ publicUrl, to }, payment));
  }
}

/** The mails about a subscription that goes on: it has begun, has another plan, or renews again. */
function mailsOfRenewal(
  about: Parameters<typeof startedMail>[0],
  { before, after, planBefore }: Change,
  nowMs: number,
): MailMessage[] {
  if (!hasBegun(after) || after.state !== 'active') return [];
  const trialMs = after.trial_ends_ms;
  const trialEndsMs = trialMs !== null && trialMs > nowMs ? trialMs : null;
  const renewal = { nextMs: renewsMs(after), trialEndsMs };
  if (!hasBegun(before)) return [startedMail(about, renewal)];
  const isChanged = before.plan_id !== after.plan_id;
  return [
    ...(isChanged ? [changedMail(about, { ...renewal, from: planBefore.name })] : []),
    ...(before.state === 'cancelled' ? [resumedMail(about, renewal)] : []),
  ];
}

async function tellOwner(
  { clock, sendNotice, publicUrl, payments }: Billing,
  trx: Trx,
  change: Change,
): Promise<void> {
  const { isUsable, before, after, plan, price, refusal } = change;
  const to = await findUser(trx, before.user_id);
  if (!to) return;
  const nowMs = clock.now();
  const interval = plan.billing_interval;
  const about = { publicUrl, to, planName: plan.name, price, interval };
  const send = (mail: MailMessage) => sendNotice(trx, mail);
  for (const mail of mailsOfRenewal(about, change, nowMs)) await send(mail);
  const isCancelled = after.state === 'cancelled' && before.state !== 'cancelled';
  if (isCancelled && refusal) await send(refusedMail(about, refusal));
  const access = { untilMs: accessEndsMs(after) ?? nowMs, nowMs };
  if (isCancelled && hasBegun(after)) {
    const canResume = Boolean(payments.providers[before.provider]?.resumeSubscription);
    const due = { ...access, nextMs: renewsMs(before), canResume };
    await send(isUsable ? cancelledMail(about, due) : withdrawnMail(about));
  }
  const fails = before.failed_since_ms === null && after.failed_since_ms !== null;
  if (fails && hasBegun(after)) await send(paymentFailedMail(about, access));
}

/** Rolls the transaction back: nothing is stored of a subscription that may not begin. */
class RefusedError extends Error {
  readonly why: Refusal;
  constructor(why: Refusal) {
    super(`a subscription may not begin: ${why}`);
    this.name = 'RefusedError';
    this.why = why;
  }
}

/** The granted subscription must match the request in plan, price and user. */
function isAsAsked(row: SubscriptionRow, { planId, userId, price }: ProviderSubscription): boolean {
  return (
    planIdOf(row.provider, planId) === row.plan_id &&
    (userId === null || userId === row.user_id) &&
    (price === null || (price.amountCents === row.amount_cents && price.currency === row.currency))
  );
}

/**
 * Throws a `RefusedError` unless a subscription may give access for the first time. A trial is recorded before earlier
 * ones are looked up, so that of two concurrent trials the second waits and finds the first. Call it after `lockUser`.
 */
async function assertMayBegin(
  { trials, clock }: Pick<Billing, 'trials' | 'clock'>,
  trx: Trx,
  row: SubscriptionRow,
  reading: ProviderSubscription,
): Promise<void> {
  if (!isAsAsked(row, reading)) throw new RefusedError('not-as-asked');
  if (!(await maySubscribe(trx, row.user_id))) throw new RefusedError('no-use');
  const others = await subscriptionsOf(trx, row.user_id);
  if (others.some((other) => other.id !== row.id && isRenewing(other))) {
    throw new RefusedError('second');
  }
  if (reading.trialEndsMs === null || reading.trialEndsMs <= clock.now()) return;
  const user = await findUser(trx, row.user_id);
  const payer = reading.payerId === null ? null : `${row.provider}:${reading.payerId}`;
  const emails = [
    user?.username ?? row.user_id,
    ...(reading.email === null ? [] : [reading.email]),
  ];
  const who = { emails, payer };
  await trials.note(trx, who, row.id);
  if (await trials.isUsed(trx, who, row.id)) throw new RefusedError('trial-used');
}
