import { expect, type Page } from '@playwright/test';
import { PAID_MONTHLY } from '../../apps/web/src/testing/subscriptions.ts';
import { DAY_MS } from '../../packages/calendar/src/index.ts';
import { OWN_ANSWER } from '../origin.ts';
import { makeRestricted, signInByPage } from '../people.ts';
import type { Look } from './look.ts';

/** Opens the account dialog at plans and payments. */
export async function openSubscription(page: Page): Promise<void> {
  await page.goto('/dashboard/live-chart?tab=subscription');
  await expect(page.getByRole('tab', { name: 'Subscription', selected: true })).toBeVisible();
}

/** The account dialog. */
export const accountDialog = (page: Page) => page.getByRole('dialog', { name: 'Manage Account' });

/** Chooses a plan and waits for the provider's page. */
export async function choosePlan(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('button', { name: /^Continue to (PayPal|payment)$/ }).click();
  await expect(page.getByText('Simulated payment')).toBeVisible();
}

/** Decides on the page of a simulated provider. */
export async function decide(page: Page, decision: string): Promise<void> {
  await page.getByRole('button', { name: decision, exact: true }).click();
}

/** Subscribes to the monthly plan and comes back. */
export async function subscribeMonthly(page: Page): Promise<void> {
  await openSubscription(page);
  await choosePlan(page, 'Start free trial: Moneytrail Monthly');
  await decide(page, 'Approve');
  await expect(accountDialog(page).getByRole('region', { name: 'Your plan' })).toBeVisible();
}

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const SUBSCRIPTION = {
  ...PAID_MONTHLY,
  startDate: inDays(-23),
  renewsAt: inDays(7),
};
const ENDED = { ...SUBSCRIPTION, isActive: false, renewsAt: null, endDate: SUBSCRIPTION.renewsAt };

const PAYMENTS = (['paid', 'pending', 'failed', 'refunded'] as const).map((status, index) => ({
  _id: String(index),
  receiptNumber: `MT-00000${index + 1}`,
  planName: 'Moneytrail Monthly',
  provider: index === 1 ? 'lemon' : 'paypal',
  amount: 29.99,
  currency: 'USD',
  status,
  paidAt: `2026-${String(11 - index).padStart(2, '0')}-02T10:00:00.000Z`,
}));

/** Opens the tab with the given subscription fields; the others stay unchanged. */
async function openAs(page: Page, subscription: object | null): Promise<void> {
  await page.unroute('**/api/users');
  await page.route('**/api/users', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), subscription } });
  });
  await openSubscription(page);
}

async function walkPlans(page: Page, look: Look): Promise<void> {
  const dialog = accountDialog(page);
  await openAs(page, null);
  await expect(dialog.getByRole('heading', { name: 'Choose a plan' })).toBeVisible();
  await look('plans with a trial');
  await openAs(page, { ...ENDED, startDate: null, paypalStatus: 'CANCELLED' });
  await expect(dialog.getByRole('radio', { name: 'PayPal' }).first()).toBeVisible();
  await look('plans without a trial, of two providers');
  await page.goto('/dashboard/live-chart?paypalCancelled=true');
  await expect(dialog.getByText('Payment cancelled. You have not been charged.')).toBeVisible();
  await look('plans after a cancelled payment');
  // Never answers.
  await page.route('**/api/paypal/plans', () => {});
  await openSubscription(page);
  await expect(dialog.locator('[aria-busy="true"]')).toBeVisible();
  await look('plans that are being read');
  await page.unroute('**/api/paypal/plans');
  await page.route('**/api/paypal/plans', (route) => route.fulfill({ json: { data: [] } }));
  await openSubscription(page);
  await expect(dialog.getByRole('link', { name: 'Contact us' })).toBeVisible();
  await look('no plans');
  await page.unroute('**/api/paypal/plans');
  await page.route('**/api/paypal/plans', (route) =>
    route.fulfill({ headers: OWN_ANSWER, status: 500, json: {} }),
  );
  await openSubscription(page);
  await expect(dialog.getByText('Failed to fetch plans.')).toBeVisible();
  await look('plans that could not be read');
  await page.unroute('**/api/paypal/plans');
}

async function walkRunning(page: Page, look: Look): Promise<void> {
  const dialog = accountDialog(page);
  const plan = dialog.getByRole('region', { name: 'Your plan' });
  await openAs(page, { ...ENDED, isProcessing: true, startDate: null, endDate: null });
  await expect(dialog.getByText(/^Your subscription is being processed/)).toBeVisible();
  await look('processing');
  await page.route('**/api/subscriptions/confirm', () => {});
  await page.goto('/dashboard/live-chart?paypalReturned=true&subscription_id=I-1');
  await expect(dialog.getByText('Confirming your payment…')).toBeVisible();
  await look('confirming');
  await page.unroute('**/api/subscriptions/confirm');
  await openAs(page, { ...SUBSCRIPTION, isInTrial: true, trialEnds: SUBSCRIPTION.renewsAt });
  await expect(plan).toContainText('Trial');
  await look('a trial');
  await openAs(page, {
    ...SUBSCRIPTION,
    provider: 'lemon',
    paypalStatus: null,
    lemonStatus: 'active',
  });
  await expect(plan).toContainText('Card, by Lemon Squeezy');
  await look('a subscription paid by card');
  await page.route('**/api/subscriptions/payments', (route) =>
    route.fulfill({ headers: OWN_ANSWER, status: 500, json: {} }),
  );
  await openAs(page, SUBSCRIPTION);
  const failure = dialog.getByText('Could not load your payments.');
  await expect(failure).toBeVisible();
  await failure.scrollIntoViewIfNeeded();
  await look('payments that could not be read');
  await page.unroute('**/api/subscriptions/payments');
  await page.route('**/api/subscriptions/payments', (route) =>
    route.fulfill({ json: { payments: PAYMENTS } }),
  );
  await openAs(page, SUBSCRIPTION);
  await expect(dialog.getByRole('heading', { name: 'Change plan' })).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'Payments' })).toBeVisible();
  await look('a subscription that renews');
  await dialog.getByRole('heading', { name: 'Payments' }).scrollIntoViewIfNeeded();
  await dialog.getByRole('row').last().scrollIntoViewIfNeeded();
  await look('payments');
  await dialog.getByRole('link', { name: 'Receipt MT-000001' }).click();
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeVisible();
  await look('a receipt');
  await page.goto('/dashboard/receipts/MT-000009');
  await expect(page.getByRole('heading', { name: 'Receipt not found' })).toBeVisible();
  await look('a receipt that is not there');
  await openSubscription(page);
  await dialog.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByRole('button', { name: 'Keep my plan' })).toBeVisible();
  await look('whether to cancel');
  await page.getByRole('button', { name: 'Keep my plan' }).click();
  const end = { endDate: SUBSCRIPTION.renewsAt, renewsAt: null };
  await openAs(page, { ...SUBSCRIPTION, ...end, paypalStatus: 'CANCELLED' });
  await expect(dialog.getByRole('heading', { name: 'Subscribe again' })).toBeVisible();
  await look('a cancelled subscription that still runs');
}

const PAST_DUE = {
  ...SUBSCRIPTION,
  isPastDue: true,
  endDate: inDays(14),
  renewsAt: null,
};

async function walkLapsed(page: Page, look: Look): Promise<void> {
  const dialog = accountDialog(page);
  const url = 'https://www.paypal.com/myaccount/autopay/';
  await page.route('**/api/subscriptions/payment-method', (route) =>
    route.fulfill({ json: { url } }),
  );
  await openAs(page, PAST_DUE);
  await expect(dialog.getByRole('link', { name: 'Update your payment' })).toHaveAttribute(
    'href',
    url,
  );
  await look('a payment that is missing, in the tab');
  await dialog.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByRole('button', { name: 'Keep my plan' })).toBeVisible();
  await look('whether to cancel what is not paid for');
  await openAs(page, { ...PAST_DUE, isActive: false, isPastDue: false, isPaused: true });
  await expect(dialog.getByRole('button', { name: 'Cancel Subscription' })).toBeVisible();
  await look('a plan that its provider has paused');
  await openAs(page, { ...SUBSCRIPTION, isActive: false, endDate: SUBSCRIPTION.startDate });
  await expect(dialog.getByText(/^Your last payment was refunded/)).toBeVisible();
  await look('a plan whose payment was refunded');
  await openAs(page, { ...PAST_DUE, isActive: false });
  await expect(dialog.getByText(/^Your access has ended because a payment/)).toBeVisible();
  await look('access that ended as a payment is missing');
  await openAs(page, PAST_DUE);
  await page.getByRole('button', { name: 'Close account' }).click();
  await expect(page.getByText(/^A payment for your plan did not go through/)).toBeVisible();
  await look('a payment that is missing');
  await openAs(page, { ...PAST_DUE, isActive: false });
  await page.getByRole('button', { name: 'Close account' }).click();
  await expect(page.getByText(/^Your subscription has ended because/)).toBeVisible();
  await look('a subscription that a missing payment has ended');
}

/** Every state of plans, subscription and payments. */
export async function walkSubscription(page: Page, look: Look): Promise<void> {
  await signInByPage(page, await makeRestricted(page.request));
  await walkPlans(page, look);
  await walkRunning(page, look);
  await walkLapsed(page, look);
}
