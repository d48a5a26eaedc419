import { getAccount } from '@moneytrail/contract';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { COMMERCIAL, SUPER_ADMIN } from '../../testing/accounts.ts';
import { expectNoBarriers } from '../../testing/barriers.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';

const json = page.getByRole('region', { name: 'Account data as JSON' });

afterEach(() => {
  vi.restoreAllMocks();
});

test('the profile copies the account data it shows', async () => {
  const copied: Promise<string>[] = [];
  vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
    const blob = await item?.getType('text/plain');
    if (blob) copied.push(blob.text());
  });
  await openPage('/dashboard/profile', new FakeServer(COMMERCIAL), COMMERCIAL);
  await expect.element(json).toMatchTextContent('"username": "broker@example.com"');
  const main = page.getByRole('main');
  await expect.element(main).toMatchTextContent('Commercial User');
  await expect.element(main.getByRole('heading', { name: 'Thandi Nkosi', level: 2 })).toBeVisible();
  await main.getByRole('button', { name: 'Copy' }).click();
  await expect.element(main.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(JSON.parse((await copied[0]) ?? '')).toEqual(COMMERCIAL);
  expect(JSON.parse(json.element().textContent)).toEqual(COMMERCIAL);
});

test('the fields are explained in words', async () => {
  await openPage('/dashboard/profile', new FakeServer(COMMERCIAL), COMMERCIAL);
  await expect.element(json).toBeVisible();
  const terms = page
    .getByRole('term')
    .elements()
    .map((term) => term.textContent);
  expect(terms).toHaveLength(Object.keys(COMMERCIAL).length);
  expect(terms).toContainEqual(expect.stringMatching(/^hasPaidAn administrator has recorded/));
  await expect
    .element(page.getByText('09 Apr 2090, access through 11 Apr 2090'))
    .toBeInTheDocument();
});

test.each([
  ['a desk', 1440, 900],
  ['a phone', 390, 844],
])('long account data scroll within their card on %s', async (_, width, height) => {
  await page.viewport(width, height);
  onTestFinished(() => page.viewport(1440, 900));
  await openPage('/dashboard/profile', new FakeServer(COMMERCIAL), COMMERCIAL);
  await expect.element(json).toBeVisible();
  await expectNoBarriers('profile');
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
  expect(scrollHeight - clientHeight).toBeLessThanOrEqual(0);
  expect(scrollWidth - clientWidth).toBeLessThanOrEqual(0);
  await expect.element(page.getByRole('button', { name: 'Copy' })).toBeInViewport();
});

test('a profile that fails to load can be retried', async () => {
  const server = new FakeServer();
  server.refuse(getAccount, 'FORBIDDEN', 'Not now.');
  await openPage('/dashboard/profile', server, COMMERCIAL);
  await expect.element(page.getByText('Your account could not be loaded.')).toBeVisible();
  await expectNoBarriers('a profile that could not be read');
  server.on(getAccount, () => COMMERCIAL);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(json).toBeVisible();
});

const EVERYBODYS = ['Live Chart', 'Manage Account', 'Home', 'Educational'];
const ADMINS = [
  ...['Live Chart', 'Manage Account', 'Manage Users', 'Manage Symbols', 'View Errors'],
  ...['Home', 'Educational'],
];

test.each([
  ['a commercial user', COMMERCIAL, EVERYBODYS],
  ['a super admin', SUPER_ADMIN, ADMINS],
])(
  'the navigation of %s holds the specified pages in their order, then a line',
  async (_, user, items) => {
    await openPage('/dashboard/profile', new FakeServer(user), user);
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await expect.element(navigation.getByRole('link', { name: 'Profile' })).toBeVisible();
    const entries = [...navigation.element().querySelectorAll('ul > li')];
    const divider = entries.findIndex((entry) => entry.ariaHidden === 'true');
    const texts = entries.map((entry) => entry.textContent);
    expect(texts.slice(0, divider)).toEqual(items);
    expect(texts.slice(divider)).toContain('Profile');
  },
);
