import {
  type AuditEntryShown,
  checkAudit,
  type ErrorEntry,
  type FailedJob,
  getAuditCheck,
  type JobsOverview,
  listAudit,
  listContactMessages,
  listErrors,
  listJobs,
  retryJob,
  runJob,
  type StoredMessage,
  setContactMessageState,
} from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SUPER_ADMIN } from '../../testing/accounts.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { openScreen, SCREENS } from '../../testing/screens.ts';

const ERROR: ErrorEntry = {
  _id: 'a',
  timestamp: '2026-11-22T10:00:00.000Z',
  source: 'http',
  message: `request failed: ${'a message as long as messages of failures get, '.repeat(6)}`,
  context: { route: '/api/x', err: { stack: 'Error: x\n    at one\n    at two' } },
  level: 'warning',
  count: 12,
  firstSeen: '2026-01-01T00:00:00.000Z',
};
const MESSAGE: StoredMessage = {
  _id: 'a',
  readAt: null,
  answeredAt: null,
  userId: null,
  createdAt: '2026-11-22T10:00:00.000Z',
  name: 'Somebody with a name that is longer than its column',
  email: 'asker@example.com',
  phone: null,
  message: '<img src=x onerror=alert(1)>\nsecond line',
};
const ENTRY: AuditEntryShown = {
  seq: 7,
  at: '2026-11-22T10:00:00.000Z',
  action: 'account.approved',
  actorId: 'a',
  actorName: 'admin@example.com',
  subjectId: 's',
  subjectName: 'thandi@example.com',
  before: { isApproved: false },
  after: { isApproved: true },
  reason: 'by phone',
  address: '203.0.113.7',
  deviceId: null,
  requestId: 'r',
};
const DEAD: FailedJob = {
  _id: '6f1d2c3b-0000-4000-8000-000000000009',
  job: 'bars.repair-gaps',
  state: 'dead',
  error: 'the vendor refused what was asked of it',
  failedAt: '2026-11-22T10:00:00.000Z',
  runs: 6,
  nextRunAt: null,
};
const JOBS: JobsOverview = {
  queues: [
    {
      job: 'accounts.remove-expired',
      summary: 'Removes expired sessions, codes, links and limits.',
      isRunnable: true,
      schedule: '5 * * * *',
      waiting: 0,
      retrying: 0,
      running: 0,
      dead: 1,
      lastDoneAt: '2026-11-22T10:05:00.000Z',
    },
  ],
  running: [],
  failed: [DEAD],
  messages: [],
};

function serverOfOperators(): FakeServer {
  const server = new FakeServer(SUPER_ADMIN);
  server.on(listErrors, ({ query: { text = '' } }) => ({
    entries: [ERROR, { ...ERROR, _id: 'b', level: 'fatal' as const }].filter(({ message }) =>
      message.includes(text),
    ),
    nextCursor: null,
  }));
  server.on(listContactMessages, () => ({ entries: [MESSAGE], nextCursor: null }));
  server.on(setContactMessageState, () => ({ ...MESSAGE, readAt: MESSAGE.createdAt }));
  server.on(listAudit, () => ({ entries: [ENTRY], nextCursor: null }));
  server.on(getAuditCheck, () => ({
    checkedAt: '2026-11-22T00:20:00.000Z',
    isIntact: false,
    checkedEntries: 1_234,
    damages: [{ kind: 'changed' as const, seq: 7 }],
  }));
  server.on(listJobs, () => JOBS);
  return server;
}

const open = (name: string, server: FakeServer) =>
  openPage(`/dashboard/${name}`, server, SUPER_ADMIN);
const failureOfLog = page.getByText(/^The error log could not be loaded\./);

test("an error's context opens by keys and by its button and returns the focus", async () => {
  await open('errors', serverOfOperators());
  for (const head of ['Timestamp', 'Source', 'Message', 'Context']) {
    await expect.element(page.getByRole('columnheader', { name: head })).toBeVisible();
  }
  const row = page.getByRole('row', { name: /request failed/ }).first();
  await expect.element(row).toBeVisible();
  (row.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Context' });
  await expect.element(dialog.getByText(/"route": "\/api\/x"/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(row).toHaveFocus();
  await row.getByRole('button', { name: /^Show the context of/ }).click();
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('searchbox', { name: 'Search errors' }).fill('never happened');
  await expect.element(page.getByText('No errors found.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all errors' }).click();
  await expect.element(row).toBeVisible();
});

test('an error log that fails to load says so in place, and Retry loads it', async () => {
  const server = serverOfOperators();
  server.refuse(listErrors, 'INTERNAL', 'It failed.');
  await open('errors', server);
  await expect.element(failureOfLog).toBeVisible();
  // Neither a toast nor a second message.
  await expect.element(page.getByRole('alert')).toHaveLength(1);
  server.on(listErrors, () => ({ entries: [ERROR], nextCursor: null }));
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByRole('row', { name: /request failed/ })).toBeVisible();
  await expect.element(failureOfLog).not.toBeInTheDocument();
});

test('a contact message opens as typed, by keys and by its button', async () => {
  await open('messages', serverOfOperators());
  for (const head of ['Sent', 'Name', 'E-mail', 'Phone', 'Message']) {
    await expect.element(page.getByRole('columnheader', { name: head }).first()).toBeVisible();
  }
  const row = page.getByRole('row', { name: /Somebody with a name/ });
  await expect.element(row).toBeVisible();
  (row.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Message' });
  await expect.element(dialog.getByText(/^<img src=x onerror=alert\(1\)>/)).toBeVisible();
  expect(dialog.element().querySelector('img')).toBeNull();
  await expect
    .element(dialog.getByRole('link', { name: MESSAGE.email }))
    .toHaveAttribute('href', 'mailto:asker@example.com');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await row.getByRole('button', { name: /^Show the message of/ }).click();
  await expect.element(dialog).toBeVisible();
});

test('a dead letter can be retried, and a refusal gives its reason', async () => {
  const server = serverOfOperators();
  const retried = server.refuse(retryJob, 'CONFLICT', 'One waits already.');
  await open('jobs?tab=failed', server);
  const retry = page.getByRole('button', { name: 'Retry bars.repair-gaps' });
  await retry.click();
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'Error Retrying Job' }))
    .toBeVisible();
  await page.getByRole('button', { name: 'Close message' }).click();
  server.on(retryJob, () => undefined);
  server.on(listJobs, () => ({ ...JOBS, failed: [] }));
  await retry.click();
  await expect.element(page.getByText('Job Enqueued Again.')).toBeVisible();
  await expect.element(page.getByText('No jobs have failed.')).toBeVisible();
  expect(retried.map(({ params }) => params.id)).toEqual([DEAD._id, DEAD._id]);
});

test('a scheduled job is run now', async () => {
  const server = serverOfOperators();
  const started = server.on(runJob, () => undefined);
  await open('jobs', server);
  await expect
    .element(page.getByText('Removes expired sessions, codes, links and limits.'))
    .toBeVisible();
  await page.getByRole('button', { name: 'Run now: accounts.remove-expired' }).click();
  await expect.element(page.getByText('Job Started: accounts.remove-expired')).toBeVisible();
  expect(started.map(({ body }) => body)).toEqual([{ job: 'accounts.remove-expired' }]);
});

test('the audit chain is checked at once, and a From after To says so', async () => {
  const server = serverOfOperators();
  server.on(checkAudit, () => ({
    checkedAt: '2026-11-22T10:00:00.000Z',
    isIntact: true,
    checkedEntries: 7,
    damages: [],
  }));
  await open('audit?from=2026-11-20&to=2026-11-19', server);
  await expect.element(page.getByText('From is after To.')).toBeVisible();
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect.element(page.getByText(/^Chain verified .*7 entries$/)).toBeVisible();
});

test.each(SCREENS)('the screens for operators $guarantee', async (screen) => {
  const look = await openScreen(screen);
  const { router } = await open('errors', serverOfOperators());
  const goTo = (address: string) => router.navigate({ to: `/dashboard/${address}` });
  const eye = page.getByRole('button', { name: /^Show the context of/ }).first();
  await expect.element(eye).toBeVisible();
  await look('error log');
  await eye.click();
  await expect.element(page.getByRole('dialog', { name: 'Context' })).toBeVisible();
  await look('context of an error');
  await goTo('audit');
  await expect.element(page.getByText(/^Chain broken, found .*entry 7/)).toBeVisible();
  const entry = page.getByRole('button', { name: /^Show entry/ });
  await expect.element(entry).toBeVisible();
  await look('audit log');
  await entry.click();
  await expect.element(page.getByRole('rowheader', { name: 'Is approved' })).toBeVisible();
  await look('entry of the audit log');
  await goTo('messages');
  const opener = page.getByRole('button', { name: /^Show the message of/ });
  await expect.element(opener).toBeVisible();
  await look('contact messages');
  await opener.click();
  await expect.element(page.getByRole('dialog', { name: 'Message' })).toBeVisible();
  await look('a contact message');
  await goTo('jobs');
  await expect.element(page.getByText('accounts.remove-expired')).toBeVisible();
  await look('queues');
  await page.getByRole('tab', { name: /^Failed/ }).click();
  await expect.element(page.getByRole('button', { name: 'Retry bars.repair-gaps' })).toBeVisible();
  await look('failed jobs');
});
