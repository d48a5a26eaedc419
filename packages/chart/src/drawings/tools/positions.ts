import { boxBetween, ends, type Shape, type TextShape, type Tone, textLinePx } from '../shapes.ts';
import { ratioOf, tradeOf } from '../trade.ts';
import type { ToolDefinition, ToolPlace } from './tool.ts';

const GAP_PX = 4;
/** Reward over risk until the stop is moved. */
const FIRST_RATIO = 2;

type Side = 1 | -1;

function part(
  { points, formatPrice, formatPercent, isCompact }: ToolPlace,
  index: 1 | 2,
  { name, tone, side }: { name: string; tone: Tone; side: Side },
): Shape[] {
  const [entry, target] = points;
  const end = points[index];
  if (!entry || !target || !end) return [];
  const places = boxBetween(entry, { x: target.x, y: end.y });
  const change = end.price - entry.price;
  const percent = entry.price > 0 ? ` (${formatPercent((100 * change) / entry.price)})` : '';
  const isUp = (side === 1) === (index === 1);
  const label: Shape = {
    kind: 'text',
    at: { x: (entry.x + target.x) / 2, y: end.y + (isUp ? -GAP_PX : GAP_PX) },
    lines: [`${name} ${formatPrice(end.price)}${percent}`],
    align: 'center',
    edge: isUp ? 'bottom' : 'top',
    isBoxed: true,
    tone,
  };
  return [
    { kind: 'area', places, tone },
    { kind: 'line', places: ends(entry.x, end.y, target.x, end.y), tone },
    ...(isCompact ? [] : [label]),
  ];
}

/** A box that holds the short label at the usual text size, px. */
const ROOMY_PX = { width: 64, height: 40 };

/** Distance of the label from the middle of a handle, px. */
const HANDLE_GAP_PX = 9;
/** Room for the longest usual line of the label at the usual text size, px. */
const LABEL_WIDTH_PX = 200;

/**
 * Puts a label of some lines at the height of the entry, clear of the handles: right of the entry's own, or beyond the
 * trade where target or stop are so near that the label would reach their handles; to the left where the pane ends.
 */
function besideHandles(
  { points, textScale, widthPx }: ToolPlace,
  lineCount: number,
): Pick<TextShape, 'at' | 'align' | 'kept'> {
  const [entry, target] = points;
  if (!entry || !target) return { at: { x: 0, y: 0 }, align: 'left' };
  const reachPx = (lineCount * textLinePx({ textScale })) / 2 + HANDLE_GAP_PX;
  const isShallow = points.slice(1).some(({ y }) => Math.abs(y - entry.y) < reachPx);
  const held = isShallow ? [entry.x, target.x] : [entry.x];
  const right = Math.max(...held) + HANDLE_GAP_PX;
  const hasRoom = right + LABEL_WIDTH_PX * textScale <= widthPx;
  const x = hasRoom ? right : Math.min(...held) - HANDLE_GAP_PX;
  return { at: { x, y: entry.y }, align: hasRoom ? 'left' : 'right', kept: 'sideways' };
}

/** The label at the entry: price, ratio and quantity, or in the middle the ratio alone where the trade's box holds it. */
function entryLabel(place: ToolPlace): Shape[] {
  const { points, account, isCompact, textScale, formatPrice } = place;
  const [entry, target, stop] = points;
  if (!entry || !target) return [];
  const ratio = ratioOf(points);
  const label = { kind: 'text', edge: 'middle' } as const;
  if (isCompact) {
    const at = { x: (entry.x + target.x) / 2, y: entry.y };
    const isRoomy =
      Math.abs(target.x - entry.x) >= ROOMY_PX.width * textScale &&
      Math.abs(target.y - (stop ?? entry).y) >= ROOMY_PX.height * textScale;
    return isRoomy && ratio !== null
      ? [{ ...label, at, align: 'center', lines: [`1 : ${ratio.toFixed(2)}`] }]
      : [];
  }
  const trade = account && tradeOf(points, account);
  const lines = [
    `Entry ${formatPrice(entry.price)}`,
    ...(ratio === null ? [] : [`Risk/reward 1 : ${ratio.toFixed(2)}`]),
    ...(trade ? [`Quantity ${trade.quantityText}, risk ${trade.riskText}`] : []),
  ];
  return [{ ...label, ...besideHandles(place, lines.length), lines, isBoxed: true }];
}

/**
 * A planned trade: entry, target and stop. The first point is the entry, the second the target at the end of the trade;
 * the stop is put on the other side of the entry.
 */
function position(side: Side): ToolDefinition {
  return {
    points: 2,
    handles: [
      [0, 0],
      [1, 1],
      [1, 2],
    ],
    hasFill: true,
    isPosition: true,
    style: { fillOpacity: 0.16, widthPx: 1 },
    complete([entry, target], shown) {
      if (!entry || !target) return [];
      const reward = side * Math.abs(target.price - entry.price);
      return [
        entry,
        { timeMs: target.timeMs, price: shown(entry.price + reward) },
        { timeMs: target.timeMs, price: shown(entry.price - reward / FIRST_RATIO) },
      ];
    },
    shapes(place) {
      const [entry, target] = place.points;
      if (!entry || !target) return [];
      return [
        ...part(place, 1, { name: 'Target', tone: 'up', side }),
        ...part(place, 2, { name: 'Stop', tone: 'down', side }),
        { kind: 'line', places: [entry, { x: target.x, y: entry.y }] },
        ...entryLabel(place),
      ];
    },
  };
}

export const longPosition = position(1);
export const shortPosition = position(-1);
