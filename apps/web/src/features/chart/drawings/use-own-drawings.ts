import type { Drawing } from '@moneytrail/chart';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';

/** Back to front. */
export function useOwnDrawings(controller: ChartController): readonly Drawing[] {
  const { info } = useChartScreen();
  return useValue(controller.drawings).filter(({ symbol }) => symbol === info.ticker);
}
