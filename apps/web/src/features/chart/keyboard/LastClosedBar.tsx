import { isBarClosed, MARKET_HOURS } from '@moneytrail/calendar';
import { serverClock } from '../../../api/server-clock.ts';
import { useSelected } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../screen/chart-context.ts';
import { barWords } from './bar-words.ts';

type Props = { id: string; controller: ChartController };

/** The last closed bar in words, which describes the chart to screen readers. */
export function LastClosedBar({ id, controller }: Props) {
  const screen = useChartScreen();
  // A new bar is a new description; the ticks of the forming one are not.
  useSelected(controller.lastBar, (bar) => bar?.time ?? null);
  const hours = MARKET_HOURS[screen.info.marketHours];
  const closed = controller.engine
    .bars()
    .slice(-3)
    .findLast(({ time }) => isBarClosed(hours, screen.resolution, time, serverClock.now()));
  return (
    <p id={id} className="visually-hidden">
      {closed ? `Last closed bar ${barWords(closed, null, screen)}` : 'No closed bar yet'}
    </p>
  );
}
