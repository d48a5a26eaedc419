import type { Locator, Page } from '@playwright/test';
import { expectNoBarriers } from '../../barriers.ts';
import { expect, test } from '../../journey.ts';
import { readMailbox } from '../../mailbox.ts';
import { OWN_ANSWER } from '../../origin.ts';
import { avatar } from '../../people.ts';
import { signedIn } from '../../session.ts';
import { NOBODY, noteForeignRequests, openPublic } from '../../visitor.ts';

const CONTACT = 'support@moneytrail.example';

test.use({ storageState: NOBODY });

/** A message reached whoever runs the product, once, with who sent it. */
async function expectInMailbox(page: Page, text: string): Promise<void> {
  await expect(async () => {
    const mails = await readMailbox(page.request);
    const sent = mails.filter((mail) => mail.to === CONTACT && mail.text.includes(text));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toContain('Name: Thandi Ndlovu\nE-mail: thandi@example.com\n');
  }).toPass();
}

/** Presses Submit in the moment in which the script has made it usable. */
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

test('a visitor sees what the product is, and a chart of real candles that moves', async ({
  page,
}) => {
  const foreign = noteForeignRequests(page);
  await openPublic(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('WE FOLLOW THE MONEY');
  const preview = page.getByRole('figure', { name: 'Live preview of BTCUSD' });
  await expect(preview).toContainText('BTCUSD · FMP · 1D');
  await expect(preview).toContainText('Simulated');
  await expect(preview).toContainText('Live');
  const price = preview.getByText(/^\d[\d,]*\.\d\d$/);
  const before = await price.textContent();
  await expect(price).not.toHaveText(before ?? '');
  for (const market of ['Stocks', 'Index', 'Commodities', 'Crypto', 'Forex', 'Safex Agri']) {
    await expect(page.getByRole('heading', { name: market, exact: true })).toBeVisible();
  }
  expect(foreign, 'requests to other origins').toEqual([]);
});

test('Get Started leads to the sign-in, and its arrow leads back', async ({ page }) => {
  await openPublic(page, '/');
  await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the theme is chosen in the menu and stays, the keyboard alone opens and closes it', async ({
  page,
}) => {
  await openPublic(page, '/');
  const html = page.locator('html');
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
  await page.reload();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

const topOf = async (place: Locator) => Math.round((await place.boundingBox())?.y ?? Number.NaN);

test('Need Help? leads to the questions and the form, and is the active tab there', async ({
  page,
}) => {
  await openPublic(page, '/');
  const tabs = page.getByRole('navigation', { name: 'Site' });
  await expect(tabs.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  await tabs.getByRole('link', { name: 'Need Help?' }).click();
  await expect(page).toHaveURL('/#contact');
  await expect(tabs.getByRole('link', { name: 'Need Help?' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  const section = page.locator('#contact');
  // As specified: 50 px from the top.
  await expect.poll(() => topOf(section)).toBe(50);
  await page.goBack();
  await expect(tabs.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
});

/** Notes where every document was scrolled to. */
async function noteScrolling(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const tops: number[] = [];
    Object.assign(window, { tops });
    addEventListener('scroll', () => tops.push(Math.round(window.scrollY)));
  });
  return () => page.evaluate(() => (window as unknown as { tops: number[] }).tops);
}

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  const how = reducedMotion === 'reduce' ? 'at once where motion is not wanted' : 'smoothly';
  test(`a link of another page to the form leads there ${how}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    const scrolledTo = await noteScrolling(page);
    await openPublic(page, '/educational/tightness');
    const tabs = page.getByRole('navigation', { name: 'Site' });
    await tabs.getByRole('link', { name: 'Need Help?' }).click();
    await expect(page).toHaveURL('/#contact');
    const help = tabs.getByRole('link', { name: 'Need Help?' });
    await expect(help).toHaveAttribute('aria-current', 'page');
    await expect.poll(() => topOf(page.locator('#contact'))).toBe(50);
    const end = await page.evaluate(() => Math.round(window.scrollY));
    const between = (await scrolledTo()).filter((top) => top !== end);
    if (reducedMotion === 'reduce') expect(between).toEqual([]);
    else expect(between).not.toEqual([]);
    await page.goBack();
    await expect(page).toHaveURL('/educational/tightness');
  });
}

test('a message is checked while it is written, sent once, and reaches whoever runs the product', async ({
  page,
}) => {
  await openPublic(page, '/#contact');
  const form = page.getByRole('form', { name: 'Write to us' });
  const submit = form.getByRole('button', { name: 'Submit' });
  await expect(submit).toBeDisabled();
  await form.getByRole('textbox', { name: 'Name' }).focus();
  await form.getByRole('textbox', { name: 'Email' }).fill('nobody@');
  await expect(form.getByText('This field is required')).toBeVisible();
  await form.getByRole('textbox', { name: 'Phone' }).fill('12');
  await expect(form.getByText('E-mail must be valid')).toBeVisible();
  const text = `Which sources are there? ${crypto.randomUUID()}`;
  await form.getByRole('textbox', { name: 'Message' }).fill(text);
  await expect(form.getByText('Phone number must be valid')).toBeVisible();
  await form.getByRole('textbox', { name: 'Name' }).fill('Thandi Ndlovu');
  await form.getByRole('textbox', { name: 'Email' }).fill('thandi@example.com');
  await form.getByRole('textbox', { name: 'Phone' }).fill('+27821234567');
  // Who writes faster than in two seconds is taken for a robot.
  await page.waitForFunction(() => performance.now() > 3_000);
  await submit.click();
  await expect(page.getByText('Your message has been sent!')).toBeVisible();
  await expect(page.getByText('Your message has been sent!')).toBeHidden();
  await expect(form.getByRole('textbox', { name: 'Message' })).toHaveValue('');
  await expect(submit).toBeDisabled();
  await expectInMailbox(page, text);
});

test('a message that cannot be sent says so and is not lost', async ({ page, consoleGuard }) => {
  consoleGuard.expectAnswer(503, '/api/auth/contact');
  await page.route('**/api/auth/contact', (route) =>
    route.fulfill({ headers: OWN_ANSWER, status: 503, json: {} }),
  );
  await openPublic(page, '/#contact');
  const form = page.getByRole('form', { name: 'Write to us' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Thandi Ndlovu');
  await form.getByRole('textbox', { name: 'Email' }).fill('thandi@example.com');
  await form.getByRole('textbox', { name: 'Message' }).fill('Hello');
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Failed to send your message. Please try again.')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Message' })).toHaveValue('Hello');
  await expect(form.getByRole('button', { name: 'Submit' })).toBeEnabled();
});

test('what is typed before the page is alive stays, and is sent as soon as it is', async ({
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
  // The time before the page is alive counts as time of writing: nobody is taken for a robot for a slow script.
  await page.waitForFunction(() => performance.now() > 3_000);
  await pressOnceAlive(page);
  letOn();
  await expectInMailbox(page, text);
});

test('a page whose script cannot be loaded reads, and says what needs it', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectNoNetwork();
  await page.route('**/assets/HomePage*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByText('This form needs JavaScript.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('WE FOLLOW THE MONEY');
});

test('an address that leads nowhere answers 404 and leads on', async ({ page, consoleGuard }) => {
  consoleGuard.expectAnswer(404, '/nowhere');
  const answer = await page.goto('/nowhere');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');
});

test('without a network any page opens as one that says so, and comes back by itself', async ({
  page,
  context,
  consoleGuard,
}) => {
  consoleGuard.expectNoNetwork();
  await openPublic(page, '/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.goto('/educational');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
  await expect(page.getByRole('banner')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeHidden();
  await expect(page).toHaveURL('/educational');
});

test.describe('signed in', () => {
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing.
  test.use({ storageState: async ({}, use) => use(await signedIn('subscriber@demo.test')) });

  test('the way leads to the dashboard, the menu tells whose account it is', async ({ page }) => {
    await openPublic(page, '/');
    await page.getByLabel('Account and theme').click();
    await expect(page.getByRole('link', { name: 'subscriber@demo.test' })).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'Go To Dashboard' }).click();
    await expect(avatar(page)).toBeVisible();
    await expect(page).toHaveURL(/live-chart/);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page reads, its questions open, its links lead on', async ({ page }) => {
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
  });
});

for (const theme of ['light', 'dark']) {
  for (const width of [1440, 390]) {
    test(`Home has no barrier in the ${theme} theme at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
      await openPublic(page, '/');
      await expect(page.getByRole('figure')).toContainText('Live');
      await expectNoBarriers(page);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(overflow, 'pixels beyond the screen').toBeLessThanOrEqual(0);
    });
  }
}
