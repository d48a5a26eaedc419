import type { OutputDefinition } from '@moneytrail/indicators';
import classes from './LineSample.module.css';

type Props = {
  output: Pick<OutputDefinition, 'colour' | 'line'>;
  /** Long enough for three dashes. */
  isLong?: boolean;
};

export function LineSample({ output: { colour, line }, isLong }: Props) {
  return (
    <span
      aria-hidden="true"
      className={classes.sample}
      data-long={isLong || undefined}
      style={{
        borderTopColor: `var(--mt-line-${colour})`,
        opacity: line.opacity,
        borderTopStyle: line.dash,
        borderTopWidth: Math.max(line.widthPx, 2),
      }}
    />
  );
}
