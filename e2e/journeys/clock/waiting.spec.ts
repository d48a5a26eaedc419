import { holdClock, MINUTE_MS, passTime, SECOND_MS } from '../../clock.ts';
import { expect, NOBODY, test } from '../../journey.ts';
import { countMessages, PHONE_CODE, readMessage } from '../../mailbox.ts';
import { avatar, enterPassword, enterPhoneCode, makePerson } from '../../people.ts';
import { readResetAddress } from '../../screens/password-screens.ts';

test.use({ storageState: NOBODY });

test('five wrong passwords lock: even the right one is wrong, its owner is told, and waiting opens again', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(401, '/api/auth/login');
  await holdClock(page);
  const person = await makePerson(page.request);
  const expectRefused = () =>
    expect(page.getByRole('alert')).toHaveText('Incorrect email or password.');
  for (const wrong of ['Wrong-1', 'Wrong-2', 'Wrong-3', 'Wrong-4', 'Wrong-5']) {
    await enterPassword(page, { ...person, password: wrong });
    await expectRefused();
    await passTime(page, 4 * SECOND_MS);
  }
  await enterPassword(page, person);
  await expectRefused();
  await readMessage(page.request, person.email, /locked|failed/i);
  await passTime(page, 31 * SECOND_MS);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await enterPhoneCode(page, person);
  await expect(avatar(page)).toBeVisible();
});

test('another code can be asked for when the countdown is over, and it alone counts', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(400, '/api/auth/login');
  await holdClock(page);
  const person = await makePerson(page.request);
  await enterPassword(page, person);
  const again = page.getByRole('button', { name: 'Need another code?' });
  await expect(again).toBeDisabled();
  const first = await readMessage(page.request, person.phoneE164, PHONE_CODE);
  await passTime(page, 30 * SECOND_MS);
  await expect(again).toBeDisabled();
  // The clock goes on beside what passes at once.
  await expect(page.getByText(/\b(?:[12]?\d|30) s$/)).toBeVisible();
  await passTime(page, 31 * SECOND_MS);
  await again.click();
  await expect(again).toBeDisabled();
  await expect.poll(() => countMessages(page.request, person.phoneE164)).toBe(2);
  await page.getByRole('textbox', { name: 'Code' }).fill(first);
  await expect(page.getByRole('alert')).toHaveText('The code is not correct or has expired.');
  await enterPhoneCode(page, person);
  await expect(avatar(page)).toBeVisible();
});

test('a code that nobody enters for ten minutes leads back to the password, which is forgotten', async ({
  page,
}) => {
  await holdClock(page);
  const person = await makePerson(page.request);
  await enterPassword(page, person);
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible();
  await passTime(page, 10 * MINUTE_MS);
  await expect(page.getByRole('alert')).toHaveText(
    'The code was not entered in time. Please sign in again.',
  );
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
});

test('a reset link is worth nothing after half an hour', async ({ page, consoleGuard }) => {
  consoleGuard.expectAnswer(400, '/api/auth/resetPassword');
  await holdClock(page);
  const { email } = await makePerson(page.request);
  await page.goto('/forgot-password');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Request Reset' }).click();
  await expect(page.getByRole('dialog', { name: 'Reset Link Sent' })).toBeVisible();
  const address = await readResetAddress(page, email);
  await passTime(page, 31 * MINUTE_MS);
  await page.goto(address);
  await page.getByLabel('Password', { exact: true }).fill('An0ther-Rock');
  await page.getByLabel('Confirm Password', { exact: true }).fill('An0ther-Rock');
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Reset token not found or not valid. Please request a new reset password link.',
  );
});
