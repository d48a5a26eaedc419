import { expect, type Page } from '@playwright/test';
import { newPerson, PASSWORD } from '../people.ts';
import { expectTitle, type Look } from './look.ts';

const FIELDS = ['First name', 'Last name', 'Email', 'Phone'] as const;

/** Chooses a day of May 2000 as the date of birth. */
export async function chooseBirthDate(page: Page): Promise<void> {
  const calendar = page.getByRole('dialog', { name: 'Date of birth' });
  await calendar.getByRole('button', { name: '2000', exact: true }).click();
  await calendar.getByRole('button', { name: 'May' }).click();
  await calendar.getByRole('button', { name: '17 May 2000' }).click();
  await calendar.getByRole('button', { name: 'Save' }).click();
}

async function walkErrors(page: Page, look: Look): Promise<void> {
  for (const name of FIELDS) {
    await page.getByRole('textbox', { name }).focus();
    await page.keyboard.press('Tab');
  }
  await page.getByLabel('Password', { exact: true }).fill('abc1');
  await page.getByLabel('Confirm password', { exact: true }).fill('abc');
  await page.getByRole('textbox', { name: 'Date of birth' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await look('registration with errors');
}

async function walkCalendar(page: Page, look: Look): Promise<void> {
  await page.getByRole('textbox', { name: 'Date of birth' }).click();
  const calendar = page.getByRole('dialog', { name: 'Date of birth' });
  await look('calendar of years');
  await calendar.getByRole('button', { name: '2000', exact: true }).click();
  await look('calendar of months');
  await calendar.getByRole('button', { name: 'May' }).click();
  await calendar.getByRole('button', { name: '17 May 2000' }).click();
  await look('calendar of days');
  await calendar.getByRole('button', { name: 'Save' }).click();
}

async function walkCountries(page: Page, look: Look): Promise<void> {
  const country = page.getByRole('combobox', { name: 'Country' });
  await country.click();
  await expect(page.getByRole('option', { name: 'South Africa (ZA)' })).toBeVisible();
  await look('countries');
  await country.fill('zzz');
  await expect(page.getByText('No country found')).toBeVisible();
  await look('no country found');
  await page.keyboard.press('Escape');
}

/** Every state of the registration. */
export async function walkRegistration(page: Page, look: Look): Promise<void> {
  await page.goto('/register?invite=an-invitation');
  await expect(page.getByRole('alert')).toBeVisible();
  await look('registration on an invitation that is dead');
  await page.route('**/api/seats/invites/check?*', (route) =>
    route.fulfill({ json: { isUsable: true } }),
  );
  await page.goto('/register?invite=an-invitation');
  await expect(page.getByText('You were invited to a commercial account.')).toBeVisible();
  await look('registration on an invitation');
  await page.goto('/register');
  await expectTitle(page, 'Sign up with email');
  await look('registration');
  await walkErrors(page, look);
  await walkCalendar(page, look);
  await walkCountries(page, look);
  const person = newPerson();
  await page.getByRole('textbox', { name: 'First name' }).fill('Thandi');
  await page.getByRole('textbox', { name: 'Last name' }).fill('Nkosi');
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await page.getByText('Female', { exact: true }).click();
  await page.getByText('Commercial', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Phone' }).fill(person.phone);
  await expect(page.getByRole('button', { name: 'Sign Up' })).toBeEnabled();
  await look('registration filled in');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('dialog', { name: 'Registration Successful' })).toBeVisible();
  await look('registered');
}
