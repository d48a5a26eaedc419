import { expect, NOBODY, test } from '../../journey.ts';
import { OWN_ANSWER } from '../../origin.ts';
import { NOTICES, pageOf, paywallOf } from '../../paywall.ts';
import {
  enterPassword,
  enterPhoneCode,
  makeRestricted,
  moveSubscription,
  signInByPage,
} from '../../people.ts';
import {
  accountDialog,
  choosePlan,
  decide,
  openSubscription,
  subscribeMonthly,
} from '../../screens/subscription-screens.ts';

test.use({ storageState: NOBODY });

const A_SYMBOL_OF_EVERY_FEED = [
  ['FMP', 'AAPL'],
  ['Bitfinex', 'ETHUSD'],
  ['Tiingo', 'EURUSD'],
  ['BVG', 'WEAT'],
] as const;
const NO_ID =
  'Something went wrong while processing your subscription. Please contact the support team for assistance.';

test('who meets the paywall subscribes, comes back, and every lock opens without a reload', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(403, /\/api\/data\//);
  await signInByPage(page, await makeRestricted(page.request));
  await page.goto('/dashboard/live-chart?symbol=FMP:AAPL');
  await expect(paywallOf(page)).toContainText(NOTICES.retail);
  await paywallOf(page).getByRole('button', { name: NOTICES.manage }).click();
  await expect(page.getByRole('tab', { name: 'Subscription', selected: true })).toBeVisible();
  const dialog = accountDialog(page);
  await expect(dialog).toContainText('USD 29.99 / month');
  await expect(dialog).toContainText('USD 299.90 / year');
  await expect(dialog).toContainText('You save USD 59.98 a year (17 %)');
  await expect(dialog).toContainText('14 days free');
  await choosePlan(page, 'Start free trial: Moneytrail Yearly');
  let confirmations = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/subscriptions/confirm')) confirmations += 1;
  });
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await decide(page, 'Approve');
  const plan = dialog.getByRole('region', { name: 'Your plan' });
  await expect(plan).toContainText('Moneytrail Yearly');
  await expect(plan).toContainText('Active');
  await expect(plan).toContainText('Trial');
  await expect(page).toHaveURL(/account=true&tab=subscription$/);
  await page.getByRole('button', { name: 'Close account' }).click();
  for (const [exchange, code] of A_SYMBOL_OF_EVERY_FEED) {
    await page.keyboard.type(code.charAt(0));
    await page.getByRole('combobox', { name: 'Code or description' }).fill(code);
    const row = page.getByRole('option', { name: new RegExp(`${code}.*${exchange}`) }).first();
    await expect(row).toBeVisible();
    await expect(row).not.toContainText('(Locked)');
    await row.click();
    const chart = page.getByRole('application', { name: new RegExp(`^${code}.*, ${exchange}$`) });
    await expect(chart).toBeVisible();
  }
  await expect(paywallOf(page)).toHaveCount(0);
  expect(loads).toBe(1);
  await openSubscription(page);
  await expect(plan).toContainText('Active');
  await page.reload();
  await expect(plan).toContainText('Active');
  expect(confirmations).toBe(1);
});

test('a subscription is cancelled in two clicks, and another one paid by card', async ({
  page,
}) => {
  await signInByPage(page, await makeRestricted(page.request));
  await subscribeMonthly(page);
  const dialog = accountDialog(page);
  await dialog.getByRole('button', { name: 'Cancel Subscription' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel your subscription?' });
  await expect(question).toContainText(/ends on \d{2} \p{L}+ \d{4}/u);
  await expect(question.getByRole('button', { name: 'Keep my plan' })).toBeFocused();
  await question.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByText('Your subscription will not renew.')).toBeVisible();
  const plan = dialog.getByRole('region', { name: 'Your plan' });
  await expect(plan).toContainText('Cancelled');
  await expect(plan).toContainText(/You keep full access until \d{2} \p{L}+ \d{4}/u);
  await expect(dialog.getByRole('button', { name: 'Cancel Subscription' })).toHaveCount(0);
  await expect(plan.getByText(/^You keep full access/)).toBeFocused();
  const monthly = dialog.getByRole('listitem').filter({ hasText: 'Moneytrail Monthly' });
  await monthly.getByRole('radio', { name: /^Card/ }).check();
  await choosePlan(page, 'Subscribe: Moneytrail Monthly');
  await decide(page, 'Pay');
  await expect(plan).toContainText('Card, by Lemon Squeezy');
  await expect(plan).not.toContainText('Cancelled');
});

test('a receipt is a page of its own that its owner alone reads and keeps as one sheet', async ({
  page,
  browser,
  consoleGuard,
}) => {
  await signInByPage(page, await makeRestricted(page.request));
  await subscribeMonthly(page);
  const dialog = accountDialog(page);
  await dialog.getByRole('button', { name: 'Cancel Subscription' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel your subscription?' });
  await question.getByRole('button', { name: 'Cancel Subscription' }).click();
  const monthly = dialog.getByRole('listitem').filter({ hasText: 'Moneytrail Monthly' });
  await monthly.getByRole('radio', { name: /^Card/ }).check();
  await choosePlan(page, 'Subscribe: Moneytrail Monthly');
  await decide(page, 'Pay');
  await dialog.getByRole('link', { name: 'Receipt MT-' }).click();
  await expect(page).toHaveURL(/\/dashboard\/receipts\/MT-\d{6}$/);
  const address = page.url();
  const receipt = page.getByRole('article', { name: /^Receipt MT-\d{6}$/ });
  await expect(receipt).toContainText('USD 29.99');
  await expect(receipt).toContainText('Thandi Nkosi');
  await expect(receipt).toContainText('support@moneytrail.example');
  await expect(page).toHaveTitle(/^Receipt MT-\d{6}/);
  await page.reload();
  await expect(receipt).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Your payments' })).toBeHidden();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  // A4, in points.
  expect(pdf).toMatch(/\/MediaBox \[0 0 59[45](?:\.\d+)? 84[12](?:\.\d+)?\]/);
  await page.emulateMedia({ media: null });
  await page.getByRole('link', { name: 'Your payments' }).click();
  await expect(dialog.getByRole('heading', { name: 'Payments' })).toBeVisible();
  const stranger = await pageOf(browser, await makeRestricted(page.request));
  consoleGuard.listenTo(stranger.context());
  await stranger.goto(address);
  await expect(stranger.getByRole('heading', { name: 'Receipt not found' })).toBeVisible();
  await stranger.context().close();
});

test('a payment that failed later is named with what can be done, made good, or the plan cancelled', async ({
  page,
}) => {
  const person = await makeRestricted(page.request);
  await signInByPage(page, person);
  await subscribeMonthly(page);
  const dialog = accountDialog(page);
  const plan = dialog.getByRole('region', { name: 'Your plan' });
  const cancel = plan.getByRole('button', { name: 'Cancel Subscription' });
  // The simulated provider has no page on which a way to pay is changed.
  const url = 'https://www.paypal.com/myaccount/autopay/';
  await page.route('**/api/subscriptions/payment-method', (route) =>
    route.fulfill({ json: { url } }),
  );
  await moveSubscription(page.request, person, 'paymentFailed');
  await openSubscription(page);
  await expect(plan).toContainText('Payment failed');
  await expect(plan).toContainText(/You keep full access until \d{2} \p{L}+ \d{4}/u);
  await expect(plan.getByRole('link', { name: 'Update your payment' })).toHaveAttribute(
    'href',
    url,
  );
  await expect(dialog.getByRole('region', { name: 'Change plan' })).toHaveCount(0);
  await moveSubscription(page.request, person, 'paymentSucceeded');
  await expect(plan).not.toContainText('Payment failed');
  await moveSubscription(page.request, person, 'paymentFailed');
  await openSubscription(page);
  await expect(plan).toContainText('Payment failed');
  await cancel.click();
  const question = page.getByRole('dialog', { name: 'Cancel your subscription?' });
  await expect(question).toContainText('the missing payment is not asked for again');
  await question.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByText('Your subscription will not renew.')).toBeVisible();
  await expect(plan.getByText('Payment failed')).toHaveCount(0);
  await expect(cancel).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Subscribe: Moneytrail Monthly' })).toBeEnabled();
});

test('who turns back at the payment is told that nothing was charged, once', async ({ page }) => {
  await signInByPage(page, await makeRestricted(page.request));
  await openSubscription(page);
  await choosePlan(page, 'Start free trial: Moneytrail Monthly');
  await decide(page, 'Cancel');
  const dialog = accountDialog(page);
  const told = dialog.getByText('Payment cancelled. You have not been charged.');
  await expect(told).toBeVisible();
  await expect(page).toHaveURL(/account=true&tab=subscription$/);
  await page.reload();
  await expect(dialog.getByRole('heading', { name: 'Choose a plan' })).toBeVisible();
  await expect(told).toHaveCount(0);
});

test('a payment that failed is on its way until it is decided, and can be made again', async ({
  page,
}) => {
  await signInByPage(page, await makeRestricted(page.request));
  await openSubscription(page);
  await choosePlan(page, 'Start free trial: Moneytrail Monthly');
  await decide(page, 'Fail the payment');
  const dialog = accountDialog(page);
  await expect(dialog).toContainText(
    'Your subscription is being processed. Check back in 15 minutes.',
  );
  await dialog.getByRole('button', { name: 'Choose a plan again' }).click();
  await choosePlan(page, 'Start free trial: Moneytrail Monthly');
  await decide(page, 'Approve');
  await expect(dialog.getByRole('region', { name: 'Your plan' })).toContainText('Active');
});

test('S28: who has to sign in on the way back is led to the end of their payment', async ({
  page,
}) => {
  const person = await makeRestricted(page.request);
  await page.goto('/dashboard/live-chart?symbol=FMP:BTCUSD&paypalReturned=true');
  await expect(page).toHaveURL(/\/login$/);
  await enterPassword(page, person);
  await enterPhoneCode(page, person);
  await expect(accountDialog(page)).toBeVisible();
  await expect(page.getByText(NO_ID)).toBeVisible();
  await page.reload();
  await expect(accountDialog(page)).toContainText('Choose a plan');
  await expect(page.getByText(NO_ID)).toHaveCount(0);
});

test('plans that cannot be read are asked for again', async ({ page, consoleGuard }) => {
  consoleGuard.expectAnswer(500, '/api/paypal/plans');
  await signInByPage(page, await makeRestricted(page.request));
  const json = { code: 'INTERNAL', message: 'x', requestId: 'x' };
  await page.route('**/api/paypal/plans', (route) =>
    route.fulfill({ headers: OWN_ANSWER, status: 500, json }),
  );
  await openSubscription(page);
  const dialog = accountDialog(page);
  await expect(dialog).toContainText('Failed to fetch plans.');
  await page.unroute('**/api/paypal/plans');
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog.getByRole('heading', { name: 'Choose a plan' })).toBeVisible();
});

test('a plan is chosen with the keyboard alone', async ({ page }) => {
  await signInByPage(page, await makeRestricted(page.request));
  await openSubscription(page);
  const choice = page.getByRole('button', { name: 'Start free trial: Moneytrail Monthly' });
  await expect(choice).toBeVisible();
  await page.getByRole('tab', { name: 'Subscription' }).focus();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(choice).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Simulated payment')).toBeVisible();
});

test('a commercial account has no tab of subscriptions', async ({ browser, consoleGuard }) => {
  const { signedIn } = await import('../../session.ts');
  const context = await browser.newContext({
    storageState: await signedIn('commercial@demo.test'),
  });
  consoleGuard.listenTo(context);
  const page = await context.newPage();
  await page.goto('/dashboard/live-chart?account=true&tab=subscription');
  await expect(accountDialog(page)).toContainText('Commercial User');
  await expect(page.getByRole('tab', { name: 'Subscription' })).toHaveCount(0);
  await context.close();
});
