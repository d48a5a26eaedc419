import type { ComparedInstrument, PriceScale, VisiblePart } from '@moneytrail/chart';
import { createValueStore } from '../../../lib/value-store.ts';
import { showToast } from '../../../stores/toasts.ts';
import { useSelected, useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import {
  updatePreferences,
  usePreferences,
  useStudiesOnChart,
} from '../preferences/preferences.ts';

const NONE_COMPARED = { get: () => false, subscribe: () => () => {} };
const NOTHING = createValueStore<VisiblePart | null>(null);
const NO_LOG = 'A logarithmic scale needs prices above zero.';

/** A compared instrument is visible, or a study of one stands over the prices. */
function useIsComparing(controller: ChartController | null): boolean {
  const compared = controller?.compared;
  const over = useStudiesOnChart().flatMap(({ isVisible, standsIn, instrument }) =>
    isVisible && standsIn === 'main' ? [instrument] : [],
  );
  const isOverPrices = ({ symbol, isVisible }: ComparedInstrument) =>
    isVisible || over.includes(symbol);
  return useValue(
    compared ? { ...compared, get: () => compared.get().some(isOverPrices) } : NONE_COMPARED,
  );
}

/** The price scale; a logarithmic one needs prices above zero. */
export function usePriceScale() {
  const { info, controller } = useChartScreen();
  const { priceScale } = usePreferences();
  const isComparing = useIsComparing(controller);
  const visible = controller?.visible ?? NOTHING;
  const told = useSelected(visible, (part) => part?.scale ?? null);
  const mayBeLog = useSelected(visible, (part) => part?.mayBeLog !== false) && !info.mayBeNegative;
  // No scale is drawn before bars are in view.
  const drawn = told ?? (priceScale === 'log' && !mayBeLog ? 'normal' : priceScale);
  const set = (scale: PriceScale) => {
    if (scale === 'log' && !mayBeLog) return showToast({ kind: 'info', text: NO_LOG });
    updatePreferences({ priceScale: scale });
  };
  const whyFixed = isComparing ? 'In percent while instruments are compared' : null;
  return {
    /** The scale that is drawn, whatever was chosen. */
    drawn: isComparing ? 'percent' : drawn,
    /** The reason why the scale cannot be changed now; else null. */
    whyFixed,
    /** The reason why no logarithmic scale is possible in this view; else null. */
    whyNoLog: mayBeLog ? null : NO_LOG,
    set,
    toggle: (scale: PriceScale) => set(drawn === scale ? 'normal' : scale),
    /** Resets the view, and the scale where it can be changed. */
    reset: () => {
      if (whyFixed === null) updatePreferences({ priceScale: 'normal' });
      controller?.resetView();
    },
  };
}
