import {
  type Account,
  cancelSubscription,
  confirmSubscription,
  findPaymentMethodPage,
  getAccount,
  listPayments,
  listPlans,
  type Payment,
  type Plan,
  resumeSubscription,
  type Subscription,
  startSubscription,
  upgradeSubscription,
} from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pendingPaymentReturn } from '../../../lib/payment-return.ts';
import { RETAIL } from '../../../testing/accounts.ts';
import { expectNoBarriers } from '../../../testing/barriers.ts';
import { eventually } from '../../../testing/eventually.ts';
import { FakeServer, Refusal } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { PAID_MONTHLY } from '../../../testing/subscriptions.ts';
import { expectToast } from '../../../testing/toasts.ts';
import { accountDialog, holdBack, openAccount } from '../testing/open-account.ts';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const MONTHLY: Plan = {
  planId: 'P-MONTH',
  name: 'Moneytrail Monthly',
  description: 'Every source.',
  billingInterval: 'MONTH',
  amount: 29.99,
  hasTrial: true,
  trialDays: 14,
  permissions: { isDetailedSummaryAllowed: false, isSuffixAllowed: false },
  provider: 'paypal',
};
const YEARLY: Plan = {
  ...MONTHLY,
  planId: 'P-YEAR',
  name: 'Moneytrail Yearly',
  billingInterval: 'YEAR',
  amount: 299.9,
};
const PAID_AT_ONCE = [MONTHLY, YEARLY].flatMap((plan): Plan[] => {
  const paid = { ...plan, planId: `${plan.planId}-PAID`, hasTrial: false, trialDays: null };
  return [paid, { ...paid, planId: `${plan.planId}-CARD`, provider: 'lemon' }];
});

const RENEWING: Subscription = {
  ...PAID_MONTHLY,
  startDate: inDays(-23),
  renewsAt: inDays(7),
};
const CANCELLED = {
  ...RENEWING,
  endDate: RENEWING.renewsAt,
  renewsAt: null,
  paypalStatus: 'CANCELLED',
};
const ENDED = { ...CANCELLED, isActive: false };
const PAST_DUE = { ...RENEWING, isPastDue: true, endDate: inDays(14), renewsAt: null };

const PAYMENTS = (['paid', 'pending', 'failed', 'refunded'] as const).map(
  (status, index): Payment => ({
    _id: String(index),
    receiptNumber: `MT-00000${index + 1}`,
    planName: 'Moneytrail Monthly',
    provider: index === 1 ? 'lemon' : 'paypal',
    amount: 29.99,
    currency: 'USD',
    status,
    paidAt: `2026-0${9 - index}-02T10:00:00.000Z`,
    paidThrough: `2026-12-02T10:00:00.000Z`,
    providerReference: '5TY05013RG002845M',
  }),
);

const subscriber = (subscription: Subscription | null): Account => ({ ...RETAIL, subscription });

function planServer(subscription: Subscription | null): FakeServer {
  const server = new FakeServer(subscriber(subscription));
  server.on(listPlans, () => ({ data: [MONTHLY, YEARLY, ...PAID_AT_ONCE] }));
  server.on(listPayments, () => ({ payments: [] }));
  server.on(findPaymentMethodPage, () => ({ url: 'https://www.paypal.com/myaccount/autopay/' }));
  return server;
}

const openTab = (server: FakeServer) => openAccount('subscription', server, RETAIL);

/** Opens the tab as a buyer who returns from the payment page. */
async function comeBack(server: FakeServer, search: Record<string, string>): Promise<void> {
  const { router } = await openPage('/dashboard/profile', server, RETAIL);
  await expect.element(page.getByRole('button', { name: /account menu/ })).toBeVisible();
  pendingPaymentReturn.keep(search);
  await router.navigate({ to: '.', search: { account: 'true', tab: 'subscription' } });
}

const plan = accountDialog.getByRole('region', { name: 'Your plan' });
const cancel = accountDialog.getByRole('button', { name: 'Cancel Subscription' });
const question = page.getByRole('dialog', { name: 'Cancel your subscription?' });

test('plans show their trial, their price and the yearly saving', async () => {
  await openTab(planServer(null));
  await expect.element(page.getByRole('heading', { name: 'Choose a plan' })).toBeVisible();
  for (const text of [
    'USD 29.99 / month',
    'USD 299.90 / year',
    'You save USD 59.98 a year (17 %)',
    '14 days free',
  ]) {
    await expect.element(accountDialog).toMatchTextContent(text);
  }
  await expectNoBarriers('plans with a trial');
});

test('a buyer who has used the trial chooses between two providers', async () => {
  await openTab(planServer({ ...ENDED, startDate: null }));
  await expect.element(page.getByRole('radio', { name: 'PayPal' }).first()).toBeVisible();
  await expectNoBarriers('plans without a trial, of two providers');
});

test('the keyboard alone chooses a plan', async () => {
  const server = planServer(null);
  // Refused, as a request that is left open would fail during a later test.
  const started = server.on(startSubscription, () => {
    throw new Refusal('CONFLICT', 'Not now.');
  });
  await openTab(server);
  await expect
    .element(page.getByRole('button', { name: 'Start free trial: Moneytrail Monthly' }))
    .toBeVisible();
  await expect
    .poll(async () => {
      await userEvent.tab();
      return document.activeElement?.getAttribute('aria-label');
    })
    .toBe('Start free trial: Moneytrail Monthly');
  await userEvent.keyboard('{Enter}');
  const asked = page.getByRole('dialog', { name: 'Start your free trial?' });
  await expect.element(asked.getByRole('button', { name: 'Not now' })).toHaveFocus();
  expect(started).toEqual([]);
  await expectNoBarriers('the question before a trial');
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(started.map(({ body }) => body.plan_id)).toEqual(['P-MONTH']));
});

test('a way to pay that has no trial is explained, and its plans are a click away', async () => {
  await openTab(planServer(null));
  await expect.element(page.getByText(/^Card, by Lemon Squeezy: has no free trial/)).toBeVisible();
  await accountDialog.getByRole('button', { name: 'Show plans without a trial' }).click();
  await accountDialog.getByRole('radio', { name: 'Card, by Lemon Squeezy' }).first().click();
  await accountDialog.getByRole('button', { name: 'Subscribe: Moneytrail Monthly' }).click();
  const asked = page.getByRole('dialog', { name: 'Subscribe to Moneytrail Monthly?' });
  await expect.element(asked).toMatchTextContent(/To pay today\s*USD 29.99/);
  await expectNoBarriers('the question before a plan paid at once');
});

test('a plan is changed only after its amount, date and paid days were shown', async () => {
  const server = planServer({ ...RENEWING, provider: 'lemon', paypalStatus: null });
  const yearly = { ...RENEWING, displayName: 'Moneytrail Yearly', plan: 'YEARLY' } as const;
  const changed = server.on(upgradeSubscription, () => {
    server.on(getAccount, () => subscriber(yearly));
    return { approve: null, subscription: yearly };
  });
  await openTab(server);
  await expect.element(plan).toMatchTextContent('USD 29.99 a month');
  await accountDialog.getByRole('button', { name: 'Change to yearly: Moneytrail Yearly' }).click();
  const asked = page.getByRole('dialog', { name: 'Change to Moneytrail Yearly?' });
  await expect.element(asked).toMatchTextContent(/Next payment\s*USD 299.90 on \d{2} \p{L}+/u);
  await expect.element(asked).toMatchTextContent('The days that you have paid for');
  await expectNoBarriers('the question before a change of plan');
  expect(changed).toEqual([]);
  await asked.getByRole('button', { name: 'Change my plan' }).click();
  await expectToast('Your plan has been changed.');
  await expect.element(asked).not.toBeInTheDocument();
  expect(changed.map(({ body }) => body.subscriptionId)).toEqual(['P-YEAR-CARD']);
});

test('a cancellation is one state with its date, and can be taken back', async () => {
  const cancelled = { ...CANCELLED, provider: 'lemon', canResume: true } as const;
  const server = planServer(cancelled);
  const resumed = server.on(resumeSubscription, () => {
    server.on(getAccount, () => subscriber(RENEWING));
    return { subscription: RENEWING };
  });
  await openTab(server);
  await expect.element(plan).toMatchTextContent(/Cancelled, active until \d{2} \p{L}+ \d{4}/u);
  expect(plan.getByText('Active', { exact: true }).elements()).toEqual([]);
  // Only the sentence that replaces a pressed button takes the focus.
  await expect.element(plan.getByText(/^You keep full access/)).not.toHaveFocus();
  await plan.getByRole('button', { name: 'Take back the cancellation' }).click();
  const asked = page.getByRole('dialog', { name: 'Take back the cancellation?' });
  await expect.element(asked).toMatchTextContent(/Next payment\s*USD 29.99 on/);
  await expectNoBarriers('the question before a cancellation is taken back');
  await asked.getByRole('button', { name: 'Take back' }).click();
  await expectToast('Your subscription renews again.');
  expect(resumed).toHaveLength(1);
});

test('plans that fail to load can be retried', async () => {
  const server = planServer(null);
  const { released, release } = holdBack();
  server.on(listPlans, async () => {
    await released;
    throw new Refusal('FORBIDDEN', 'Not now.');
  });
  await openTab(server);
  await expect.poll(() => document.querySelector('[aria-busy="true"]')).not.toBeNull();
  await expectNoBarriers('plans that are being read');
  release();
  await expect.element(page.getByText('Failed to fetch plans.')).toBeVisible();
  await expectNoBarriers('plans that could not be read');
  server.on(listPlans, () => ({ data: [MONTHLY] }));
  await accountDialog.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByRole('heading', { name: 'Choose a plan' })).toBeVisible();
});

test('without plans the tab links to support', async () => {
  const server = planServer(null);
  server.on(listPlans, () => ({ data: [] }));
  await openTab(server);
  await expect.element(page.getByRole('link', { name: 'Contact us' })).toBeVisible();
  await expectNoBarriers('no plans');
});

test('a buyer who cancels the payment is told that nothing was charged', async () => {
  await comeBack(planServer(null), { paypalCancelled: 'true' });
  await expect
    .element(accountDialog.getByText('Payment cancelled. You have not been charged.'))
    .toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Choose a plan' })).toBeVisible();
  expect(pendingPaymentReturn.take()).toBeNull();
  await expectNoBarriers('plans after a cancelled payment');
});

test('a buyer who returns without an id is referred to support', async () => {
  await comeBack(planServer(null), { paypalReturned: 'true' });
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(
      'Something went wrong while processing your subscription. Please contact the support team for assistance.',
    );
});

test('a payment is confirmed by its id before the plan is shown', async () => {
  const server = planServer(null);
  const { released, release } = holdBack();
  const confirmed = server.on(confirmSubscription, async () => {
    await released;
    server.on(getAccount, () => subscriber(RENEWING));
    return { subscription: RENEWING, isRefused: false };
  });
  await comeBack(server, { paypalReturned: 'true', subscription_id: 'I-1' });
  await expect.element(page.getByText('Confirming your payment…')).toBeVisible();
  await expectNoBarriers('confirming');
  release();
  await expectToast('Your subscription is active.');
  await expect.element(plan).toMatchTextContent('Moneytrail Monthly');
  expect(confirmed.map(({ body }) => body)).toEqual([{ subscription_id: 'I-1' }]);
});

test('a payment and a cancellation whose answers are lost show what the server has done', async () => {
  const server = planServer(null);
  server.on(confirmSubscription, () => {
    server.on(getAccount, () => subscriber(RENEWING));
    throw new Refusal(null);
  });
  server.on(cancelSubscription, () => {
    server.on(getAccount, () => subscriber(CANCELLED));
    throw new Refusal(null);
  });
  await comeBack(server, { paypalReturned: 'true', subscription_id: 'I-1' });
  await expect.element(plan).toMatchTextContent('Moneytrail Monthly');
  await cancel.click();
  await question.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect.element(plan).toMatchTextContent(/You keep full access until/);
});

test('a payment that the provider refused is told at once, beside the plans', async () => {
  const server = planServer(null);
  server.on(confirmSubscription, () => ({ subscription: null, isRefused: true }));
  await comeBack(server, { paypalReturned: 'true', subscription_id: 'I-1' });
  await expect
    .element(accountDialog.getByRole('alert'))
    .toMatchTextContent('The payment provider refused the payment. You have not been charged.');
  await expect.element(page.getByRole('heading', { name: 'Choose a plan' })).toBeVisible();
  await expect.element(page.getByText('being processed')).not.toBeInTheDocument();
  await expectNoBarriers('plans after a refused payment');
});

test('a pending payment still allows choosing another plan', async () => {
  await openTab(planServer({ ...ENDED, isProcessing: true, startDate: null, endDate: null }));
  await expect
    .element(page.getByText('Your subscription is being processed. Check back in 15 minutes.'))
    .toBeVisible();
  await expectNoBarriers('processing');
  await accountDialog.getByRole('button', { name: 'Choose a plan again' }).click();
  await expect.element(page.getByRole('heading', { name: 'Choose a plan' })).toBeVisible();
});

test('an active plan shows its trial and its provider', async () => {
  const byCard = { provider: 'lemon', paypalStatus: null, lemonStatus: 'active' } as const;
  const trial = { ...RENEWING, isInTrial: true, trialEnds: RENEWING.renewsAt };
  await openTab(planServer({ ...trial, ...byCard }));
  await expect.element(plan).toMatchTextContent('Trial');
  await expect.element(plan).toMatchTextContent('Card, by Lemon Squeezy');
  await expectNoBarriers('a trial, paid by card');
});

test('a subscription is cancelled in two clicks, and can be bought again', async () => {
  const server = planServer(RENEWING);
  const cancelled = server.on(cancelSubscription, () => {
    server.on(getAccount, () => subscriber(CANCELLED));
    return { subscription: CANCELLED };
  });
  await openTab(server);
  await expect.element(page.getByRole('heading', { name: 'Change plan' })).toBeVisible();
  await expectNoBarriers('a subscription that renews');
  await cancel.click();
  await expect.element(question).toMatchTextContent(/ends on \d{2} \p{L}+ \d{4}/u);
  await expect.element(question).toMatchTextContent(/the payment of USD 29.99 on .* is not made/);
  await expect.element(question.getByRole('button', { name: 'Keep my plan' })).toHaveFocus();
  await expectNoBarriers('whether to cancel');
  await question.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expectToast('Your subscription will not renew.');
  await expect.element(plan).toMatchTextContent(/You keep full access until \d{2} \p{L}+ \d{4}/u);
  await expect.element(cancel).not.toBeInTheDocument();
  await expect.element(plan.getByText(/^You keep full access/)).toHaveFocus();
  await expect.element(page.getByRole('heading', { name: 'Subscribe again' })).toBeVisible();
  expect(cancelled).toHaveLength(1);
  await expectNoBarriers('a cancelled subscription that still runs');
});

test('a missing payment is explained with the possible remedies', async () => {
  await openTab(planServer(PAST_DUE));
  await expect.element(plan).toMatchTextContent('Payment failed');
  await expect.element(plan).toMatchTextContent(/You keep full access until \d{2} \p{L}+ \d{4}/u);
  await expect
    .element(plan.getByRole('link', { name: 'Update your payment' }))
    .toHaveAttribute('href', 'https://www.paypal.com/myaccount/autopay/');
  expect(page.getByRole('region', { name: 'Change plan' }).elements()).toEqual([]);
  await expectNoBarriers('a payment that is missing, in the tab');
  await cancel.click();
  await expect.element(question).toMatchTextContent('the missing payment will not be retried');
  await expectNoBarriers('whether to cancel what is not paid for');
});

test.each([
  [
    'a plan that its provider has paused',
    { ...PAST_DUE, isActive: false, isPastDue: false, isPaused: true },
    /^The provider has paused this plan/,
  ],
  [
    'a plan whose payment was refunded',
    { ...RENEWING, isActive: false, endDate: RENEWING.startDate },
    /^Your last payment was refunded, which ended/,
  ],
  [
    'access that ended as a payment is missing',
    { ...PAST_DUE, isActive: false },
    /^Your access has ended because a payment/,
  ],
])('%s is explained and can be cancelled', async (state, subscription, text) => {
  await openTab(planServer(subscription));
  await expect.element(accountDialog.getByText(text)).toBeVisible();
  await expect.element(cancel).toBeVisible();
  await expectNoBarriers(state);
});

test('payments that fail to load can be retried', async () => {
  const server = planServer(RENEWING);
  server.refuse(listPayments, 'FORBIDDEN', 'Not now.');
  await openTab(server);
  await expect.element(page.getByText('Could not load your payments.')).toBeVisible();
  await expectNoBarriers('payments that could not be read');
  server.on(listPayments, () => ({ payments: PAYMENTS }));
  await accountDialog.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByRole('heading', { name: 'Payments' })).toBeVisible();
});

test('a payment that moved money links to its receipt', async () => {
  const server = planServer(RENEWING);
  server.on(listPayments, () => ({ payments: PAYMENTS }));
  const { router } = await openTab(server);
  const links = page.getByRole('link', { name: /^Receipt MT-/ });
  await expect.element(links.first()).toBeVisible();
  await expect
    .poll(() => links.elements().map((link) => link.textContent))
    .toEqual(['MT-000001', 'MT-000004']);
  await expectNoBarriers('payments');
  await links.first().click();
  await expect.element(page.getByRole('button', { name: 'Print or save as PDF' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/dashboard/receipts/MT-000001');
  const receipt = page.getByRole('article', { name: 'Receipt MT-000001' });
  await expect.element(receipt).toMatchTextContent('USD 29.99');
  await expect.element(receipt).toMatchTextContent('Thandi Nkosi');
  await expect.element(receipt).toMatchTextContent(/02 Sept? 2026 to 02 Dec 2026/);
  await expect.element(receipt).toMatchTextContent('5TY05013RG002845M');
  await expect.element(receipt).toMatchTextContent('Moneytrail (Pty) Ltd');
  const back = page.getByRole('link', { name: 'Your payments' }).element();
  expect(back.getAttribute('href')).toMatch(/^\/dashboard\/live-chart\?.*tab=subscription/);
  await expectNoBarriers('a receipt');
  await router.navigate({
    to: '/dashboard/receipts/$receiptNumber',
    params: { receiptNumber: 'MT-000009' },
  });
  await expect.element(page.getByRole('heading', { name: 'Receipt not found' })).toBeVisible();
  await expectNoBarriers('a receipt that is not there');
});

test.each([
  ['that is missing', PAST_DUE, /^A payment for your plan did not go through/],
  [
    'that ended the access',
    { ...PAST_DUE, isActive: false },
    /^Your subscription has ended because/,
  ],
])(
  'every page tells of a payment %s, until the message is dismissed',
  async (_, subscription, text) => {
    const server = planServer(subscription);
    await openPage('/dashboard/profile', server, RETAIL);
    await expect.element(page.getByText(text)).toBeVisible();
    await expectNoBarriers('a payment that is missing');
    await page.getByRole('button', { name: 'Dismiss the message about your payment' }).click();
    await expect.element(page.getByText(text)).not.toBeInTheDocument();
  },
);
