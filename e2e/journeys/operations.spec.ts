import type { Page } from '@playwright/test';
import { expect, test, testAnyConsole } from '../journey.ts';
import { judgeBarriers } from '../screens/barriers.ts';
import { expectTitle, SIZES } from '../screens/look.ts';
import { signedIn } from '../session.ts';

const ADMIN = 'admin@demo.test';

const asAdmin = {
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing.
  storageState: async ({}, use: (state: Awaited<ReturnType<typeof signedIn>>) => Promise<void>) =>
    use(await signedIn(ADMIN)),
};

const testAdmin = test.extend(asAdmin);
const testFailures = testAnyConsole.extend(asAdmin);

/** Throws an unhandled error in the page, and waits until the server has the report. */
async function failInPage(page: Page, message: string): Promise<void> {
  const reported = page.waitForResponse((answer) => answer.url().endsWith('/api/reports/browser'));
  await page.evaluate((text) => {
    setTimeout(() => {
      throw new Error(text);
    });
  }, message);
  expect((await reported).ok()).toBe(true);
}

testFailures(
  'an operator reads failures without their secrets, contact messages as typed, and the record, also as a file',
  async ({ page, request }) => {
    const planted = `planted ${crypto.randomUUID().slice(0, 8)}`;
    const message = '<img src=x onerror=alert(1)>\nsecond line';
    const fields = { name: planted, email: 'asker@example.com', phone: '+27821234567', message };
    const sent = await request.post('/api/auth/contact', {
      headers: { 'sec-fetch-site': 'same-origin' },
      data: fields,
    });
    expect(sent.ok()).toBe(true);
    await page.goto('/dashboard/jobs');
    await expectTitle(page, 'Jobs');
    await expect(page.getByText('accounts.remove-expired')).toBeVisible();

    await failInPage(page, `${planted}: token=s3cret-of-somebody`);
    await page.getByRole('link', { name: 'View Errors' }).click();
    await expectTitle(page, 'View Errors');
    await page.getByRole('searchbox', { name: 'Search errors' }).fill(planted);
    const failure = page.getByRole('row', { name: planted });
    await expect(failure).toContainText(`Error: ${planted}: token=[removed]`);
    await expect(page.getByRole('row')).toHaveCount(2);
    await failure.getByRole('button', { name: /^Show the context of/ }).click();
    const context = page.getByRole('dialog', { name: 'Context' });
    await expect(context).toContainText('"route": "/dashboard/jobs"');
    await expect(context).not.toContainText('s3cret');
    await context.getByRole('button', { name: 'Copy' }).click();
    await expect(context.getByRole('button', { name: 'Copied' })).toBeVisible();
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Contact Messages' }).click();
    await expectTitle(page, 'Contact Messages');
    const row = page.getByRole('row', { name: planted });
    await expect(row).toContainText('asker@example.com');
    await row.getByRole('button', { name: /^Show the message of/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Message' });
    await expect(dialog.getByText(message)).toBeVisible();
    await expect(dialog.locator('img')).toHaveCount(0);
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Audit Log' }).click();
    await expectTitle(page, 'Audit Log');
    await page.getByRole('searchbox', { name: 'Subject' }).fill(ADMIN);
    await expect(page).toHaveURL(/subject=admin/);
    const made = page.getByRole('row', { name: /demo made/i });
    await expect(made).toHaveCount(1);
    await made.getByRole('button', { name: /^Show entry/ }).click();
    await expect(page.getByRole('dialog')).toContainText(ADMIN);
    await page.keyboard.press('Escape');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^audit_\d{4}-\d\d-\d\d\.csv$/);
  },
);

const ERROR = {
  _id: 'a',
  timestamp: new Date().toISOString(),
  source: 'http',
  message: `request failed: ${'a message as long as messages of failures get, '.repeat(6)}`,
  context: { route: '/api/x', err: { stack: 'Error: x\n    at one\n    at two' } },
  level: 'warning',
  count: 12,
  firstSeen: '2026-01-01T00:00:00.000Z',
};
const MESSAGE = {
  _id: 'a',
  createdAt: new Date().toISOString(),
  name: 'Somebody with a name that is longer than its column',
  email: 'somebody@example.com',
  phone: null,
  message: 'Which exchanges are there? '.repeat(40),
};
const DEAD = {
  _id: '00000000-0000-4000-8000-000000000000',
  job: 'bars.repair-gaps',
  state: 'dead',
  error: 'the vendor refused what was asked of it',
  failedAt: new Date().toISOString(),
  runs: 6,
  nextRunAt: null,
};
const BROKEN = {
  checkedAt: '2026-11-22T00:20:00.000Z',
  isIntact: false,
  checkedEntries: 1234,
  damages: [{ kind: 'changed', seq: 7 }],
};

/**
 * Component tests check every screen once; the long run checks them in both themes and sizes against the real server.
 */
for (const [size, use] of process.env.TEST_LONG === 'true' ? Object.entries(SIZES) : []) {
  testAdmin.describe(size, () => {
    testAdmin.use(use);
    testAdmin(
      `no screen for operators has a barrier, at a ${size}, in either theme`,
      async ({ page }) => {
        const look = judgeBarriers(page);
        await page.route('**/api/health/errors*', (route) =>
          route.fulfill({
            json: { entries: [ERROR, { ...ERROR, _id: 'b', level: 'fatal' }], nextCursor: null },
          }),
        );
        await page.goto('/dashboard/errors');
        const eye = page.getByRole('button', { name: /^Show the context of/ }).first();
        await expect(eye).toBeVisible();
        await look('error log');
        await eye.click();
        await look('context of an error');
        await page.route('**/api/audit/check', (route) => route.fulfill({ json: BROKEN }));
        await page.goto('/dashboard/audit');
        await expect(page.getByText(/^Chain broken, found .*entry 7/)).toBeVisible();
        const entry = page.getByRole('button', { name: /^Show entry/ }).first();
        await expect(entry).toBeVisible();
        await look('audit log');
        await entry.click();
        await look('entry of the audit log');
        await page.route('**/api/admin/contact-messages*', (route) =>
          route.fulfill({
            json: {
              entries: [MESSAGE, { ...MESSAGE, _id: 'b', phone: '+27821234567' }],
              nextCursor: null,
            },
          }),
        );
        await page.goto('/dashboard/messages');
        const opener = page.getByRole('button', { name: /^Show the message of/ }).first();
        await expect(opener).toBeVisible();
        await look('contact messages');
        await opener.click();
        await look('a contact message');
        await page.goto('/dashboard/jobs');
        await expect(page.getByText('accounts.remove-expired')).toBeVisible();
        await look('queues');
        await page.route('**/api/admin/jobs', (route) =>
          route.fulfill({ json: { queues: [], running: [], failed: [DEAD], messages: [] } }),
        );
        await page.goto('/dashboard/jobs?tab=failed');
        await expect(page.getByRole('button', { name: 'Retry bars.repair-gaps' })).toBeVisible();
        await look('failed jobs');
      },
    );
  });
}
