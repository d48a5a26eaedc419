import type { RuleFigures, RuleResult, TradingRule } from '@moneytrail/contract';
import { formatPercent, formatPrice, formatSignedPercent } from '../../../lib/format.ts';
import { formatBarTime } from '../../../lib/format-time.ts';
import classes from './TestResult.module.css';

type Props = { result: RuleResult; rule: TradingRule; zone: string };

const whole = (count: number) => formatPrice(count, 0);
const both = (first: number | null, second: number | null) =>
  `${formatSignedPercent(first)} / ${formatSignedPercent(second)}`;

const ROWS: readonly {
  head: string;
  text: (figures: RuleFigures) => string;
  small?: (figures: RuleFigures) => string;
}[] = [
  { head: 'Net result', text: ({ netPercent }) => formatSignedPercent(netPercent) },
  { head: 'Per year', text: ({ yearlyPercent }) => formatSignedPercent(yearlyPercent) },
  { head: 'Largest drawdown', text: ({ drawdownPercent }) => formatPercent(drawdownPercent) },
  { head: 'Time in the market', text: ({ exposurePercent }) => formatPercent(exposurePercent) },
  {
    head: 'Trades',
    text: ({ trades }) => whole(trades),
    small: ({ trades, wins }) =>
      trades === 0 ? '' : `${formatPrice((100 * wins) / trades, 0)}\u00a0% won`,
  },
  { head: 'Profit factor', text: profitText },
  { head: 'Average trade', text: ({ averagePercent }) => formatSignedPercent(averagePercent) },
  { head: 'Median trade', text: ({ medianPercent }) => formatSignedPercent(medianPercent) },
  {
    head: 'Best / worst',
    text: ({ bestPercent, worstPercent }) => both(bestPercent, worstPercent),
  },
  { head: 'Bars in a trade', text: ({ averageBars }) => formatPrice(averageBars, 1) },
  { head: 'Losses in a row', text: ({ longestLosingRun }) => whole(longestLosingRun) },
];

function profitText({ profitFactor, trades, wins }: RuleFigures): string {
  if (profitFactor === null) return trades > 0 && wins === trades ? 'no losses' : '–';
  return formatPrice(profitFactor, 2);
}

/** The figures of the whole span beside those of its first and last part. */
export function FigureTable({ result, rule, zone }: Props) {
  const { fromTime, toTime, figures, parts, worstDrawdownPercent } = result;
  const timeText = (time: number) => formatBarTime(time, rule.resolution, zone);
  const names = ['First 7/10', 'Last 3/10'];
  const columns = [
    { name: 'Whole', fromTime, toTime, figures },
    ...parts.map((part, place) => ({ name: names[place] ?? '', ...part })),
  ];
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <td />
          {columns.map((column) => (
            <th
              key={column.name}
              scope="col"
              title={`${timeText(column.fromTime)} to ${timeText(column.toTime)}`}
            >
              {column.name}
              <small>{timeText(column.fromTime)}</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ROWS.map(({ head, text, small }) => (
          <tr key={head}>
            <th scope="row">{head}</th>
            {columns.map((column) => (
              <td key={column.name}>
                {text(column.figures)}
                {small && <small>{small(column.figures)}</small>}
              </td>
            ))}
          </tr>
        ))}
        {worstDrawdownPercent !== null && (
          <tr>
            <th scope="row">Worst case</th>
            <td>
              {formatPercent(worstDrawdownPercent)}
              <small>drawdown</small>
            </td>
            <td colSpan={columns.length - 1} className={classes.aside}>
              exceeded by one of twenty random orders of the trades
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
