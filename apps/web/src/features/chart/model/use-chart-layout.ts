import { useIsLow } from '../../../ui/hooks/use-is-low.ts';
import { useIsPhone } from '../../../ui/hooks/use-is-phone.ts';

/** Places of the controls: around the chart, below it within reach of the thumb, or, in low windows, in a row above it. */
export type ChartLayout = 'wide' | 'phone' | 'low';

export function useChartLayout(): ChartLayout {
  const isPhone = useIsPhone();
  if (useIsLow()) return 'low';
  return isPhone ? 'phone' : 'wide';
}
