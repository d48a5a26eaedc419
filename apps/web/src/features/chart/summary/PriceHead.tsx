import type { Summary } from '@moneytrail/indicators';
import { directionOf, formatChange, formatPrice } from '../../../lib/format.ts';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { NO_BARS, NO_CHANGE, NONE_CLOSED } from '../model/messages.ts';
import { ValueOrReason } from '../model/ValueOrReason.tsx';
import { BarTime } from '../screen/BarTime.tsx';
import { livePriceOf } from './live-price.ts';
import classes from './PriceHead.module.css';

type Props = { summary: Summary; controller: ChartController };

/**
 * The live price and its change; below it the last close, which everything else of the summary is of. Where no bar
 * forms, as outside trading hours, both are the same and the price stands once.
 */
export function PriceHead({ summary, controller }: Props) {
  const { decimals, resolution, zone } = useChartScreen();
  const { price, before, isForming } = livePriceOf(summary, useValue(controller.lastBar));
  const { currentPrice, currentPriceTime } = summary;
  return (
    <div>
      <div className={classes.row}>
        <span className={classes.price}>
          <ValueOrReason value={price} why={NO_BARS}>
            {formatPrice(price, decimals)}
          </ValueOrReason>
        </span>
        <span className={classes.change} data-direction={directionOf(price - before)}>
          <ValueOrReason value={price - before} why={NO_CHANGE}>
            {formatChange(price, before, decimals)}
          </ValueOrReason>
        </span>
      </div>
      <div className={classes.time}>
        {Number.isNaN(currentPriceTime) ? (
          NONE_CLOSED
        ) : (
          <>
            Last close {isForming && `${formatPrice(currentPrice, decimals)} `}·{' '}
            <BarTime timeMs={currentPriceTime} resolution={resolution} zone={zone} />
          </>
        )}
      </div>
    </div>
  );
}
