import { expect, type Page } from '@playwright/test';
import { enterPassword, makePerson, registerPerson } from '../people.ts';
import { expectTitle, type Look } from './look.ts';

/** Every state of signing in. */
export async function walkSignIn(page: Page, look: Look): Promise<void> {
  const { request } = page;
  await page.goto('/login');
  await expectTitle(page, 'Sign in to your account');
  await look('sign-in');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody');
  await page.getByRole('button', { name: 'Show password' }).focus();
  await expect(page.getByText('Email must be valid')).toBeVisible();
  await look('sign-in with errors');
  const person = await makePerson(request);
  await enterPassword(page, { ...person, password: 'Wrong-1234' });
  await expect(page.getByRole('alert')).toBeVisible();
  await look('sign-in refused');
  await walkCodes(page, look, person);
  await enterPassword(page, await registerPerson(request));
  await expect(page.getByRole('dialog', { name: 'Approval Pending' })).toBeVisible();
  await look('approval pending');
}

async function walkCodes(
  page: Page,
  look: Look,
  person: Parameters<typeof enterPassword>[1],
): Promise<void> {
  await enterPassword(page, person);
  await expectTitle(page, 'Mobile phone verification');
  await page.getByRole('textbox', { name: 'Code' }).fill('12');
  await look('code half entered');
  await page.getByRole('textbox', { name: 'Code' }).fill('AAAAAA');
  await expect(page.getByText('The code is not correct or has expired.')).toBeVisible();
  await look('code refused');
  await page.getByRole('button', { name: /Get a recovery code/ }).click();
  await expect(page.getByText('Recovery code has been sent to you email.')).toBeVisible();
  await look('recovery code');
}
