import type { PriceScale } from '@moneytrail/chart';
import { showToast } from '../../../stores/toasts.ts';
import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import { useChartScreen } from '../screen/chart-context.ts';

/** The scale of prices; a logarithm needs prices above zero. */
export function usePriceScale(): {
  mayBeLog: boolean;
  set: (scale: PriceScale) => void;
  toggle: (scale: PriceScale) => void;
} {
  const { info, controller } = useChartScreen();
  const { priceScale } = usePreferences();
  const set = (scale: PriceScale) => {
    if (controller?.engine.setPriceScale(scale) === false) {
      const text = 'A logarithmic scale needs prices above zero.';
      return showToast({ kind: 'info', text });
    }
    updatePreferences({ priceScale: scale });
  };
  return {
    mayBeLog: !info.mayBeNegative,
    set,
    toggle: (scale) => set(priceScale === scale ? 'normal' : scale),
  };
}
