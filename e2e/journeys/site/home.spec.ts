import type { Locator, Page } from '@playwright/test';
import { expect, NOBODY, test } from '../../journey.ts';
import { readMailbox } from '../../mailbox.ts';
import { OWN_ANSWER } from '../../origin.ts';
import { expectReadable, noteForeignRequests, openPublic, previewOf } from '../../visitor.ts';

const CONTACT = 'support@moneytrail.example';

test.use({ storageState: NOBODY });

/** A message reached the contact address once, with its sender. */
async function expectInMailbox(page: Page, text: string): Promise<void> {
  await expect(async () => {
    const mails = await readMailbox(page.request);
    const sent = mails.filter((mail) => mail.to === CONTACT && mail.text.includes(text));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toContain('Name: Thandi Ndlovu\nE-mail: thandi@example.com\n');
  }).toPass();
}

/** Clicks Submit at the moment the script has enabled it. */
async function pressOnceAlive(page: Page): Promise<void> {
  await page.evaluate(() => {
    const submit = document.querySelector<HTMLButtonElement>('#contact button[type=submit]');
    if (!submit) throw new Error('The page has no form.');
    new MutationObserver((_, observer) => {
      if (submit.disabled) return;
      observer.disconnect();
      submit.click();
    }).observe(submit, { attributes: true });
  });
}

/** A message written within two seconds is treated as a bot's. */
const waitAsAWriter = (page: Page) => page.waitForFunction(() => performance.now() > 3_000);

const siteTabsOf = (page: Page) => page.getByRole('navigation', { name: 'Site' });
const topOf = async (place: Locator) => Math.round((await place.boundingBox())?.y ?? Number.NaN);

test('a visitor sees a live chart, finds help and the sign-in, and keeps the theme they chose by keys', async ({
  page,
}) => {
  const foreign = noteForeignRequests(page);
  const html = page.locator('html');
  const tabs = siteTabsOf(page);
  await openPublic(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('WE FOLLOW THE MONEY');
  const preview = previewOf(page);
  await expect(preview).toContainText('BTCUSD · FMP · 1D');
  await expect(preview).toContainText('Simulated');
  await expect(preview).toContainText('Live');
  const price = preview.getByText(/^\d[\d,]*\.\d\d$/);
  const before = await price.textContent();
  await expect(price).not.toHaveText(before ?? '');
  await expectReadable(page);

  await expect(tabs.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  const help = tabs.getByRole('link', { name: 'Need Help?' });
  await help.click();
  await expect(page).toHaveURL('/#contact');
  await expect(help).toHaveAttribute('aria-current', 'page');
  // The specification asks for 50 px from the top.
  await expect.poll(() => topOf(page.locator('#contact'))).toBe(50);
  await page.goBack();
  await expect(tabs.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');

  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  const menu = page.getByLabel('Account and theme');
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
  await page.getByRole('button', { name: /^Theme/ }).press('Enter');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Theme/ })).toBeHidden();
  await expect(menu).toBeFocused();

  await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click();
  await expect(page.getByRole('heading', { name: 'Sign up with email' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  expect(foreign, 'requests to other origins').toEqual([]);
});

/** Records the scroll position of every document. */
async function noteScrolling(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const tops: number[] = [];
    Object.assign(window, { tops });
    addEventListener('scroll', () => tops.push(Math.round(window.scrollY)));
  });
  return () => page.evaluate(() => (window as unknown as { tops: number[] }).tops);
}

test('a link of another page to the form leads there smoothly, and at once where motion is not wanted', async ({
  page,
}) => {
  const scrolledTo = await noteScrolling(page);
  const help = siteTabsOf(page).getByRole('link', { name: 'Need Help?' });
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion });
    await openPublic(page, '/educational/tightness');
    await help.click();
    await expect(page).toHaveURL('/#contact');
    await expect(help).toHaveAttribute('aria-current', 'page');
    await expect.poll(() => topOf(page.locator('#contact'))).toBe(50);
    const end = await page.evaluate(() => Math.round(window.scrollY));
    const between = (await scrolledTo()).filter((top) => top !== end);
    if (reducedMotion === 'reduce') expect(between).toEqual([]);
    else expect(between).not.toEqual([]);
  }
  await page.goBack();
  await expect(page).toHaveURL('/educational/tightness');
});

test('a message is checked while it is written, kept while it cannot be sent, and sent once', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(503, '/api/auth/contact');
  await openPublic(page, '/#contact');
  const form = page.getByRole('form', { name: 'Write to us' });
  const submit = form.getByRole('button', { name: 'Submit' });
  const field = (name: string) => form.getByRole('textbox', { name });
  await expect(submit).toBeDisabled();
  await field('Name').focus();
  await field('Email').fill('nobody@');
  await expect(form.getByText('This field is required')).toBeVisible();
  await field('Phone').fill('12');
  await expect(form.getByText('E-mail must be valid')).toBeVisible();
  const text = `Which sources are there? ${crypto.randomUUID()}`;
  await field('Message').fill(text);
  await expect(form.getByText('Phone number must be valid')).toBeVisible();
  await field('Name').fill('Thandi Ndlovu');
  await field('Email').fill('thandi@example.com');
  await field('Phone').fill('+27821234567');
  await waitAsAWriter(page);

  await page.route(
    '**/api/auth/contact',
    (route) => route.fulfill({ headers: OWN_ANSWER, status: 503, json: {} }),
    { times: 1 },
  );
  await submit.click();
  await expect(page.getByText('Failed to send your message. Please try again.')).toBeVisible();
  await expect(field('Message')).toHaveValue(text);
  await expect(submit).toBeEnabled();

  await submit.click();
  await expect(page.getByText('Your message has been sent!')).toBeVisible();
  await expect(field('Message')).toHaveValue('');
  await expect(submit).toBeDisabled();
  await expect(page.getByText('Your message has been sent!')).toBeHidden();
  await expectInMailbox(page, text);
});

test('a message typed before the page is alive stays, and is sent as soon as it is', async ({
  page,
}) => {
  let letOn = () => {};
  const held = new Promise<void>((resolve) => {
    letOn = resolve;
  });
  await page.route('**/assets/HomePage*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const form = page.getByRole('form', { name: 'Write to us' });
  const text = `Typed early ${crypto.randomUUID()}`;
  await form.getByRole('textbox', { name: 'Name' }).fill('Thandi Ndlovu');
  await form.getByRole('textbox', { name: 'Email' }).fill('thandi@example.com');
  await form.getByRole('textbox', { name: 'Message' }).fill(text);
  // The time before the page is alive counts as writing time: a slow script makes nobody a bot.
  await waitAsAWriter(page);
  await pressOnceAlive(page);
  letOn();
  await expectInMailbox(page, text);
});

test('a page without its script, at a wrong address or without a network says so and leads on', async ({
  page,
  context,
  consoleGuard,
}) => {
  consoleGuard.expectNoNetwork();
  consoleGuard.expectAnswer(404, '/nowhere');
  const heading = page.getByRole('heading', { level: 1 });
  await page.route('**/assets/HomePage*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByText('This form needs JavaScript.')).toBeVisible();
  await expect(heading).toHaveText('WE FOLLOW THE MONEY');
  await page.unroute('**/assets/HomePage*.js');

  const answer = await page.goto('/nowhere');
  expect(answer?.status()).toBe(404);
  await expect(heading).toHaveText('Page not found');
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');

  await expect(page.locator('html[data-alive]')).toBeAttached();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.goto('/educational');
  await expect(heading).toHaveText('You are offline');
  await expect(page.getByRole('banner')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeHidden();
  await expect(page).toHaveURL('/educational');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every kind of page reads and leads on, and shows no control that would do nothing', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('WE FOLLOW THE MONEY');
    await expect(page.getByText('The live chart needs JavaScript.')).toBeVisible();
    const question = page.getByRole('group').filter({ hasText: 'financial advice' });
    await question.locator('summary').click();
    await expect(question.getByText('past prices')).toBeVisible();
    await expect(page.getByText('This form needs JavaScript.')).toBeVisible();
    await page.getByLabel('Account and theme').click();
    await page.getByRole('link', { name: 'Sign In' }).click();
    await expect(page).toHaveURL('/login');

    await page.goto('/educational/tightness');
    await expect(page.getByText('The figure needs JavaScript.')).toBeVisible();
    await expect(page.getByRole('slider')).toBeHidden();
    await expect(page.getByRole('row', { name: /Tightness = 100/ })).toContainText('4.64');
    await page
      .getByRole('navigation', { name: 'Educational topics' })
      .getByRole('link', { name: 'Trade and Risk Managment' })
      .click();
    await expect(page.getByText('Units = loss allowed')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Position-size calculator' })).toBeHidden();

    await page.goto('/terms-of-service');
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await page.getByRole('link', { name: 'Liability' }).click();
    await expect(page.getByRole('heading', { name: 'Liability' })).toBeInViewport();
  });
});
