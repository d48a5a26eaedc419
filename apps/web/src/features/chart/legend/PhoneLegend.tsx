import { useValue } from '../../../stores/use-value.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { ComparedPlace } from '../compare/ComparedPlace.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { SIMULATED } from '../model/messages.ts';
import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import { ClosedNote } from './ClosedNote.tsx';
import { CoverageNote } from './CoverageNote.tsx';
import classes from './Legend.module.css';
import { OhlcValues } from './OhlcValues.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { StudyLine } from './StudyLine.tsx';
import { useHeadRoom } from './use-head-room.ts';
import { useStudiesOfMain } from './use-studies-of.ts';

type Props = { controller: ChartController };

const ABOVE_PX = 4;

/**
 * Two lines, in low windows one: code, source and status, price and change; a tap unfolds the rest. The interval stands
 * in the toolbar.
 */
export function PhoneLegend({ controller }: Props) {
  const { info } = useChartScreen();
  const { isPhoneLegendOpen: isOpen } = usePreferences();
  const studies = useStudiesOfMain(controller);
  const compared = useValue(controller.compared).map(({ symbol }) => symbol);
  const lines = `${compared} ${isOpen ? studies.map(({ key }) => key) : ''}`;
  const placeLegend = useHeadRoom(controller, 'main', { abovePx: ABOVE_PX, lines });
  return (
    <div
      ref={placeLegend}
      className={classes.legend}
      style={{ top: ABOVE_PX }}
      data-region="legend"
      data-tour="signals"
    >
      <button
        type="button"
        className={classes.phoneHead}
        aria-expanded={isOpen}
        onClick={() => updatePreferences({ isPhoneLegendOpen: !isOpen })}
      >
        <span className={classes.dots}>
          <span className={classes.code}>{info.name}</span>
          {info.simulated && <Chip kind="warning">{SIMULATED}</Chip>}
          <span>{info.exchange}</span>
          <StatusBadge controller={controller} isInButton />
        </span>
        <OhlcValues controller={controller} isShort={!isOpen} isInButton>
          <ClosedNote controller={controller} />
        </OhlcValues>
      </button>
      <ComparedPlace controller={controller} />
      {isOpen &&
        studies.map((study) => <StudyLine key={study.key} study={study} controller={controller} />)}
      <CoverageNote controller={controller} />
    </div>
  );
}
