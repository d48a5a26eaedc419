import type { Resolution } from '@moneytrail/calendar';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { readAccountSearch } from '../../../lib/account-search.ts';
import { type ChartSearch, readChartSearch } from '../../../lib/chart-search.ts';
import { paths } from '../../../paths.ts';

/** The address's search, and its changes. */
export type ChartRoute = ChartSearch & {
  setSymbol: (symbol: string) => void;
  /** Replaces the present address with one of a symbol. */
  restoreSymbol: (symbol: string) => void;
  setResolution: (resolution: Resolution) => void;
  /** Sets both, as for an opened layout. */
  openInstrument: (at: ChartSearch) => void;
};

/** The symbol and resolution in the address, which are the only state of what is shown. */
export function useChartRoute(): ChartRoute {
  const search = readChartSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (changes: Partial<ChartSearch>, replace = false) =>
    navigate({
      to: paths.liveChart,
      // The account dialog stays open: symbols also change without the user.
      search: (former) => ({ ...readAccountSearch(former), ...search, ...changes }),
      replace,
    });
  return {
    ...search,
    setSymbol: (symbol) => void go({ symbol }),
    restoreSymbol: (symbol) => void go({ symbol }, true),
    setResolution: (resolution) => void go({ resolution }),
    openInstrument: ({ symbol, resolution: of }) => void go({ symbol, resolution: of }),
  };
}
