import { barsNeeded, columnsFrom, type Summary, summarise } from '@moneytrail/indicators';
import { useMemo, useSyncExternalStore } from 'react';
import { useFirstBarsSettled } from '../controller/use-first-bars.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { usePreferences } from '../preferences/preferences.ts';

const NEVER = () => () => {};

/**
 * The summary of the closed bars that the chart holds, so that both always say the same; null until they are there.
 */
export function useSummary(): Summary | null {
  const { info, resolution, controller } = useChartScreen();
  const hasTried = useFirstBarsSettled(controller, info, resolution);
  const { inputs } = usePreferences();
  const closed = useSyncExternalStore(
    controller?.closed.subscribe ?? NEVER,
    () => controller?.closed.get() ?? null,
  );
  return useMemo(() => {
    if (!controller || !hasTried || !closed) return null;
    const bars = controller.engine.closedBars(barsNeeded(inputs));
    return summarise(columnsFrom(bars), inputs);
  }, [controller, hasTried, closed, inputs]);
}
