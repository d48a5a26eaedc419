import type { Summary } from '@moneytrail/contract';
import { directionOf, formatChange, formatPrice } from '../../../lib/format.ts';
import { BarTime } from '../screen/BarTime.tsx';
import { useChartScreen } from '../screen/chart-context.ts';
import classes from './PriceHead.module.css';

type Props = { summary: Summary };

/** The close of the last closed bar, its change and its time. */
export function PriceHead({ summary }: Props) {
  const { decimals, resolution, zone } = useChartScreen();
  const { currentPrice, previousClose, time } = summary;
  const change =
    currentPrice !== null && previousClose !== null ? currentPrice - previousClose : null;
  return (
    <div>
      <div className={classes.row}>
        <span className={classes.price}>{formatPrice(currentPrice, decimals)}</span>
        <span className={classes.change} data-direction={directionOf(change)}>
          {formatChange(currentPrice, previousClose, decimals)}
        </span>
      </div>
      <div className={classes.time}>
        {time === null ? (
          'No closed bar'
        ) : (
          <>
            Closed bar <BarTime timeMs={time} resolution={resolution} zone={zone} />
          </>
        )}
      </div>
    </div>
  );
}
