import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { NONE_CLOSED } from '../model/messages.ts';
import { barWords } from './bar-words.ts';

type Props = { id: string; controller: ChartController };

/** The last closed bar in words, which describes the chart to screen readers. */
export function LastClosedBar({ id, controller }: Props) {
  const screen = useChartScreen();
  // Another closed bar is another description; the ticks of the forming one are not.
  useValue(controller.closed);
  const [closed] = controller.engine.closedBars(1);
  return (
    <p id={id} className="visually-hidden">
      {closed ? `Last closed bar ${barWords(closed, null, screen)}` : NONE_CLOSED}
    </p>
  );
}
