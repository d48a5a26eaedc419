import type { Summary } from '@moneytrail/indicators';
import { directionOf, formatSignedPercent } from '../../../lib/format.ts';
import { ValueOrReason } from '../model/ValueOrReason.tsx';
import { usePreferences } from '../preferences/preferences.ts';
import classes from './Gauge.module.css';
import { SMOOTHING_BARS, whyUnknown } from './why-unknown.ts';

type Props = { summary: Summary };

/** Long/short from −100 to +100 %, as a bar from the middle. */
export function Gauge({ summary }: Props) {
  const { inputs, colours } = usePreferences();
  const value = summary.longShortPercentage;
  const share = Math.abs(Number.isNaN(value) ? 0 : value) / 2;
  const direction = directionOf(value);
  const isShort = direction === 'down';
  return (
    <div className={classes.gauge}>
      <div className={classes.head}>
        <span>Long/short</span>
        <span className={classes.value} data-direction={direction}>
          <ValueOrReason
            value={value}
            why={whyUnknown(inputs.length + SMOOTHING_BARS, summary.barCount)}
          >
            {formatSignedPercent(value)}
          </ValueOrReason>
        </span>
      </div>
      <div className={classes.track} aria-hidden="true">
        <span
          className={classes.fill}
          style={{
            width: `${share}%`,
            left: isShort ? `${50 - share}%` : '50%',
            // As the chart's own area of the same value.
            background: `var(--mt-line-${isShort ? colours.down : colours.up})`,
          }}
        />
        <span className={classes.middle} />
      </div>
      <div className={classes.scale} aria-hidden="true">
        <span>−100</span>
        <span>0</span>
        <span>+100</span>
      </div>
    </div>
  );
}
