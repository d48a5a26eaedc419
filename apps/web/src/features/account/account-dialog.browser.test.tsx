import { type Account, getAccount } from '@moneytrail/contract';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { COMMERCIAL, RETAIL } from '../../testing/accounts.ts';
import { expectNoBarriers } from '../../testing/barriers.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { accountDialog, openAccount } from './testing/open-account.ts';

const SUB_USER: Account = {
  ...COMMERCIAL,
  isSubUser: true,
  parentUserId: RETAIL._id,
  parentHasPaid: true,
  parentPaymentValidUntil: '2090-04-10',
};

test('a commercial account shows its status and the last paid day', async () => {
  await openAccount('overview', new FakeServer(COMMERCIAL), COMMERCIAL);
  await expect.element(accountDialog).toMatchTextContent('Commercial User');
  await expect.element(accountDialog).toMatchTextContent('Approved');
  await expect.element(accountDialog).toMatchTextContent(/Subscription statusActive/);
  await expect
    .element(accountDialog)
    .toMatchTextContent('Paid until09 Apr 2090, access through 11 Apr 2090');
  await expectNoBarriers('overview');
});

test('a commercial account without a payment is shown as not active', async () => {
  const unpaid = { ...COMMERCIAL, hasPaid: false, paymentValidUntil: null };
  await openAccount('overview', new FakeServer(unpaid), unpaid);
  await expect.element(accountDialog).toMatchTextContent(/Subscription statusNot Active/);
  await expect.element(accountDialog).toMatchTextContent(/Paid untilN\/A/);
});

test.each([
  ['a retail user', RETAIL, ['Overview', 'Privacy & Security', 'Subscription'], 'sharing'],
  [
    'a commercial main user',
    COMMERCIAL,
    ['Overview', 'Privacy & Security', 'Account Sharing'],
    'subscription',
  ],
  ['a sub-user', SUB_USER, ['Overview', 'Privacy & Security'], 'sharing'],
] as const)('%s has the tabs of their own alone', async (_, user, tabs, other) => {
  await openAccount(other, new FakeServer(user), user);
  await expect
    .element(page.getByRole('tab', { name: 'Overview' }))
    .toHaveAttribute('aria-selected', 'true');
  expect(
    page
      .getByRole('tab')
      .elements()
      .map((tab) => tab.textContent),
  ).toEqual(tabs);
});

test('an account that fails to load shows an error and can be retried', async () => {
  const server = new FakeServer();
  server.refuse(getAccount, 'FORBIDDEN', 'Not now.');
  await openAccount('overview', server, RETAIL);
  await expect
    .element(accountDialog.getByText(/^Something went wrong while fetching/))
    .toBeVisible();
  await expectNoBarriers('account that could not be read');
  server.on(getAccount, () => RETAIL);
  await accountDialog.getByRole('button', { name: 'Retry' }).click();
  await expect.element(accountDialog).toMatchTextContent('Thandi Nkosi');
});

test('the keyboard alone opens the account, moves through its tabs and closes it', async () => {
  const { router } = await openPage('/dashboard/profile', new FakeServer(RETAIL), RETAIL);
  const avatar = page.getByRole('button', { name: /account menu/ });
  await expect.element(avatar).toBeVisible();
  const target = avatar.element();
  if (target instanceof HTMLElement) target.focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'Manage Account' })).toHaveFocus();
  await expectNoBarriers('account menu');
  await userEvent.keyboard('{Enter}');
  await expect.element(accountDialog).toBeVisible();
  const overview = page.getByRole('tab', { name: 'Overview' });
  await expect
    .poll(async () => {
      await userEvent.tab();
      return document.activeElement === overview.element();
    })
    .toBe(true);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('tab', { name: 'Privacy & Security' })).toHaveFocus();
  await expect
    .poll(async () => {
      await userEvent.tab({ shift: true });
      return document.activeElement?.getAttribute('aria-label');
    })
    .toBe('Close account');
  await userEvent.keyboard('{Enter}');
  await expect.element(accountDialog).not.toBeInTheDocument();
  expect(router.state.location.search).toEqual({});
  await expect.element(avatar).toHaveFocus();
  // Its code is loaded by now.
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'Manage Account' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(accountDialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(accountDialog).not.toBeInTheDocument();
  expect(router.state.location.search).toEqual({});
  await expect.element(avatar).toHaveFocus();
});

test("the account covers a phone's screen, navigation included", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  await openPage('/dashboard/profile', new FakeServer(COMMERCIAL), COMMERCIAL);
  await page.getByRole('button', { name: /navigation$/ }).click();
  await expect.element(page.getByRole('switch', { name: 'Dark theme' })).toBeVisible();
  await expectNoBarriers('navigation of a phone');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: 'Manage Account' })
    .click();
  await expect.element(accountDialog).toBeVisible();
  await expectNoBarriers('overview on a phone');
  await expect
    .poll(() => accountDialog.element().getBoundingClientRect().width)
    .toBeGreaterThanOrEqual(390);
});
