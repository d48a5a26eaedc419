import type { PriceSignal } from '@moneytrail/contract';
import { STUDIES } from '@moneytrail/indicators';
import { decimalsOf, formatPrice, formatSignedPercent } from '../../lib/format.ts';
import classes from './SignalCard.module.css';
import { SIGNAL_TEXTS } from './texts.ts';

/** From the highest to the lowest, as they lie on the chart. */
const LEVELS = [
  { key: 'longTermResistance', study: 'longTermLevels', output: 'resistance' },
  { key: 'shortTermResistance', study: 'shortTermLevels', output: 'resistance' },
  { key: 'shortTermSupport', study: 'shortTermLevels', output: 'support' },
  { key: 'longTermSupport', study: 'longTermLevels', output: 'support' },
] as const;

function lookOf({ study, output }: (typeof LEVELS)[number]) {
  return STUDIES.find(({ id }) => id === study)?.outputs.find(({ key }) => key === output);
}

/** How far a level lies from the price, percent of the price. */
function distanceOf(level: number | null, price: number | null): number | null {
  return level === null || price === null || price <= 0 ? null : (100 * (level - price)) / price;
}

/** The four levels of the last closed bar, each with its line as the chart draws it, and how far it lies from the close. */
export function LevelsTable({ signal }: { signal: PriceSignal }) {
  return (
    <table className={classes.levels}>
      <thead>
        <tr>
          <th scope="col">{SIGNAL_TEXTS.level}</th>
          <th scope="col">{SIGNAL_TEXTS.levelPrice}</th>
          <th scope="col">{SIGNAL_TEXTS.fromClose}</th>
        </tr>
      </thead>
      <tbody>
        {LEVELS.map((level) => {
          const look = lookOf(level);
          const style = {
            borderTopColor: `var(--mt-line-${look?.colour})`,
            borderTopStyle: look?.line.dash,
          };
          return (
            <tr key={level.key}>
              <th scope="row">
                <span aria-hidden="true" className={classes.line} style={style} />
                {look?.label}
              </th>
              <td>{formatPrice(signal[level.key], decimalsOf(signal.priceScale))}</td>
              <td>{formatSignedPercent(distanceOf(signal[level.key], signal.currentPrice))}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
