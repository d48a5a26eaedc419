import { expect, NOBODY, test } from '../../journey.ts';
import { readMessage } from '../../mailbox.ts';
import { ORIGIN } from '../../origin.ts';
import { makePerson } from '../../people.ts';
import { listenForSecret } from '../../secret-requests.ts';

test.use({ storageState: NOBODY });

test('the link of the first mail confirms an address, and its token is sent to nobody but once to us', async ({
  page,
}) => {
  const person = await makePerson(page.request);
  const link = await readMessage(page.request, person.email, /https?:\/\/\S+\/confirm-email\?\S+/);
  const { pathname, search, searchParams } = new URL(link);
  const token = searchParams.get('token') ?? '';
  const requests = listenForSecret(page, token);
  const answer = await page.goto(`${ORIGIN}${pathname}${search}`);
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
  await expect(page).toHaveURL(/\/confirm-email$/);
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
  const asked = (await requests()).map((request) => [
    request.method(),
    new URL(request.url()).pathname,
  ]);
  expect(asked).toEqual([
    ['GET', '/confirm-email'],
    ['POST', '/api/auth/confirmEmail'],
  ]);
});

test('a link that is not valid says so, and leads to signing in', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.expectAnswer(400, '/api/auth/confirmEmail');
  await page.goto('/confirm-email?token=made-up');
  await expect(page.getByRole('alert')).toContainText('This link is not valid');
  await page.getByRole('link', { name: 'To sign in' }).click();
  await expect(page).toHaveURL(/\/login$/);
});
