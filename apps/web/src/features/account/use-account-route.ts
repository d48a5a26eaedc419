import { useNavigate, useSearch } from '@tanstack/react-router';
import { readAccountSearch } from '../../lib/account-search.ts';
import { type AccountTab, readTab } from './account-tabs.ts';

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
