import type { ChartOptions, OpenCompared, PaneId } from '@moneytrail/chart';
import { firstStyle } from '@moneytrail/chart/model';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { useTheme } from '../../../stores/theme.ts';
import type { DrawingPreferences } from '../preferences/drawing-preferences.ts';
import { presentPreferences, usePreferences } from '../preferences/preferences.ts';
import { engineStudies } from '../preferences/studies-on-chart.ts';
import { canvasTheme } from './canvas-theme.ts';
import { type ChartController, createChartController } from './chart-controller.ts';
import { engineZoneOf } from './chart-zone.ts';

/** What a narrow chart leaves out: all study panes but one, and maybe a study of that pane. */
export type PaneLimit = { pane: PaneId; hides: string | null };

function firstOptions(): Omit<ChartOptions, 'theme'> {
  const preferences = presentPreferences();
  return {
    zone: engineZoneOf(preferences.zone),
    studies: engineStudies(preferences.studies, preferences.inputs),
    now: serverClock.now,
  };
}

/**
 * The chart behind one container: `place` goes to the element's ref, `controller` is there while the element is. React
 * says what is shown; the engine draws.
 */
export function useChart(limit: PaneLimit | null): {
  place: (element: HTMLElement | null) => void;
  controller: ChartController | null;
} {
  const { place, controller } = useController();
  const theme = useTheme();
  const preferences = usePreferences();
  const { colours, candleType, priceScale, isPriceOnly, hasVolume, guides } = preferences;
  const { inputs, studies, drawing } = preferences;
  const zone = engineZoneOf(preferences.zone);

  useEffect(
    () => controller?.engine.setTheme(canvasTheme(theme, colours)),
    [controller, theme, colours],
  );
  useEffect(() => controller?.engine.setCandleType(candleType), [controller, candleType]);
  useEffect(() => controller?.engine.setVolume(hasVolume), [controller, hasVolume]);
  useEffect(() => controller?.engine.setGuides(guides), [controller, guides]);
  useEffect(() => controller?.engine.setPriceOnly(isPriceOnly), [controller, isPriceOnly]);
  useEffect(() => controller?.engine.setZone(zone), [controller, zone]);
  useEffect(() => {
    controller?.engine.setPriceScale(priceScale);
  }, [controller, priceScale]);
  const onlyPane = limit?.pane ?? null;
  const hides = limit?.hides ?? null;
  useEffect(() => {
    controller?.engine.setStudies(engineStudies(studies, inputs));
  }, [controller, inputs, studies]);
  useEffect(() => controller?.engine.setOnlyPane(onlyPane, hides), [controller, onlyPane, hides]);
  useDrawingPreferences(controller, drawing);
  return { place, controller };
}

/** Tells the engine how this device draws. */
function useDrawingPreferences(
  controller: ChartController | null,
  { magnet, staysInTool, styles }: DrawingPreferences,
): void {
  const drawings = controller?.engine.drawings;
  useEffect(() => drawings?.setMagnet(magnet), [drawings, magnet]);
  useEffect(() => drawings?.setStaysInTool(staysInTool), [drawings, staysInTool]);
  useEffect(
    () => drawings?.setFirstStyle((tool) => styles[tool] ?? firstStyle(tool)),
    [drawings, styles],
  );
}

/** Made as soon as its element is on the page, so that the page around it is rendered once more and not twice. */
function useController(): ReturnType<typeof useChart> {
  const queryClient = useQueryClient();
  const [controller, setController] = useState<ChartController | null>(null);
  const [place] = useState(() => (element: HTMLElement | null) => {
    if (!element) return;
    const { colours } = presentPreferences();
    const theme = canvasTheme('light', colours);
    const openCompared: OpenCompared = async (asked) =>
      (await import('../compare/open-compared.ts')).openCompared(queryClient, asked);
    const created = createChartController(element, { theme, ...firstOptions(), openCompared });
    setController(created);
    return () => {
      setController(null);
      created.dispose();
    };
  });
  return { place, controller };
}
