import {
  AppError,
  type CurrentUser,
  cancelSubscription as cancelEndpoint,
  confirmSubscription as confirmEndpoint,
  listPayments,
  listPlans,
  listUserPayments,
  findPaymentMethodPage as methodPageEndpoint,
  type Payment,
  type Plan,
  receiveLemonEvent,
  receivePaypalEvent,
  resumeSubscription as resumeEndpoint,
  startSubscription as startEndpoint,
  upgradeSubscription,
} from '@moneytrail/contract';
import { signedIn } from '../../http/check-access.ts';
import { pageOf } from '../../http/public-origin.ts';
import type { Router } from '../../http/route.ts';
import type { PaymentProviderName } from '../../outside/payments/payment-provider.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Billing } from './billing.ts';
import { receiveEvent } from './events.ts';
import { listOffered, paymentsOf } from './payments-store.ts';
import { type PlanRow, receiptNumber, type StoredPayment } from './policy.ts';
import {
  assertRetail,
  cancelSubscription,
  changePlan,
  confirmSubscription,
  findPaymentMethodPage,
  resumeSubscription,
  startSubscription,
} from './subscribe.ts';

const inUnits = (cents: number) => cents / 100;

function presentPlan(row: PlanRow): Plan {
  return {
    planId: row.id,
    name: row.name,
    description: row.description,
    billingInterval: row.billing_interval,
    amount: inUnits(row.amount_cents),
    hasTrial: row.trial_days !== null,
    trialDays: row.trial_days,
    permissions: {
      isDetailedSummaryAllowed: row.gives_summary,
      isSuffixAllowed: row.gives_suffix,
    },
    provider: row.provider,
  };
}

function presentPayment(row: StoredPayment): Payment {
  return {
    _id: String(row.receipt),
    receiptNumber: receiptNumber(row.receipt),
    planName: row.plan_name,
    provider: row.provider,
    amount: inUnits(row.amount_cents),
    currency: row.currency,
    status: row.state,
    paidAt: new Date(row.paid_at_ms).toISOString(),
    paidThrough: new Date(row.paid_through_ms).toISOString(),
    providerReference: row.provider_id,
  };
}

function namesOf({ payments }: Billing): PaymentProviderName[] {
  return Object.values(payments.providers).map(({ name }) => name);
}

/** Registers the endpoints of plans, subscriptions and payments, and the providers' webhooks. */
export function billingRoutes(
  router: Router,
  deps: {
    billing: Billing;
    accounts: Pick<Accounts, 'assertReauthenticated' | 'takePaymentRequest'>;
    ownOrigins: () => readonly string[];
  },
): void {
  const { billing, accounts, ownOrigins } = deps;

  /** Providers redirect browsers to these addresses: only our own pages are allowed. */
  function ownPage(address: string): string {
    const page = pageOf(address, ownOrigins());
    if (page !== null) return page;
    throw new AppError('BAD_REQUEST', 'return_url, cancel_url: must be pages of ours');
  }

  /** Changes of payments require re-authentication and are rate limited. */
  async function assertMayChange(caller: CurrentUser | null): Promise<CurrentUser> {
    const user = signedIn(caller);
    accounts.assertReauthenticated(user);
    await accounts.takePaymentRequest(user._id);
    return user;
  }

  async function assertMayBuy(caller: CurrentUser | null): Promise<CurrentUser> {
    assertRetail(signedIn(caller));
    return assertMayChange(caller);
  }

  router.route(listPlans, async () => {
    const rows = await listOffered(billing.db, namesOf(billing));
    return { data: rows.map(presentPlan) };
  });
  router.route(startEndpoint, async ({ user, body }) => {
    const buyer = await assertMayBuy(user);
    const pages = { return_url: ownPage(body.return_url), cancel_url: ownPage(body.cancel_url) };
    return startSubscription(billing, buyer, { ...body, ...pages });
  });
  router.route(confirmEndpoint, async ({ user, body }) => {
    const buyer = signedIn(user);
    await accounts.takePaymentRequest(buyer._id);
    return confirmSubscription(billing, buyer, body);
  });
  router.route(cancelEndpoint, async ({ user }) =>
    cancelSubscription(billing, await assertMayChange(user)),
  );
  router.route(resumeEndpoint, async ({ user }) =>
    resumeSubscription(billing, await assertMayBuy(user)),
  );
  router.route(upgradeSubscription, async ({ user, body }) => {
    const buyer = await assertMayBuy(user);
    const { return_url, cancel_url } = body;
    return changePlan(billing, buyer, {
      ...body,
      ...(return_url === undefined ? {} : { return_url: ownPage(return_url) }),
      ...(cancel_url === undefined ? {} : { cancel_url: ownPage(cancel_url) }),
    });
  });
  router.route(methodPageEndpoint, async ({ user }) => {
    const owner = signedIn(user);
    await accounts.takePaymentRequest(owner._id);
    return findPaymentMethodPage(billing, owner);
  });
  router.route(listPayments, async ({ user }) => {
    const rows = user ? await paymentsOf(billing.db, user._id) : [];
    return { payments: rows.map(presentPayment) };
  });
  router.route(listUserPayments, async ({ params }) => ({
    payments: (await paymentsOf(billing.db, params.id)).map(presentPayment),
  }));
  for (const [endpoint, name] of [
    [receivePaypalEvent, 'paypal'],
    [receiveLemonEvent, 'lemon'],
  ] as const) {
    router.route(endpoint, ({ headers, body }) =>
      receiveEvent(billing, name, { headers, body: Buffer.from(body) }),
    );
  }
}
