import { useIsLow } from '../../../ui/hooks/use-is-low.ts';
import { useIsPhone } from '../../../ui/hooks/use-is-phone.ts';

/**
 * Where the parts of the live chart stand: around it with all their buttons, below it in reach of the thumb, or, where
 * height is scarce, in one row above it.
 */
export type ChartLayout = 'wide' | 'phone' | 'low';

export function useChartLayout(): ChartLayout {
  const isPhone = useIsPhone();
  if (useIsLow()) return 'low';
  return isPhone ? 'phone' : 'wide';
}
