import {
  approveUser,
  deleteUser,
  getUser,
  listSessions,
  listUsers,
  type ManagedUser,
  setUserAccess,
  setUserPayment,
  setUserPermission,
} from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { COMMERCIAL, RETAIL, SUPER_ADMIN } from '../../testing/accounts.ts';
import { FakeServer, Refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { openScreen, SCREENS } from '../../testing/screens.ts';
import { expectToast } from '../../testing/toasts.ts';

const MANAGED = {
  status: 'approved',
  payment: 'none',
  validUntil: null,
  maxSeats: null,
  isSeatSuspended: false,
  parentName: null,
  createdAt: '2026-11-20T12:00:00.000Z',
} as const;
const THANDI: ManagedUser = { ...RETAIL, ...MANAGED };
const BROKER: ManagedUser = {
  ...COMMERCIAL,
  ...MANAGED,
  firstName: 'Sipho',
  payment: 'active',
  validUntil: '2090-04-12',
  paymentDetails: 'Invoice 16',
  maxSeats: 5,
};
const SEAT: ManagedUser = {
  ...COMMERCIAL,
  ...MANAGED,
  _id: '6f1d2c3b-0000-4000-8000-000000000004',
  username: 'seat@example.com',
  firstName: 'Lerato',
  isSubUser: true,
  parentName: 'Sipho Nkosi',
};
const USERS_PATH = '/dashboard/users';
const pathOf = ({ username }: ManagedUser) => `${USERS_PATH}?q=${encodeURIComponent(username)}`;

/** A server that keeps changes to these users. */
function serverOf(...users: ManagedUser[]): FakeServer {
  const server = new FakeServer(SUPER_ADMIN);
  const known = new Map(users.map((user) => [user._id, user]));
  const userOf = (id: string): ManagedUser => {
    const user = known.get(id);
    if (!user) throw new Refusal('NOT_FOUND', 'There is no such user.');
    return user;
  };
  const change = (id: string, changes: Partial<ManagedUser>): ManagedUser => {
    const changed = { ...userOf(id), ...changes };
    known.set(id, changed);
    return changed;
  };
  server.on(listUsers, ({ query }) => {
    const entries = [...known.values()].filter(({ username }) =>
      username.includes(query.search ?? ''),
    );
    return { entries, nextCursor: null, total: entries.length };
  });
  server.on(getUser, ({ params: { id } }) => userOf(id));
  server.on(listSessions, () => []);
  server.on(approveUser, ({ params: { id } }) =>
    change(id, { isApproved: true, status: 'approved' }),
  );
  server.on(setUserAccess, ({ params: { id }, body: { accessRevoked } }) =>
    change(id, { accessRevoked, status: accessRevoked ? 'revoked' : 'approved' }),
  );
  server.on(setUserPermission, ({ params: { id }, body: { isSuffixAllowed = false } }) =>
    change(id, { permissions: { ...userOf(id).permissions, isSuffixAllowed } }),
  );
  server.on(setUserPayment, ({ params: { id }, body }) =>
    change(id, {
      hasPaid: body.hasPaid,
      paymentValidUntil: body.paymentValidUntil ?? null,
      paymentDetails: body.paymentDetails,
    }),
  );
  server.on(deleteUser, ({ params: { id } }) => {
    known.delete(id);
    return { _id: id };
  });
  return server;
}

const openUsers = (server: FakeServer, user: ManagedUser) =>
  openPage(pathOf(user), server, SUPER_ADMIN);
const rowMenu = page.getByRole('button', { name: /^Actions for/ });
const manageDialog = page.getByRole('dialog', { name: 'Manage User' });
const suffix = manageDialog.getByRole('switch', { name: 'Access to Suffix' });
const details = manageDialog.getByRole('textbox', { name: 'Payment details' });
const update = manageDialog.getByRole('button', { name: 'Update' });

/** Picks an action of the only listed user. */
async function chooseAction(name: string): Promise<void> {
  await rowMenu.click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

async function openUser(): Promise<void> {
  await chooseAction('Manage');
  await expect.element(details).toBeVisible();
}

/** Presses Tab until the target has the focus. */
async function tabTo(target: ReturnType<typeof page.getByRole>): Promise<void> {
  const isReached = () => target.query() === document.activeElement;
  for (let stop = 0; stop < 60 && !isReached(); stop += 1) await userEvent.tab();
  await expect.element(target).toHaveFocus();
}

test('showing all users clears the search', async () => {
  await openPage(USERS_PATH, serverOf(THANDI), SUPER_ADMIN);
  const search = page.getByRole('searchbox', { name: 'Search users' });
  await search.fill('nobody-has-this-name');
  await page.getByRole('button', { name: 'Show all users' }).click();
  await expect.element(page.getByRole('button', { name: /^Actions for/ })).toBeVisible();
  await expect.element(search).toHaveValue('');
});

test('an approval is shown in the row, and the focus returns to its menu', async () => {
  const waiting = { ...THANDI, isApproved: false, status: 'pending' } as const;
  await openUsers(serverOf(waiting), waiting);
  await expect.element(page.getByRole('cell', { name: 'Pending' })).toBeVisible();
  await chooseAction('Approve');
  await expectToast('User Approved.');
  await expect.element(page.getByRole('cell', { name: 'Approved' })).toBeVisible();
  await expect.element(rowMenu).toHaveFocus();
});

test('a permission granted while the account is loading is kept', async () => {
  const server = serverOf(THANDI);
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const reads = server.on(getUser, async () => {
    await isAnswered;
    return THANDI;
  });
  const { queryClient } = await openUsers(server, THANDI);
  await openUser();
  await expect.poll(() => reads.length).toBe(1);
  await expect.element(suffix).not.toBeChecked();
  await suffix.click();
  await expectToast('User Permissions Updated.');
  await expect.element(suffix).toBeChecked();
  answer();
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await expect.element(suffix).toBeChecked();
});

test('typed payment details survive failures to save and to load', async () => {
  const server = serverOf(THANDI);
  await openUsers(server, THANDI);
  await openUser();
  await details.fill('Invoice 17');
  const fail = () => {
    throw new Refusal('INTERNAL', 'Something went wrong.');
  };
  const reads = server.on(getUser, fail);
  server.on(setUserPayment, fail);
  const readBefore = reads.length;
  await update.click();
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'Error Updating User Payment Details' }))
    .toBeVisible();
  // Two retries come before the failure.
  await expect.poll(() => reads.length).toBeGreaterThanOrEqual(readBefore + 3);
  await expect.element(details).toHaveValue('Invoice 17');
  await page.getByRole('button', { name: 'Close message' }).click();
  server.on(getUser, () => ({ ...THANDI, paymentDetails: 'Invoice 17' }));
  const saved = server.on(setUserPayment, () => ({ ...THANDI, paymentDetails: 'Invoice 17' }));
  const savedBefore = saved.length;
  await update.click();
  await expectToast('User Payment Detail Updated.');
  expect(saved.length).toBe(savedBefore + 1);
  await expect.element(details).toHaveValue('Invoice 17');
});

test('a payment needs a day, and shows the picked day when reopened', async () => {
  const server = serverOf({ ...BROKER, hasPaid: false, paymentValidUntil: null });
  const payments = server.on(setUserPayment, ({ body }) => ({
    ...BROKER,
    paymentValidUntil: body.paymentValidUntil ?? null,
    paymentDetails: body.paymentDetails,
  }));
  await openUsers(server, BROKER);
  await openUser();
  await manageDialog.getByRole('switch', { name: 'Has paid' }).click();
  await details.fill('Invoice 17');
  await expect.element(update).toBeDisabled();
  const until = manageDialog.getByRole('textbox', { name: 'Paid until' });
  await until.fill('10 Apr 2090');
  await details.click();
  await expect.element(manageDialog.getByText('Valid through 12 Apr 2090')).toBeVisible();
  await update.click();
  await expectToast('User Payment Detail Updated.');
  expect(payments.at(-1)?.body).toEqual({
    hasPaid: true,
    paymentValidUntil: '2090-04-11',
    paymentDetails: 'Invoice 17',
  });
  server.on(getUser, () => ({ ...BROKER, paymentValidUntil: '2090-04-11' }));
  await manageDialog.getByRole('button', { name: 'Close user' }).click();
  await openUser();
  await expect.element(until).toHaveValue('10 Apr 2090');
});

test('an account is revoked with a reason, and restored', async () => {
  const server = serverOf(THANDI);
  await openUsers(server, THANDI);
  await chooseAction('Revoke access');
  const revoke = page.getByRole('button', { name: 'Revoke access' });
  await expect.element(revoke).toBeDisabled();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Shared the account');
  await revoke.click();
  await expectToast('User Access Revoked.');
  await expect.element(page.getByRole('cell', { name: 'Revoked' })).toBeVisible();
  await chooseAction('Restore access');
  await expectToast('User Access Restored.');
  await expect.element(page.getByRole('cell', { name: 'Approved' })).toBeVisible();
});

test('an account is deleted once its address is typed and a reason given', async () => {
  const server = serverOf(THANDI);
  await openUsers(server, THANDI);
  await chooseAction('Delete');
  const remove = page.getByRole('button', { name: 'Delete user' });
  const address = page.getByRole('textbox', { name: /to confirm$/ });
  await page.getByRole('textbox', { name: 'Reason' }).fill('Asked for it');
  await address.fill('somebody@else.example');
  await expect.element(remove).toBeDisabled();
  await address.fill(THANDI.username);
  await remove.click();
  await expectToast('User Deleted.');
  await expect.element(page.getByText('No users found.')).toBeVisible();
});

test('the keyboard alone finds, opens and changes a user', async () => {
  const { router } = await openPage(USERS_PATH, serverOf(THANDI, BROKER), SUPER_ADMIN);
  const search = page.getByRole('searchbox', { name: 'Search users' });
  await expect.element(search).toBeVisible();
  (search.element() as HTMLElement).focus();
  await userEvent.keyboard(THANDI.username);
  const row = page.getByRole('row', { name: /Thandi Nkosi/ });
  await expect.element(page.getByRole('row', { name: /Sipho/ })).not.toBeInTheDocument();
  await expect.poll(() => router.state.location.searchStr).toContain('q=');
  await tabTo(row);
  await userEvent.keyboard('{Enter}');
  await expect.element(suffix).not.toBeChecked();
  await tabTo(suffix);
  await userEvent.keyboard(' ');
  await expectToast('User Permissions Updated.');
  await expect.element(suffix).toBeChecked();
  await userEvent.keyboard('{Escape}');
  await expect.element(manageDialog).not.toBeInTheDocument();
  await expect.element(row).toHaveFocus();
});

test.each(SCREENS)('the states of the page $guarantee', async (screen) => {
  const look = await openScreen(screen);
  const server = serverOf(THANDI, BROKER, SEAT);
  const { queryClient } = await openPage(USERS_PATH, server, SUPER_ADMIN);
  await expect.element(rowMenu.first()).toBeVisible();
  await look('all users');
  const search = page.getByRole('searchbox', { name: 'Search users' });
  await search.fill('nobody-has-this-name');
  await expect.element(page.getByText('No users found.')).toBeVisible();
  await look('no users');
  await search.fill(SEAT.username);
  await expect.element(rowMenu).toBeVisible();
  await openUser();
  await expect.element(manageDialog.getByRole('switch', { name: 'BVG' })).toBeDisabled();
  await look('a sub-user');
  await manageDialog.getByRole('button', { name: 'Close user' }).click();
  await search.fill(BROKER.username);
  await expect.element(page.getByText('Sipho Nkosi', { exact: true })).toBeVisible();
  await openUser();
  await expect.element(manageDialog.getByLabelText('Seat maximum')).toHaveValue('5');
  await look('a commercial user');
  await manageDialog.getByRole('button', { name: 'Close user' }).click();
  await chooseAction('Revoke access');
  await expect.element(page.getByRole('textbox', { name: 'Reason' })).toHaveFocus();
  await look('revoking');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await chooseAction('Delete');
  await expect.element(page.getByRole('button', { name: 'Delete user' })).toBeDisabled();
  await look('deleting');
  await page.getByRole('button', { name: 'Cancel' }).click();
  server.refuse(listUsers, 'INTERNAL', 'Something went wrong.');
  await search.fill('another question');
  await queryClient.resetQueries({ queryKey: ['users'] });
  await expect.element(page.getByText(/^Could not load the users\./)).toBeVisible();
  await look('users that could not be read');
});
