import {
  correctPhone,
  login,
  requestRecovery,
  resendConfirmation,
  sendOtp,
} from '@moneytrail/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { serverClock } from '../../../api/server-clock.ts';
import { expectNoBarriers } from '../../../testing/barriers.ts';
import { eventually } from '../../../testing/eventually.ts';
import { FakeServer, Refusal } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { expectToast } from '../../../testing/toasts.ts';
import { registrationDraft } from '../register/registration-draft.ts';

const EMAIL = 'thandi@example.com';
const PASSWORD = 'Gr1ffin-Rock';
const MINUTE_MS = 60_000;

const password = page.getByLabelText('Password', { exact: true });
const code = page.getByRole('textbox', { name: 'Code' });
const submit = page.getByRole('button', { name: 'Sign In' });
const again = page.getByRole('button', { name: 'Need another code?' });
const alert = page.getByRole('alert');

/** Refuses the code at the end of the test: a pending sign-in would block the next one. */
function refuseAtEnd(): () => Promise<never> {
  let refuse = () => {};
  const answer = new Promise<never>((_, reject) => {
    refuse = () => reject(new Refusal('INVALID_CODE', 'The test is over.'));
  });
  answer.catch(() => {});
  onTestFinished(() => refuse());
  return () => answer;
}

const codeSent = (pauseMs = MINUTE_MS) => ({
  isSent: true,
  hasCode: true,
  nextAvailableAt: Math.round(serverClock.now()) + pauseMs,
  cooldownSeconds: pauseMs / 1_000,
});

/** A server that asks for a code after the password and refuses every code. */
function serverWithCodes(refuseCode: () => Promise<never> = refuseAtEnd()) {
  const server = new FakeServer();
  const logins = server.on(login, ({ body }) =>
    body.otpCode === undefined && body.recoveryCode === undefined
      ? { needOtp: true }
      : refuseCode(),
  );
  server.on(sendOtp, () => codeSent());
  return { server, logins };
}

async function enterPassword(typed = PASSWORD): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(EMAIL);
  await password.fill(typed);
  await submit.click();
}

/** Sets the server's clock ahead of the page's; zero resets it. */
function setServerAhead(aheadMs: number): void {
  const headerMs = Math.floor(Date.now() / 1_000) * 1_000;
  // A header of whole seconds stands for the middle of its second.
  const seenAtMs = headerMs + 500 - aheadMs;
  serverClock.observe(new Date(headerMs).toUTCString(), seenAtMs, seenAtMs);
}

test('an invalid address is reported at its field', async () => {
  await openPage('/login', new FakeServer(), null);
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveFocus();
  await expectNoBarriers('sign-in');
  await password.fill('short');
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody');
  await userEvent.tab();
  await expect.element(page.getByText('Email must be valid')).toBeVisible();
  await expect.element(submit).toBeDisabled();
  await expectNoBarriers('sign-in with errors');
});

test('a refused password is reported, and the address stays', async () => {
  const server = new FakeServer();
  server.refuse(login, 'INVALID_CREDENTIALS', 'Incorrect email or password.');
  await openPage('/login', server, null);
  await enterPassword();
  await expect.element(alert).toMatchTextContent('Incorrect email or password.');
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveValue(EMAIL);
  await expectNoBarriers('sign-in refused');
});

test('without an answer the page reports a network error', async () => {
  const server = new FakeServer();
  server.refuse(login, null);
  await openPage('/login', server, null);
  await enterPassword();
  await expect.element(alert).toMatchTextContent('Network error: Please try again later.');
});

test('an account awaiting approval gets a dialog', async () => {
  const server = new FakeServer();
  server.refuse(login, 'PENDING_APPROVAL', 'Your account is awaiting admin approval.');
  await openPage('/login', server, null);
  await enterPassword();
  const pending = page.getByRole('dialog', { name: 'Approval Pending' });
  await expect
    .element(pending)
    .toMatchTextContent('Your account is still awaiting approval. You will receive an email once');
  await expectNoBarriers('approval pending');
  await pending.getByRole('button', { name: 'OK' }).click();
  await expect.element(pending).not.toBeInTheDocument();
});

test('an unconfirmed address is named, and the confirmation can be sent again', async () => {
  const server = new FakeServer();
  server.on(login, () => {
    const message = 'Your account is awaiting admin approval.';
    throw new Refusal('PENDING_APPROVAL', message, 'EMAIL_UNCONFIRMED');
  });
  const asked = server.on(resendConfirmation, () => ({ message: 'Sent.', cooldownSeconds: 60 }));
  await openPage('/login', server, null);
  await enterPassword();
  const pending = page.getByRole('dialog', { name: 'Approval Pending' });
  await expect.element(pending).toMatchTextContent('Please confirm your email address');
  const resend = pending.getByRole('button', { name: 'Send the email again' });
  await resend.click();
  await expect.element(pending).toMatchTextContent(`Sent to ${EMAIL}.`);
  await expect.element(resend).toBeDisabled();
  expect(asked.map(({ body }) => body)).toEqual([{ email: EMAIL }]);
  await expectNoBarriers('approval pending, address unconfirmed');
});

test('a confirmed address that awaits approval has nothing to send again', async () => {
  const server = new FakeServer();
  server.refuse(login, 'PENDING_APPROVAL', 'Your account is awaiting admin approval.');
  await openPage('/login', server, null);
  await enterPassword();
  const pending = page.getByRole('dialog', { name: 'Approval Pending' });
  await expect.element(pending).toMatchTextContent('Your email address is confirmed.');
  expect(pending.getByRole('button', { name: 'Send the email again' }).elements()).toEqual([]);
});

test('the number of an account that awaits approval is corrected with the password', async () => {
  const server = new FakeServer();
  server.on(login, () => {
    throw new Refusal('PENDING_APPROVAL', 'Awaiting approval.', 'EMAIL_UNCONFIRMED', '101');
  });
  await openPage('/login', server, null);
  registrationDraft.complete({ email: EMAIL, phoneCountry: 'NA' });
  await enterPassword();
  const pending = page.getByRole('dialog', { name: 'Approval Pending' });
  await expect.element(pending).toMatchTextContent('go to your number ending in 101.');
  await pending.getByRole('button', { name: 'Correct the number' }).click();
  const phone = pending.getByRole('textbox', { name: 'Phone' });
  const save = pending.getByRole('button', { name: 'Save the number' });
  // A person who registered in this tab has the country chosen then.
  await expect.element(pending.getByRole('combobox', { name: 'Country' })).toHaveValue('NA');
  await phone.fill('082 555');
  await userEvent.tab();
  await expect.element(pending).toMatchTextContent('Phone number must be valid');
  await expect.element(save).toBeDisabled();
  await expectNoBarriers('correction of a number with an error');
  server.refuse(correctPhone, 'INVALID_CREDENTIALS', 'Incorrect email or password.');
  await phone.fill('081 129 0199');
  await pending.getByLabelText('Password', { exact: true }).fill('Gr1ffin-Rock');
  await save.click();
  await expect
    .element(pending.getByRole('alert'))
    .toMatchTextContent('Incorrect email or password.');
  const asked = server.on(correctPhone, () => ({ phoneEnding: '199' }));
  await save.click();
  await expect.element(pending).toMatchTextContent('The number is saved.');
  await expect.element(pending).toMatchTextContent('go to your number ending in 199.');
  const given = { phone: '081 129 0199', phoneCountry: 'NA', password: 'Gr1ffin-Rock' };
  expect(asked.at(-1)?.body).toMatchObject({ ...given, username: EMAIL });
  await expectNoBarriers('number corrected');
});

test('a refused code is selected, so that the next one takes its place', async () => {
  const { server, logins } = serverWithCodes(() => {
    throw new Refusal('INVALID_CODE', 'The code is not correct or has expired.');
  });
  await openPage('/login', server, null);
  await enterPassword();
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Mobile phone verification' }))
    .toBeVisible();
  await expect.element(page.getByText(/^Enter the code we just sent to your phone/)).toBeVisible();
  await expect.element(code).toHaveFocus();
  await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect.element(code).toHaveAttribute('inputmode', 'numeric');
  await code.fill('12');
  await expect.element(submit).toBeDisabled();
  await expectNoBarriers('code half entered');
  await code.fill('AAAAAA');
  await expect.element(alert).toMatchTextContent('The code is not correct or has expired.');
  await expectNoBarriers('code refused');
  await userEvent.keyboard('123456');
  await expect.element(code).toHaveValue('123456');
  await eventually(() =>
    expect(logins.map(({ body }) => body.otpCode)).toEqual([undefined, 'AAAAAA', '123456']),
  );
});

test('too many wrong codes lead back to an empty password', async () => {
  const { server } = serverWithCodes(() => {
    throw new Refusal('CHALLENGE_ENDED', 'Too many attempts.');
  });
  await openPage('/login', server, null);
  await enterPassword();
  await code.fill('AAAAAE');
  await expect.element(alert).toMatchTextContent('Too many attempts. Please sign in again.');
  await expect.element(password).toHaveValue('');
});

test('a pasted code signs in, without the separators between its digits', async () => {
  const { server, logins } = serverWithCodes();
  await openPage('/login', server, null);
  await page.getByRole('textbox', { name: 'Email' }).fill(' 12 34-56 ');
  await page.getByRole('textbox', { name: 'Email' }).click({ clickCount: 3 });
  await userEvent.copy();
  await enterPassword();
  await expect.element(code).toHaveFocus();
  await userEvent.paste();
  await expect.element(code).toHaveValue('123456');
  await eventually(() => expect(logins.at(-1)?.body.otpCode).toBe('123456'));
});

test.each([
  ['good here', { hasCode: true }, /sent to your phone a moment ago\. It is still valid\.$/],
  [
    'for the sign-in before',
    { hasCode: false, codeWasFor: 'earlier-sign-in' },
    /was for your previous sign-in on this device\./,
  ],
  [
    'for another device',
    { hasCode: false, codeWasFor: 'other-device' },
    /in another browser or on another device\./,
  ],
  ['for a new number', { hasCode: false, codeWasFor: 'phone-change' }, /your new phone number\./],
  ['for an unknown use', { hasCode: false }, /^Codes are sent once a minute\./],
] as const)('a code that was sent a moment ago is announced: %s', async (_use, answer, text) => {
  const { server } = serverWithCodes();
  server.on(sendOtp, () => ({ ...codeSent(), isSent: false, ...answer }));
  await openPage('/login', server, null);
  await enterPassword();
  await expect.element(page.getByText(text)).toBeVisible();
});

test('the code step names the end of the number', async () => {
  const { server } = serverWithCodes();
  server.on(sendOtp, () => ({ ...codeSent(), phoneEnding: '101' }));
  await openPage('/login', server, null);
  await enterPassword();
  await expect.element(page.getByText('Codes go to your number ending in 101.')).toBeVisible();
  await expectNoBarriers('code step with the end of the number');
});

test('a mailed recovery code replaces the phone', async () => {
  const { server, logins } = serverWithCodes();
  server.on(requestRecovery, () => codeSent());
  await openPage('/login', server, null);
  await enterPassword();
  await page.getByRole('button', { name: /Get a recovery code/ }).click();
  await expectToast('Recovery code has been sent to you email.');
  await expectNoBarriers('recovery code');
  await page.getByRole('textbox', { name: 'Recovery code from your email' }).fill('A1B2C3');
  await eventually(() => expect(logins.at(-1)?.body).toMatchObject({ recoveryCode: 'A1B2C3' }));
});

test("another code can be requested once the countdown ends by the server's clock", async () => {
  onTestFinished(() => setServerAhead(0));
  const { server } = serverWithCodes();
  const sent = server.on(sendOtp, () => codeSent());
  await openPage('/login', server, null);
  await enterPassword();
  await expect.element(page.getByText(/^Enter the code we just sent to your phone/)).toBeVisible();
  setServerAhead(30_000);
  await expect.element(page.getByText(/\b(?:[12]?\d|30) s$/)).toBeVisible();
  await expect.element(again).toBeDisabled();
  setServerAhead(61_000);
  await again.click();
  await expect.element(again).toBeDisabled();
  await eventually(() => expect(sent).toHaveLength(2));
});

test('a code not entered within ten minutes leads back to an empty password', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { server } = serverWithCodes();
  await openPage('/login', server, null);
  await enterPassword();
  await expect.element(code).toBeVisible();
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  await expect
    .element(alert)
    .toMatchTextContent('The code was not entered in time. Please sign in again.');
  await expect.element(password).toHaveValue('');
});

test('in demo mode the code step links to the demo mailbox', async () => {
  const meta = document.createElement('meta');
  meta.name = 'demo-mailbox';
  meta.content = '/outbox';
  document.head.append(meta);
  onTestFinished(() => meta.remove());
  const { server } = serverWithCodes();
  await openPage('/login', server, null);
  await enterPassword();
  const link = page.getByRole('link', { name: 'demo mailbox' });
  await expect.element(link).toHaveAttribute('href', '/outbox');
  await expect.element(link).toHaveAttribute('target', '_blank');
});
