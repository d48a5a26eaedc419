import { useIsLow } from '../../../ui/hooks/use-is-low.ts';
import { useIsPhone } from '../../../ui/hooks/use-is-phone.ts';

/**
 * The arrangement of the live chart: `wide` has toolbars around it, `phone` has one below it in reach of the thumb,
 * `low` has a single row above it.
 */
export type ChartLayout = 'wide' | 'phone' | 'low';

export function useChartLayout(): ChartLayout {
  const isPhone = useIsPhone();
  if (useIsLow()) return 'low';
  return isPhone ? 'phone' : 'wide';
}
