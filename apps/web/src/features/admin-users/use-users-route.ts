import { useNavigate, useSearch } from '@tanstack/react-router';
import { readAccountSearch } from '../../lib/account-search.ts';
import { readUsersSearch, type UsersSearch } from '../../lib/users-search.ts';

type Change = { [Name in keyof UsersSearch]?: UsersSearch[Name] | undefined };

/** Changes what the address says of the table; what is undefined leaves it, other entries stay. */
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

/** What the address says of the table, and how it is changed. */
export function useUsersRoute(): {
  search: UsersSearch;
  /** Another question, which begins at its first page. */
  ask: (change: Change) => void;
  /** Another page of the same, or a dialog over it. */
  change: (change: Change) => void;
} {
  const search = readUsersSearch(useSearch({ strict: false }));
  const change = useUsersChange();
  return { search, change, ask: (entries) => change({ ...entries, page: undefined }) };
}
