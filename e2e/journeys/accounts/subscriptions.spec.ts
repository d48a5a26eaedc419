import { expectNoBarriers } from '../../barriers.ts';
import { expect, NOBODY, test } from '../../journey.ts';
import { NOTICES, pageOf, paywallOf } from '../../paywall.ts';
import { enterPhoneCode, makeRestricted, moveSubscription, typePassword } from '../../people.ts';
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

test('a person who meets the paywall subscribes, comes back, and every lock opens without a reload', async ({
  browser,
  request,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(403, /\/api\/data\//);
  const page = await pageOf(browser, await makeRestricted(request));
  consoleGuard.listenTo(page.context());
  await page.goto('/dashboard/live-chart?symbol=FMP:AAPL');
  await expect(paywallOf(page)).toContainText(NOTICES.retail);
  await expectNoBarriers(page, 'the paywall over the chart');
  await paywallOf(page).getByRole('button', { name: NOTICES.manage }).click();
  await expect(page.getByRole('tab', { name: 'Subscription', selected: true })).toBeVisible();
  const dialog = accountDialog(page);
  await choosePlan(page, 'Start free trial: Moneytrail Yearly');
  let confirmations = 0;
  page.on('request', (asked) => {
    if (asked.url().endsWith('/api/subscriptions/confirm')) confirmations += 1;
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
    const chart = page.getByRole('application', { name: new RegExp(`^${code}.*, ${exchange}\\b`) });
    await expect(chart).toBeVisible();
  }
  await expect(paywallOf(page)).toHaveCount(0);
  expect(loads).toBe(1);
  await openSubscription(page);
  await expect(plan).toContainText('Active');
  expect(confirmations).toBe(1);
  await page.context().close();
});

test('a failed payment is made up for, the subscription cancelled, another one paid by card, and its receipt kept as one sheet', async ({
  browser,
  request,
  consoleGuard,
}) => {
  const person = await makeRestricted(request);
  const page = await pageOf(browser, person);
  consoleGuard.listenTo(page.context());
  await subscribeMonthly(page);
  const dialog = accountDialog(page);
  const plan = dialog.getByRole('region', { name: 'Your plan' });
  await moveSubscription(request, person, 'paymentFailed');
  await openSubscription(page);
  await expect(plan).toContainText('Payment failed');
  await moveSubscription(request, person, 'paymentSucceeded');
  await expect(plan).not.toContainText('Payment failed');

  await plan.getByRole('button', { name: 'Cancel Subscription' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel your subscription?' });
  await question.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByText('Your subscription will not renew.')).toBeVisible();
  await expect(plan).toContainText('Cancelled');
  const monthly = dialog.getByRole('listitem').filter({ hasText: 'Moneytrail Monthly' });
  await monthly.getByRole('radio', { name: /^Card/ }).check();
  await choosePlan(page, 'Subscribe: Moneytrail Monthly');
  await decide(page, 'Pay');
  await expect(plan).toContainText('Card, by Lemon Squeezy');
  await expect(plan).not.toContainText('Cancelled');

  // The newest payment comes first: the one by card, above the one by PayPal.
  const receipts = dialog.getByRole('link', { name: 'Receipt MT-' });
  await expect(receipts).toHaveCount(2);
  const receiptNumber = await receipts.first().textContent();
  expect(receiptNumber).toMatch(/^MT-\d{6}$/);
  await receipts.first().click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/receipts/${receiptNumber}$`));
  await page.reload();
  const receipt = page.getByRole('article', { name: `Receipt ${receiptNumber}`, exact: true });
  await expect(receipt).toContainText('Card, by Lemon Squeezy');
  await expect(receipt).toContainText('USD 29.99');
  await expect(receipt).toContainText('Thandi Nkosi');
  await expect(receipt).toContainText('support@moneytrail.example');
  await expect(page).toHaveTitle(new RegExp(`^Receipt ${receiptNumber}`));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Your payments' })).toBeHidden();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  // A4, in points.
  expect(pdf).toMatch(/\/MediaBox \[0 0 59[45](?:\.\d+)? 84[12](?:\.\d+)?\]/);
  await page.context().close();
});

test('S28: a buyer who has to sign in on the way back reaches the end of the payment, may cancel the next one, and repeats one that failed', async ({
  page,
}) => {
  const person = await makeRestricted(page.request);
  await page.goto('/dashboard/live-chart?symbol=FMP:BTCUSD&paypalReturned=true');
  await expect(page).toHaveURL(/\/login$/);
  await typePassword(page, person);
  await enterPhoneCode(page, person);
  const dialog = accountDialog(page);
  await expect(dialog).toBeVisible();
  await expect(page.getByText(NO_ID)).toBeVisible();

  await choosePlan(page, 'Start free trial: Moneytrail Monthly');
  await decide(page, 'Cancel');
  const told = dialog.getByText('Payment cancelled. You have not been charged.');
  await expect(told).toBeVisible();
  await expect(page.getByText(NO_ID)).toHaveCount(0);
  await expect(page).toHaveURL(/account=true&tab=subscription$/);
  await page.reload();
  await expect(dialog.getByRole('heading', { name: 'Choose a plan' })).toBeVisible();
  await expect(told).toHaveCount(0);

  await choosePlan(page, 'Start free trial: Moneytrail Monthly');
  await decide(page, 'Fail the payment');
  await expect(dialog).toContainText(
    'The payment provider refused the payment. You have not been charged.',
  );
  await choosePlan(page, 'Start free trial: Moneytrail Monthly');
  await decide(page, 'Approve');
  await expect(dialog.getByRole('region', { name: 'Your plan' })).toContainText('Active');
});
