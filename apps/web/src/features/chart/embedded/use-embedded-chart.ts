import type { Mark, SymbolInfo } from '@moneytrail/contract';
import { DEFAULT_INPUTS } from '@moneytrail/indicators';
import { useEffect, useState } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { useTheme } from '../../../stores/theme.ts';
import { type ChartController, createChartController } from '../controller/chart-controller.ts';
import { useOpenChart, useRetryWhenBack } from '../controller/use-chart.ts';
import { canvasTheme, zoneOf } from '../model/chart-look.ts';
import { presentPreferences, usePreferences } from '../preferences/preferences.ts';

/** What the marks are made of: the levels, with the lengths that everybody's marks have. */
const STUDIES = (['shortTermLevels', 'longTermLevels'] as const).map((id) => ({
  key: id,
  id,
  inputs: DEFAULT_INPUTS,
  isVisible: true,
}));
/** One line of reading above the bars. */
const HEAD_ROOM_PX = 28;
/** Narrower bars than on the large chart: more days, whose bodies can still be seen. */
const FIRST_ZOOM = 0.75;
const GUIDES = {
  hasGrid: true,
  hasLastPriceLine: true,
  hasCountdown: false,
  hasSessionBreaks: false,
};

/** What a small chart shows. */
export type EmbeddedChartProps = {
  info: SymbolInfo;
  /** Null while they are not known: then the chart shows none. */
  marks: readonly Mark[] | null;
  isExchangeOffline: boolean;
};

/**
 * A small daily chart inside a page that scrolls: `place` goes to the element's ref, `controller` is there while the
 * element is. It follows the theme and the colours of the live chart, and none of its other settings.
 */
export function useEmbeddedChart({ info, marks, isExchangeOffline }: EmbeddedChartProps): {
  place: (element: HTMLElement | null) => void;
  controller: ChartController | null;
} {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [controller, setController] = useState<ChartController | null>(null);
  const theme = useTheme();
  const { colours } = usePreferences();
  useEffect(() => {
    if (!element) return;
    const created = createChartController(element, {
      theme: canvasTheme('light', presentPreferences().colours),
      zone: zoneOf('exchange', 'Etc/UTC'),
      studies: STUDIES,
      now: serverClock.now,
      isEmbedded: true,
    });
    created.engine.setVolume(false);
    created.engine.setGuides(GUIDES);
    created.engine.setHeadRoom('main', HEAD_ROOM_PX);
    created.engine.zoom(FIRST_ZOOM);
    setController(created);
    return () => {
      setController(null);
      created.dispose();
    };
  }, [element]);
  useEffect(
    () => controller?.engine.setTheme(canvasTheme(theme, colours)),
    [controller, theme, colours],
  );
  useEffect(() => {
    controller?.engine.setPublishedMarks(marks ?? []);
  }, [controller, marks]);
  useOpenChart(controller, info, '1D');
  useRetryWhenBack(controller, isExchangeOffline);
  return { place: setElement, controller };
}
