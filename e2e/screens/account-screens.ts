import { expect, type Page } from '@playwright/test';
import { signInElsewhere } from '../elsewhere.ts';
import { OWN_ANSWER } from '../origin.ts';
import { avatar, makePerson, newPerson, signInByPage } from '../people.ts';
import type { Look } from './look.ts';

const PANELS = {
  contact: 'Contact Information',
  password: 'Password',
  sessions: 'Active sessions',
};

/** Opens the privacy tab of the account dialog from the menu. */
export async function openPrivacy(page: Page): Promise<void> {
  await avatar(page).click();
  await page.getByRole('menuitem', { name: 'Manage Account' }).click();
  await page.getByRole('tab', { name: 'Privacy & Security' }).click();
}

/** Opens a panel of the dialog unless it is open. */
export async function openPanel(page: Page, panel: keyof typeof PANELS): Promise<void> {
  const button = page.getByRole('button', { name: PANELS[panel], exact: true });
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
}

async function walkFrame(page: Page, look: Look): Promise<void> {
  await avatar(page).click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await look('account menu');
  await page.keyboard.press('Escape');
  const logo = page.getByRole('button', { name: /navigation$/ });
  await logo.click();
  await expect(page.getByRole('switch', { name: 'Dark theme' })).toBeVisible();
  await look('navigation');
  const close = page.getByRole('button', { name: 'Close navigation' });
  if (await close.isVisible()) await close.click();
  else await logo.click();
}

async function walkContact(page: Page, look: Look): Promise<void> {
  const panel = page.getByRole('dialog', { name: 'Manage Account' });
  await openPanel(page, 'contact');
  await look('contact information');
  await panel.getByRole('combobox', { name: 'Country' }).click();
  await expect(page.getByRole('option', { name: 'South Africa (ZA)' })).toBeVisible();
  await look('countries of the contact information');
  await page.keyboard.press('Escape');
  await panel.getByRole('textbox', { name: 'Phone' }).fill('12');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Phone number must be valid')).toBeVisible();
  await look('contact information with an error');
  await panel.getByRole('textbox', { name: 'Phone' }).fill(newPerson().phone);
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  // The same account is used in both themes, and codes are sent once a minute.
  await expect(
    page.getByText(/^(?:Enter the code we just sent to|A code was sent less than a minute ago)/),
  ).toBeVisible();
  await page.getByRole('textbox', { name: 'Code' }).fill('AAAAAA');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await look('code of a new number refused');
}

async function walkPassword(page: Page, look: Look): Promise<void> {
  await openPanel(page, 'password');
  await look('change password');
  await page.getByLabel('Existing Password', { exact: true }).fill('Gr1ffin-Rock');
  await page.getByLabel('New Password', { exact: true }).fill('Gr1ffin-Rock');
  await page.getByLabel('Confirm New Password', { exact: true }).fill('An0ther');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await look('change password with errors');
}

async function walkSessions(page: Page, look: Look): Promise<void> {
  await openPanel(page, 'sessions');
  await expect(page.getByRole('button', { name: 'End all others' })).toBeVisible();
  await look('sessions');
  await page.route('**/api/users/*/sessions', (route) =>
    route.fulfill({
      headers: OWN_ANSWER,
      status: 500,
      json: { message: 'x', code: 'INTERNAL', requestId: 'x' },
    }),
  );
  await page.goto('/dashboard/live-chart?account=true&tab=privacy');
  await openPanel(page, 'sessions');
  await expect(page.getByText('Could not load your sessions.')).toBeVisible();
  await look('sessions that could not be read');
}

/** Signing in requires the password again. */
async function walkProof(page: Page, look: Look): Promise<void> {
  const json = { code: 'REAUTH_REQUIRED', message: 'x', requestId: 'x' };
  await page.route('**/api/users/*/updateUser', (route) =>
    route.fulfill({ headers: OWN_ANSWER, status: 403, json }),
  );
  await openPanel(page, 'contact');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const proof = page.getByRole('dialog', { name: 'Please confirm with your password' });
  await expect(proof).toBeVisible();
  await look('password asked for again');
  await proof.getByRole('button', { name: 'Close' }).click();
  await page.unroute('**/api/users/*/updateUser');
}

/** Errors of the server appear as toasts, one at a time. */
async function walkToasts(page: Page, look: Look): Promise<void> {
  let status = 503;
  await page.route('**/api/users/*/updateUser', (route) => {
    const json = { code: 'X', message: `The request could not be answered (${status}).` };
    return route.fulfill({
      headers: OWN_ANSWER,
      status: status++,
      json: { ...json, requestId: 'x' },
    });
  });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(page.getByText('(503)')).toBeVisible();
  await save.click();
  await expect(page.getByText('1 more waiting')).toBeVisible();
  await look('an error toast with another behind it');
  await page.unroute('**/api/users/*/updateUser');
}

/** Every state of the signed-in frame and of the account. */
export async function walkAccount(page: Page, look: Look): Promise<void> {
  const person = await makePerson(page.request);
  await signInElsewhere(person);
  await signInByPage(page, person);
  await walkFrame(page, look);
  await page.goto('/dashboard/live-chart?account=true');
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
  await look('overview');
  await page.getByRole('tab', { name: 'Privacy & Security' }).click();
  await walkProof(page, look);
  await walkToasts(page, look);
  await page.getByRole('button', { name: 'Close message' }).click();
  await page.getByRole('button', { name: 'Close message' }).click();
  await walkContact(page, look);
  await walkPassword(page, look);
  await walkSessions(page, look);
  await page.route('**/api/users', (route) =>
    route.fulfill({ headers: OWN_ANSWER, status: 500, json: {} }),
  );
  await page.goto('/dashboard/live-chart?account=true');
  await expect(page.getByText(/^Something went wrong while fetching/)).toBeVisible();
  await look('account that could not be read');
}
