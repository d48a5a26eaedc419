import { formatValue } from '../axis/format-value.ts';
import { valueTicks } from '../axis/value-ticks.ts';
import type { PaneId } from '../chart-events.ts';
import { type ChartState, headRoomPx } from '../engine/chart-state.ts';
import { paintAroundLevel } from '../paint/fills.ts';
import type { Frame } from '../paint/frame.ts';
import { paintLevel } from '../paint/rules.ts';
import { drawnOutputs, paintStudyLines } from './paint-study-lines.ts';
import { deploymentUnit } from './pane-extent.ts';

const LEFT_LABEL_PX = 6;
/** Half the height of a label. */
const LABEL_PX = 7;

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

/** The first deployment of a pane: the left labels and the lines of long and short are its. */
function deploymentIn(studies: ChartState['studies'], pane: PaneId) {
  return studies
    .shown()
    .find((study) => study.pane === pane && study.definition.id === 'deployment');
}

/** Labels of the deployment axis, inside the pane at its left, below the legend. */
function paintLeftLabels(
  { view, studies }: ChartState,
  frame: Frame,
  { pane, span }: { pane: PaneId; span: { from: number; to: number } },
) {
  const { ctx, heightPx, toY } = frame;
  const colour = deploymentIn(studies, pane)?.definition.outputs[0]?.colour ?? 'deployment';
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
    if (y - LABEL_PX < headRoomPx({ view }, pane)) continue;
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
export function paintLongShort(
  state: ChartState,
  frame: Frame,
  pane: PaneId,
  span: { from: number; to: number },
): void {
  const { theme } = state.view;
  const zeroPx = Math.round(frame.toY(0));
  const percentage = drawnOutputs(state, pane, 'right')[0];
  const fill = state.studies
    .shown()
    .flatMap((study) => (study.pane === pane ? study.definition.fills : []))
    .find(({ lower }) => lower === 'zero');
  if (percentage && fill) {
    const look = { above: theme.candleUp, below: theme.candleDown, opacity: fill.opacity };
    paintAroundLevel(frame, percentage.values, zeroPx, look);
  }
  const unit = deploymentUnit(state, pane);
  const deploymentFrame = { ...frame, toY: (value: number) => frame.toY(value / unit) };
  const deployment = deploymentIn(state.studies, pane);
  if (deployment) {
    const { longInput, shortInput } = deployment.inputs;
    paintZone(state, deploymentFrame, { name: 'Long', value: longInput, side: -1 });
    paintZone(state, deploymentFrame, { name: 'Short', value: shortInput, side: 1 });
  }
  paintStudyLines(state, frame, pane, 'right');
  paintStudyLines(state, deploymentFrame, pane, 'left');
  if (deployment && percentage) {
    const deploymentSpan = { from: span.from * unit, to: span.to * unit };
    paintLeftLabels(state, deploymentFrame, { pane, span: deploymentSpan });
  }
}
