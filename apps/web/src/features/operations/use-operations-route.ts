import { useNavigate, useSearch } from '@tanstack/react-router';
import { readAccountSearch } from '../../lib/account-search.ts';

/** What the address says of a screen, and how it is changed; the account dialog stays as it is. */
export function useOperationsRoute<Search extends object>(
  read: (search: Record<string, unknown>) => Search,
): {
  search: Search;
  change: (entries: { [Name in keyof Search]?: Search[Name] | undefined }) => void;
} {
  const search = read(useSearch({ strict: false }));
  const navigate = useNavigate();
  return {
    search,
    change: (entries) =>
      void navigate({
        to: '.',
        search: (former) => ({ ...readAccountSearch(former), ...read({ ...former, ...entries }) }),
        replace: true,
        resetScroll: false,
      }),
  };
}
