import { CloseButton } from '@mantine/core';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import classes from './Hint.module.css';

type Props = { text: string; closeLabel: string; onClose: () => void };

/** A prompt over the chart, with a button to cancel. */
export function Hint({ text, closeLabel, onClose }: Props) {
  return (
    <div className={classes.hint} role="status">
      {text}
      <CloseButton size="sm" aria-label={closeLabel} onClick={onClose} />
    </div>
  );
}

const HINTS = {
  off: null,
  armed: 'Measure: choose the first point.',
  drawing: 'Measure: choose the second point.',
  done: null,
} as const;

export function MeasureHint({ controller }: { controller: ChartController }) {
  const hint = HINTS[useValue(controller.measure)];
  if (hint === null) return null;
  return (
    <Hint
      text={hint}
      closeLabel="Stop measuring"
      onClose={() => controller.engine.stopMeasuring()}
    />
  );
}
