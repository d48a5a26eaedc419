import { useNavigate, useSearch } from '@tanstack/react-router';
import { ACCOUNT_TABS, type AccountTab, readAccountSearch } from '../../lib/account-search.ts';

/** Reads the address; an unknown tab is the first. */
export function readTab(text: string | undefined): AccountTab {
  return ACCOUNT_TABS.find((tab) => tab === text) ?? 'overview';
}

/** Which tab the address names, and how the dialog changes or leaves it; other entries of the address stay. */
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
