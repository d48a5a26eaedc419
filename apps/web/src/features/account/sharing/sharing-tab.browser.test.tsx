import {
  type Account,
  createSeatInvite,
  getSeatSummary,
  listSeatInvites,
  listSubUsers,
  restoreSubUser,
  revokeSeatInvite,
  revokeSubUser,
  type SeatInvite,
  type SubUser,
} from '@moneytrail/contract';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { COMMERCIAL } from '../../../testing/accounts.ts';
import { expectNoBarriers } from '../../../testing/barriers.ts';
import { FakeServer, Refusal } from '../../../testing/fake-server.ts';
import { accountDialog, holdBack, openAccount } from '../testing/open-account.ts';

const LINK = 'https://charts.example/register?invite=3fJ0cXn1v2kqYw7uZb9tRsLdPeHaMgOi';
const DAY_MS = 86_400_000;

const create = accountDialog.getByRole('button', { name: 'Create Invite' });
const copied = page.getByText('Invite link copied to your clipboard.');

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const invite = (status: SeatInvite['status'], name: string = status): SeatInvite => ({
  _id: name,
  createdAt: inDays(-1),
  expiresAt: inDays(6),
  status,
});

const subUser = (firstName: string, lastName: string, seatSuspendedByParent = false): SubUser => ({
  _id: firstName,
  firstName,
  lastName,
  username: `${firstName}.${lastName}@client.example`.toLowerCase(),
  seatSuspendedByParent,
});

type Seats = { invites: SeatInvite[]; users: SubUser[]; maxSeats: number };

/** A server that keeps seats as the product does. */
function seatServer(seats: Seats, user: Account = COMMERCIAL): FakeServer {
  const server = new FakeServer(user);
  const change = (id: string, isSuspended: boolean) => {
    const found = seats.users.find(({ _id }) => _id === id);
    if (!found) throw new Refusal('NOT_FOUND');
    const changed = { ...found, seatSuspendedByParent: isSuspended };
    seats.users = seats.users.map((each) => (each === found ? changed : each));
    return changed;
  };
  server.on(getSeatSummary, () => ({
    maxSeats: seats.maxSeats,
    seatsPending: seats.invites.filter(({ status }) => status === 'pending').length,
    seatsUsed: seats.users.filter((each) => !each.seatSuspendedByParent).length,
  }));
  server.on(listSeatInvites, () => seats.invites);
  server.on(listSubUsers, () => seats.users);
  server.on(createSeatInvite, () => {
    const made = invite('pending', `invite-${seats.invites.length}`);
    seats.invites = [made, ...seats.invites];
    return { ...made, url: LINK };
  });
  server.on(revokeSeatInvite, ({ params }) => {
    const revoked = invite('revoked', params.id);
    seats.invites = seats.invites.map((each) => (each._id === params.id ? revoked : each));
    return revoked;
  });
  server.on(revokeSubUser, ({ params }) => change(params.id, true));
  server.on(restoreSubUser, ({ params }) => change(params.id, false));
  return server;
}

const SOME: Seats = {
  invites: [invite('pending'), invite('accepted'), invite('expired'), invite('revoked')],
  users: [subUser('Thandi', 'Nkosi'), subUser('Ana', 'Botha-van-der-Merwe', true)],
  maxSeats: 5,
};

const NONE: Seats = { invites: [], users: [], maxSeats: 5 };

/** Replaces the clipboard by one that takes or refuses every text; returns the texts it took. */
function stubClipboard({ refuses = false } = {}): string[] {
  const texts: string[] = [];
  vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
    const blob = await item?.getType('text/plain');
    if (refuses || !blob) throw new DOMException('It is denied.', 'NotAllowedError');
    texts.push(await blob.text());
  });
  return texts;
}

afterEach(() => {
  vi.restoreAllMocks();
});

test('an account without sub-users says so', async () => {
  await openAccount('sharing', seatServer({ ...NONE }), COMMERCIAL);
  await expect.element(page.getByText(/^Nobody shares your account yet\./)).toBeVisible();
  await expect.element(page.getByText(/^You have not invited anyone yet\./)).toBeVisible();
  await expectNoBarriers('sharing with nobody');
});

test('invites can be created while a seat is free, and again after one is revoked', async () => {
  const texts = stubClipboard();
  await openAccount('sharing', seatServer({ ...NONE, maxSeats: 1 }), COMMERCIAL);
  await create.click();
  await expect.element(copied).toBeVisible();
  expect(texts).toEqual([LINK]);
  await expect.element(page.getByText('0 used, 1 invited, 1 in all')).toBeVisible();
  await expect.element(create).toBeDisabled();
  await expect.element(page.getByText(/^All seats are in use\./)).toBeVisible();
  await expectNoBarriers('all seats in use');
  await page
    .getByRole('row', { name: /Pending/ })
    .getByRole('button')
    .click();
  const confirmation = page.getByRole('dialog', { name: 'Revoke this invite?' });
  await expect.element(confirmation).toBeVisible();
  await expectNoBarriers('revoking an invite');
  await confirmation.getByRole('button', { name: 'Revoke' }).click();
  await expect.element(page.getByText('0 used, 0 invited, 1 in all')).toBeVisible();
  await expect.element(create).toBeEnabled();
});

test('suspending a user asks for confirmation, restoring does not', async () => {
  const seats = { ...SOME };
  const server = seatServer(seats);
  await openAccount('sharing', server, COMMERCIAL);
  await expect.element(page.getByText('1 used, 1 invited, 5 in all')).toBeVisible();
  await expectNoBarriers('sharing');
  const row = page.getByRole('row', { name: /Thandi Nkosi/ });
  await row.getByRole('button', { name: 'Revoke User Access' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Revoke the access of Thandi Nkosi?' });
  await expect.element(confirmation).toBeVisible();
  await expectNoBarriers('revoking the access of a user');
  // The seat summary arrives after the list: its arrival must not steal the focus.
  const { released, release } = holdBack();
  server.on(getSeatSummary, async () => {
    await released;
    return { maxSeats: 5, seatsPending: 1, seatsUsed: 0 };
  });
  await confirmation.getByRole('button', { name: 'Revoke User Access' }).click();
  await expect.element(row).toMatchTextContent('Suspended');
  await expect.element(row.getByRole('button', { name: 'Restore User Access' })).toHaveFocus();
  release();
  await expect.element(page.getByText('0 used, 1 invited, 5 in all')).toBeVisible();
  await row.getByRole('button', { name: 'Restore User Access' }).click();
  await expect.element(row).toMatchTextContent('Active');
});

test('an older browser copies the link by selecting it', async () => {
  const item = Object.getOwnPropertyDescriptor(window, 'ClipboardItem');
  Object.assign(window, { ClipboardItem: undefined });
  onTestFinished(() => {
    if (item) Object.defineProperty(window, 'ClipboardItem', item);
  });
  const selected: (string | undefined)[] = [];
  vi.spyOn(document, 'execCommand').mockImplementation(() => {
    selected.push(getSelection()?.toString());
    return true;
  });
  await openAccount('sharing', seatServer({ ...NONE }), COMMERCIAL);
  await create.click();
  await expect.element(copied).toBeVisible();
  expect(selected).toEqual([LINK]);
});

test('a link the clipboard refuses appears in a field to copy by hand', async () => {
  stubClipboard({ refuses: true });
  vi.spyOn(document, 'execCommand').mockReturnValue(false);
  await openAccount('sharing', seatServer({ ...NONE }), COMMERCIAL);
  await create.click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(
      'Something went wrong while copying the invite link to your clipboard. Please try again. If this problem persists, pleas contact us.',
    );
  const link = accountDialog.getByRole('textbox', { name: 'Invite link' });
  await expect.element(link).toHaveValue(LINK);
  await expectNoBarriers('a link that was not copied');
  const field = link.element();
  if (!(field instanceof HTMLInputElement)) throw new Error('The link stands in no field.');
  field.focus();
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(LINK);
});

test('the keyboard alone creates and revokes an invite', async () => {
  stubClipboard();
  await openAccount('sharing', seatServer({ ...NONE }), COMMERCIAL);
  const tabTo = (label: string) =>
    expect
      .poll(async () => {
        await userEvent.tab();
        return document.activeElement?.textContent;
      })
      .toBe(label);
  await expect.element(create).toBeEnabled();
  await tabTo('Create Invite');
  await userEvent.keyboard('{Enter}');
  await expect.element(copied).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Revoke', exact: true })).toBeVisible();
  await tabTo('Revoke');
  await userEvent.keyboard('{Enter}');
  const confirmation = page.getByRole('dialog', { name: 'Revoke this invite?' });
  await expect.element(confirmation.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(confirmation).not.toBeInTheDocument();
  await expect.element(page.getByText('0 used, 0 invited, 5 in all')).toBeVisible();
  await userEvent.tab();
  expect(accountDialog.element().contains(document.activeElement)).toBe(true);
});

test('the password prompt for an invite can be cancelled', async () => {
  stubClipboard();
  const server = seatServer({ ...NONE });
  server.refuse(createSeatInvite, 'REAUTH_REQUIRED', 'Please confirm.');
  await openAccount('sharing', server, COMMERCIAL);
  await create.click();
  const proof = page.getByRole('dialog', { name: 'Please confirm with your password' });
  await proof.getByRole('button', { name: 'Close' }).click();
  await expect.element(create).toBeEnabled();
  expect(page.getByRole('alert').elements()).toEqual([]);
});

test('lists that fail to load show their errors in place', async () => {
  const server = seatServer({ ...NONE });
  const refuse = () => {
    throw new Refusal('FORBIDDEN', 'Not now.');
  };
  server.on(getSeatSummary, refuse);
  server.on(listSeatInvites, refuse);
  server.on(listSubUsers, refuse);
  await openAccount('sharing', server, COMMERCIAL);
  await expect.element(page.getByText(/^Failed to list seat invites\./)).toBeVisible();
  await expect.element(page.getByText(/^Failed to list users\./)).toBeVisible();
  await expect.element(page.getByText(/^Failed to get seat summary\./)).toBeVisible();
  await expectNoBarriers('lists that could not be read');
});

test('nothing can be changed once the payment has expired', async () => {
  const lapsed = { ...COMMERCIAL, paymentValidUntil: '2026-01-31' };
  await openAccount('sharing', seatServer({ ...SOME }, lapsed), lapsed);
  await expect.element(page.getByText(/^Your payment has expired/)).toBeVisible();
  await expect.element(create).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Revoke', exact: true })).toBeDisabled();
  await expectNoBarriers('sharing when the payment has lapsed');
});

test('an account that never paid cannot share', async () => {
  const unpaid = { ...COMMERCIAL, hasPaid: false, paymentValidUntil: null };
  await openAccount('sharing', seatServer({ ...NONE }, unpaid), unpaid);
  await expect
    .element(page.getByText(/^You don't have access to this functionality/))
    .toBeVisible();
  await expectNoBarriers('sharing without a payment');
});
