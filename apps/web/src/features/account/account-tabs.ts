/** The tabs of the dialog, as the address names them, in their order. */
export const ACCOUNT_TABS = ['overview', 'privacy'] as const;
export type AccountTab = (typeof ACCOUNT_TABS)[number];

export const TAB_LABELS: Readonly<Record<AccountTab, string>> = {
  overview: 'Overview',
  privacy: 'Privacy & Security',
};

/** Reads the address; an unknown tab is the first. */
export function readTab(text: string | undefined): AccountTab {
  return ACCOUNT_TABS.find((tab) => tab === text) ?? 'overview';
}
