import { durationText } from '../../axis/durations.ts';
import { formatPrice as grouped } from '../../axis/format-value.ts';
import { boxBetween, type Shape, type Tone } from '../shapes.ts';
import type { PlacedPoint, ToolDefinition, ToolPlace } from './tool.ts';

const GAP_PX = 6;

/** `▲ +1,234.50 (+5.32 %)` and `12 bars, 16 d`: the distance in price and time. */
function measureTexts(
  { formatPrice, formatPercent }: Pick<ToolPlace, 'formatPrice' | 'formatPercent'>,
  from: Pick<PlacedPoint, 'timeMs' | 'price' | 'index'>,
  to: Pick<PlacedPoint, 'timeMs' | 'price' | 'index'>,
): string[] {
  const change = to.price - from.price;
  const text = formatPrice(change);
  const isRise = change > 0 && /[1-9]/.test(text);
  const isFall = change < 0 && /[1-9]/.test(text);
  const arrow = isRise ? '▲ +' : isFall ? '▼ ' : '';
  const percent = from.price > 0 ? ` (${formatPercent((100 * change) / from.price)})` : '';
  const count = to.index - from.index;
  const unit = Math.abs(count) === 1 ? 'bar' : 'bars';
  return [
    `${arrow}${text}${percent}`,
    `${grouped(count, 0)} ${unit}, ${durationText(to.timeMs - from.timeMs)}`,
  ];
}

/** A narrower box leaves its label out until it is selected or pointed at; px at the usual text size. */
const LABELLED_PX = 64;

/** The change alone, while nobody asks for more; nothing over a narrow box, which would be hidden by it. */
function shortTexts(
  { formatPrice, formatPercent, textScale }: ToolPlace,
  from: PlacedPoint,
  to: PlacedPoint,
): string[] {
  if (Math.abs(to.x - from.x) < LABELLED_PX * textScale) return [];
  const change = to.price - from.price;
  return [from.price > 0 ? formatPercent((100 * change) / from.price) : formatPrice(change)];
}

/** Distance between two points in price, percent, bars and time. */
export const measure: ToolDefinition = {
  points: 2,
  hasFill: true,
  style: { fillOpacity: 0.14, widthPx: 1 },
  shapes(place) {
    const [from, to] = place.points;
    if (!from || !to) return [];
    const isRise = to.price >= from.price;
    const tone: Tone = isRise ? 'up' : 'down';
    const places = boxBetween(from, to);
    const lines = place.isCompact ? shortTexts(place, from, to) : measureTexts(place, from, to);
    const label: Shape = {
      kind: 'text',
      at: { x: (from.x + to.x) / 2, y: to.y + (isRise ? -GAP_PX : GAP_PX) },
      lines,
      align: 'center',
      edge: isRise ? 'bottom' : 'top',
      isBoxed: !place.isCompact,
      kept: 'inside',
      tone,
    };
    return [
      { kind: 'area', places, tone },
      { kind: 'line', places, isClosed: true, tone, dash: 'solid' },
      ...(lines.length > 0 ? [label] : []),
    ];
  },
};
