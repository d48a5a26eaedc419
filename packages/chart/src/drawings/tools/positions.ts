import type { ChartPoint } from '../../chart-source.ts';
import { boxBetween, ends, type Shape, type Tone } from '../shapes.ts';
import type { ToolDefinition, ToolPlace } from './tool.ts';

const GAP_PX = 4;
/** Reward over risk until the stop is moved. */
const FIRST_RATIO = 2;

type Side = 1 | -1;

function part(
  { points, formatPrice, formatPercent }: ToolPlace,
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
  return [
    { kind: 'area', places, tone },
    {
      kind: 'line',
      places: ends(entry.x, end.y, target.x, end.y),
      tone,
    },
    {
      kind: 'text',
      at: { x: (entry.x + target.x) / 2, y: end.y + (isUp ? -GAP_PX : GAP_PX) },
      lines: [`${name} ${formatPrice(end.price)}${percent}`],
      align: 'center',
      edge: isUp ? 'bottom' : 'top',
      isBoxed: true,
      tone,
    },
  ];
}

/** Reward over risk; empty without risk. */
function ratioText(points: readonly ChartPoint[]): string {
  const [entry, target, stop] = points;
  if (!entry || !target || !stop) return '';
  const risk = Math.abs(entry.price - stop.price);
  return risk === 0 ? '' : (Math.abs(target.price - entry.price) / risk).toFixed(2);
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
      const ratio = ratioText(place.points);
      return [
        ...part(place, 1, { name: 'Target', tone: 'up', side }),
        ...part(place, 2, { name: 'Stop', tone: 'down', side }),
        { kind: 'line', places: [entry, { x: target.x, y: entry.y }] },
        {
          kind: 'text',
          at: { x: (entry.x + target.x) / 2, y: entry.y },
          lines: [
            `Entry ${place.formatPrice(entry.price)}`,
            ...(ratio === '' ? [] : [`Risk/reward 1 : ${ratio}`]),
          ],
          align: 'center',
          edge: 'middle',
          isBoxed: true,
        },
      ];
    },
  };
}

export const longPosition = position(1);
export const shortPosition = position(-1);
