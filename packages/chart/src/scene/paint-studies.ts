import type { LineStyle, OutputDefinition } from '@moneytrail/indicators';
import { formatValue } from '../axis/format-value.ts';
import { valueTicks } from '../axis/value-ticks.ts';
import type { PaneId } from '../chart-events.ts';
import type { ChartState } from '../engine/chart-state.ts';
import { paintAroundLevel } from '../paint/fills.ts';
import type { Frame } from '../paint/frame.ts';
import { paintLevel } from '../paint/rules.ts';
import { paintStudyLine } from '../paint/study-line.ts';
import { paintMissing } from './paint-not-loaded.ts';
import { deploymentUnit } from './pane-extent.ts';

const DASHES: Record<LineStyle['dash'], readonly number[]> = {
  solid: [],
  dashed: [6, 4],
  dotted: [1, 3],
};
/** Short lines lie over long ones, so that both show where they coincide. */
const BACK_TO_FRONT: readonly LineStyle['dash'][] = ['dotted', 'solid', 'dashed'];
const LEFT_LABEL_PX = 6;
/** Half the height of a label. */
const LABEL_PX = 7;

type Drawn = { output: OutputDefinition; values: Float64Array };

function drawnOutputs({ studies }: ChartState, pane: PaneId, axis: 'left' | 'right'): Drawn[] {
  return studies.shown().flatMap(({ definition, values }) => {
    if (definition.pane !== pane || definition.axis !== axis) return [];
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

/** A text inside the pane. A rim in the ground's colour keeps it readable where a line passes. */
function paintRimmedText(
  { theme, font }: ChartState['view'],
  ctx: CanvasRenderingContext2D,
  label: { text: string; x: number; y: number; align: 'left' | 'right'; color: string },
): void {
  ctx.font = `400 12px ${font}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = label.align;
  ctx.fillStyle = label.color;
  ctx.strokeStyle = theme.background;
  ctx.lineWidth = 3;
  ctx.lineJoin = 'round';
  ctx.strokeText(label.text, label.x, label.y);
  ctx.fillText(label.text, label.x, label.y);
}

/** Labels of the deployment axis, inside the pane at its left, below the legend. */
function paintLeftLabels(
  { view, studies }: ChartState,
  frame: Frame,
  span: { from: number; to: number },
) {
  const { ctx, heightPx, toY } = frame;
  const line = studies.shown().find(({ definition }) => definition.id === 'deployment');
  const colour = line?.definition.outputs[0]?.colour ?? 'deployment';
  const color = view.theme.studies[colour].line;
  const ticks = valueTicks({
    ...span,
    heightPx,
    minGapPx: 26,
    minStep: 1,
    isLog: false,
    toY,
  });
  for (const { value, y } of ticks) {
    if (y - LABEL_PX < view.headRoomPx.longShort) continue;
    const text = formatValue('signedInteger', value, 0);
    paintRimmedText(view, ctx, { text, x: LEFT_LABEL_PX, y, align: 'left', color });
  }
}

/** The line of an input, labelled at its right end: above it (`side` −1) or below. */
function paintZone(
  { view }: ChartState,
  frame: Frame,
  { name, value, side }: { name: string; value: number; side: -1 | 1 },
): void {
  const { ctx, widthPx, heightPx, toY } = frame;
  const y = toY(value);
  paintLevel(frame, y, view.theme.zoneLine);
  const middle = Math.max(LABEL_PX, Math.min(heightPx - LABEL_PX, y + side * (LABEL_PX + 1)));
  paintRimmedText(view, ctx, {
    text: `${name} ${formatValue('signedInteger', value, 0)}`,
    x: widthPx - LEFT_LABEL_PX,
    y: middle,
    align: 'right',
    color: view.theme.textDim,
  });
}

/** Percentage around its zero line, deployment in its own unit, and the lines of long and short input. */
function paintLongShort(state: ChartState, frame: Frame, span: { from: number; to: number }): void {
  const { theme } = state.view;
  const zeroPx = Math.round(frame.toY(0));
  const percentage = drawnOutputs(state, 'longShort', 'right')[0];
  const fill = state.studies
    .shown()
    .flatMap(({ definition }) => definition.fills)
    .find(({ lower }) => lower === 'zero');
  if (percentage && fill) {
    const look = { above: theme.candleUp, below: theme.candleDown, opacity: fill.opacity };
    paintAroundLevel(frame, percentage.values, zeroPx, look);
  }
  const unit = deploymentUnit(state);
  const deploymentFrame = { ...frame, toY: (value: number) => frame.toY(value / unit) };
  const deployment = state.studies.shown().find(({ definition }) => definition.id === 'deployment');
  if (deployment) {
    const { longInput, shortInput } = deployment.inputs;
    paintZone(state, deploymentFrame, { name: 'Long', value: longInput, side: -1 });
    paintZone(state, deploymentFrame, { name: 'Short', value: shortInput, side: 1 });
  }
  paintStudyLines(state, frame, 'longShort', 'right');
  paintStudyLines(state, deploymentFrame, 'longShort', 'left');
  if (deployment && percentage) {
    const deploymentSpan = { from: span.from * unit, to: span.to * unit };
    paintLeftLabels(state, deploymentFrame, deploymentSpan);
  }
}

/** A study pane; `span` is what its axis reaches from and to. */
export function paintStudyPane(
  state: ChartState,
  frame: Frame,
  pane: PaneId,
  span: { from: number; to: number },
): void {
  if (state.bars.length() === 0) return;
  paintMissing(state, frame, false);
  if (pane === 'longShort') paintLongShort(state, frame, span);
  else paintStudyLines(state, frame, pane, 'right');
}
