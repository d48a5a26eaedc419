import { CHART_INTERVAL, INTERVAL_INPUT, type OutputDefinition } from '@moneytrail/indicators';
import type { ToY } from '../axis/value-scale.ts';
import type { PaneId } from '../chart-events.ts';
import type { Frame } from '../paint/frame.ts';
import type { Legs } from '../paint/swings.ts';
import type { ChartState } from '../state/chart-state.ts';

/** Values that are drawn a number of bars later than they are computed. */
type Ahead = { values: Float64Array; bars: number };

/** A line of a study with the bars by which it is drawn later, or earlier if negative. */
export type DrawnOutput = {
  output: OutputDefinition;
  values: Float64Array;
  displacement: number;
  /** The values with which it goes on beyond the newest bar; null for most lines. */
  ahead: Ahead | null;
  /** The points of the shape `legs`, which are drawn elsewhere than their values; null for others. */
  legs: Legs | null;
  /** Values over the prices that are prices of another instrument; null for those in the units of the axis. */
  instrument: string | null;
};

type ShownStudy = ReturnType<ChartState['studies']['shown']>[number];

/** Bars in view; `roomBars` more fit between the newest one and the right edge. */
export type DrawnSpan = { from: number; to: number; roomBars?: number };

/** The lines that a study draws. Displaced ones need the interval of the chart, whose bars they count. */
export function linesOf({
  definition,
  pane,
  inputs,
  values,
  instrument,
}: ShownStudy): DrawnOutput[] {
  const isOfChart = (inputs[INTERVAL_INPUT] ?? CHART_INTERVAL) === CHART_INTERVAL;
  const all = values.outputs();
  return definition.outputs.flatMap((output) => {
    const drawn = all[output.key];
    const { ahead } = output;
    if (!output.isDrawn || !drawn || (output.displacement && !isOfChart)) return [];
    const next = ahead && isOfChart ? all[ahead.output] : undefined;
    return [
      {
        output,
        values: drawn,
        displacement: output.displacement?.(inputs) ?? 0,
        ahead: ahead && next ? { values: next, bars: ahead.bars(inputs) } : null,
        legs: legsOf(output, all),
        instrument: pane === 'main' ? instrument : null,
      },
    ];
  });
}

/** The place of a value of a line: prices of another instrument stand where they are in percent of its own base. */
export function placeOfValues(
  { compared }: Pick<ChartState, 'compared'>,
  { instrument }: Pick<DrawnOutput, 'instrument'>,
  toY: ToY,
): ToY {
  if (instrument === null) return toY;
  return compared?.placeOf(instrument, toY) ?? (() => Number.NaN);
}

function legsOf({ key, legs }: OutputDefinition, all: Readonly<Record<string, Float64Array>>) {
  const points = all[key];
  const [back, tip, tipBack] = [
    all[legs?.back ?? ''],
    all[legs?.tip ?? ''],
    all[legs?.tipBack ?? ''],
  ];
  return points && back && tip && tipBack ? { points, back, tip, tipBack } : null;
}

/** The lines that the studies of a pane draw on one of its axes. */
export function drawnOutputs(
  { studies }: Pick<ChartState, 'studies'>,
  pane: PaneId,
  axis: 'left' | 'right',
): DrawnOutput[] {
  return studies
    .shown()
    .flatMap((study) =>
      study.pane === pane && study.definition.axis === axis ? linesOf(study) : [],
    );
}

/** The bars whose values of a displaced line are in view. */
export function displacedSpan({ from, to, roomBars = 0 }: DrawnSpan, displacement: number) {
  const end = displacement > 0 ? to + roomBars : to;
  return { from: from - displacement, to: end - displacement };
}

/** First and end of the values that are in view beyond the newest bar. */
export function rangeAhead(
  { values, bars }: Ahead,
  { to, roomBars = 0 }: DrawnSpan,
): [from: number, to: number] {
  const first = values.length - bars;
  return [first, to < values.length ? first : first + Math.min(bars, roomBars)];
}

type LineFrame = Pick<Frame, 'from' | 'to' | 'barSpacePx' | 'widthPx' | 'xOf' | 'formingIndex'>;

/** Values with the frame in which each has its place. */
export type Stroke<Line extends LineFrame> = { values: Float64Array; frame: Line };

/** A line over the bars in view and, where it has one, its continuation beyond the newest bar. */
export function strokesOf<Line extends LineFrame>(
  { values, displacement, ahead }: Pick<DrawnOutput, 'values' | 'displacement' | 'ahead'>,
  frame: Line,
): Stroke<Line>[] {
  const over = { values, frame: displaced(frame, displacement) };
  if (!ahead) return [over];
  // It begins with the value drawn at the newest bar, so that it joins the line.
  const start = Math.max(0, ahead.values.length - 1 - ahead.bars);
  const beyond = displaced(frame, start + ahead.bars);
  const formingIndex = frame.formingIndex < 0 ? -1 : frame.formingIndex - start;
  const next = { ...beyond, from: Math.max(0, beyond.from), formingIndex };
  return [over, { values: ahead.values.subarray(start), frame: next }];
}

function displaced<Line extends LineFrame>(frame: Line, bars: number): Line {
  if (bars === 0) return frame;
  const { from, to, barSpacePx, widthPx, xOf } = frame;
  const roomBars = Math.ceil((widthPx - xOf(to - 1)) / barSpacePx);
  const span = displacedSpan({ from, to, roomBars }, bars);
  return { ...frame, ...span, xOf: (index: number) => xOf(index + bars) };
}
