import { createValueStore } from '../../../lib/value-store.ts';
import { useSelected, useValue } from '../../../stores/use-value.ts';
import { useChartScreen } from '../model/chart-context.ts';

const NOTHING = createValueStore(null);

/** Which time frame was used last on this chart, by its label, and whether prices fill the pane by themselves. */
export function useViewMarks(): { timeFrame: string | null; isAutoScaled: boolean } {
  const { controller, info, resolution } = useChartScreen();
  const used = useValue(controller?.timeFrame ?? NOTHING);
  const isDragged = useSelected(
    controller?.visible ?? NOTHING,
    (visible) => visible?.isAutoScaled === false,
  );
  const isOfThis = used?.ticker === info.ticker && used.resolution === resolution;
  return { timeFrame: isOfThis ? used.label : null, isAutoScaled: !isDragged };
}
