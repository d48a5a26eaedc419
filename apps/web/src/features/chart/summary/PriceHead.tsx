import type { Summary } from '@moneytrail/indicators';
import { directionOf, formatChange, formatPrice } from '../../../lib/format.ts';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { BarTime } from '../screen/BarTime.tsx';
import { useChartScreen } from '../screen/chart-context.ts';
import { livePriceOf } from './live-price.ts';
import classes from './PriceHead.module.css';

type Props = { summary: Summary; controller: ChartController };

/** The live price and its change; below it the last close, which everything else of the summary is of. */
export function PriceHead({ summary, controller }: Props) {
  const { decimals, resolution, zone } = useChartScreen();
  const { price, before } = livePriceOf(summary, useValue(controller.lastBar));
  const { currentPrice, currentPriceTime } = summary;
  return (
    <div>
      <div className={classes.row}>
        <span className={classes.price}>{formatPrice(price, decimals)}</span>
        <span className={classes.change} data-direction={directionOf(price - before)}>
          {formatChange(price, before, decimals)}
        </span>
      </div>
      <div className={classes.time}>
        {Number.isNaN(currentPriceTime) ? (
          'No closed bar'
        ) : (
          <>
            Last close {formatPrice(currentPrice, decimals)} ·{' '}
            <BarTime timeMs={currentPriceTime} resolution={resolution} zone={zone} />
          </>
        )}
      </div>
    </div>
  );
}
