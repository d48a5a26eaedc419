import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTheme } from '../../../stores/theme.ts';
import { usePreferences } from '../preferences/preferences.ts';
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
  useEffect(() => chart?.show({ preferences, theme, limit }), [chart, preferences, theme, limit]);
  return { place, controller: chart?.controller ?? null };
}

/** Made as soon as its element is on the page, so that the page around it is rendered once more and not twice. */
function usePageChart() {
  const queryClient = useQueryClient();
  const [chart, setChart] = useState<PageChart | null>(null);
  const [place] = useState(() => (element: HTMLElement | null) => {
    if (!element) return;
    const placed = firstChart.take() ?? createPageChart(element, queryClient);
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
