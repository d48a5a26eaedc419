import type { PriceSignal } from '@moneytrail/contract';
import { decimalsOf, formatPrice, formatSignedPercent } from '../../lib/format.ts';
import { distancePercent, LEVELS, levelLook } from '../../lib/levels.ts';
import classes from './SignalCard.module.css';
import { SIGNAL_TEXTS } from './texts.ts';

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
          const look = levelLook(level);
          const price = signal[level.key];
          const distance = distancePercent(price ?? Number.NaN, signal.currentPrice ?? Number.NaN);
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
              <td>{formatPrice(price, decimalsOf(signal.priceScale))}</td>
              <td>{formatSignedPercent(distance)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
