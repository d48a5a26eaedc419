import {
  approveUser,
  deleteUser,
  endAllSessions,
  getUser,
  getUserDetails,
  getUserSeats,
  listAudit,
  listSessions,
  listUserPayments,
  listUsers,
  type ManagedUser,
  rejectUser,
  restoreUser,
  sendUserConfirmation,
  sendUserPasswordReset,
  setUserAccess,
  setUserPayment,
  setUserPermission,
  updateUser,
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
  revision: 3,
  revokedReason: null,
  deletedAt: null,
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
const SEAT_MEMBER = {
  _id: SEAT._id,
  firstName: SEAT.firstName,
  lastName: SEAT.lastName,
  username: SEAT.username,
};
const INVITE = {
  _id: 'invite',
  createdAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2090-11-27T12:00:00.000Z',
  status: 'pending',
} as const;
const USERS_PATH = '/dashboard/users';
const pathOf = ({ username }: ManagedUser) => `${USERS_PATH}?q=${encodeURIComponent(username)}`;

/** A server that keeps changes to these users. */
function serverOf(...users: ManagedUser[]) {
  const server = new FakeServer(SUPER_ADMIN);
  const known = new Map(users.map((user) => [user._id, user]));
  const userOf = (id: string): ManagedUser => {
    const user = known.get(id);
    if (!user) throw new Refusal('NOT_FOUND', 'There is no such user.');
    return user;
  };
  const change = (
    id: string,
    changes: Partial<ManagedUser>,
    seenRevision?: number | undefined,
  ): ManagedUser => {
    const { revision } = userOf(id);
    if (seenRevision !== undefined && seenRevision !== revision) {
      throw new Refusal('RECORD_CHANGED', 'Somebody else has changed this account.');
    }
    const changed = { ...userOf(id), ...changes, revision: revision + 1 };
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
  server.on(getUserDetails, () => ({
    dateOfBirth: '1990-02-03',
    gender: 'Female',
    emailConfirmedAt: '2026-11-20T12:05:00.000Z',
    lastActiveAt: '2026-11-22T09:00:00.000Z',
    layouts: 4,
  }));
  server.on(getUserSeats, () => ({
    summary: { maxSeats: 5, seatsPending: 1, seatsUsed: 1 },
    invites: [INVITE],
    subUsers: [{ ...SEAT_MEMBER, seatSuspendedByParent: false }],
  }));
  server.on(listUserPayments, () => ({ payments: [] }));
  server.on(listAudit, () => ({ entries: [], nextCursor: null }));
  server.on(approveUser, ({ params: { id }, body: { isApproved, revision } }) =>
    change(id, { isApproved, status: isApproved ? 'approved' : 'pending' }, revision),
  );
  server.on(setUserAccess, ({ params: { id }, body: { accessRevoked, revision } }) =>
    change(id, { accessRevoked, status: accessRevoked ? 'revoked' : 'approved' }, revision),
  );
  server.on(setUserPermission, ({ params: { id }, body: { isSuffixAllowed = false, revision } }) =>
    change(id, { permissions: { ...userOf(id).permissions, isSuffixAllowed } }, revision),
  );
  server.on(setUserPayment, ({ params: { id }, body }) =>
    change(
      id,
      {
        hasPaid: body.hasPaid,
        paymentValidUntil: body.paymentValidUntil ?? null,
        paymentDetails: body.paymentDetails,
      },
      body.revision,
    ),
  );
  server.on(updateUser, ({ params: { id }, body: { firstName, revision } }) => {
    change(id, firstName === undefined ? {} : { firstName }, revision);
    return { needOtp: false };
  });
  const gone = new Map<string, ManagedUser>();
  server.on(deleteUser, ({ params: { id } }) => {
    gone.set(id, userOf(id));
    known.delete(id);
    return { _id: id };
  });
  server.on(restoreUser, ({ params: { id } }) => {
    const user = gone.get(id);
    if (user) known.set(id, user);
    return userOf(id);
  });
  return Object.assign(server, { change });
}

const openUsers = (server: FakeServer, user: ManagedUser) =>
  openPage(pathOf(user), server, SUPER_ADMIN);
const rowMenu = page.getByRole('button', { name: /^Actions for/ });
const manageDialog = page.getByRole('dialog', { name: 'Manage User' });
const suffix = manageDialog.getByRole('switch', { name: 'Access to Suffix' });
const details = manageDialog.getByRole('textbox', { name: 'Payment details' });
const update = manageDialog.getByRole('button', { name: 'Update' });
const until = manageDialog.getByRole('textbox', { name: 'Paid until' });
const savePermissions = manageDialog
  .getByRole('form', { name: 'Permissions' })
  .getByRole('button', { name: 'Save' });

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
  await savePermissions.click();
  await expectToast('User Permissions Updated.');
  await expect.element(suffix).toBeChecked();
  answer();
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await expect.element(suffix).toBeChecked();
});

test('the address of a deleted user says so, instead of a failure to repeat', async () => {
  const server = serverOf(THANDI);
  server.refuse(getUser, 'NOT_FOUND', 'User not found.');
  await openPage('/dashboard/users/6f1d2c3b-0000-4000-8000-00000000000f', server, SUPER_ADMIN);
  await expect.element(page.getByText(/^This user was deleted or does not exist/)).toBeVisible();
  expect(page.getByRole('button', { name: 'Retry' }).query()).toBeNull();
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
  await expect.element(manageDialog.getByText('A day is needed.')).toBeVisible();
  for (const [typed, problem] of [
    ['05/06/2090', /^Day and month cannot be told apart\./],
    ['31 Feb 2090', /^There is no such day\./],
    ['1 Jan 2020', /^1 Jan 2020 is over\./],
  ] as const) {
    await until.fill(typed);
    await details.click();
    await expect.element(manageDialog.getByText(problem).first()).toBeVisible();
    await expect.element(until).toHaveValue(typed);
    await expect.element(update).toBeDisabled();
  }
  await until.fill('10 Apr 2090');
  await details.click();
  await expect
    .element(manageDialog.getByText('Valid through 12 Apr 2090, with 2 days of grace'))
    .toBeVisible();
  await update.click();
  await expectToast('User Payment Detail Updated.');
  expect(payments.at(-1)?.body).toEqual({
    hasPaid: true,
    paymentValidUntil: '2090-04-11',
    paymentDetails: 'Invoice 17',
    revision: 3,
  });
  server.on(getUser, () => ({ ...BROKER, paymentValidUntil: '2090-04-11' }));
  await manageDialog.getByRole('button', { name: 'Close user' }).click();
  await openUser();
  await expect.element(until).toHaveValue('10 Apr 2090');
});

test('the record beside an account is read again once a change of it is saved', async () => {
  const server = serverOf(BROKER);
  const reads = server.on(listAudit, () => ({ entries: [], nextCursor: null }));
  await openUsers(server, BROKER);
  await openUser();
  await expect.element(manageDialog.getByText('Nothing is recorded yet.')).toBeVisible();
  const before = reads.length;
  await suffix.click();
  await savePermissions.click();
  await expectToast('User Permissions Updated.');
  await expect.poll(() => reads.length).toBeGreaterThan(before);
});

test('a note is saved over the date that another administrator has changed, which stays', async () => {
  const server = serverOf(BROKER);
  await openUsers(server, BROKER);
  await openUser();
  await expect.element(until).toHaveValue('9 Apr 2090');
  await details.fill('Invoice 17');
  server.change(BROKER._id, { paymentValidUntil: '2091-04-01' });
  const saved = server.on(setUserPayment, ({ params: { id }, body }) =>
    server.change(
      id,
      {
        paymentValidUntil: body.paymentValidUntil ?? null,
        paymentDetails: body.paymentDetails,
      },
      body.revision,
    ),
  );
  await update.click();
  await expectToast('User Payment Detail Updated.');
  expect(saved.map(({ body }) => [body.revision, body.paymentValidUntil])).toEqual([
    [3, '2090-04-10'],
    [4, '2091-04-01'],
  ]);
  await expect.element(until).toHaveValue('31 Mar 2091');
  await expect.element(details).toHaveValue('Invoice 17');
});

test('both values of a field that two administrators have changed are shown to choose from', async () => {
  const server = serverOf(BROKER);
  await openUsers(server, BROKER);
  await openUser();
  await until.fill('30 Jun 2090');
  server.change(BROKER._id, { paymentValidUntil: '2091-04-01' });
  await update.click();
  const conflict = page.getByRole('dialog', { name: 'Somebody else has changed this' });
  await expect.element(conflict.getByRole('radio', { name: /^31 Mar 2091/ })).toBeVisible();
  await conflict.getByRole('radio', { name: /^30 Jun 2090/ }).click();
  await conflict.getByRole('button', { name: 'Save these' }).click();
  await expectToast('User Payment Detail Updated.');
  await expect.element(until).toHaveValue('30 Jun 2090');
  await until.fill('1 Jul 2090');
  server.change(BROKER._id, { paymentValidUntil: '2092-01-01' });
  await update.click();
  await conflict.getByRole('radio', { name: /^31 Dec 2091/ }).click();
  await conflict.getByRole('button', { name: 'Save these' }).click();
  await expect.element(until).toHaveValue('31 Dec 2091');
});

test('leaving with an unsaved note asks, by Escape, by the button and by Back', async () => {
  const server = serverOf(THANDI);
  const { router } = await openUsers(server, THANDI);
  await openUser();
  expect(router.state.location.pathname).toBe(`${USERS_PATH}/${THANDI._id}`);
  await details.fill('Invoice 17');
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  const leaves = [
    () => userEvent.keyboard('{Escape}'),
    () => manageDialog.getByRole('button', { name: 'Close user' }).click(),
    async () => router.history.back(),
  ];
  for (const leave of leaves) {
    await leave();
    await expect.element(question.getByText('Not saved yet: Payment details.')).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(details).toHaveValue('Invoice 17');
  }
  await userEvent.keyboard('{Escape}');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.element(manageDialog).not.toBeInTheDocument();
  expect(router.state.location.href).toContain('q=');
});

test('an address that nobody has confirmed is approved only after a question', async () => {
  const waiting = {
    ...THANDI,
    isApproved: false,
    isEmailConfirmed: false,
    status: 'unconfirmed',
  } as const;
  const server = serverOf(waiting);
  const letters = server.on(sendUserConfirmation, () => ({ message: 'Sent.' }));
  await openUsers(server, waiting);
  await chooseAction('Approve');
  const question = page.getByRole('dialog', { name: 'Approve Thandi Nkosi?' });
  await question.getByRole('button', { name: 'Send the confirmation link again' }).click();
  await expectToast('The confirmation link was sent. Thandi Nkosi');
  expect(letters).toHaveLength(1);
  await question.getByRole('button', { name: 'Approve anyway' }).click();
  await expectToast('User Approved. Thandi Nkosi');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectToast('Approval taken back.');
  await expect.element(page.getByRole('cell', { name: 'Pending' })).toBeVisible();
});

test('a registration is rejected with a reason from the page of the user, and taken back', async () => {
  const waiting = { ...THANDI, isApproved: false, status: 'pending' } as const;
  const server = serverOf(waiting);
  const rejections = server.on(rejectUser, ({ params: { id } }) => ({ _id: id }));
  server.on(sendUserPasswordReset, () => ({ message: 'Sent.' }));
  const restorations = server.on(restoreUser, () => waiting);
  await openUsers(server, waiting);
  await openUser();
  await manageDialog.getByRole('button', { name: 'Send password reset' }).click();
  await expectToast('The link to set a new password was sent.');
  await manageDialog.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('We do not know the firm');
  await page
    .getByRole('dialog', { name: /^Reject the registration/ })
    .getByRole('button', { name: 'Reject' })
    .click();
  await expectToast('Registration rejected. Thandi Nkosi');
  expect(rejections[0]?.body).toEqual({ reason: 'We do not know the firm', revision: 3 });
  await expect.element(manageDialog).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => restorations.length).toBe(1);
});

test('the sessions of a person are ended after a question', async () => {
  const server = serverOf(THANDI);
  const at = '2026-11-22T09:00:00.000Z';
  server.on(listSessions, () => [
    {
      _id: 's',
      deviceInfo: 'Firefox on Linux',
      address: '203.0.113.7',
      signedInAt: at,
      lastUsedAt: at,
      isCurrent: false,
    },
  ]);
  const ended = server.on(endAllSessions, () => ({ ended: 1 }));
  await openUsers(server, THANDI);
  await openUser();
  await expect
    .element(manageDialog.getByRole('button', { name: 'End the session on Firefox on Linux' }))
    .toBeVisible();
  await manageDialog.getByRole('button', { name: 'End all sessions' }).click();
  expect(ended).toHaveLength(0);
  await page.getByRole('button', { name: 'End all', exact: true }).click();
  await expectToast('User Sessions Ended. Thandi Nkosi');
});

test('several users are approved together, with the unconfirmed ones named', async () => {
  const waiting = { ...THANDI, isApproved: false, status: 'pending' } as const;
  const unconfirmed = {
    ...BROKER,
    isApproved: false,
    isEmailConfirmed: false,
    status: 'unconfirmed',
  } as const;
  await openPage(USERS_PATH, serverOf(waiting, unconfirmed, SEAT), SUPER_ADMIN);
  for (const name of ['Thandi Nkosi', 'Sipho Nkosi', 'Lerato Nkosi']) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  }
  await expect.element(page.getByText('3 users selected')).toBeVisible();
  await page.getByRole('button', { name: 'Approve (2)' }).click();
  const question = page.getByRole('dialog', { name: 'Approve 2 users?' });
  await expect
    .element(question.getByText(/Nobody has confirmed the address of Sipho Nkosi yet/))
    .toBeVisible();
  await question.getByRole('button', { name: 'Approve' }).click();
  await expectToast('2 users approved.');
  await expect.element(page.getByText('3 users selected')).not.toBeInTheDocument();
  await expect.element(page.getByRole('cell', { name: 'Pending' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectToast('2 users pending again.');
  await expect.element(page.getByRole('cell', { name: 'Pending' })).toHaveLength(2);
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
  await tabTo(savePermissions);
  await userEvent.keyboard('{Enter}');
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
  await expect.element(manageDialog.getByText(/^1 of 5 seats used/)).toBeVisible();
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
