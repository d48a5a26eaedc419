import type { PaneId, PanePlace } from '@moneytrail/chart';
import {
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconChevronDown,
  IconChevronRight,
  IconGripVertical,
} from '@tabler/icons-react';
import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { useValue } from '../../../stores/use-value.ts';
import { type RowDrag, usePlaceDrag } from '../../../ui/hooks/use-row-drag.ts';
import { useTextScale } from '../../../ui/hooks/use-text-scale.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { useStudiesOnChart } from '../preferences/preferences.ts';
import type { StudyOnChart } from '../preferences/studies-on-chart.ts';
import classes from './Legend.module.css';
import { StudyLine } from './StudyLine.tsx';

type Props = { controller: ChartController };
/** A lower pane has no room for a legend; at the usual text size. */
const LOWEST_PX = 28;
const MARGIN_PX = 3;

/** The legends of the panes below the main one; panes are put into another order by dragging them. */
export function PaneLegends({ controller }: Props) {
  const places = useValue(controller.panes).filter(({ pane }) => pane !== 'main');
  const enlarged = useValue(controller.enlarged);
  const lowestPx = LOWEST_PX * useTextScale();
  const area = useRef<HTMLDivElement>(null);
  const { drag, press, takeDrag } = usePlaceDrag({
    placeAt: (y) => {
      const topPx = area.current?.getBoundingClientRect().top;
      if (topPx === undefined) return null;
      return Math.max(
        0,
        places.findLastIndex((place) => topPx + place.topPx <= y),
      );
    },
    scroller: null,
    onMove: (from, to) => {
      const pane = places[from]?.pane;
      if (pane) controller.engine.movePane(pane, to - from);
    },
  });
  if (enlarged !== null) return null;
  const isMovable = places.length > 1;
  return (
    <>
      <div ref={area} className={classes.paneArea} />
      {drag && <PaneDrag places={places} drag={drag} />}
      {places.map(
        (place, index) =>
          (place.isFolded || place.heightPx >= lowestPx) && (
            <PaneLegend
              key={place.pane}
              place={place}
              controller={controller}
              onPress={isMovable ? (event) => press(index, event) : null}
              takeDrag={takeDrag}
            />
          ),
      )}
    </>
  );
}

/** Marks the dragged pane, and the edge at which it would stand. */
function PaneDrag({ places, drag }: { places: readonly PanePlace[]; drag: RowDrag }) {
  const from = places[drag.from];
  const to = places[drag.to];
  if (!from || !to) return null;
  const edgePx = drag.to < drag.from ? to.topPx : to.topPx + to.heightPx;
  return (
    <>
      <div className={classes.draggedPane} style={{ top: from.topPx, height: from.heightPx }} />
      {from !== to && <div className={classes.paneEdge} style={{ top: edgePx - 1 }} />}
    </>
  );
}

function useStudiesOf(pane: PaneId): StudyOnChart[] {
  const { onlyPane } = useChartScreen();
  return useStudiesOnChart().filter(
    ({ key, standsIn }) => standsIn === pane && key !== onlyPane?.hides,
  );
}

/** The legend of an enlarged pane: it stands in the main one, below the head, which may take several rows. */
export function EnlargedLegend({ controller }: Props) {
  const enlarged = useValue(controller.enlarged);
  const place = useValue(controller.panes).find(({ pane }) => pane === enlarged);
  if (!place || place.pane === 'main') return null;
  return <PaneLegend place={place} controller={controller} isEnlarged />;
}

type PaneProps = Props & {
  place: PanePlace;
  isEnlarged?: boolean;
  /** Begins a drag; null where the pane cannot be moved. */
  onPress?: ((event: PointerEvent) => void) | null;
  /** Whether the last press was a drag, whose click is none. */
  takeDrag?: () => boolean;
};

function PaneLegend(props: PaneProps) {
  const { place, controller, isEnlarged = false, onPress = null, takeDrag } = props;
  const studies = useStudiesOf(place.pane);
  const { pane, topPx, isFolded, mayFold } = place;
  const onToggle = () => controller.togglePane(pane);
  const [first] = studies;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the double click repeats the button in the pane's head, and the menu of a study moves its pane.
    <div
      className={classes.legend}
      data-pane
      data-folded={isFolded || undefined}
      data-movable={onPress !== null || undefined}
      style={isEnlarged ? undefined : { top: topPx + (isFolded ? 1 : MARGIN_PX) }}
      onDoubleClick={besideButtons(onToggle)}
      onPointerDown={onPress ?? undefined}
      onClickCapture={(event) => {
        if (takeDrag?.()) event.stopPropagation();
      }}
    >
      {onPress && (
        <span className={classes.paneHandle} data-handle="" aria-hidden="true">
          <IconGripVertical size={14} stroke={1.75} />
        </span>
      )}
      {mayFold && !isEnlarged && first && (
        <FoldButton
          name={first.name}
          isFolded={isFolded}
          onToggle={() => controller.engine.foldPane(pane, !isFolded)}
        />
      )}
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

type FoldButtonProps = { name: string; isFolded: boolean; onToggle: () => void };

/** Folds a pane to the line of its legend, or opens it. */
function FoldButton({ name, isFolded, onToggle }: FoldButtonProps) {
  const Chevron = isFolded ? IconChevronRight : IconChevronDown;
  return (
    <button
      type="button"
      className={classes.paneFold}
      aria-label={`Pane of ${name}`}
      title={isFolded ? 'Open pane' : 'Fold pane'}
      aria-expanded={!isFolded}
      onClick={onToggle}
    >
      <Chevron size={14} stroke={1.75} />
    </button>
  );
}

type EnlargeButtonProps = {
  /** Completes the label: `Maximise price`. */
  name: string;
  isEnlarged: boolean;
  onToggle: () => void;
};

/** Enlarges a pane to the whole height, or restores it; a double click on the pane's head does the same. */
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

/** Ignores double clicks on buttons, which act themselves. */
export function besideButtons(run: () => void): (event: MouseEvent) => void {
  return ({ target }) => {
    if (!(target instanceof Element && target.closest('button'))) run();
  };
}
