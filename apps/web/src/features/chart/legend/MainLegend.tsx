import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { Chip } from '../../../ui/Chip.tsx';
import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import { useChartScreen } from '../screen/chart-context.ts';
import { SIMULATED } from '../screen/messages.ts';
import type { ChartSession } from '../session/chart-session.ts';
import { RESOLUTION_LABELS } from '../toolbar/resolution-labels.ts';
import { CoverageNote } from './CoverageNote.tsx';
import classes from './Legend.module.css';
import { OhlcValues } from './OhlcValues.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { StudyLine } from './StudyLine.tsx';
import { useStudiesOf } from './use-studies-of.ts';

type Props = { session: ChartSession };

/** What is shown, from where and how fresh; the bar's values; the studies of the main pane. */
export function MainLegend({ session }: Props) {
  const { info, resolution } = useChartScreen();
  const { isLegendFolded } = usePreferences();
  const studies = useStudiesOf('main');
  const Chevron = isLegendFolded ? IconChevronDown : IconChevronUp;
  return (
    <div className={classes.legend} style={{ top: 6 }} data-region="legend">
      <div className={classes.head}>
        <span className={classes.code}>{info.name}</span>
        {info.simulated && <Chip kind="warning">{SIMULATED}</Chip>}
        <span className={classes.dots}>
          <span className={classes.dim}>{info.description}</span>
          <span>{RESOLUTION_LABELS[resolution]}</span>
          <span>{info.exchange}</span>
          <StatusBadge session={session} />
        </span>
        <OhlcValues session={session} />
      </div>
      {!isLegendFolded &&
        studies.map((study) => <StudyLine key={study.id} study={study} session={session} />)}
      {studies.length > 0 && (
        <button
          type="button"
          className={classes.fold}
          aria-expanded={!isLegendFolded}
          aria-label="Studies in the legend"
          onClick={() => updatePreferences({ isLegendFolded: !isLegendFolded })}
        >
          <Chevron size={14} stroke={1.75} />
        </button>
      )}
      <CoverageNote session={session} />
    </div>
  );
}
