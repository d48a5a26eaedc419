import { isDateResolution } from '@moneytrail/calendar';
import { formatAge, formatClock, formatDate, zoneName } from '../../../lib/format-time.ts';
import { useSelected, useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';

type Props = { controller: ChartController; nowMs: number };

/** The time of the last bar, how old its price is, and its source. */
export function LastBarText({ controller, nowMs }: Props) {
  const { info, resolution, zone } = useChartScreen();
  const timeMs = useSelected(controller.lastBar, (bar) => bar?.time ?? null);
  const lastTickMs = useValue(controller.lastTickMs);
  if (timeMs === null) return 'No bar yet';
  const when = isDateResolution(resolution)
    ? formatDate(timeMs)
    : `${formatClock(timeMs, zone)} ${zoneName(zone, timeMs)}`;
  const age = lastTickMs === null ? '' : `, ${formatAge(nowMs - lastTickMs)} ago`;
  return `Last bar ${when}${age}, ${info.exchange}`;
}
