/** The account dialog's tabs as in the address, in order. */
export const ACCOUNT_TABS = ['overview', 'privacy', 'subscription', 'sharing'] as const;
export type AccountTab = (typeof ACCOUNT_TABS)[number];

/** The account dialog's search parameters on any dashboard page. */
export type AccountSearch = {
  /** Set while the dialog is open. */
  account?: string;
  tab?: string;
};

/** Opens the dialog at plans and payments. */
export const SUBSCRIPTION_SEARCH = { account: 'true', tab: 'subscription' } as const;

/** Absent parameters stay absent. `tab=subscription` opens the dialog by itself. */
export function readAccountSearch({ account, tab }: Record<string, unknown>): AccountSearch {
  if (tab === SUBSCRIPTION_SEARCH.tab) return SUBSCRIPTION_SEARCH;
  if (typeof account !== 'string' || account === '') return {};
  return typeof tab === 'string' && tab !== '' ? { account, tab } : { account };
}
