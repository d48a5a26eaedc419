import type { PriceScale } from '@moneytrail/chart';
import { showToast } from '../../../stores/toasts.ts';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import { useChartScreen } from '../screen/chart-context.ts';

const NONE_COMPARED = { get: () => false, subscribe: () => () => {} };

/** Whether something is compared in sight. */
function useIsComparing(controller: ChartController | null): boolean {
  const compared = controller?.compared;
  return useValue(
    compared
      ? { ...compared, get: () => compared.get().some(({ isVisible }) => isVisible) }
      : NONE_COMPARED,
  );
}

/** The scale of prices; a logarithm needs prices above zero. */
export function usePriceScale(): {
  /** The scale that is drawn: percent while something is compared, whatever was chosen. */
  drawn: PriceScale;
  /** Why no other scale can be drawn now; null where one can. */
  whyFixed: string | null;
  mayBeLog: boolean;
  set: (scale: PriceScale) => void;
  toggle: (scale: PriceScale) => void;
} {
  const { info, controller } = useChartScreen();
  const { priceScale } = usePreferences();
  const isComparing = useIsComparing(controller);
  const set = (scale: PriceScale) => {
    if (controller?.engine.setPriceScale(scale) === false) {
      const text = 'A logarithmic scale needs prices above zero.';
      return showToast({ kind: 'info', text });
    }
    updatePreferences({ priceScale: scale });
  };
  return {
    drawn: isComparing ? 'percent' : priceScale,
    whyFixed: isComparing ? 'In percent while instruments are compared' : null,
    mayBeLog: !info.mayBeNegative,
    set,
    toggle: (scale) => set(priceScale === scale ? 'normal' : scale),
  };
}
