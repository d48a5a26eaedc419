import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useValue } from '../../../stores/use-value.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { ComparedPlace } from '../compare/ComparedPlace.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { SIMULATED } from '../model/messages.ts';
import { RESOLUTION_LABELS } from '../model/resolution-labels.ts';
import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import { besideButtons } from './beside-buttons.ts';
import { ClosedNote } from './ClosedNote.tsx';
import { CoverageNote } from './CoverageNote.tsx';
import { EnlargeButton } from './EnlargeButton.tsx';
import classes from './Legend.module.css';
import { OhlcValues } from './OhlcValues.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { StudyLine } from './StudyLine.tsx';
import { useHeadRoom } from './use-head-room.ts';
import { useStudiesOfMain } from './use-studies-of.ts';

type Props = { controller: ChartController };

const ABOVE_PX = 6;

/** What is shown, from where and how fresh; the bar's values; the studies of the main pane. */
export function MainLegend({ controller }: Props) {
  const { info, resolution } = useChartScreen();
  const { isLegendFolded } = usePreferences();
  const studies = useStudiesOfMain(controller);
  const enlarged = useValue(controller.enlarged);
  const isEnlarged = enlarged === 'main';
  // Where another pane has the whole height, the studies of this one are out of sight.
  const areStudiesSeen = enlarged === null || isEnlarged;
  const hasOtherPanes = useValue(controller.panes).length > 1;
  const toggle = () => controller.togglePane('main');
  const isFoldable = areStudiesSeen && studies.length > 0;
  const isUnfolded = areStudiesSeen && !isLegendFolded;
  const compared = useValue(controller.compared).map(({ symbol }) => symbol);
  const lines = `${compared} ${isUnfolded ? studies.map(({ key }) => key) : ''}`;
  const placeLegend = useHeadRoom(controller, 'main', { abovePx: ABOVE_PX, lines });
  const Chevron = isLegendFolded ? IconChevronDown : IconChevronUp;
  return (
    <div
      ref={placeLegend}
      className={classes.legend}
      style={{ top: ABOVE_PX }}
      data-region="legend"
      data-tour="signals"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the double click repeats the button in the head. */}
      <div className={classes.head} onDoubleClick={besideButtons(toggle)}>
        <span className={classes.code}>{info.name}</span>
        {info.simulated && <Chip kind="warning">{SIMULATED}</Chip>}
        <span className={classes.dots}>
          <span className={classes.dim}>{info.description}</span>
          <span>{RESOLUTION_LABELS[resolution]}</span>
          <span>{info.exchange}</span>
          <StatusBadge controller={controller} />
        </span>
        <OhlcValues controller={controller} />
        {hasOtherPanes && <EnlargeButton name="price" isEnlarged={isEnlarged} onToggle={toggle} />}
      </div>
      {areStudiesSeen && <ComparedPlace controller={controller} />}
      {isUnfolded &&
        studies.map((study) => <StudyLine key={study.key} study={study} controller={controller} />)}
      {(isFoldable || hasOtherPanes) && (
        <div className={classes.foot}>
          {isFoldable && (
            <button
              type="button"
              className={classes.fold}
              aria-expanded={!isLegendFolded}
              aria-label="Indicator values"
              onClick={() => updatePreferences({ isLegendFolded: !isLegendFolded })}
            >
              <Chevron size={14} stroke={1.75} />
            </button>
          )}
          <ClosedNote controller={controller} />
        </div>
      )}
      <CoverageNote controller={controller} />
    </div>
  );
}
