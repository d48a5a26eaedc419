import type { Resolution } from '@moneytrail/calendar';
import type { SymbolInfo } from '@moneytrail/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useConnection } from '../../../api/use-connection.ts';
import { useTechnicalCode } from '../../../stores/technical-studies.ts';
import { useTheme } from '../../../stores/theme.ts';
import { useValue } from '../../../stores/use-value.ts';
import { chartKey, keptBarsIn } from '../data/kept-bars.ts';
import type { ChartCells } from '../grid/chart-cells.ts';
import { usePreferences } from '../preferences/preferences.ts';
import { useTechnicalStudiesOf } from '../preferences/use-technical-studies.ts';
import { mayResumeReplay } from '../replay/kept-place.ts';
import type { ChartController } from './chart-controller.ts';
import { firstChart } from './first-chart.ts';
import { createPageChart, openOnPage, type PaneLimit } from './page-chart.ts';

/**
 * The shown chart of the page: `place` is the ref of its element, `controller` exists while the element does. The first one
 * goes on with the chart that was drawn before the application. React sets what is shown; the engine draws.
 */
export function useChart(
  cells: ChartCells,
  shownId: string,
  limit: PaneLimit | null,
): {
  place: (element: HTMLElement | null) => void;
  controller: ChartController | null;
} {
  const queryClient = useQueryClient();
  const [element, setElement] = useState<HTMLElement | null>(null);
  // Created by the ref, not by an effect: the page around it then renders once more instead of twice.
  const [place] = useState(() => (placed: HTMLElement | null) => {
    if (!placed) return;
    const chart = firstChart.take() ?? createPageChart(placed, queryClient);
    placed.append(chart.element);
    cells.begin(chart);
    setElement(placed);
    return () => {
      setElement(null);
      cells.dispose();
    };
  });
  // Where charts are shown in turn, the present one goes on.
  const chart = element ? (cells.chartOf(shownId) ?? cells.active()) : null;
  useLayoutEffect(() => {
    if (chart && element && chart.element.parentElement !== element) element.append(chart.element);
  }, [chart, element]);
  const theme = useTheme();
  const preferences = usePreferences();
  const technicalCode = useTechnicalCode();
  const { activeId } = useValue(cells.state);
  useTechnicalStudiesOf(preferences.studies);
  // Until a chart is active, the preferences are those of another one.
  const isActive = shownId === activeId;
  useEffect(() => {
    if (isActive) chart?.show({ preferences, theme, limit, technicalCode });
  }, [chart, isActive, preferences, theme, limit, technicalCode]);
  return { place, controller: chart?.controller ?? null };
}

/** Opens an instrument in the chart, and keeps its bars when it is left. `mayReplay`: a replay from before a reload goes on. */
export function useOpenChart(
  controller: ChartController | null,
  info: SymbolInfo | undefined,
  resolution: Resolution,
  mayReplay = true,
): void {
  const queryClient = useQueryClient();
  // Before the page around the chart is painted, so that bars are requested first.
  useLayoutEffect(() => {
    if (!controller || !info) return;
    const opened = controller.opened.get();
    const shown = { info, resolution };
    let isOver = false;
    const open = () => {
      if (!isOver) openOnPage(controller, queryClient, shown);
    };
    // Live bars would show what a replay is not to know.
    if (!opened && mayReplay && mayResumeReplay()) {
      import('../replay/start-replay.ts')
        .then(({ resumeReplay }) => {
          if (isOver || !resumeReplay(controller, queryClient, shown)) open();
        })
        .catch(open);
    } else if (opened?.info !== info || opened.resolution !== resolution) {
      // The first chart is open already.
      open();
    }
    return () => {
      isOver = true;
      // Until the first bars are loaded, the drawn ones may be those of the former chart.
      const load = controller.load.get();
      const isOwn = load.kind !== 'first' && (load.kind !== 'failed' || load.hasBars);
      // Replayed bars are not the newest ones.
      if (!isOwn || controller.opened.get()?.isReplayed) return;
      const chart = chartKey(info.ticker, resolution);
      keptBarsIn(queryClient).keep(chart, controller.engine.bars);
    };
  }, [controller, info, resolution, mayReplay, queryClient]);
}

/** Repeats a failed load at once when the network or the source of the prices is back. */
export function useRetryWhenBack(
  controller: ChartController | null,
  isExchangeOffline: boolean,
): void {
  const isBack = useConnection() === 'online' && !isExchangeOffline;
  useEffect(() => {
    if (isBack) controller?.retryNow();
  }, [controller, isBack]);
}
