import { barClosesAtMs } from '@moneytrail/calendar';
import { countdownText } from '../axis/countdown-text.ts';
import { formatValue } from '../axis/format-value.ts';
import type { ToY } from '../axis/value-scale.ts';
import type { PaneId } from '../chart-events.ts';
import type { StudyColour } from '../chart-theme.ts';
import type { ChartState } from '../engine/chart-state.ts';
import { mergeTags, type ValueTag } from '../tags/merge-tags.ts';
import { stackTags } from '../tags/stack-tags.ts';
import { directionColors } from './direction-colors.ts';

export const TAG_LINE_PX = 18;
const SECOND_LINE_PX = 15;
const LAST_PRICE_WEIGHT = 1_000;

/** A tag with its place: where it wants to stand and where its first line's middle stands. */
export type PlacedTag = ValueTag & { middlePx: number; heightPx: number };

/** A price as the axis writes it. */
function priceText({ open, percentUnits }: ChartState, value: number): string {
  return percentUnits
    ? formatValue('signedPercent', percentUnits.toUnits(value), 0)
    : formatValue('price', value, open?.symbol.precision ?? 2);
}

/** Values are those of the last closed bar, as in the legend: of a forming one they may still change. */
function studyTags(state: ChartState, pane: PaneId, toY: ToY): ValueTag[] {
  const last = state.closed.count - 1;
  const inPane = state.studies.shown().filter((study) => study.pane === pane);
  // Values of the left axis have the right one where nothing else does.
  const axis = inPane.some(({ definition }) => definition.axis === 'right') ? 'right' : 'left';
  return inPane.flatMap(({ definition, values }) => {
    if (definition.axis !== axis) return [];
    return definition.outputs.flatMap(({ key, tag, colour, format, isDrawn }) => {
      const value = values.outputs()[key]?.[last] ?? Number.NaN;
      // Lines over the bars have a tag where they have a name; elsewhere every line shows its value.
      if (Number.isNaN(value) || !isDrawn || (pane === 'main' && tag === undefined)) return [];
      const { line: color, tagText: textColor } = state.view.theme.studies[colour];
      const text = format === 'price' ? priceText(state, value) : formatValue(format, value, 0);
      return { name: tag ?? '', text, below: '', y: toY(value), color, textColor, weight: 1 };
    });
  });
}

function lastPriceTag(state: ChartState, toY: ToY): ValueTag[] {
  const { open, bars, formingIndex } = state;
  const last = bars.at(bars.length() - 1);
  if (!open || !last) return [];
  const { color, text: textColor } = directionColors(state);
  const { hours } = open.symbol;
  const closesAtMs = barClosesAtMs(hours, open.resolution, last.time);
  const isCounted = formingIndex >= 0 && state.view.guides.hasCountdown;
  const below = isCounted ? countdownText(closesAtMs - state.now()) : '';
  const text = priceText(state, last.close);
  const y = toY(last.close);
  return [{ name: '', text, below, y, color, textColor, weight: LAST_PRICE_WEIGHT }];
}

/** A drawing with a level line, whose price stands on the axis. */
export type LevelDrawing = { price: number; colour: StudyColour };

function drawingTags(state: ChartState, drawn: readonly LevelDrawing[], toY: ToY): ValueTag[] {
  return drawn.map(({ price, colour }) => {
    const { line: color, tagText: textColor } = state.view.theme.studies[colour];
    const text = priceText(state, price);
    return { name: '', text, below: '', y: toY(price), color, textColor, weight: 1 };
  });
}

/** A named level out of sight keeps its tag at the edge beyond which it lies, with an arrow that way. */
function keptAtEdge(tag: ValueTag, heightPx: number): ValueTag[] {
  if (tag.y >= 0 && tag.y <= heightPx) return [tag];
  if (!tag.name) return [];
  const isAbove = tag.y < 0;
  return [{ ...tag, name: `${isAbove ? '↑' : '↓'} ${tag.name}`, y: isAbove ? 0 : heightPx }];
}

/** The tags at a pane's right edge, those of studies merged, all stacked; those of unnamed values out of sight are left out. */
export function placeTags(
  state: ChartState,
  pane: PaneId,
  toY: ToY,
  heightPx: number,
  drawn: readonly LevelDrawing[] = [],
): PlacedTag[] {
  const lastPrice = pane === 'main' ? lastPriceTag(state, toY) : [];
  const studies = mergeTags(studyTags(state, pane, toY));
  const compared = pane === 'main' ? (state.compared?.tags(toY) ?? []) : [];
  const all = [...lastPrice, ...studies, ...compared, ...drawingTags(state, drawn, toY)];
  const tags = all.sort((a, b) => a.y - b.y).flatMap((tag) => keptAtEdge(tag, heightPx));
  const wanted = tags.map(({ y, below, weight }) => {
    const extra = below ? SECOND_LINE_PX : 0;
    return { y: y + extra / 2, heightPx: TAG_LINE_PX + extra, weight };
  });
  const middles = stackTags(wanted, { top: 0, bottom: heightPx });
  return tags.map((tag, i) => {
    const height = wanted[i]?.heightPx ?? TAG_LINE_PX;
    const top = (middles[i] ?? tag.y) - height / 2;
    return { ...tag, heightPx: height, middlePx: Math.round(top) + TAG_LINE_PX / 2 };
  });
}
