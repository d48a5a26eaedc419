import {
  changePassword,
  endSession,
  listSessions,
  login,
  type SessionEntry,
  updateUser,
  verifyOtp,
} from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { RETAIL } from '../../../testing/accounts.ts';
import { expectNoBarriers } from '../../../testing/barriers.ts';
import { eventually } from '../../../testing/eventually.ts';
import { FakeServer, Refusal } from '../../../testing/fake-server.ts';
import { accountDialog, openAccount } from '../testing/open-account.ts';

const alert = page.getByRole('alert');
const phone = accountDialog.getByRole('textbox', { name: 'Phone' });
const save = accountDialog.getByRole('button', { name: 'Save', exact: true });
const proof = page.getByRole('dialog', { name: 'Please confirm with your password' });

async function openPanel(name: string): Promise<void> {
  await accountDialog.getByRole('button', { name, exact: true }).click();
}

/** A server that accepts a new phone number once its code is entered. */
function phoneServer(): FakeServer {
  const server = new FakeServer(RETAIL);
  server.on(updateUser, () => ({
    needOtp: true,
    isSent: true,
    hasCode: true,
    nextAvailableAt: Date.now() + 60_000,
    cooldownSeconds: 60,
  }));
  return server;
}

/** The server demands re-authentication for the next change; returns the changes it received. */
function demandPassword(server: FakeServer) {
  return server.refuse(updateUser, 'REAUTH_REQUIRED', 'Please confirm.');
}

test('a new phone number takes effect once its code is entered', async () => {
  const server = phoneServer();
  server.refuse(verifyOtp, 'INVALID_CODE', 'The code is not correct or has expired.');
  await openAccount('privacy', server, RETAIL);
  await expect.element(phone).toBeVisible();
  await expectNoBarriers('contact information');
  await accountDialog.getByRole('combobox', { name: 'Country' }).click();
  await expect.element(page.getByRole('option', { name: 'South Africa (ZA)' })).toBeVisible();
  await expectNoBarriers('countries of the contact information');
  await userEvent.keyboard('{Escape}');
  await phone.fill('12');
  await userEvent.tab();
  await expect.element(page.getByText('Phone number must be valid')).toBeVisible();
  await expect.element(save).toBeDisabled();
  await expectNoBarriers('contact information with an error');
  await phone.fill('083 555 0199');
  await save.click();
  await expect
    .element(page.getByText(/^Enter the code we just sent to 083 555 0199/))
    .toBeVisible();
  const code = accountDialog.getByRole('textbox', { name: 'Code' });
  const confirm = accountDialog.getByRole('button', { name: 'Confirm' });
  await code.fill('AAAAAA');
  await confirm.click();
  await expect.element(alert.first()).toMatchTextContent('The code is not correct or has expired.');
  await expectNoBarriers('code of a new number refused');
  server.on(verifyOtp, () => ({ phoneE164: '+27835550199', phoneCountry: 'ZA' }));
  await code.fill('123456');
  await confirm.click();
  await expect.element(page.getByText('Account details updated.')).toBeVisible();
});

test('a refused change is reported once: input errors in the form, others in a toast', async () => {
  const server = new FakeServer(RETAIL);
  server.refuse(updateUser, 'BAD_REQUEST', 'This number is in use.');
  await openAccount('privacy', server, RETAIL);
  await save.click();
  await expect
    .element(accountDialog.getByRole('alert'))
    .toMatchTextContent('This number is in use.');
  expect(alert.elements()).toHaveLength(1);
  server.refuse(updateUser, 'FORBIDDEN', 'Another text.');
  await save.click();
  await expect
    .element(page.getByText(/Forbidden\. You do not have the required permissions\./))
    .toBeVisible();
  expect(alert.elements()).toHaveLength(1);
});

test('failures appear in toasts, one at a time, the newest first', async () => {
  const server = new FakeServer(RETAIL);
  let count = 0;
  server.on(updateUser, () => {
    count += 1;
    throw new Refusal('CONFLICT', `The change could not be made (${count}).`);
  });
  await openAccount('privacy', server, RETAIL);
  await save.click();
  await expect.element(page.getByText(/\(1\)/)).toBeVisible();
  await save.click();
  await expect.element(page.getByText(/\(2\)/)).toBeVisible();
  await expect.element(page.getByText(/^1 more waiting/)).toBeVisible();
  await expectNoBarriers('an error toast with another behind it');
  await page.getByRole('button', { name: 'Close message' }).click();
  await expect.element(page.getByText(/\(1\)/)).toBeVisible();
  await page.getByRole('button', { name: 'Close message' }).click();
  await expect.element(alert).not.toBeInTheDocument();
});

test('a change that needs a recent sign-in is made once the password is entered', async () => {
  const server = phoneServer();
  const changes = demandPassword(server);
  await openAccount('privacy', server, RETAIL);
  await phone.fill('083 555 0199');
  await save.click();
  await expect.element(proof).toBeVisible();
  await expectNoBarriers('password asked for again');
  server.refuse(login, 'INVALID_CREDENTIALS', 'Incorrect email or password.');
  const password = proof.getByLabelText('Password', { exact: true });
  await password.fill('Wrong-1234');
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(proof.getByRole('alert')).toMatchTextContent('Incorrect email or password.');
  const accessToken = localStorage.getItem('accessToken') ?? '';
  const logins = server.on(login, () => ({ needOtp: false, accessToken }));
  server.on(updateUser, () => ({ needOtp: false }));
  await password.fill('Gr1ffin-Rock');
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(page.getByText('Account details updated.')).toBeVisible();
  await expect.element(proof).not.toBeInTheDocument();
  expect(logins.map(({ body }) => body.password)).toEqual(['Wrong-1234', 'Gr1ffin-Rock']);
  expect(changes.map(({ body }) => body.phone)).toHaveLength(2);
});

test('a change whose password prompt is cancelled is not made and reports no failure', async () => {
  const server = new FakeServer(RETAIL);
  const changes = demandPassword(server);
  await openAccount('privacy', server, RETAIL);
  await phone.fill('083 555 0199');
  await save.click();
  await proof.getByRole('button', { name: 'Close' }).click();
  await expect.element(proof).not.toBeInTheDocument();
  expect(alert.elements()).toEqual([]);
  await expect.element(phone).toHaveValue('083 555 0199');
  expect(changes).toHaveLength(1);
});

test('changing the password takes the existing one and a different new one', async () => {
  const server = new FakeServer(RETAIL);
  const asked = server.on(changePassword, () => ({ message: 'Changed.' }));
  await openAccount('privacy', server, RETAIL);
  await openPanel('Password');
  const existing = accountDialog.getByLabelText('Existing Password', { exact: true });
  const next = accountDialog.getByLabelText('New Password', { exact: true });
  const confirmation = accountDialog.getByLabelText('Confirm New Password', { exact: true });
  const reset = accountDialog.getByRole('button', { name: 'Reset Password' });
  await expect.element(existing).toBeVisible();
  await expectNoBarriers('change password');
  await existing.fill('Gr1ffin-Rock');
  await next.fill('Gr1ffin-Rock');
  await confirmation.fill('An0ther');
  await userEvent.tab();
  await expect.element(page.getByText('Passwords do not match')).toBeVisible();
  await expect
    .element(page.getByText('Password can not be the same as the existing one.'))
    .toBeVisible();
  await expect.element(reset).toBeDisabled();
  await expectNoBarriers('change password with errors');
  await next.fill('An0ther-Rock');
  await confirmation.fill('An0ther-Rock');
  await reset.click();
  await expect.element(page.getByText('Account details updated.')).toBeVisible();
  await expect.element(existing).toHaveValue('');
  expect(asked.map(({ body }) => body)).toEqual([
    { currentPassword: 'Gr1ffin-Rock', newPassword: 'An0ther-Rock' },
  ]);
});

const entry = (name: string, isCurrent = false): SessionEntry => ({
  _id: name,
  deviceInfo: name,
  address: '203.0.113.7',
  signedInAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: '2026-11-20T12:00:00.000Z',
  isCurrent,
});

test('every other session can be ended, alone or together', async () => {
  const server = new FakeServer(RETAIL);
  let sessions = [entry('Here', true), entry('Phone'), entry('Tablet'), entry('Laptop')];
  server.on(listSessions, () => sessions);
  const ended = server.on(endSession, ({ params }) => {
    sessions = sessions.filter(({ _id }) => _id !== params.sessionId);
    return { ended: 1 };
  });
  await openAccount('privacy', server, RETAIL);
  await openPanel('Active sessions');
  await expect.element(page.getByText('This device')).toBeVisible();
  await expectNoBarriers('sessions');
  await page.getByRole('button', { name: 'End the session on Tablet' }).click();
  const question = page.getByRole('dialog', { name: 'End the session on Tablet?' });
  await question.getByRole('button', { name: 'End' }).click();
  await expect.element(page.getByText('Tablet')).not.toBeInTheDocument();
  const others = page.getByRole('button', { name: 'End all others' });
  await others.click();
  const all = page.getByRole('dialog', { name: 'End all 2 other sessions?' });
  await all.getByRole('button', { name: 'End' }).click();
  await expect.element(others).not.toBeInTheDocument();
  await expect.element(page.getByText('This device')).toBeVisible();
  expect(ended.map(({ params }) => params.sessionId)).toEqual(['Tablet', 'Phone', 'Laptop']);
});

test('sessions that fail to load can be retried', async () => {
  const server = new FakeServer(RETAIL);
  server.refuse(listSessions, 'FORBIDDEN', 'Not now.');
  await openAccount('privacy', server, RETAIL);
  await openPanel('Active sessions');
  await expect.element(page.getByText('Could not load your sessions.')).toBeVisible();
  await expectNoBarriers('sessions that could not be read');
  server.on(listSessions, () => [entry('Here', true)]);
  await accountDialog.getByRole('button', { name: 'Retry' }).click();
  await eventually(() => expect(page.getByText('This device').elements()).toHaveLength(1));
});
