import type { Resolution } from '@moneytrail/calendar';
import type { SymbolInfo } from '@moneytrail/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { symbolQuery } from '../../../api/queries.ts';
import { useValue } from '../../../stores/use-value.ts';
import type { CellAt, ChartCells } from './chart-cells.ts';

type ShownCell = {
  /** The active chart; the wanted one as soon as the page has its instrument. */
  shownId: string;
  activate: (id: string) => void;
  closeCell: (id: string) => void;
};

/**
 * Keeps the active chart and the instrument of the page together: another chart becomes active in the same picture in which
 * the page takes over its instrument.
 */
export function useShownCell(
  cells: ChartCells,
  info: SymbolInfo,
  resolution: Resolution,
  nameInstrument: (at: CellAt) => void,
): ShownCell {
  const queryClient = useQueryClient();
  const state = useValue(cells.state);
  const wanted = state.cells.find(({ id }) => id === state.wantedId);
  // An instrument without the interval of its chart is shown in another one.
  const isOffered = wanted && info.supported_resolutions.includes(wanted.resolution);
  const hasArrived =
    wanted?.symbol === info.ticker && (wanted.resolution === resolution || !isOffered);
  useLayoutEffect(() => {
    if (!hasArrived) return;
    cells.activate();
    // The pressed title stood beside the chart and is gone.
    if (document.activeElement === document.body) {
      document.getElementById('chart')?.focus({ preventScroll: true });
    }
  }, [cells, hasArrived]);
  const activate = (id: string) => {
    // The same object keeps the chart that is left from opening its instrument anew.
    queryClient.setQueryData(symbolQuery(info.ticker).queryKey, info);
    const at = cells.want(id);
    if (at && (at.symbol !== info.ticker || at.resolution !== resolution)) nameInstrument(at);
  };
  return {
    shownId: hasArrived ? wanted.id : state.activeId,
    activate,
    closeCell: (id) => {
      const next = cells.close(id);
      if (next !== null) activate(next);
    },
  };
}
