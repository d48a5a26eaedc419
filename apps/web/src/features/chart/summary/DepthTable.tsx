import type { Summary } from '@moneytrail/contract';
import { formatPrice } from '../../../lib/format.ts';
import { formatBarTime } from '../../../lib/format-time.ts';
import classes from './summary.module.css';

type Props = {
  rows: Summary['longTermResistance']['bars'];
  decimals: number;
  zone: string;
};

/** All rows of a level's depth, newest first; the last one is the present level, each above it takes over in turn. */
export function DepthTable({ rows, decimals, zone }: Props) {
  return (
    <table className={classes.depth}>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Close</th>
          <th scope="col">Resolution</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ time, close, resolution }, index) => {
          const isPresent = index === rows.length - 1;
          return (
            <tr
              key={time}
              data-present={isPresent || undefined}
              aria-current={isPresent || undefined}
            >
              <td>{formatBarTime(time, resolution, zone)}</td>
              <td>{formatPrice(close, decimals)}</td>
              <td>{resolution}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
