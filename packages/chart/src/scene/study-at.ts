import type { PaneId } from '../chart-events.ts';
import { distanceToSegment, type Place } from '../drawings/shapes.ts';
import { at, type Frame } from '../paint/frame.ts';
import type { ChartState } from '../state/chart-state.ts';
import { deploymentUnit } from './pane-extent.ts';

/** Distance that still counts as on a line, px. */
const REACH_PX = 6;

type LineFrame = Pick<Frame, 'from' | 'barSpacePx' | 'xOf' | 'toY'>;

/** Key of the study of a pane whose line passes a place in the pane; the topmost one, null where there is none. */
export function studyAt(
  state: Pick<ChartState, 'studies'>,
  { from, barSpacePx, xOf, toY }: LineFrame,
  pane: PaneId,
  place: Place,
): string | null {
  const unit = deploymentUnit(state, pane);
  const indexAt = (x: number) => from + (x - xOf(from)) / barSpacePx;
  const first = Math.max(0, Math.floor(indexAt(place.x - REACH_PX)));
  const last = Math.ceil(indexAt(place.x + REACH_PX));
  const passes = (values: Float64Array, perUnit: number): boolean => {
    const placeOf = (index: number) => ({ x: xOf(index), y: toY(at(values, index) / perUnit) });
    for (let index = first; index < last; index++) {
      if (distanceToSegment(place, placeOf(index), placeOf(index + 1)) <= REACH_PX) return true;
    }
    return false;
  };
  const studies = state.studies.shown().filter((study) => study.pane === pane);
  const found = studies.findLast(({ definition, values }) => {
    const perUnit = definition.axis === 'left' ? unit : 1;
    return definition.outputs.some(({ key, isDrawn }) => {
      const drawn = values.outputs()[key];
      return isDrawn && drawn !== undefined && passes(drawn, perUnit);
    });
  });
  return found?.key ?? null;
}
