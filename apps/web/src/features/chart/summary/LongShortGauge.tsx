import { formatSignedPercent, type Maybe } from '../../../lib/format.ts';
import classes from './summary.module.css';

type Props = { percentage: Maybe };

const HALF_WIDTH = 100;

/** Long against short from −100 to +100 %, as a bar that grows from the middle, with its value in words. */
export function LongShortGauge({ percentage }: Props) {
  const value = percentage ?? 0;
  const length = (Math.abs(value) / 100) * HALF_WIDTH;
  const side =
    percentage === null || percentage === undefined ? 'unknown' : value < 0 ? 'short' : 'long';
  const fill = side === 'short' ? 'var(--mt-line-candleDown)' : 'var(--mt-line-candleUp)';
  return (
    <div className={classes.gauge}>
      <div className={classes.gaugeHead}>
        <span>Long/short</span>
        <strong>{formatSignedPercent(percentage)}</strong>
      </div>
      <svg viewBox="0 0 200 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect x="0" y="2" width="200" height="6" rx="3" fill="var(--mt-alt)" />
        <rect
          x={value < 0 ? HALF_WIDTH - length : HALF_WIDTH}
          y="2"
          width={length}
          height="6"
          fill={fill}
        />
        <line x1="100" x2="100" y1="0" y2="10" stroke="var(--mt-border-strong)" strokeWidth="1" />
      </svg>
      <div className={classes.gaugeScale} aria-hidden="true">
        <span>−100 short</span>
        <span>0</span>
        <span>long +100</span>
      </div>
    </div>
  );
}
