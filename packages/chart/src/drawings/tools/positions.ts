import { boxBetween, ends, type Shape, type Tone } from '../shapes.ts';
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

/** The label in the middle: entry, ratio and quantity, or the ratio alone where the trade's box holds it. */
function middleLabel({ points, account, isCompact, textScale, formatPrice }: ToolPlace): Shape[] {
  const [entry, target, stop] = points;
  if (!entry || !target) return [];
  const ratio = ratioOf(points);
  const at = { x: (entry.x + target.x) / 2, y: entry.y };
  const label = { kind: 'text', at, align: 'center', edge: 'middle' } as const;
  if (isCompact) {
    const isRoomy =
      Math.abs(target.x - entry.x) >= ROOMY_PX.width * textScale &&
      Math.abs(target.y - (stop ?? entry).y) >= ROOMY_PX.height * textScale;
    return isRoomy && ratio !== null ? [{ ...label, lines: [`1 : ${ratio.toFixed(2)}`] }] : [];
  }
  const trade = account && tradeOf(points, account);
  const lines = [
    `Entry ${formatPrice(entry.price)}`,
    ...(ratio === null ? [] : [`Risk/reward 1 : ${ratio.toFixed(2)}`]),
    ...(trade ? [`Quantity ${trade.quantityText}, risk ${trade.riskText}`] : []),
  ];
  return [{ ...label, lines, isBoxed: true }];
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
        ...middleLabel(place),
      ];
    },
  };
}

export const longPosition = position(1);
export const shortPosition = position(-1);
