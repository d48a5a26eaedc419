import type { Summary } from '@moneytrail/contract';
import { directionOf, formatChange, formatPrice } from '../../../lib/format.ts';
import { formatBarTime } from '../../../lib/format-time.ts';
import { Chip } from '../../../ui/Chip.tsx';
import classes from './summary.module.css';

type Props = { summary: Summary; decimals: number; zone: string };

/** The closed bar's price with its change and time: what everything below was computed from. */
export function SummaryHead({ summary, decimals, zone }: Props) {
  const { currentPrice, previousClose, time, resolution } = summary;
  const change =
    currentPrice === null || previousClose === null ? null : currentPrice - previousClose;
  return (
    <header className={classes.head}>
      <div className={classes.headLine}>
        <span className={classes.symbol}>{summary.symbol}</span>
        {summary.simulated ? <Chip kind="warning">Simulated</Chip> : null}
      </div>
      <p className={classes.price}>{formatPrice(currentPrice, decimals)}</p>
      <p className={classes.change} data-direction={directionOf(change)}>
        {formatChange(currentPrice, previousClose, decimals)}
      </p>
      <p className={classes.time}>
        {time === null
          ? 'No closed bar yet'
          : `Closed bar ${formatBarTime(time, resolution, zone)}`}
      </p>
      {summary.warning ? <p className={classes.warning}>{summary.warning}</p> : null}
    </header>
  );
}
