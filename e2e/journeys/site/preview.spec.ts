import type { Page } from '@playwright/test';
import { expectNoBarriers } from '../../barriers.ts';
import { expect, test } from '../../journey.ts';
import { ORIGIN, OWN_ANSWER, OWN_PAGE } from '../../origin.ts';
import { signedIn } from '../../session.ts';
import { NOBODY, openPublic } from '../../visitor.ts';

test.use({ storageState: NOBODY });

test('a visitor chooses another interval, finds what is locked, and how to see it', async ({
  page,
}) => {
  await openPublic(page, '/educational');
  const preview = page.getByRole('figure', { name: 'Live preview of BTCUSD' });
  await preview.scrollIntoViewIfNeeded();
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
  // The first Esc empties a search field in some browsers; the dialog closes with its own key.
  await dialog.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(preview.getByRole('button', { name: 'Symbols' })).toBeFocused();
});

test('a preview that cannot be loaded says so, and another try draws it', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(500, '/api/data/symbol');
  await page.route(
    '**/api/data/symbol?**',
    (route) => route.fulfill({ headers: OWN_ANSWER, status: 500, json: {} }),
    { times: 1 },
  );
  await openPublic(page, '/');
  const preview = page.getByRole('figure', { name: 'Live preview of BTCUSD' });
  await expect(preview.getByText('The chart could not be loaded.')).toBeVisible();
  await preview.getByRole('button', { name: 'Retry' }).click();
  await expect(preview).toContainText('Live');
});

/** The preview on the home page is live, and asks for nothing. */
async function expectLivePreview(page: Page): Promise<void> {
  await openPublic(page, '/');
  const preview = page.getByRole('figure', { name: 'Live preview of BTCUSD' });
  await preview.scrollIntoViewIfNeeded();
  await expect(preview).toContainText('Live');
  await expect(preview.getByRole('alert')).toHaveCount(0);
}

test('whose session is over by now sees the preview as any visitor', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(401, '/api/auth/refresh');
  await page.addInitScript(() => localStorage.setItem('accessToken', 'one that is over'));
  // The preview is being opened by the time the renewal is refused.
  const opened = page.waitForResponse(/\/api\/data\/symbol\?/);
  await page.route('**/api/auth/refresh', async (route) => {
    await opened;
    await route.continue();
  });
  await expectLivePreview(page);
});

test('whose session was ended elsewhere sees the preview as any visitor', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(401, /^\/api\/(auth\/refresh|data\/histoday|stream\/ticket)$/);
  const state = await signedIn('retail@demo.test');
  await page.context().addCookies(state.cookies);
  const kept = (name: string) =>
    state.origins[0]?.localStorage.find((entry) => entry.name === name)?.value ?? '';
  const ended = await page.request.post(`${ORIGIN}/api/auth/logout`, {
    headers: OWN_PAGE,
    data: { deviceId: kept('deviceId') },
  });
  expect(ended.ok()).toBe(true);
  const token = kept('accessToken');
  await page.addInitScript((value) => localStorage.setItem('accessToken', value), token);
  const refused = page.waitForResponse(
    (answer) => answer.url().includes('/api/data/histoday') && answer.status() === 401,
  );
  await expectLivePreview(page);
  await refused;
});
