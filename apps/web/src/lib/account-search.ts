/** The tabs of the account dialog, as the address names them, in their order. */
export const ACCOUNT_TABS = ['overview', 'privacy', 'subscription', 'sharing'] as const;
export type AccountTab = (typeof ACCOUNT_TABS)[number];

/** What the address of any dashboard page holds on the account dialog. */
export type AccountSearch = {
  /** Set while the dialog is open. */
  account?: string;
  /** Which of its tabs is shown. */
  tab?: string;
};

/** The address at which the dialog shows plans and payments. */
export const SUBSCRIPTION_SEARCH = { account: 'true', tab: 'subscription' } as const;

/** Reads the address; an absent entry stays absent. The tab of subscriptions opens the dialog by itself. */
export function readAccountSearch({ account, tab }: Record<string, unknown>): AccountSearch {
  if (tab === SUBSCRIPTION_SEARCH.tab) return SUBSCRIPTION_SEARCH;
  if (typeof account !== 'string' || account === '') return {};
  return typeof tab === 'string' && tab !== '' ? { account, tab } : { account };
}
