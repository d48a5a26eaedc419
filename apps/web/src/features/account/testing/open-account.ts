import type { Account } from '@moneytrail/contract';
import { page } from 'vitest/browser';
import type { AccountTab } from '../../../lib/account-search.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';

export const accountDialog = page.getByRole('dialog', { name: 'Manage Account' });

/** Opens the account dialog at a tab, over a page without requests of its own. */
export function openAccount(tab: AccountTab, server: FakeServer, user: Account) {
  return openPage(`/dashboard/profile?account=true&tab=${tab}`, server, user);
}

/** A promise for an answer to wait on until the test releases it. */
export function holdBack(): { released: Promise<void>; release: () => void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { released, release: () => release() };
}
