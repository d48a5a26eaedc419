import { barClosesAtMs } from '@moneytrail/calendar';
import { countdownText } from '../axis/durations.ts';
import { formatValue } from '../axis/format-value.ts';
import type { ToY } from '../axis/value-scale.ts';
import type { PaneId, PointedTag } from '../chart-events.ts';
import { canvasFont, NAMED_TAGS_PX } from '../paint/text-size.ts';
import {
  type ChartState,
  decimalsOf,
  directionColors,
  newestBar,
  type ValueTag,
} from '../state/chart-state.ts';
import { stackTags } from './stack-tags.ts';

/** Heights at the usual text size. */
const TAG_LINE_PX = 18;
const SECOND_LINE_PX = 15;
const LAST_PRICE_WEIGHT = 1_000;
const RADIUS_PX = 3;
const PADDING_PX = 5;
const AXIS_MARGIN_PX = 7;
const BESIDE_AXIS_PX = 1;
/** A short tick at the height of a value, as its tag may have been moved. */
const TICK_PX = 6;
/** Half the height of a label's digits at the usual text size. */
const LABEL_HALF_PX = 6;
/** Half the height of a label with the tails of its commas. */
const COMMA_HALF_PX = 8;

/** A tag with the middle of its first line after stacking. */
export type PlacedTag = ValueTag & { middlePx: number; heightPx: number };

function heightsOf({ view: { textScale } }: Pick<ChartState, 'view'>) {
  return { linePx: TAG_LINE_PX * textScale, secondLinePx: SECOND_LINE_PX * textScale };
}

/** A price as the axis writes it. */
function priceText({ open, percent }: ChartState, price: number): string {
  return percent
    ? formatValue('signedPercent', percent.toPercent(price), 0)
    : formatValue('price', price, open?.symbol.precision ?? 2);
}

/**
 * Values of the last closed bar, as in the legend: those of a forming one can still change. None away from the newest bars,
 * whose values are not known.
 */
function studyTags(state: ChartState, pane: PaneId, toY: ToY): ValueTag[] {
  if (state.bars.isAway()) return [];
  const last = state.closed.count - 1;
  const inPane = state.studies.shown().filter((study) => study.pane === pane);
  // Values of the left axis use the right one while nothing else does.
  const axis = inPane.some(({ definition }) => definition.axis === 'right') ? 'right' : 'left';
  return inPane.flatMap(({ definition, values, instrument }) => {
    if (definition.axis !== axis) return [];
    return definition.outputs.flatMap(
      ({ key, tag, colour, shape, format, isDrawn }): ValueTag[] => {
        const value = values.outputs()[key]?.[last] ?? Number.NaN;
        // Lines over the bars need a name for a tag; in other panes every line has one, columns have none.
        const isTagged =
          isDrawn &&
          shape !== 'columns' &&
          (pane !== 'main' || (tag !== undefined && instrument === null));
        if (Number.isNaN(value) || !isTagged) return [];
        const { line: color, tagText: textColor } = state.view.theme.studies[colour];
        const decimals = decimalsOf(state, instrument);
        const text =
          pane === 'main' ? priceText(state, value) : formatValue(format, value, decimals);
        const lines = [{ study: definition.id, output: key }];
        return [
          { name: tag ?? '', text, below: '', y: toY(value), color, textColor, weight: 1, lines },
        ];
      },
    );
  });
}

function lastPriceTag(state: ChartState, toY: ToY): ValueTag[] {
  const { open, formingIndex } = state;
  const last = newestBar(state);
  if (!open || !last) return [];
  const { color, text: textColor } = directionColors(state);
  const closesAtMs = barClosesAtMs(open.symbol.hours, open.resolution, last.time);
  const isCounted = formingIndex >= 0 && state.view.guides.hasCountdown;
  const below = isCounted ? countdownText(closesAtMs - state.now()) : '';
  const text = priceText(state, last.close);
  const y = toY(last.close);
  return [{ name: '', text, below, y, color, textColor, weight: LAST_PRICE_WEIGHT, lines: [] }];
}

/** The tag of a level line that stands for no study. */
export type LevelTag = { price: number; color: string; textColor: string };

function levelTags(state: ChartState, levels: readonly LevelTag[], toY: ToY): ValueTag[] {
  return levels.map(({ price, color, textColor }) => {
    const text = priceText(state, price);
    return { name: '', text, below: '', y: toY(price), color, textColor, weight: 1, lines: [] };
  });
}

/** Tags of equal text as one: names joined in the given order, the first one's colour, top to bottom. */
export function mergeTags(tags: readonly ValueTag[]): ValueTag[] {
  const byText = new Map<string, ValueTag>();
  for (const tag of tags) {
    const same = byText.get(tag.text);
    const name = same ? [same.name, tag.name].filter((one) => one !== '').join(' + ') : tag.name;
    const weight = same ? same.weight + tag.weight : tag.weight;
    const lines = [...(same?.lines ?? []), ...tag.lines];
    byText.set(tag.text, { ...(same ?? tag), name, weight, lines });
  }
  return [...byText.values()].sort((a, b) => a.y - b.y);
}

/** A named level out of view keeps a tag at the nearer edge, with an arrow towards it. */
function keptAtEdge(tag: ValueTag, heightPx: number): ValueTag[] {
  if (tag.y >= 0 && tag.y <= heightPx) return [tag];
  if (!tag.name) return [];
  const isAbove = tag.y < 0;
  return [{ ...tag, name: `${isAbove ? '↑' : '↓'} ${tag.name}`, y: isAbove ? 0 : heightPx }];
}

/** The tags at a pane's right edge, merged and stacked; unnamed values out of view have none. */
export function placeTags(
  state: ChartState,
  pane: PaneId,
  toY: ToY,
  { width: widthPx, height: heightPx }: { width: number; height: number },
  levels: readonly LevelTag[] = [],
): PlacedTag[] {
  const { linePx, secondLinePx } = heightsOf(state);
  const isMain = pane === 'main';
  const hasLevels = !isMain || state.view.guides.hasTags;
  const all = [
    ...(isMain ? lastPriceTag(state, toY) : []),
    ...(hasLevels ? mergeTags(studyTags(state, pane, toY)) : []),
    ...(isMain ? (state.compared?.tags(toY) ?? []) : []),
    ...levelTags(state, levels, toY),
  ];
  const tags = all.sort((a, b) => a.y - b.y).flatMap((tag) => keptAtEdge(tag, heightPx));
  const wanted = tags.map(({ y, below, weight }) => {
    const extra = below ? secondLinePx : 0;
    return { y: y + extra / 2, heightPx: linePx + extra, weight };
  });
  const middles = stackTags(wanted, { top: 0, bottom: heightPx });
  return tags.map((tag, i) => {
    const height = wanted[i]?.heightPx ?? linePx;
    const top = (middles[i] ?? tag.y) - height / 2;
    const name = widthPx < NAMED_TAGS_PX ? tag.name.replace(/[^↑↓]/g, '') : tag.name;
    return { ...tag, name, heightPx: height, middlePx: Math.round(top) + linePx / 2 };
  });
}

type TextLine = { text: string; x: number; y: number; color: string; font: string };

function paintTagText(ctx: CanvasRenderingContext2D, line: TextLine): void {
  ctx.font = line.font;
  ctx.fillStyle = line.color;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.fillText(line.text, line.x, line.y + 0.5);
}

/** A box with round corners on one side, so that a name and a value side by side make one tag. */
function paintTagBox(
  ctx: CanvasRenderingContext2D,
  box: { x: number; y: number; widthPx: number; heightPx: number },
  look: { color: string; roundSide: 'left' | 'right' },
): void {
  const radii =
    look.roundSide === 'left' ? [RADIUS_PX, 0, 0, RADIUS_PX] : [0, RADIUS_PX, RADIUS_PX, 0];
  ctx.beginPath();
  ctx.roundRect(box.x, box.y, box.widthPx, box.heightPx, radii);
  ctx.fillStyle = look.color;
  ctx.fill();
}

/** The value halves of the tags, on the value axis. */
export function paintTagValues(
  state: ChartState,
  ctx: CanvasRenderingContext2D,
  tags: readonly PlacedTag[],
  widthPx: number,
): void {
  const { linePx, secondLinePx } = heightsOf(state);
  for (const { text, below, color, textColor, middlePx, heightPx } of tags) {
    const y = middlePx - linePx / 2;
    paintTagBox(ctx, { x: 0, y, widthPx: widthPx - 1, heightPx }, { color, roundSide: 'right' });
    const line = { x: AXIS_MARGIN_PX, color: textColor };
    paintTagText(ctx, { ...line, text, y: middlePx, font: canvasFont(state.view, 500) });
    if (!below) continue;
    const belowPx = middlePx + secondLinePx;
    paintTagText(ctx, { ...line, text: below, y: belowPx, font: canvasFont(state.view, 400) });
  }
}

/** Width of the name half of a tag; 0 without a name. The context has the font of names. */
function nameWidthPx(ctx: CanvasRenderingContext2D, name: string): number {
  return name ? Math.ceil(ctx.measureText(name).width) + 2 * PADDING_PX : 0;
}

/**
 * The name halves of the tags, inside the pane, each with a tick at the height of its value. Returns their widths, in the
 * order of the tags.
 */
export function paintTagNames(
  state: ChartState,
  ctx: CanvasRenderingContext2D,
  tags: readonly PlacedTag[],
  paneWidthPx: number,
): number[] {
  const font = canvasFont(state.view, 500);
  const { linePx } = heightsOf(state);
  ctx.font = font;
  const widths = tags.map(({ name }) => nameWidthPx(ctx, name));
  tags.forEach(({ name, color, textColor, middlePx, y }, index) => {
    const widthPx = widths[index] ?? 0;
    if (widthPx === 0) return;
    const x = paneWidthPx - widthPx + BESIDE_AXIS_PX;
    ctx.fillStyle = color;
    ctx.fillRect(x - TICK_PX, Math.round(y) - 1, TICK_PX, 2);
    const box = { x, y: middlePx - linePx / 2, widthPx, heightPx: linePx };
    paintTagBox(ctx, box, { color, roundSide: 'left' });
    paintTagText(ctx, { text: name, x: x + PADDING_PX, y: middlePx, color: textColor, font });
  });
  return widths;
}

/** A pane's tags with the widths of their name halves, as drawn. */
export type DrawnTags = {
  tags: readonly PlacedTag[];
  nameWidthsPx: readonly number[];
  textScale: number;
  /** The pane without its axis. */
  paneWidthPx: number;
  axisWidthPx: number;
};

/** The tag of a study under a place in the pane or on its value axis; null where there is none. */
export function tagAt(
  { tags, nameWidthsPx, textScale, paneWidthPx, axisWidthPx }: DrawnTags,
  { x, y }: { x: number; y: number },
): PointedTag | null {
  for (const [index, { lines, middlePx, heightPx }] of tags.entries()) {
    const leftPx = paneWidthPx - (nameWidthsPx[index] ?? 0);
    const rightPx = paneWidthPx + axisWidthPx;
    const topPx = middlePx - (TAG_LINE_PX * textScale) / 2;
    const bottomPx = topPx + heightPx;
    const isInside = x >= leftPx && x <= rightPx && y >= topPx && y <= bottomPx;
    if (isInside && lines.length > 0) return { lines, leftPx, rightPx, topPx, bottomPx };
  }
  return null;
}

/** Erases the labels of a value axis that tags lie over: half a number beside a tag would be read as another number. */
export function eraseCovered(
  state: ChartState,
  ctx: CanvasRenderingContext2D,
  tags: readonly PlacedTag[],
  { labelsPx, widthPx }: { labelsPx: readonly number[]; widthPx: number },
): void {
  const { linePx } = heightsOf(state);
  const { textScale } = state.view;
  const halfPx = LABEL_HALF_PX * textScale;
  const erasedPx = COMMA_HALF_PX * textScale;
  ctx.fillStyle = state.view.theme.background;
  for (const middle of labelsPx) {
    const isCovered = tags.some(({ middlePx, heightPx }) => {
      const topPx = middlePx - linePx / 2;
      return middle + halfPx > topPx && middle - halfPx < topPx + heightPx;
    });
    if (isCovered) ctx.fillRect(2, middle - erasedPx, widthPx - 2, 2 * erasedPx);
  }
}
