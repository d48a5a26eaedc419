import { formatPrice } from '../../../lib/format.ts';
import classes from './PositionSizeCalculator.module.css';
import { WARNING_TEXTS } from './plan-texts.ts';
import type { PlanResult, PositionSize } from './position-size.ts';

type Props = { result: PlanResult };

/** Units with as many decimals as they need, four at most. */
function unitsText(units: number): string {
  const [, decimals = ''] = units
    .toFixed(4)
    .replace(/\.?0+$/, '')
    .split('.');
  return formatPrice(units, decimals.length);
}

function rowsOf(size: PositionSize | null): readonly (readonly [string, string])[] {
  const money = (value: number | undefined) => formatPrice(value, 2);
  return [
    [
      'Side',
      size ? (size.side === 'long' ? 'Long: stop below entry' : 'Short: stop above entry') : '–',
    ],
    ['Loss allowed', money(size?.lossAllowed)],
    ['Units', size ? unitsText(size.units) : '–'],
    ['Position value', money(size?.positionValue)],
    ['Loss at the stop', money(size?.loss)],
  ];
}

/** What follows from a plan, and what is to be thought of before it is followed. */
export function PlanOutcome({ result }: Props) {
  const size = result.isValid ? result.size : null;
  const warnings = result.isValid ? result.warnings : [];
  return (
    <output className={classes.outcome}>
      <dl className={classes.rows}>
        {rowsOf(size).map(([label, value]) => (
          <div key={label} className={classes.row} data-is-main={label === 'Units' || undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {warnings.map((warning) => (
        <p key={warning} className={classes.warning}>
          {WARNING_TEXTS[warning]}
        </p>
      ))}
    </output>
  );
}
