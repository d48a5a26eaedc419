import type { Resolution } from '@moneytrail/calendar';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { readAccountSearch } from '../../../lib/account-search.ts';
import { type ChartSearch, readChartSearch } from '../../../lib/chart-search.ts';
import { paths } from '../../../paths.ts';

/** The address as state. */
export type ChartRoute = ChartSearch & {
  setSymbol: (symbol: string) => void;
  /** Replaces the current history entry. */
  restoreSymbol: (symbol: string) => void;
  setResolution: (resolution: Resolution) => void;
  /** Replaces the current history entry. */
  restoreResolution: (resolution: Resolution) => void;
  /** Sets the shown time or span; undefined for the newest bars. Replaces the current history entry. */
  setAt: (at: string | undefined) => void;
  /** Sets both at once, as when a layout is opened. */
  openInstrument: (at: ChartSearch) => void;
  /** Names the instrument of another chart of the page, at its own place. Replaces the current history entry. */
  nameInstrument: (at: Pick<ChartSearch, 'symbol' | 'resolution'>) => void;
};

/** The symbol and resolution in the address are the only state of what is shown. */
export function useChartRoute(): ChartRoute {
  const search = readChartSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (changes: Partial<ChartSearch>, replace = false) =>
    navigate({
      to: paths.liveChart,
      // Keeps the account dialog open: symbols also change without the person's doing.
      // The present address, and not that of the render: a message may call long after its own.
      search: (former) => ({
        ...readAccountSearch(former),
        ...readChartSearch(former),
        ...changes,
      }),
      replace,
    });
  return {
    ...search,
    // A chosen chart is to be seen: the facts over it are left.
    setSymbol: (symbol) => void go({ symbol, info: undefined }),
    restoreSymbol: (symbol) => void go({ symbol }, true),
    setResolution: (resolution) => void go({ resolution, info: undefined }),
    restoreResolution: (resolution) => void go({ resolution }, true),
    setAt: (at) => void go({ at }, true),
    nameInstrument: ({ symbol, resolution: of }) =>
      void go({ symbol, resolution: of, at: undefined }, true),
    openInstrument: ({ symbol, resolution: of, at }) =>
      void go({ symbol, resolution: of, info: undefined, ...(at === undefined ? {} : { at }) }),
  };
}

/** The facts of the symbol in the address. Opening them is a step of the history, which the browser's Back takes back. */
export function useFactsRoute(): { isOpen: boolean; open: () => void; close: () => void } {
  const { info } = readChartSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { history } = useRouter();
  const present = () => history.location.state.__TSR_index;
  /** The step that opened them here; closing takes it back, so that no step of the history does nothing. */
  const opened = useRef<number | null>(null);
  return {
    isOpen: info !== undefined,
    open: () => {
      if (info !== undefined) return;
      opened.current = present() + 1;
      void navigate({ to: '.', search: (former) => ({ ...former, info: '1' }) });
    },
    close: () => {
      if (present() === opened.current) history.back();
      else {
        void navigate({
          to: '.',
          search: ({ info: _, ...others }) => others,
          replace: true,
        });
      }
    },
  };
}
