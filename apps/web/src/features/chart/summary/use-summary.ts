import { barsNeeded, columnsFrom, type Summary, summarise } from '@moneytrail/indicators';
import { useMemo, useSyncExternalStore } from 'react';
import { useFirstBarsSettled } from '../controller/use-first-bars.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { usePreferences } from '../preferences/preferences.ts';

const NEVER = () => () => {};

/** The summary of the chart's own closed bars, so that the two never differ; null until they are loaded. */
export function useSummary(): Summary | null {
  const { info, resolution, controller } = useChartScreen();
  const hasTried = useFirstBarsSettled(controller, info, resolution);
  const { inputs } = usePreferences();
  const isIndex = info.type === 'index';
  const closed = useSyncExternalStore(
    controller?.closed.subscribe ?? NEVER,
    () => controller?.closed.get() ?? null,
  );
  return useMemo(() => {
    if (!controller || !hasTried || !closed) return null;
    const bars = controller.engine.closedBars(barsNeeded(inputs));
    const summary = summarise(columnsFrom(bars), inputs);
    return isIndex ? { ...summary, liquiditySpread: Number.NaN } : summary;
  }, [controller, hasTried, closed, inputs, isIndex]);
}
