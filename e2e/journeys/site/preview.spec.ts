import type { Page } from '@playwright/test';
import { expectNoBarriers } from '../../barriers.ts';
import { expect, NOBODY, test } from '../../journey.ts';
import { ORIGIN, OWN_ANSWER, OWN_PAGE } from '../../origin.ts';
import { avatar } from '../../people.ts';
import { signedIn } from '../../session.ts';
import { openPublic, previewOf } from '../../visitor.ts';

const USER = 'subscriber@demo.test';

test.use({ storageState: NOBODY });

test('a visitor retries a preview that failed, chooses another interval, and finds how to see what is locked', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(500, '/api/data/symbol');
  await page.route(
    '**/api/data/symbol?**',
    (route) => route.fulfill({ headers: OWN_ANSWER, status: 500, json: {} }),
    { times: 1 },
  );
  await openPublic(page, '/educational');
  const preview = previewOf(page);
  await preview.scrollIntoViewIfNeeded();
  await expect(preview.getByText('The chart could not be loaded.')).toBeVisible();
  await preview.getByRole('button', { name: 'Retry' }).click();
  await expect(preview).toContainText('Live');

  const minutes = page.waitForResponse((answer) =>
    /\/api\/data\/histoday\?.*fsym=BTCUSD.*resolution=15&/.test(answer.url()),
  );
  await preview.getByRole('button', { name: '15m, 15 minutes' }).click();
  expect((await minutes).status()).toBe(200);
  await expect(preview).toContainText('BTCUSD · FMP · 15');
  await expect(preview.getByRole('button', { name: '15m, 15 minutes' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const prompt = page.getByRole('region', { name: 'Register or sign in for more symbols' });
  await expect(prompt.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register');
  await expect(prompt.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');

  await preview.getByRole('button', { name: 'Symbols' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Symbols' });
  await expect(
    dialog.getByRole('button', { name: /^BTCUSD Bitcoin USD Simulated FMP/ }),
  ).toBeVisible();
  await dialog.getByRole('searchbox').fill('maize');
  const maize = dialog.getByRole('button', { name: /White maize.*\(Locked\).*BVG/ }).first();
  await maize.press('Enter');
  await expect(dialog.getByText('Register or sign in to see more symbols.')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register');
  await expectNoBarriers(page);
  await dialog.getByRole('searchbox').fill('no such thing');
  await expect(dialog.getByText('No symbol matches.')).toBeVisible();
  await dialog.getByRole('searchbox').fill('');
  // In some browsers the first Esc clears a search field, so the dialog is closed with its button.
  await dialog.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(preview.getByRole('button', { name: 'Symbols' })).toBeFocused();
});

/** The preview on the home page is live and makes no further requests. */
async function expectLivePreview(page: Page): Promise<void> {
  const preview = previewOf(page);
  await preview.scrollIntoViewIfNeeded();
  await expect(preview).toContainText('Live');
  await expect(preview.getByRole('alert')).toHaveCount(0);
}

test('a signed-in visitor is led to the dashboard, and sees the preview like any other once the session is over', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(401, /^\/api\/(auth\/refresh|data\/histoday|stream\/ticket)$/);
  const state = await signedIn(USER);
  const kept = (name: string) =>
    state.origins[0]?.localStorage.find((entry) => entry.name === name)?.value ?? '';
  await page.context().addCookies(state.cookies);
  const keep = (entries: Record<string, string>) =>
    page.addInitScript((values) => {
      for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
    }, entries);
  await keep({ accessToken: kept('accessToken'), deviceId: kept('deviceId') });
  await openPublic(page, '/privacy-policy');
  await page.getByLabel('Account and theme').click();
  await expect(page.getByRole('link', { name: USER })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Go To Dashboard' }).click();
  await expect(avatar(page)).toBeVisible();
  await expect(page).toHaveURL(/live-chart/);
  await openPublic(page, '/privacy-policy');

  // The session ends elsewhere, which this browser cannot know.
  const ended = await page.request.post(`${ORIGIN}/api/auth/logout`, {
    headers: OWN_PAGE,
    data: { deviceId: kept('deviceId') },
  });
  expect(ended.ok()).toBe(true);
  const refused = page.waitForResponse(
    (answer) => answer.url().includes('/api/data/histoday') && answer.status() === 401,
  );
  await openPublic(page, '/');
  await expectLivePreview(page);
  await refused;

  // The token has expired, and the preview is opening when the renewal is refused.
  await keep({ accessToken: 'one that is over' });
  const opened = page.waitForResponse(/\/api\/data\/symbol\?/);
  await page.route('**/api/auth/refresh', async (route) => {
    await opened;
    await route.continue();
  });
  await openPublic(page, '/');
  await expectLivePreview(page);
});
