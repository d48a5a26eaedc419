import { useNavigate, useSearch } from '@tanstack/react-router';
import { readAccountSearch } from '../../lib/account-search.ts';

/** A screen's search parameters and a way to change them; those of the account dialog stay. */
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
