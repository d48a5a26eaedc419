import type { Resolution } from '@moneytrail/calendar';
import type { SymbolInfo } from '@moneytrail/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { symbolQuery } from '../../../api/queries.ts';
import { isSameTicker } from '../../../lib/same-ticker.ts';
import { useValue } from '../../../stores/use-value.ts';
import type { CellAt, CellsState, ChartCells } from './chart-cells.ts';

type ShownCell = {
  /** The active chart; the wanted one as soon as the page has its instrument. */
  shownId: string;
  activate: (id: string) => void;
  undo: () => void;
  redo: () => void;
};

type Shown = {
  info: Pick<SymbolInfo, 'ticker' | 'supported_resolutions'>;
  resolution: Resolution;
};

/** The wanted chart, once the page shows its instrument; it may have been named in another spelling. */
export function arrivedCell(
  { cells, wantedId }: Pick<CellsState, 'cells' | 'wantedId'>,
  { info, resolution }: Shown,
): (CellAt & { id: string }) | null {
  const wanted = cells.find(({ id }) => id === wantedId);
  if (!wanted || !isSameTicker(wanted.symbol, info.ticker)) return null;
  // An instrument without the interval of its chart is shown in another one.
  const isOffered = info.supported_resolutions.includes(wanted.resolution);
  return wanted.resolution === resolution || !isOffered ? wanted : null;
}

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
  const arrived = arrivedCell(state, { info, resolution });
  const hasArrived = arrived !== null;
  useLayoutEffect(() => {
    if (!hasArrived) return;
    cells.activate();
    // The pressed title stood beside the chart and is gone.
    if (document.activeElement === document.body) {
      document.getElementById('chart')?.focus({ preventScroll: true });
    }
  }, [cells, hasArrived]);
  const activate = (id: string) => {
    // Read at the call: a message calls this long after its render.
    const shown = cells.active()?.controller.opened.get();
    // The same object keeps the chart that is left from opening its instrument anew.
    if (shown) queryClient.setQueryData(symbolQuery(shown.info.ticker).queryKey, shown.info);
    // The address names the chart that was about to become active.
    const isNamed = cells.state.get().wantedId === null;
    const at = cells.want(id);
    const isShown =
      at &&
      shown &&
      isSameTicker(at.symbol, shown.info.ticker) &&
      at.resolution === shown.resolution;
    if (at && !(isShown && isNamed)) nameInstrument(at);
  };
  const activateIf = (id: string | null) => {
    if (id !== null) activate(id);
  };
  return {
    shownId: arrived?.id ?? state.activeId,
    activate,
    undo: () => activateIf(cells.undo()),
    redo: () => activateIf(cells.redo()),
  };
}
