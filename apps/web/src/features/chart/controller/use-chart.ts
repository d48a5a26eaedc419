import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { presentTheme, useTheme } from '../../../stores/theme.ts';
import { presentPreferences, usePreferences } from '../preferences/preferences.ts';
import type { ChartController } from './chart-controller.ts';
import { firstChart } from './first-chart.ts';
import { createPageChart, type PageChart, type PaneLimit } from './page-chart.ts';

/**
 * The chart behind one container: `place` goes to the element's ref, `controller` is there while the element is. React
 * says what is shown; the engine draws. A chart that was drawn before the page goes on here.
 */
export function useChart(limit: PaneLimit | null): {
  place: (element: HTMLElement | null) => void;
  controller: ChartController | null;
} {
  const { place, chart } = usePageChart();
  const theme = useTheme();
  const preferences = usePreferences();
  const onlyPane = limit?.pane;
  const hides = limit?.hides ?? null;
  useEffect(() => {
    const shown = onlyPane === undefined ? null : { pane: onlyPane, hides };
    chart?.show({ preferences, theme, limit: shown });
  }, [chart, preferences, theme, onlyPane, hides]);
  return { place, controller: chart?.controller ?? null };
}

/** Made as soon as its element is on the page, so that the page around it is rendered once more and not twice. */
function usePageChart() {
  const queryClient = useQueryClient();
  const [chart, setChart] = useState<PageChart | null>(null);
  const [place] = useState(() => (element: HTMLElement | null) => {
    if (!element) return;
    const look = { preferences: presentPreferences(), theme: presentTheme() };
    const placed = firstChart.take() ?? createPageChart(element, queryClient, look);
    element.append(placed.element);
    setChart(placed);
    return () => {
      setChart(null);
      placed.controller.dispose();
      placed.element.remove();
    };
  });
  return { place, chart };
}
