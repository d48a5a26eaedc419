import type { Page } from '@playwright/test';
import { holdClock, MINUTE_MS, passTime } from '../../clock.ts';
import { expect, NOBODY, test } from '../../journey.ts';
import { PHONE_CODE, readMessage } from '../../mailbox.ts';
import { makePerson, newPerson, signInByPage } from '../../people.ts';
import { openPanel, openPrivacy } from '../../screens/account-screens.ts';

test.use({ storageState: NOBODY });

const told = (page: Page) => page.getByText('Account details updated.');

test('a phone number is changed long after the sign-in: the password is asked for, the new phone gets the code', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectClosedStreams();
  consoleGuard.expectAnswer(403, /\/updateUser$/);
  consoleGuard.expectAnswer(401, '/api/auth/login');
  await holdClock(page);
  const person = await makePerson(page.request);
  await signInByPage(page, person);
  const chart = await page.getByRole('application').elementHandle();
  await passTime(page, 16 * MINUTE_MS);
  await openPrivacy(page);
  await expect(page).toHaveURL(/symbol=.*account=true/);
  await openPanel(page, 'contact');
  const next = newPerson();
  await page.getByRole('textbox', { name: 'Phone' }).fill(next.phone);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const proof = page.getByRole('dialog', { name: 'Please confirm with your password' });
  await proof.getByLabel('Password', { exact: true }).fill('Wrong-1234');
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(proof.getByRole('alert')).toHaveText('Incorrect email or password.');
  await proof.getByLabel('Password', { exact: true }).fill(person.password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(/^Enter the code we just sent to/)).toBeVisible();
  await expect(proof).toHaveCount(0);
  await expect(told(page)).toHaveCount(0);
  const code = await readMessage(page.request, next.phoneE164, PHONE_CODE);
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(told(page)).toBeVisible();
  await readMessage(page.request, person.phoneE164, /sent to another number/);
  await readMessage(page.request, person.email, /phone/i);
  await page.getByRole('button', { name: 'Close account' }).click();
  await expect(page).not.toHaveURL(/account=/);
  await expect(page).toHaveURL(/symbol=/);
  expect(await chart?.evaluate((element) => element.isConnected)).toBe(true);
});
