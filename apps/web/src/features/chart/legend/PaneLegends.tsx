import type { PaneId, PanePlace } from '@moneytrail/chart';
import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2 } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import type { StudyOnChart } from '../preferences/studies-on-chart.ts';
import { useStudiesOnChart } from '../preferences/use-studies-on-chart.ts';
import classes from './Legend.module.css';
import { StudyLine } from './StudyLine.tsx';
import { useHeadRoom } from './use-head-room.ts';

type Props = { controller: ChartController };
/** Lower than this a pane has no room for words. */
const LOWEST_PX = 28;
const MARGIN_PX = 3;
/** An enlarged pane has the head of the chart above its own legend. */
const UNDER_HEAD_PX = 36;

/** The legends of the panes under the main one, each at the top of its pane. */
export function PaneLegends({ controller }: Props) {
  const places = useValue(controller.panes);
  const enlarged = useValue(controller.enlarged);
  return places
    .filter(({ pane, heightPx }) => pane !== 'main' && heightPx >= LOWEST_PX)
    .map((place) => (
      <PaneLegend
        key={place.pane}
        place={place}
        controller={controller}
        isEnlarged={enlarged === place.pane}
        onToggle={() => controller.togglePane(place.pane)}
      />
    ));
}

/** The studies that stand in a pane, in the order of legends. */
function useStudiesOf(pane: PaneId): StudyOnChart[] {
  const { leftOutStudy } = useChartScreen();
  return useStudiesOnChart().filter(
    ({ key, standsIn }) => standsIn === pane && key !== leftOutStudy,
  );
}

type PaneProps = Props & { place: PanePlace; isEnlarged: boolean; onToggle: () => void };

function PaneLegend({ place, controller, isEnlarged, onToggle }: PaneProps) {
  const studies = useStudiesOf(place.pane);
  const abovePx = isEnlarged ? UNDER_HEAD_PX : MARGIN_PX;
  const lines = studies.map(({ key }) => key).join(' ');
  const placeLegend = useHeadRoom(controller, place.pane, { abovePx, lines });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the double click repeats the button in the pane's head.
    <div
      ref={placeLegend}
      className={classes.legend}
      data-pane
      style={{ top: place.topPx + abovePx }}
      onDoubleClick={besideButtons(onToggle)}
    >
      {studies.map((study, index) => (
        <StudyLine
          key={study.key}
          study={study}
          controller={controller}
          action={
            index === 0 && (
              <EnlargeButton name={study.name} isEnlarged={isEnlarged} onToggle={onToggle} />
            )
          }
        />
      ))}
    </div>
  );
}

type EnlargeButtonProps = {
  /** What the pane shows, as its button is read aloud. */
  name: string;
  isEnlarged: boolean;
  onToggle: () => void;
};

/** Gives a pane the whole height and takes it back; a double click on the pane's head does the same. */
export function EnlargeButton({ name, isEnlarged, onToggle }: EnlargeButtonProps) {
  const Icon = isEnlarged ? IconArrowsDiagonalMinimize2 : IconArrowsDiagonal;
  return (
    <button
      type="button"
      className={classes.enlarge}
      aria-label={isEnlarged ? 'Restore panes' : `Maximise ${name}`}
      aria-pressed={isEnlarged}
      onClick={onToggle}
    >
      <Icon size={14} stroke={1.75} />
    </button>
  );
}

/** A double click that is none on a button: that one does its own thing. */
export function besideButtons(run: () => void): (event: MouseEvent) => void {
  return ({ target }) => {
    if (!(target instanceof Element && target.closest('button'))) run();
  };
}
