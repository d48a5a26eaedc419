import { checkSeatInvite, register } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoBarriers } from '../../../testing/barriers.ts';
import { eventually } from '../../../testing/eventually.ts';
import { FakeServer, Refusal } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';

const DEAD = 'This invite is not valid any more. Please ask for a new one.';
const PASSWORD = 'Gr1ffin-Rock';
const EMAIL = 'thandi@example.com';

const field = (name: string) => page.getByRole('textbox', { name });
const password = page.getByLabelText('Password', { exact: true });
const confirmation = page.getByLabelText('Confirm password', { exact: true });
const calendar = page.getByRole('dialog', { name: 'Date of birth' });
const submit = page.getByRole('button', { name: 'Sign Up' });

async function chooseBirthDate(): Promise<void> {
  await field('Date of birth').click();
  await calendar.getByRole('button', { name: '2000', exact: true }).click();
  await calendar.getByRole('button', { name: /^May/ }).click();
  await calendar.getByRole('button', { name: '17 May 2000' }).click();
  await calendar.getByRole('button', { name: 'Save' }).click();
}

/** Fills in every field an invited person sees, the phone number last. */
async function fillIn(): Promise<void> {
  await field('First name').fill('Thandi');
  await field('Last name').fill('Nkosi');
  await field('Email').fill(EMAIL);
  await password.fill(PASSWORD);
  await confirmation.fill(PASSWORD);
  await chooseBirthDate();
  await page.getByText('Female', { exact: true }).click();
  await field('Phone').fill('083 512 3456');
}

test('every invalid field shows its error on blur', async () => {
  await openPage('/register', new FakeServer(), null);
  await expect.element(field('First name')).toHaveFocus();
  await expectNoBarriers('registration');
  for (const name of ['First name', 'Last name', 'Email', 'Phone']) {
    await field(name).click();
    await userEvent.tab();
  }
  await password.fill('abc1');
  await confirmation.fill('abc');
  await field('Date of birth').click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(field('Date of birth')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByText('Passwords do not match')).toBeVisible();
  await expect.element(field('First name')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('Phone')).toHaveAttribute('aria-invalid', 'true');
  await expectNoBarriers('registration with errors');
});

test('a date of birth that the keyboard passes by is required, and the button says what is missing', async () => {
  await openPage('/register', new FakeServer(), null);
  await expect
    .element(submit)
    .toHaveAccessibleDescription('Every field is needed, except where it says optional.');
  await field('TradingView username (optional)').click();
  await userEvent.tab();
  await expect.element(field('Date of birth')).toHaveFocus();
  await expect.element(field('Date of birth')).not.toHaveAttribute('aria-invalid', 'true');
  await userEvent.tab();
  await expect.element(field('Date of birth')).toHaveAttribute('aria-invalid', 'true');
  await fillIn();
  await expect.element(submit).toHaveAccessibleDescription('Still needed: account type.');
  await field('Email').fill('thandi@');
  await expect
    .element(submit)
    .toHaveAccessibleDescription('Still needed: account type. To be corrected: email.');
  await expectNoBarriers('registration with a missing field');
  await page.getByText('Retail', { exact: true }).click();
  await field('Email').fill(EMAIL);
  await expect.element(submit).toBeEnabled();
  await expect.element(page.getByText(/^Still needed/)).not.toBeInTheDocument();
});

test('the list of password rules names a common password, and ticks any other', async () => {
  await openPage('/register', new FakeServer(), null);
  const rule = page.getByRole('listitem').filter({ hasText: 'Not a common password' });
  await expect.element(rule).toMatchTextContent('not met yet');
  await password.fill(PASSWORD);
  await expect.element(rule).toMatchTextContent(': met');
  await password.fill('Password1!');
  await expect.element(rule).toMatchTextContent('not met yet');
  await userEvent.tab();
  await expect.element(page.getByText(/^This password is too common/)).toBeVisible();
});

test('all fields but the passwords are kept until the account is registered', async () => {
  const server = new FakeServer();
  server.on(register, () => ({ isPending: true }));
  const { router } = await openPage('/register', server, null);
  await fillIn();
  await page.getByText('Retail', { exact: true }).click();
  await page.getByRole('link', { name: /Sign In$/ }).click();
  await expect.element(page.getByText('Sign in to your account')).toBeVisible();
  await router.navigate({ to: '/register' });
  await expect.element(field('Email')).toHaveValue(EMAIL);
  await expect.element(field('First name')).toHaveValue('Thandi');
  await expect.element(field('Date of birth')).toHaveValue('17 May 2000');
  await expect.element(field('Phone')).toHaveValue('083 512 3456');
  await expect.element(page.getByRole('radio', { name: 'Female', exact: true })).toBeChecked();
  await expect.element(page.getByRole('radio', { name: 'Retail' })).toBeChecked();
  await expect.element(password).toHaveValue('');
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(PASSWORD);
  await password.fill(PASSWORD);
  await confirmation.fill(PASSWORD);
  await submit.click();
  await expect.element(page.getByRole('dialog', { name: /Successful/ })).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  // The sign-in begins with the address that was registered.
  await expect.element(field('Email')).toHaveValue(EMAIL);
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveFocus();
  await router.navigate({ to: '/register' });
  await expect.element(field('First name')).toHaveFocus();
  await expect.element(field('First name')).toHaveValue('');
  await expect.element(field('Email')).toHaveValue('');
});

test('a slow server is named while it is waited for, and a missing answer says what to do', async () => {
  const server = new FakeServer();
  let lose = () => {};
  server.on(register, async () => {
    await new Promise<void>((resolve) => {
      lose = resolve;
    });
    throw new Refusal(null);
  });
  await openPage('/register', server, null);
  await fillIn();
  await page.getByText('Retail', { exact: true }).click();
  await submit.click();
  await expect.element(page.getByText(/^Still waiting for the server\./)).toBeVisible();
  await expectNoBarriers('registration on a slow connection');
  lose();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('Registration error: Unable to process your request. The server could not');
  await expect.element(page.getByText(/^Still waiting/)).not.toBeInTheDocument();
  await expect.element(field('Email')).toHaveValue(EMAIL);
});

test('a date of birth is chosen by decade, year, month and day', async () => {
  await openPage('/register', new FakeServer(), null);
  await field('Date of birth').click();
  await expectNoBarriers('calendar of years');
  await calendar.getByRole('button', { name: '2000', exact: true }).click();
  await expectNoBarriers('calendar of months');
  await calendar.getByRole('button', { name: /^May/ }).click();
  await calendar.getByRole('button', { name: '17 May 2000' }).click();
  await expectNoBarriers('calendar of days');
  await calendar.getByRole('button', { name: 'Save' }).click();
  await expect.element(field('Date of birth')).toHaveValue('17 May 2000');
});

test('a country is found by its name', async () => {
  await openPage('/register', new FakeServer(), null);
  const country = page.getByRole('combobox', { name: 'Country' });
  await country.click();
  await expect.element(page.getByRole('option', { name: 'South Africa (ZA)' })).toBeVisible();
  await expectNoBarriers('countries');
  await country.fill('de');
  await expect.element(page.getByRole('option').first()).toMatchTextContent('Germany (DE)');
  await country.fill('zzz');
  await expect.element(page.getByText('No country found')).toBeVisible();
  await expectNoBarriers('no country found');
  await userEvent.keyboard('{Escape}');
  await expect.element(country).toHaveValue('ZA');
});

test('the keyboard alone registers an account, calendar and countries included', async () => {
  const server = new FakeServer();
  const asked = server.on(register, () => ({ isPending: true }));
  const { router } = await openPage('/register', server, null);
  const press = async (...keys: string[]) => {
    for (const key of keys) await userEvent.keyboard(key);
  };
  const pressOn = async (name: string | RegExp) => {
    const button = calendar.getByRole('button', { name });
    await expect.element(button).toBeVisible();
    const element = button.element();
    if (element instanceof HTMLElement) element.focus();
    await press('{Enter}');
  };
  await expect.element(field('First name')).toHaveFocus();
  await press('Thandi', '{Tab}', 'Nkosi', '{Tab}', EMAIL, '{Tab}');
  await press(PASSWORD, '{Tab}', '{Tab}', PASSWORD, '{Tab}', '{Tab}', '{Tab}', '{Enter}');
  await pressOn('2000');
  await pressOn(/^May/);
  await pressOn('17 May 2000');
  await pressOn('Save');
  await expect.element(calendar).not.toBeInTheDocument();
  await expect.element(field('Date of birth')).toHaveFocus();
  await press('{Tab}', ' ', '{Tab}', ' ', '{Tab}');
  const country = page.getByRole('combobox', { name: 'Country' });
  await expect.element(country).toHaveFocus();
  await press('germ', '{ArrowDown}', '{Enter}');
  await expect.element(country).toHaveValue('DE');
  await press('{Tab}', '0151 23456789');
  await expect.element(submit).toBeEnabled();
  await expectNoBarriers('registration filled in');
  await press('{Enter}');
  const done = page.getByRole('dialog', { name: 'Registration Successful' });
  await expect.element(done).toMatchTextContent('Your account has been registered.');
  await expect.element(done).toMatchTextContent('Your account is awaiting approval.');
  await expect.element(done).toMatchTextContent('Please confirm your email address');
  await expect.element(done.getByRole('button', { name: 'OK' })).toHaveFocus();
  expect(asked.map(({ body }) => body)).toMatchObject([
    { firstName: 'Thandi', email: EMAIL, dateOfBirth: '2000-05-17', phoneCountry: 'DE' },
  ]);
  await expectNoBarriers('registered');
  await press('{Enter}');
  await expect.poll(() => router.state.location.pathname).toBe('/login');
});

test('an invalid invite says so before the form and leads to a form without it', async () => {
  const server = new FakeServer();
  server.on(checkSeatInvite, () => ({ isUsable: false }));
  await openPage('/register?invite=an-invitation', server, null);
  await expect.element(page.getByRole('alert')).toMatchTextContent(DEAD);
  expect(page.getByRole('textbox').elements()).toEqual([]);
  await expectNoBarriers('registration on an invite that is not valid');
  await page.getByRole('link', { name: 'Sign up without an invite' }).click();
  await expect.element(field('First name')).toBeVisible();
});

test('an invite that expires while the form is filled in is refused, and nothing typed is lost', async () => {
  const server = new FakeServer();
  server.on(checkSeatInvite, () => ({ isUsable: true }));
  const asked = server.refuse(register, 'BAD_REQUEST', DEAD);
  await openPage('/register?invite=an-invitation', server, null);
  await expect.element(page.getByText('You were invited to a commercial account.')).toBeVisible();
  expect(page.getByText('Account type').elements()).toEqual([]);
  await expectNoBarriers('registration on an invite');
  await fillIn();
  await submit.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(DEAD);
  await expect.element(field('Email')).toHaveValue(EMAIL);
  await eventually(() => expect(asked.at(-1)?.body.invite).toBe('an-invitation'));
});
