import { CloseButton } from '@mantine/core';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import classes from './MeasureHint.module.css';

const HINTS = {
  off: null,
  armed: 'Choose the first point to measure from.',
  drawing: 'Choose the second point.',
  done: null,
} as const;

/** What the measuring of a distance waits for, and the way out of it. */
export function MeasureHint({ controller }: { controller: ChartController }) {
  const hint = HINTS[useValue(controller.measure)];
  if (hint === null) return null;
  return (
    <div className={classes.hint} role="status">
      {hint}
      <CloseButton
        size="sm"
        aria-label="Stop measuring"
        onClick={() => controller.engine.stopMeasuring()}
      />
    </div>
  );
}
