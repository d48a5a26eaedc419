/** What the address of any dashboard page says of the account dialog. */
export type AccountSearch = {
  /** Set while the dialog is open. */
  account?: string;
  /** Which of its tabs is shown. */
  tab?: string;
};

/** Reads the address; an absent entry stays absent. */
export function readAccountSearch({ account, tab }: Record<string, unknown>): AccountSearch {
  if (typeof account !== 'string' || account === '') return {};
  return typeof tab === 'string' && tab !== '' ? { account, tab } : { account };
}
