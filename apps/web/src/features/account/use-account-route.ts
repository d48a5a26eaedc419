import { useNavigate, useSearch } from '@tanstack/react-router';
import { ACCOUNT_TABS, type AccountTab, readAccountSearch } from '../../lib/account-search.ts';

/** Falls back to the first tab. */
export function readTab(text: string | undefined): AccountTab {
  return ACCOUNT_TABS.find((tab) => tab === text) ?? 'overview';
}

/** The tab in the address, and ways to change it or close the dialog; other search parameters stay. */
export function useAccountRoute(): {
  tab: AccountTab;
  setTab: (tab: AccountTab) => void;
  close: () => void;
} {
  const search = readAccountSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  return {
    tab: readTab(search.tab),
    setTab: (tab) =>
      void navigate({ to: '.', search: (former) => ({ ...former, tab }), replace: true }),
    close: () =>
      void navigate({
        to: '.',
        search: ({ account: _, tab: __, ...others }) => others,
        replace: true,
      }),
  };
}
