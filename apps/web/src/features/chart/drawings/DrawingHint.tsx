import { useMediaQuery } from '@mantine/hooks';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { Hint } from '../pointing/Hint.tsx';
import { hintOf } from './hint-of.ts';

/** What the tool waits for, and the way out of it. */
export function DrawingHint({ controller }: { controller: ChartController }) {
  const isTouched = useMediaQuery('(hover: none)', undefined, { getInitialValueInEffect: false });
  const hint = hintOf(useValue(controller.drawing), isTouched);
  if (hint === null) return null;
  return (
    <Hint
      text={hint}
      closeLabel="Stop drawing"
      onClose={() => controller.engine.drawings.setTool(null)}
    />
  );
}
