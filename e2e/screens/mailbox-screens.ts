import { expect, type Page } from '@playwright/test';
import { OWN_ANSWER } from '../origin.ts';
import { expectTitle, type Look } from './look.ts';

/** A message of maximum length: a link, a name without break opportunities, a code. */
const LONG = {
  hasHtml: false,
  channel: 'email',
  to: 'a-very-long-local-part-that-nobody-would-choose-but-somebody-has@a-long-domain.example.com',
  subject: 'Reset your password for the account that you made long ago and have forgotten since',
  text: 'Open this link:\n\nhttp://localhost/reset-password?token=Zm9yZ2V0bWVub3Rmb3JnZXRtZW5vdGZvcmdldG1lbm90\n\nYour code is 123456.',
};

/** Every state of the demo mailbox: empty, many messages, unreachable. */
export async function walkMailbox(page: Page, look: Look): Promise<void> {
  const path = '**/api/demo/outbox';
  await page.route(path, (route) => route.fulfill({ json: [] }));
  await page.goto('/outbox');
  await expectTitle(page, 'Demo mailbox');
  await expect(page.getByText(/^Nothing has been sent yet/)).toBeVisible();
  await look('demo mailbox with nothing');
  await page.unroute(path);
  const sentAtMs = Date.now();
  await page.route(path, async (route) => {
    const many = Array.from({ length: 40 }, (_, index) => ({
      ...LONG,
      id: 100 - index,
      ...(index % 3 === 0 ? {} : { channel: 'sms', to: '+27835550100', subject: undefined }),
      sentAtMs: sentAtMs - index * 3_600_000,
    }));
    await route.fulfill({ json: many });
  });
  await page.reload();
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
  await look('demo mailbox with many messages');
  await page.getByRole('navigation').getByRole('button').nth(1).click();
  await page.getByRole('button', { name: 'Copy code' }).click();
  await look('demo mailbox with an SMS');
  await page.unroute(path);
  await page.route(path, (route) => route.fulfill({ headers: OWN_ANSWER, status: 500, json: {} }));
  await page.reload();
  await expect(page.getByText('Could not load the messages.')).toBeVisible();
  await look('demo mailbox out of reach');
}
