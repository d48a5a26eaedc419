import { type DemoMessage, getDemoMailbox } from '@moneytrail/contract';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoBarriers } from '../../testing/barriers.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';

const HOUR_MS = 3_600_000;
/** A message of maximal length: a link, an unbreakable name, a code. */
const LONG = {
  hasHtml: false,
  channel: 'email',
  to: 'a-very-long-local-part-that-nobody-would-choose-but-somebody-has@a-long-domain.example.com',
  subject: 'Reset your password for the account that you made long ago and have forgotten since',
  text: 'Open this link:\n\nhttp://localhost/reset-password?token=Zm9yZ2V0bWVub3Rmb3JnZXRtZW5v\n\nYour code is 123456.',
} as const;

function messages(): DemoMessage[] {
  return Array.from({ length: 40 }, (_, index) => ({
    ...LONG,
    id: 100 - index,
    ...(index % 3 === 1 && { channel: 'sms' as const, to: '+27835550100', subject: undefined }),
    sentAtMs: Date.now() - index * HOUR_MS,
  })).map(({ subject, ...message }) => (subject === undefined ? message : { ...message, subject }));
}

test('an empty mailbox explains what will appear in it', async () => {
  const server = new FakeServer();
  server.on(getDemoMailbox, () => []);
  await openPage('/outbox', server, null);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Demo mailbox' })).toBeVisible();
  await expect.element(page.getByText(/^Nothing has been sent yet/)).toBeVisible();
  await expectNoBarriers('demo mailbox with nothing');
});

test('the newest message is shown until another is selected, and its code can be copied', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const server = new FakeServer();
  server.on(getDemoMailbox, messages);
  await openPage('/outbox', server, null);
  await expect.element(page.getByRole('heading', { level: 2 })).toMatchTextContent(LONG.subject);
  await expectNoBarriers('demo mailbox with many messages');
  await page.getByRole('navigation').getByRole('button').nth(1).click();
  await expect.element(page.getByRole('heading', { level: 2 })).toMatchTextContent('SMS');
  await page.getByRole('button', { name: 'Copy code' }).click();
  await expect.element(page.getByRole('button', { name: 'Copied code' })).toBeVisible();
  expect(copied.mock.calls).toEqual([['123456']]);
  copied.mockRestore();
  await expectNoBarriers('demo mailbox with an SMS');
});

test('a mail is shown in a frame that runs nothing, and as text', async () => {
  const server = new FakeServer();
  server.on(getDemoMailbox, () => [{ ...LONG, id: 7, hasHtml: true, sentAtMs: Date.now() }]);
  await openPage('/outbox', server, null);
  const frame = page.getByTitle(LONG.subject);
  await expect.element(frame).toHaveAttribute('src', '/api/demo/mail/7');
  await expect
    .element(frame)
    .toHaveAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
  await page.getByText('Text', { exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Copy code' })).toBeVisible();
  await expect.element(frame).not.toBeInTheDocument();
  await expectNoBarriers('demo mailbox with the text of a mail');
});

test('a mailbox that fails to load says so', async () => {
  const server = new FakeServer();
  server.refuse(getDemoMailbox, 'FORBIDDEN', 'Not now.');
  await openPage('/outbox', server, null);
  await expect.element(page.getByText('Could not load the messages.')).toBeVisible();
  await expectNoBarriers('demo mailbox out of reach');
});
