import { DEFAULT_INPUTS, type LineStyle } from '@moneytrail/indicators';
import { formatValue } from '../axis/format-value.ts';
import { valueTicks } from '../axis/value-ticks.ts';
import type { PaneId } from '../chart-events.ts';
import { paintColumns, paintDots } from '../paint/columns.ts';
import type { Frame } from '../paint/frame.ts';
import { DASHES, paintAroundLevel, paintBand, paintLevel, paintStudyLine } from '../paint/lines.ts';
import { canvasFont } from '../paint/text-size.ts';
import type { ChartState } from '../state/chart-state.ts';
import { paneKind } from '../studies/study-places.ts';
import {
  type DrawnOutput,
  drawnOutputs,
  linesOf,
  placeOfValues,
  strokesOf,
} from './drawn-lines.ts';
import { latePainters } from './late-painters.ts';
import { paintNotLoadedSpans } from './not-loaded.ts';
import { deploymentUnit } from './pane-extent.ts';

/** Short lines lie over long ones, so that both show where they coincide. */
const BACK_TO_FRONT: readonly LineStyle['dash'][] = ['dotted', 'solid', 'dashed'];
const LABEL_MARGIN_PX = 6;
/** At the usual text size. */
const LABEL_HALF_PX = 7;
const HEAD_PX = 24;

/** One line of the page's legend at the top of a study pane, px: curves and labels stay below it. */
export function studyHeadPx({ view }: Pick<ChartState, 'view'>): number {
  return HEAD_PX * view.textScale;
}

type Span = { from: number; to: number };

/** All lines of a pane's studies on one axis, long ones first. */
export function paintStudyLines(
  state: ChartState,
  frame: Frame,
  pane: PaneId,
  axis: 'left' | 'right',
): void {
  const drawn = drawnOutputs(state, pane, axis);
  const { candleUp: up, candleDown: down } = state.view.theme;
  for (const line of drawn) {
    if (line.output.shape === 'columns') paintColumns(frame, line.values, { up, down });
  }
  for (const dash of BACK_TO_FRONT) {
    for (const line of drawn) {
      if (line.output.line.dash === dash && line.output.shape !== 'columns')
        paintLine(state, frame, line);
    }
  }
}

/** A line in its shape, at its places. */
function paintLine(state: ChartState, paneFrame: Frame, line: DrawnOutput): void {
  const { view } = state;
  const frame = { ...paneFrame, toY: placeOfValues(state, line, paneFrame.toY) };
  const { colour, line: style, shape, format } = line.output;
  const color = view.theme.studies[colour].line;
  const look = { color, widthPx: style.widthPx, opacity: style.opacity, dash: DASHES[style.dash] };
  if (line.legs) {
    latePainters()?.paintLegs(frame, line.legs, look);
    return;
  }
  for (const { values, frame: place } of strokesOf(line, frame)) {
    if (shape === 'dots') paintDots(place, values, look);
    else if (shape === 'peaks' || shape === 'troughs') {
      const peaks = { color, side: shape, laterBars: -line.displacement };
      latePainters()?.paintPeaks(place, values, peaks);
    } else paintStudyLine(place, values, { ...look, isLevel: format === 'price' });
  }
}

/** A text inside the pane. A rim in the background colour keeps it readable over lines. */
function paintRimmedText(
  view: ChartState['view'],
  ctx: CanvasRenderingContext2D,
  label: { text: string; x: number; y: number; align: 'left' | 'right'; color: string },
): void {
  ctx.font = canvasFont(view, 400);
  ctx.textBaseline = 'middle';
  ctx.textAlign = label.align;
  ctx.fillStyle = label.color;
  ctx.strokeStyle = view.theme.background;
  ctx.lineWidth = 3;
  ctx.lineJoin = 'round';
  ctx.strokeText(label.text, label.x, label.y);
  ctx.fillText(label.text, label.x, label.y);
}

/** The pane's first deployment study, which the left labels and the lines of both inputs belong to. */
function deploymentIn(studies: ChartState['studies'], pane: PaneId) {
  return studies
    .shown()
    .find((study) => study.pane === pane && study.definition.id === 'deployment');
}

/** Labels of the deployment axis, inside the pane at its left, below the legend. */
function paintLeftLabels(
  state: ChartState,
  frame: Frame,
  { pane, span }: { pane: PaneId; span: Span },
): void {
  const { ctx, heightPx, toY } = frame;
  const { view, studies } = state;
  const { textScale } = view;
  const colour = deploymentIn(studies, pane)?.definition.outputs[0]?.colour ?? 'deployment';
  const color = view.theme.studies[colour].line;
  const axis = { ...span, heightPx, minStep: 1, textScale, isLog: false, toY };
  for (const { value, y } of valueTicks(axis)) {
    if (y - LABEL_HALF_PX * textScale < studyHeadPx(state)) continue;
    const text = formatValue('signedInteger', value, 0);
    paintRimmedText(view, ctx, { text, x: LABEL_MARGIN_PX, y, align: 'left', color });
  }
}

/** The line of an input, labelled at its right end: above it (`side` −1) or below. */
function paintInputLine(
  { view }: ChartState,
  frame: Frame,
  { name, value, side }: { name: string; value: number; side: -1 | 1 },
): void {
  const { ctx, widthPx, heightPx, toY } = frame;
  const y = toY(value);
  const halfPx = LABEL_HALF_PX * view.textScale;
  paintLevel(frame, y, view.theme.zoneLine);
  const besideLine = y + side * (halfPx + 1);
  paintRimmedText(view, ctx, {
    text: `${name} ${formatValue('signedInteger', value, 0)}`,
    x: widthPx - LABEL_MARGIN_PX,
    y: Math.max(halfPx, Math.min(heightPx - halfPx, besideLine)),
    align: 'right',
    color: view.theme.textDim,
  });
}

/** The percentage around its zero line, deployment in its own unit, and the lines of the long and short inputs. */
function paintLongShort(state: ChartState, frame: Frame, pane: PaneId, span: Span): void {
  const { theme } = state.view;
  const percentage = drawnOutputs(state, pane, 'right')[0];
  const fill = state.studies
    .shown()
    .flatMap((study) => (study.pane === pane ? study.definition.fills : []))
    .find(({ lower }) => lower === 'zero');
  if (percentage && fill) {
    const look = { above: theme.candleUp, below: theme.candleDown, opacity: fill.opacity };
    paintAroundLevel(frame, percentage.values, Math.round(frame.toY(0)), look);
  }
  const unit = deploymentUnit(state, pane);
  const deploymentFrame = { ...frame, toY: (value: number) => frame.toY(value / unit) };
  const deployment = deploymentIn(state.studies, pane);
  if (deployment) {
    const { longInput, shortInput } = { ...DEFAULT_INPUTS, ...deployment.inputs };
    paintInputLine(state, deploymentFrame, { name: 'Long', value: longInput, side: -1 });
    paintInputLine(state, deploymentFrame, { name: 'Short', value: shortInput, side: 1 });
  }
  paintStudyLines(state, frame, pane, 'right');
  paintStudyLines(state, deploymentFrame, pane, 'left');
  if (deployment && percentage) {
    const deploymentSpan = { from: span.from * unit, to: span.to * unit };
    paintLeftLabels(state, deploymentFrame, { pane, span: deploymentSpan });
  }
}

/** The areas between lines of a pane's studies, behind the lines. */
export function paintStudyBands(state: ChartState, paneFrame: Frame, pane: PaneId): void {
  const { view, studies } = state;
  for (const study of studies.shown()) {
    if (study.pane !== pane) continue;
    const lines = linesOf(study);
    for (const { upper, lower, colour, opacity } of study.definition.fills) {
      const [high, low] = [upper, lower].map((key) =>
        lines.find(({ output }) => output.key === key),
      );
      if (!high || !low) continue;
      const frame = { ...paneFrame, toY: placeOfValues(state, high, paneFrame.toY) };
      const color = view.theme.studies[colour].line;
      const edges = strokesOf(low, frame);
      for (const [at, { values, frame: place }] of strokesOf(high, frame).entries()) {
        const edge = edges[at]?.values;
        if (edge) paintBand(place, values, edge, { color, opacity });
      }
    }
  }
}

/** The customary levels of a pane's studies, such as 30 and 70. */
function paintStudyLevels({ view, studies }: ChartState, frame: Frame, pane: PaneId): void {
  const ofPane = studies.shown().filter((study) => study.pane === pane);
  const levels = new Set(ofPane.flatMap(({ definition }) => definition.levels ?? []));
  for (const level of levels) paintLevel(frame, frame.toY(level), view.theme.zoneLine);
}

/** A study pane whose axis covers `span`. */
export function paintStudyPane(state: ChartState, frame: Frame, pane: PaneId, span: Span): void {
  if (state.bars.length() === 0) return;
  paintNotLoadedSpans(state, frame, false);
  if (paneKind(pane) === 'longShort') paintLongShort(state, frame, pane, span);
  else {
    paintStudyBands(state, frame, pane);
    paintStudyLevels(state, frame, pane);
    paintStudyLines(state, frame, pane, 'right');
  }
}
