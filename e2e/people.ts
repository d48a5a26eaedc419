import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { PHONE_CODE, readMessage } from './mailbox.ts';
import { ORIGIN, OWN_PAGE } from './origin.ts';
import { CONTROL_PORT } from './ports.ts';
import { administratorToken } from './session.ts';

/** A person created for one journey. */
export type Person = { email: string; password: string; phone: string; phoneE164: string };

export const PASSWORD = 'Gr1ffin-Rock';

/** The account button with the person's initials. */
export const avatar = (page: Page) => page.getByRole('button', { name: /account menu/ });

/** A person who is not registered yet. */
export function newPerson(): Person {
  const name = crypto.randomUUID().slice(0, 8);
  // A run creates hundreds: with fewer digits, two sometimes get the same number and read each other's codes.
  const digits = String(Math.floor(Math.random() * 1e7)).padStart(7, '0');
  return {
    email: `${name}@example.com`,
    password: PASSWORD,
    phone: `083 ${digits.slice(0, 3)} ${digits.slice(3)}`,
    phoneE164: `+2783${digits}`,
  };
}

const controlOf = (path: string, { email }: Pick<Person, 'email'>) =>
  `http://127.0.0.1:${CONTROL_PORT}${path}?email=${encodeURIComponent(email)}`;

/** The id of an account. */
export async function userIdOf(
  request: APIRequestContext,
  person: Pick<Person, 'email'>,
): Promise<string> {
  return await (await request.get(controlOf('/user-id', person))).text();
}

/** Sets columns of an account, as an administrator or a payment does. */
export async function setColumns(
  request: APIRequestContext,
  person: Person,
  columns: Record<string, string | boolean>,
): Promise<void> {
  const answer = await request.post(controlOf('/account', person), { data: columns });
  expect(await answer.text()).toBe('ok');
}

/** Moves a person's subscription on at the simulated PayPal, as PayPal or the passage of time does. */
export async function moveSubscription(
  request: APIRequestContext,
  person: Person,
  step: 'paymentFailed' | 'paymentSucceeded',
): Promise<void> {
  const answer = await request.post(`${controlOf('/subscription', person)}&step=${step}`);
  expect(await answer.text()).toBe('ok');
}

/** Approves a person as an administrator. */
export async function approve(request: APIRequestContext, person: Person): Promise<void> {
  const userId = await userIdOf(request, person);
  const authorization = `Bearer ${await administratorToken()}`;
  const address = `${ORIGIN}/api/users/${userId}/approve`;
  const answer = await request.patch(address, { headers: { ...OWN_PAGE, authorization } });
  expect(answer.status()).toBe(200);
}

/** Enters email and password on the open sign-in page. */
export async function typePassword(page: Page, person: Person): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Opens the sign-in page and enters email and password. */
export async function enterPassword(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await typePassword(page, person);
}

type Names = { firstName: string; lastName: string };

const NAMES: Names = { firstName: 'Thandi', lastName: 'Nkosi' };

/** A registered person who waits for approval. */
export async function registerPerson(request: APIRequestContext, names = NAMES): Promise<Person> {
  const person = newPerson();
  const answer = await request.post(`${ORIGIN}/api/auth/register`, {
    headers: OWN_PAGE,
    data: {
      ...names,
      email: person.email,
      password: person.password,
      dateOfBirth: '1990-05-17',
      gender: 'Female',
      userType: 'retail',
      phone: person.phone,
      phoneCountry: 'ZA',
      invite: null,
    },
  });
  expect(answer.status()).toBe(201);
  return person;
}

/** A retail user without a subscription: nearly everything is locked, and the paywall opens by itself. */
export async function makeRestricted(request: APIRequestContext, names = NAMES): Promise<Person> {
  const person = await registerPerson(request, names);
  await approve(request, person);
  return person;
}

/** A registered and approved person with all rights of a retail user. */
export async function makePerson(request: APIRequestContext, names = NAMES): Promise<Person> {
  const person = await makeRestricted(request, names);
  await setColumns(request, person, { has_subscription_override: true });
  return person;
}

/** Enters the code from the phone; the sixth character signs in. */
export async function enterPhoneCode(page: Page, { phoneE164 }: Person): Promise<void> {
  const code = await readMessage(page.request, phoneE164, PHONE_CODE);
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
}

/** Signs in with password and code, and waits for the chart. */
export async function signInByPage(page: Page, person: Person): Promise<void> {
  await enterPassword(page, person);
  await enterPhoneCode(page, person);
  await expect(page).toHaveURL(/\/dashboard\/live-chart/);
  await expect(avatar(page)).toBeVisible();
}
