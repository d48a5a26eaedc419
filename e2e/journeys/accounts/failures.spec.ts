import type { Page } from '@playwright/test';
import { openChart } from '../../chart-page.ts';
import { expect, test } from '../../journey.ts';
import { OWN_ANSWER } from '../../origin.ts';
import { avatar } from '../../people.ts';

const PHONE_CHANGE = /\/api\/users\/[^/]+\/updateUser$/;
const EXCHANGES = '/api/data/v3/all/exchanges';

async function openContact(page: Page) {
  await avatar(page).click();
  await page.getByRole('menuitem', { name: 'Manage Account' }).click();
  await page.getByRole('tab', { name: 'Privacy & Security' }).click();
  return page.getByRole('dialog', { name: 'Manage Account' });
}

test('a refused change is told once: where the form can show why there, else by a toast', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(400, PHONE_CHANGE);
  consoleGuard.expectAnswer(403, PHONE_CHANGE);
  let status = 400;
  await page.route(PHONE_CHANGE, (route) =>
    route.fulfill({
      headers: OWN_ANSWER,
      status,
      json: { message: 'This number is in use.', code: 'BAD_REQUEST' },
    }),
  );
  await openChart(page);
  const dialog = await openContact(page);
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('083 512 3456');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('This number is in use.');
  await expect(page.getByRole('alert')).toHaveCount(1);
  status = 403;
  await dialog.getByRole('button', { name: 'Save' }).click();
  const toast = page.getByText('Forbidden. You do not have the required permissions.');
  await expect(toast).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(1);
});

test('a poll that fails is silent', async ({ page, consoleGuard }) => {
  consoleGuard.expectAnswer(503, EXCHANGES);
  await page.clock.install();
  await openChart(page);
  let asked = 0;
  await page.route(`**${EXCHANGES}`, (route) => {
    asked += 1;
    return route.fulfill({
      headers: OWN_ANSWER,
      status: 503,
      json: { message: 'Busy.', code: 'BUSY' },
    });
  });
  await expect(async () => {
    await page.clock.fastForward(61_000);
    expect(asked).toBeGreaterThan(2);
  }).toPass();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
