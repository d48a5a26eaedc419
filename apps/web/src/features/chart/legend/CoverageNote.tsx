import { useValue } from '../../../lib/use-value.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { tooFewBarsText } from '../screen/messages.ts';
import type { ChartSession } from '../session/chart-session.ts';
import classes from './Legend.module.css';

type Props = { session: ChartSession };

/** Says so where the instrument has fewer bars than the studies need. */
export function CoverageNote({ session }: Props) {
  const coverage = useValue(session.coverage);
  if (!coverage?.reachedBeginning || coverage.barCount >= coverage.neededBars) return null;
  return (
    <span className={classes.note}>
      <Chip kind="info">
        Some studies: {tooFewBarsText(coverage.neededBars, coverage.barCount)}
      </Chip>
    </span>
  );
}
