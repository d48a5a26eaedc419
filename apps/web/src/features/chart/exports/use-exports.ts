import { useQueryClient } from '@tanstack/react-query';
import { serverClock } from '../../../api/server-clock.ts';
import { showToast } from '../../../stores/toasts.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { useChartLayout } from '../model/use-chart-layout.ts';
import { usePreferences, useStudiesOnChart } from '../preferences/preferences.ts';
import type { ShownBars, ShownPicture } from './save-exports.ts';

const loadSaving = () => import('./save-exports.ts');

/** Loads the code of exports in advance, so that they work offline. A failure is reported when an export is used. */
export function preloadExports(): void {
  loadSaving().catch(() => {});
}

/** Saves the chart as a picture or its bars as CSV, as it is shown now: the code that does so may load meanwhile. */
export function useExports(): { savePicture: () => void; saveCsv: () => void } {
  const { controller, info, resolution, zone, decimals, onlyPane } = useChartScreen();
  const queryClient = useQueryClient();
  const preferences = usePreferences();
  const onChart = useStudiesOnChart();
  const isWide = useChartLayout() === 'wide';
  const isFolded = isWide ? preferences.isLegendFolded : !preferences.isPhoneLegendOpen;
  const shown = () => ({
    info,
    resolution,
    zone,
    decimals,
    nowMs: serverClock.now(),
    replayMs: controller?.replayMs.get() ?? null,
  });
  const savePicture = async () => {
    if (!controller) return;
    const { engine, legend, panes, compared, comparedReadings } = controller;
    const picture: ShownPicture = {
      ...shown(),
      drawn: engine.picture(),
      ratio: window.devicePixelRatio,
      isFolded,
      legend: legend.get(),
      lastClosedMs: engine.closedBars(1).at(-1)?.time ?? null,
      places: panes.get(),
      studies: onChart.filter(({ key, isVisible }) => isVisible && key !== onlyPane?.hides),
      compared: { of: compared.get(), read: comparedReadings.get() },
    };
    try {
      await (await loadSaving()).savePicture(picture, queryClient);
    } catch {
      showToast({ kind: 'error', text: 'The picture could not be made.' });
    }
  };
  const saveCsv = async () => {
    if (!controller) return;
    const { engine, legend, visible, compared, comparedReadings } = controller;
    const bars: ShownBars = {
      ...shown(),
      bars: engine.bars(),
      lastFinalMs: engine.lastFinalMs(),
      closes: engine.comparison.closes(),
      instruments: engine.comparison.frozen(),
      comparison: { compared: compared.get(), readings: comparedReadings.get() },
      preferences,
      values: legend.get()?.studies ?? {},
      view: visible.get(),
    };
    try {
      await (await loadSaving()).saveCsv(bars, queryClient);
    } catch {
      showToast({ kind: 'error', text: 'The bars could not be saved.' });
    }
  };
  return { savePicture: () => void savePicture(), saveCsv: () => void saveCsv() };
}
