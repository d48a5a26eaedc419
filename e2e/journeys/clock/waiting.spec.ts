import { holdClock, passTime, SECOND_MS } from '../../clock.ts';
import { expect, NOBODY, test } from '../../journey.ts';
import { countMessages, PHONE_CODE, readMessage } from '../../mailbox.ts';
import { avatar, enterPhoneCode, makePerson, typePassword } from '../../people.ts';

test.use({ storageState: NOBODY });

test('five wrong passwords lock the sign-in for a while, and only a code requested after the countdown counts', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(400, '/api/auth/login');
  consoleGuard.expectAnswer(401, '/api/auth/login');
  await holdClock(page);
  const person = await makePerson(page.request);
  await page.goto('/login');
  const expectRefused = () =>
    expect(page.getByRole('alert')).toHaveText('Incorrect email or password.');
  for (const wrong of ['Wrong-1', 'Wrong-2', 'Wrong-3', 'Wrong-4', 'Wrong-5']) {
    await typePassword(page, { ...person, password: wrong });
    await expectRefused();
    await passTime(page, 4 * SECOND_MS);
  }
  const refused = page.waitForResponse('**/api/auth/login');
  await typePassword(page, person);
  expect((await refused).status()).toBe(401);
  await expectRefused();
  await readMessage(page.request, person.email, /locked|failed/i);
  await passTime(page, 31 * SECOND_MS);
  await page.getByRole('button', { name: 'Sign In' }).click();

  const again = page.getByRole('button', { name: 'Need another code?' });
  await expect(again).toBeDisabled();
  const first = await readMessage(page.request, person.phoneE164, PHONE_CODE);
  await passTime(page, 30 * SECOND_MS);
  await expect(again).toBeDisabled();
  await passTime(page, 31 * SECOND_MS);
  await again.click();
  await expect(again).toBeDisabled();
  await expect.poll(() => countMessages(page.request, person.phoneE164)).toBe(2);
  await page.getByRole('textbox', { name: 'Code' }).fill(first);
  await expect(page.getByRole('alert')).toHaveText('The code is not correct or has expired.');
  await enterPhoneCode(page, person);
  await expect(avatar(page)).toBeVisible();
});
