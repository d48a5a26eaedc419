import type { PaneId, StudyLine } from '../chart-events.ts';
import { distanceToSegment, type Place } from '../drawings/shapes.ts';
import { at, type Frame } from '../paint/frame.ts';
import type { Legs } from '../paint/swings.ts';
import type { ChartState } from '../state/chart-state.ts';
import { linesOf, placeOfValues, type Stroke, strokesOf } from './drawn-lines.ts';
import { latePainters } from './late-painters.ts';
import { deploymentUnit } from './pane-extent.ts';

/** Distance that still counts as on a line, px. */
const REACH_PX = 6;

type LineFrame = Pick<
  Frame,
  'from' | 'to' | 'barSpacePx' | 'widthPx' | 'xOf' | 'toY' | 'formingIndex'
>;

function passes(
  { values, frame: { from, barSpacePx, xOf, toY } }: Stroke<LineFrame>,
  { place, perUnit }: { place: Place; perUnit: number },
): boolean {
  const indexAt = (x: number) => from + (x - xOf(from)) / barSpacePx;
  const placeOf = (index: number) => ({ x: xOf(index), y: toY(at(values, index) / perUnit) });
  const last = Math.ceil(indexAt(place.x + REACH_PX));
  const first = Math.max(0, Math.floor(indexAt(place.x - REACH_PX)));
  for (let index = first; index < last; index++) {
    const [here, next] = [placeOf(index), placeOf(index + 1)];
    // A mark stands alone.
    const end = Number.isNaN(next.y) ? here : next;
    if (distanceToSegment(place, here, end) <= REACH_PX) return true;
  }
  return false;
}

function passesLegs(legs: Legs, frame: LineFrame, place: Place): boolean {
  const points = latePainters()?.legsInView(legs, frame) ?? [];
  const places = points.map(({ index, value }) => {
    return { x: frame.xOf(index), y: frame.toY(value) };
  });
  return places.some((end, at) => {
    const start = places[at - 1];
    return start !== undefined && distanceToSegment(place, start, end) <= REACH_PX;
  });
}

/** The line of a study of a pane that passes a place in the pane; the topmost one, null where there is none. */
export function studyAt(
  state: Pick<ChartState, 'studies' | 'compared'>,
  paneFrame: LineFrame,
  pane: PaneId,
  place: Place,
): StudyLine | null {
  const unit = deploymentUnit(state, pane);
  const studies = state.studies.shown().filter((study) => study.pane === pane);
  for (const study of studies.toReversed()) {
    const perUnit = study.definition.axis === 'left' ? unit : 1;
    const found = linesOf(study).findLast((line) => {
      const frame = { ...paneFrame, toY: placeOfValues(state, line, paneFrame.toY) };
      return line.legs
        ? passesLegs(line.legs, frame, place)
        : strokesOf(line, frame).some((stroke) => passes(stroke, { place, perUnit }));
    });
    if (found) return { key: study.key, output: found.output.key };
  }
  return null;
}
