import { useNavigate, useSearch } from '@tanstack/react-router';
import { readAccountSearch } from '../../lib/account-search.ts';
import { readUsersSearch, type UsersSearch } from '../../lib/users-search.ts';

type Change = { [Name in keyof UsersSearch]?: UsersSearch[Name] | undefined };

/** Changes the table's search parameters; undefined removes one, the others stay. */
export function useUsersChange(): (change: Change) => void {
  const navigate = useNavigate();
  return (entries) =>
    void navigate({
      to: '.',
      search: (former) => ({
        ...readAccountSearch(former),
        ...readUsersSearch({ ...former, ...entries }),
      }),
      replace: true,
      resetScroll: false,
    });
}

export function useUsersRoute(): {
  search: UsersSearch;
  /** Changes the filter or sort order, back to page 1. */
  ask: (change: Change) => void;
  /** Changes the page, or opens a dialog over it. */
  change: (change: Change) => void;
} {
  const search = readUsersSearch(useSearch({ strict: false }));
  const change = useUsersChange();
  return { search, change, ask: (entries) => change({ ...entries, page: undefined }) };
}
