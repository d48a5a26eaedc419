/** The tabs of the dialog, as the address names them, in their order. */
export const ACCOUNT_TABS = ['overview', 'privacy'] as const;
export type AccountTab = (typeof ACCOUNT_TABS)[number];

/** Reads the address; an unknown tab is the first. */
export function readTab(text: string | undefined): AccountTab {
  return ACCOUNT_TABS.find((tab) => tab === text) ?? 'overview';
}
