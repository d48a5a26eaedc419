import type { Account } from '@moneytrail/contract';
import { page } from 'vitest/browser';
import type { AccountTab } from '../../../lib/account-search.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';

/** The dialog of one's account. */
export const accountDialog = page.getByRole('dialog', { name: 'Manage Account' });

/** Opens the account dialog at a tab, over a page that reads nothing of its own. */
export function openAccount(tab: AccountTab, server: FakeServer, user: Account) {
  return openPage(`/dashboard/profile?account=true&tab=${tab}`, server, user);
}

/** Something that an answer waits for until the test releases it. */
export function holdBack(): { released: Promise<void>; release: () => void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { released, release: () => release() };
}
