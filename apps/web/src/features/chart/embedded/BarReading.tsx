import { formatPrice } from '../../../lib/format.ts';
import { formatBarTime } from '../../../lib/format-time.ts';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import type { describeBar } from '../keyboard/use-bar-reader.ts';
import classes from './EmbeddedChart.module.css';

type Props = { controller: ChartController; setting: Parameters<typeof describeBar>[2] };

/** The bar at the crosshair, else the newest one: its day, its close and its mark. */
export function BarReading({ controller, setting }: Props) {
  const legend = useValue(controller.legend);
  if (!legend?.bar) return null;
  const { resolution, zone, decimals } = setting;
  const { bar, mark, isAtCrosshair } = legend;
  const said = isAtCrosshair ? mark : null;
  return (
    <p className={classes.reading} aria-hidden="true">
      <span>{formatBarTime(bar.time, resolution, zone)}</span>
      <span>
        {isAtCrosshair ? 'Close' : 'Price'} <strong>{formatPrice(bar.close, decimals)}</strong>
      </span>
      {said && (
        <span>
          {said.side === 'buy' ? '▲ BUY' : '▼ SELL'}
          {said.strong ? ', strong' : ''}
        </span>
      )}
    </p>
  );
}
