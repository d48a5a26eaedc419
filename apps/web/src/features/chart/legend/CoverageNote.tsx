import { useValue } from '../../../stores/use-value.ts';
import { Chip } from '../../../ui/Chip.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import classes from './Legend.module.css';

type Props = { controller: ChartController };

/** Says so where the instrument has fewer bars than the studies need. */
export function CoverageNote({ controller }: Props) {
  const coverage = useValue(controller.coverage);
  if (!coverage?.reachedBeginning || coverage.barCount >= coverage.neededBars) return null;
  return (
    <span className={classes.note}>
      <Chip kind="info">
        Short history: {coverage.barCount} bars, some studies need {coverage.neededBars}
      </Chip>
    </span>
  );
}
