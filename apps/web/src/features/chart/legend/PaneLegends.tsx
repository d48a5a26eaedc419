import type { PanePlace } from '@moneytrail/chart';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { besideButtons } from './beside-buttons.ts';
import { EnlargeButton } from './EnlargeButton.tsx';
import classes from './Legend.module.css';
import { StudyLine } from './StudyLine.tsx';
import { useHeadRoom } from './use-head-room.ts';
import { useStudiesOf } from './use-studies-of.ts';

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
