import { isBarClosed, MARKET_HOURS } from '@moneytrail/calendar';
import { serverClock } from '../../../api/server-clock.ts';
import { useSelected } from '../../../lib/use-value.ts';
import { useChartScreen } from '../screen/chart-context.ts';
import type { ChartSession } from '../session/chart-session.ts';
import { barWords } from './bar-words.ts';

type Props = { id: string; session: ChartSession };

/** The last closed bar in words, which describes the chart to screen readers. */
export function LastClosedBar({ id, session }: Props) {
  const screen = useChartScreen();
  // A new bar is a new description; the ticks of the forming one are not.
  useSelected(session.lastBar, (bar) => bar?.time ?? null);
  const hours = MARKET_HOURS[screen.info.marketHours];
  const closed = session.engine
    .bars()
    .slice(-2)
    .findLast(({ time }) => isBarClosed(hours, screen.resolution, time, serverClock.now()));
  return (
    <p id={id} className="visually-hidden">
      {closed ? `Last closed bar ${barWords(closed, null, screen)}` : 'No closed bar yet'}
    </p>
  );
}
