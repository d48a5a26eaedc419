import { formatBarTime } from '../../../lib/format-time.ts';
import { useSelected } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { closedBarOf, closedText } from './closed-bar-of.ts';
import classes from './Legend.module.css';

/** Says of which closed bar the values of studies and the tags are while the prices beside them are of the forming one. */
export function ClosedNote({ controller }: { controller: ChartController }) {
  const { resolution, zone } = useChartScreen();
  const timeMs = useSelected(controller.legend, closedBarOf);
  if (timeMs === null) return null;
  return (
    <span className={classes.closed}>{closedText(formatBarTime(timeMs, resolution, zone))}</span>
  );
}
