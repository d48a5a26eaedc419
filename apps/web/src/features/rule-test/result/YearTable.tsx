import type { RuleResult } from '@moneytrail/contract';
import { formatPrice, formatSignedPercent } from '../../../lib/format.ts';
import classes from './TestResult.module.css';

/** The net result of each year with a bar from zero, newest first. */
export function YearTable({ years }: Pick<RuleResult, 'years'>) {
  const most = Math.max(...years.map(({ netPercent }) => Math.abs(netPercent)), 1e-9);
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Year</th>
          <td aria-hidden="true" />
          <th scope="col">Net</th>
          <th scope="col">Trades</th>
        </tr>
      </thead>
      <tbody>
        {years.toReversed().map(({ year, netPercent, trades }) => (
          <tr key={year}>
            <th scope="row">{year}</th>
            <td aria-hidden="true" className={classes.yearBar}>
              <span
                data-loss={netPercent < 0 || undefined}
                style={{ width: `${(50 * Math.abs(netPercent)) / most}%` }}
              />
            </td>
            <td>{formatSignedPercent(netPercent)}</td>
            <td>{formatPrice(trades, 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
