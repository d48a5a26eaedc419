import type { Account } from '@moneytrail/contract';
import { onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import type { AccountTab } from '../../../lib/account-search.ts';
import { closeToast } from '../../../stores/toasts.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';

/** More toasts than any test leaves behind. */
const TOASTS = 10;

/** The dialog of one's account. */
export const accountDialog = page.getByRole('dialog', { name: 'Manage Account' });

/** Closes what is told at the end of the test: toasts live as long as the page, which all tests share. */
export function closeToastsAtEnd(): void {
  onTestFinished(() => {
    for (let left = TOASTS; left > 0; left -= 1) closeToast();
  });
}

/** Opens the account dialog at a tab, over a page that reads nothing of its own. */
export function openAccount(tab: AccountTab, server: FakeServer, user: Account) {
  closeToastsAtEnd();
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
