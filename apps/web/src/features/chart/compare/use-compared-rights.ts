import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { symbolQuery } from '../../../api/queries.ts';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartRoute } from '../model/use-chart-route.ts';
import { withoutCompared } from './compared-list.ts';
import { isDrawn, isLock, loadOf } from './load-of.ts';

/**
 * Follows the rights of who looks at the chart: what is locked by now leaves it, what is free again comes back. On a chart
 * that somebody shared, what its viewer may not see is not there at all.
 */
export function useComparedRights(controller: ChartController, symbol: string): void {
  const { data, error, isFetching } = useQuery(symbolQuery(symbol));
  const { shared } = useChartRoute();
  const { comparison } = controller.engine;
  const load = useValue({
    get: () => loadOf(controller, symbol),
    subscribe: controller.comparedReadings.subscribe,
  });
  const isRefused = isLock(error);
  const isLocked = load.kind === 'failed' && isLock(load.cause);
  const isFree = data !== undefined && !isRefused && !isFetching;
  const isToReopen = (isRefused && isDrawn(load)) || (isFree && isLocked);
  const isToLeave = isLocked && shared !== undefined;
  const reopen = useEffectEvent(() => comparison.reopen(symbol));
  const leave = useEffectEvent(() =>
    comparison.replaceAll(withoutCompared(comparison.all(), symbol)),
  );
  useEffect(() => {
    if (isToLeave) leave();
    else if (isToReopen) reopen();
  }, [isToLeave, isToReopen]);
}
