import { CloseButton } from '@mantine/core';
import { useValue } from '../../../lib/use-value.ts';
import type { ChartSession } from '../session/chart-session.ts';
import classes from './MeasureHint.module.css';

const HINTS = {
  off: null,
  armed: 'Choose the first point to measure from.',
  drawing: 'Choose the second point.',
  done: null,
} as const;

/** What the measuring of a distance waits for, and the way out of it. */
export function MeasureHint({ session }: { session: ChartSession }) {
  const hint = HINTS[useValue(session.measure)];
  if (hint === null) return null;
  return (
    <div className={classes.hint} role="status">
      {hint}
      <CloseButton
        size="sm"
        aria-label="Stop measuring"
        onClick={() => session.engine.stopMeasuring()}
      />
    </div>
  );
}
