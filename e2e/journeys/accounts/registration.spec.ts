import type { Page } from '@playwright/test';
import { expect, NOBODY, test } from '../../journey.ts';
import { readMessage } from '../../mailbox.ts';
import {
  approve,
  avatar,
  enterPassword,
  enterPhoneCode,
  newPerson,
  type Person,
} from '../../people.ts';
import { expectTitle, SIZES } from '../../screens/look.ts';
import { chooseBirthDate } from '../../screens/register-screens.ts';

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
}

async function waitToBeLetIn(page: Page, person: Person): Promise<void> {
  await enterPassword(page, person);
  const pending = page.getByRole('dialog', { name: 'Approval Pending' });
  await expect(pending).toContainText(
    'Your account is still awaiting approval. You will receive an email once approved.',
  );
  await page.getByRole('button', { name: 'OK' }).click();
  await approve(page.request, person);
  await readMessage(page.request, person.email, /account is approved/i);
}

for (const [size, use] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use(use);

    test(`at a ${size} a person registers, waits for approval, enters the code and stands before the chart`, async ({
      page,
      consoleGuard,
    }) => {
      consoleGuard.expectAnswer(403, '/api/auth/login');
      const person = newPerson();
      await register(page, person);
      await readMessage(page.request, person.email, /awaiting approval/);
      await waitToBeLetIn(page, person);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await enterPhoneCode(page, person);
      await expect(avatar(page)).toBeVisible();
      await expect(page.getByText(/^Last closed bar/)).toBeAttached();
    });
  });
}

test('an address that is taken is registered to all appearance, and its owner is told', async ({
  page,
}) => {
  const person = newPerson();
  await register(page, person);
  await register(page, { ...newPerson(), email: person.email.toUpperCase() });
  await readMessage(page.request, person.email, /already have an account/i);
});

test('an invitation that does not hold says so before anything is filled in', async ({ page }) => {
  await page.goto('/register?invite=an-invitation');
  await expect(page.getByRole('alert')).toHaveText(
    'This invite is not valid any more. Please ask for a new one.',
  );
  await expect(page.getByRole('textbox')).toHaveCount(0);
});
