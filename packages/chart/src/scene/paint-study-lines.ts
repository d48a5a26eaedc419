import type { LineStyle, OutputDefinition } from '@moneytrail/indicators';
import type { PaneId } from '../chart-events.ts';
import type { ChartState } from '../engine/chart-state.ts';
import type { Frame } from '../paint/frame.ts';
import { paintStudyLine } from '../paint/study-line.ts';

/** The dashes and gaps of lines, px. */
export const DASHES: Record<LineStyle['dash'], readonly number[]> = {
  solid: [],
  dashed: [6, 4],
  dotted: [1, 3],
};
/** Short lines lie over long ones, so that both show where they coincide. */
const BACK_TO_FRONT: readonly LineStyle['dash'][] = ['dotted', 'solid', 'dashed'];

type Drawn = { output: OutputDefinition; values: Float64Array };

/** The lines that the studies of a pane draw on one of its axes. */
export function drawnOutputs(
  { studies }: ChartState,
  pane: PaneId,
  axis: 'left' | 'right',
): Drawn[] {
  return studies.shown().flatMap((study) => {
    const { definition, values } = study;
    if (study.pane !== pane || definition.axis !== axis) return [];
    return definition.outputs.flatMap((output) => {
      const drawn = values.outputs()[output.key];
      return output.isDrawn && drawn ? [{ output, values: drawn }] : [];
    });
  });
}

/** All lines of a pane's studies on one axis, long ones first. */
export function paintStudyLines(
  state: ChartState,
  frame: Frame,
  pane: PaneId,
  axis: 'left' | 'right',
): void {
  const drawn = drawnOutputs(state, pane, axis);
  for (const dash of BACK_TO_FRONT) {
    for (const { output, values } of drawn) {
      if (output.line.dash !== dash) continue;
      paintStudyLine(frame, values, {
        color: state.view.theme.studies[output.colour].line,
        widthPx: output.line.widthPx,
        opacity: output.line.opacity,
        dash: DASHES[dash],
        isLevel: output.format === 'price',
      });
    }
  }
}
