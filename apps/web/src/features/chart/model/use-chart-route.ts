import type { Resolution } from '@moneytrail/calendar';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { readAccountSearch } from '../../../lib/account-search.ts';
import { type ChartSearch, readChartSearch } from '../../../lib/chart-search.ts';
import { paths } from '../../../paths.ts';

/** What the address says, and how it is changed. */
export type ChartRoute = ChartSearch & {
  setSymbol: (symbol: string) => void;
  /** Takes the address back to a symbol, as if no other had been asked for. */
  restoreSymbol: (symbol: string) => void;
  setResolution: (resolution: Resolution) => void;
  /** Both at once, as of a layout that was opened. */
  openInstrument: (at: ChartSearch) => void;
};

/** The symbol and resolution of the address: the one state of what is shown. */
export function useChartRoute(): ChartRoute {
  const search = readChartSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (changes: Partial<ChartSearch>, replace = false) =>
    navigate({
      to: paths.liveChart,
      // The account's dialog stays where it is: symbols change by themselves too.
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
