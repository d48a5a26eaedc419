import { expect, type Page } from '@playwright/test';
import { readMessage } from '../mailbox.ts';
import { makePerson } from '../people.ts';
import { expectTitle, type Look } from './look.ts';

const LINK = /http\S+reset-password\?token=\S+/;

/** The address in a reset link. */
export async function readResetAddress(page: Page, email: string): Promise<string> {
  const link = await readMessage(page.request, email, LINK);
  return link.slice(new URL(link).origin.length);
}

/** Every state of a password reset, from the request to the second use of the link. */
export async function walkPasswords(page: Page, look: Look): Promise<void> {
  const { email } = await makePerson(page.request);
  await page.goto('/forgot-password');
  await expectTitle(page, 'Forgot Your Password?');
  await look('forgot password');
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Email must be valid')).toBeVisible();
  await look('forgot password with an error');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Request Reset' }).click();
  await expect(page.getByRole('dialog', { name: 'Reset Link Sent' })).toBeVisible();
  await look('reset link sent');
  await page.goto('/reset-password');
  await expect(page.getByRole('alert')).toBeVisible();
  await look('reset without a link');
  await walkReset(page, look, await readResetAddress(page, email));
}

async function setPassword(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill('An0ther-Rock');
  await page.getByLabel('Confirm Password', { exact: true }).fill('An0ther-Rock');
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
}

async function walkReset(page: Page, look: Look, address: string): Promise<void> {
  await page.goto(address);
  await expectTitle(page, 'Reset Your Password');
  await look('reset password');
  await page.getByLabel('Password', { exact: true }).fill('An0');
  await page.getByLabel('Confirm Password', { exact: true }).fill('An');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await look('reset password with errors');
  await setPassword(page);
  await expect(page.getByRole('dialog', { name: 'Password Reset' })).toBeVisible();
  await look('password reset');
  await page.goto(address);
  await setPassword(page);
  await expect(page.getByRole('alert')).toBeVisible();
  await look('reset link used twice');
}
