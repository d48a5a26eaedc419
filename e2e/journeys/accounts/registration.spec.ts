import type { Page } from '@playwright/test';
import { expect, NOBODY, test } from '../../journey.ts';
import { readMessage } from '../../mailbox.ts';
import { ORIGIN } from '../../origin.ts';
import {
  approve,
  avatar,
  enterPhoneCode,
  newPerson,
  type Person,
  typePassword,
} from '../../people.ts';
import { expectTitle, SIZES } from '../../screens/look.ts';
import { chooseBirthDate } from '../../screens/register-screens.ts';
import { listenForSecret } from '../../secret-requests.ts';

test.use({ storageState: NOBODY });

async function register(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await page.getByRole('link', { name: "Don't have an account? Sign Up" }).click();
  await expectTitle(page, 'Sign up with email');
  const submit = page.getByRole('button', { name: 'Sign Up' });
  await page.getByRole('textbox', { name: 'First name' }).fill('Thandi');
  await page.getByRole('textbox', { name: 'Last name' }).fill('Nkosi');
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(person.password);
  await page.getByRole('textbox', { name: 'Date of birth' }).click();
  await chooseBirthDate(page);
  await expect(page.getByRole('textbox', { name: 'Date of birth' })).toHaveValue('17 May 2000');
  await page.getByText('Female', { exact: true }).click();
  await page.getByText('Retail', { exact: true }).click();
  await expect(submit).toBeDisabled();
  await page.getByRole('textbox', { name: 'Phone' }).fill(person.phone);
  await submit.click();
  await expect(
    page.getByText('Your account has been registered. You can now log in.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  await readMessage(page.request, person.email, /awaiting approval/);
}

/** Follows the link of the first email; its token must be sent to us once and to nobody else. */
async function confirmEmail(page: Page, person: Person): Promise<void> {
  const link = await readMessage(page.request, person.email, /https?:\/\/\S+\/confirm-email\?\S+/);
  const { pathname, search, searchParams } = new URL(link);
  const requests = listenForSecret(page, searchParams.get('token') ?? '');
  const answer = await page.goto(`${ORIGIN}${pathname}${search}`);
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
  await expect(page).toHaveURL(/\/confirm-email$/);
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
  const asked = (await requests()).map((request) => [
    request.method(),
    new URL(request.url()).pathname,
  ]);
  expect(asked).toEqual([
    ['GET', '/confirm-email'],
    ['POST', '/api/auth/confirmEmail'],
  ]);
  await page.getByRole('link', { name: 'Go to sign-in' }).click();
}

async function waitForApproval(page: Page, person: Person): Promise<void> {
  await typePassword(page, person);
  const pending = page.getByRole('dialog', { name: 'Approval Pending' });
  await expect(pending).toContainText(
    'Your account is still awaiting approval. You will receive an email once approved.',
  );
  await page.getByRole('button', { name: 'OK' }).click();
  await approve(page.request, person);
  await readMessage(page.request, person.email, /account is approved/i);
}

const isLong = process.env.TEST_LONG === 'true';
const sizes = Object.entries(SIZES).filter(([size]) => isLong || size === 'phone');

for (const [size, use] of sizes) {
  test.describe(size, () => {
    test.use(use);

    test(`at a ${size} a person registers, confirms the address, waits for approval, enters the code and reaches the chart`, async ({
      page,
      consoleGuard,
    }) => {
      consoleGuard.expectAnswer(403, '/api/auth/login');
      const person = newPerson();
      await register(page, person);
      await confirmEmail(page, person);
      await waitForApproval(page, person);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await enterPhoneCode(page, person);
      await expect(avatar(page)).toBeVisible();
      await expect(page.getByText(/^Last closed bar/)).toBeAttached();
    });
  });
}
