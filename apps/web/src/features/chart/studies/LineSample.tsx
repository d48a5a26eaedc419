import type { OutputDefinition } from '@moneytrail/indicators';
import classes from './LineSample.module.css';

type Props = {
  output: Pick<OutputDefinition, 'colour' | 'line' | 'shape'>;
  /** Long enough for three dashes. */
  isLong?: boolean;
  /** For screen readers, where no text beside it names the line. */
  label?: string | undefined;
};

export function LineSample({ output: { colour, line, shape }, isLong, label }: Props) {
  return (
    <span
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      className={classes.sample}
      data-long={isLong || undefined}
      data-shape={shape}
      {...(shape !== 'columns' && {
        style: {
          borderTopColor: `var(--mt-line-${colour})`,
          opacity: line.opacity,
          borderTopStyle: line.dash,
          borderTopWidth: Math.max(line.widthPx, 2),
        },
      })}
    />
  );
}
