import type { PaneId } from '../chart-events.ts';
import { distanceToSegment, type Place } from '../drawings/shapes.ts';
import { at, type Frame } from '../paint/frame.ts';
import type { ChartState } from '../state/chart-state.ts';
import { linesOf, strokesOf } from './drawn-lines.ts';
import { deploymentUnit } from './pane-extent.ts';

/** Distance that still counts as on a line, px. */
const REACH_PX = 6;

type LineFrame = Pick<
  Frame,
  'from' | 'to' | 'barSpacePx' | 'widthPx' | 'xOf' | 'toY' | 'formingIndex'
>;

function passes(
  values: Float64Array,
  { from, barSpacePx, xOf, toY }: LineFrame,
  { place, perUnit }: { place: Place; perUnit: number },
): boolean {
  const indexAt = (x: number) => from + (x - xOf(from)) / barSpacePx;
  const placeOf = (index: number) => ({ x: xOf(index), y: toY(at(values, index) / perUnit) });
  const last = Math.ceil(indexAt(place.x + REACH_PX));
  for (let index = Math.max(0, Math.floor(indexAt(place.x - REACH_PX))); index < last; index++) {
    if (distanceToSegment(place, placeOf(index), placeOf(index + 1)) <= REACH_PX) return true;
  }
  return false;
}

/** Key of the study of a pane whose line passes a place in the pane; the topmost one, null where there is none. */
export function studyAt(
  state: Pick<ChartState, 'studies'>,
  frame: LineFrame,
  pane: PaneId,
  place: Place,
): string | null {
  const unit = deploymentUnit(state, pane);
  const studies = state.studies.shown().filter((study) => study.pane === pane);
  const found = studies.findLast((study) => {
    const perUnit = study.definition.axis === 'left' ? unit : 1;
    return linesOf(study)
      .flatMap((line) => strokesOf(line, frame))
      .some((stroke) => passes(stroke.values, stroke.frame, { place, perUnit }));
  });
  return found?.key ?? null;
}
