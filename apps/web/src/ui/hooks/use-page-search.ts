import { useNavigate, useSearch } from '@tanstack/react-router';
import { readAccountSearch } from '../../lib/account-search.ts';

type Reader<Search> = (search: Record<string, unknown>) => Search;
/** Replaces some search parameters; undefined removes one. A change that is a step can be taken back by the browser's Back. */
type Change<Search> = (
  entries: { [Name in keyof Search]?: Search[Name] | undefined },
  isStep?: boolean,
) => void;

/** Changes a page's search parameters; those of the account dialog stay. */
function useChangePageSearch<Search extends object>(read: Reader<Search>): Change<Search> {
  const navigate = useNavigate();
  return (entries, isStep = false) =>
    void navigate({
      to: '.',
      search: (former) => ({ ...readAccountSearch(former), ...read({ ...former, ...entries }) }),
      replace: !isStep,
      resetScroll: false,
    });
}

export function usePageSearch<Search extends object>(
  read: Reader<Search>,
): { search: Search; change: Change<Search> } {
  return { search: read(useSearch({ strict: false })), change: useChangePageSearch(read) };
}
