import type { ProfileWithArea } from '@moneytrail/indicators';
import { boxBetween, ends, type Shape } from '../shapes.ts';
import type { ToolDefinition, ToolPlace } from './tool.ts';

/** Share of the range's width that the largest row takes. */
const WIDTH_SHARE = 0.5;
/** Opacity of rows outside of the value area and of the point of control, in shares of the fill's. */
const SHARES = { outside: 0.45, control: 1.5 };
const GAP_PX = 0.5;
const LABEL_GAP_PX = 6;
/** A narrower range leaves its labels out until it is selected or pointed at; px at the usual text size. */
const LABELLED_PX = 64;

/** Rows that grow to the right from the first bar: the volume of rising bars first, that of falling ones behind it. */
function rowsOf(
  { profile, area }: ProfileWithArea,
  { left, right, toY }: { left: number; right: number; toY: ToolPlace['toY'] },
): Shape[] {
  const { low, high, up, down } = profile;
  const step = (high - low) / up.length;
  const most = (up[area.pointOfControl] ?? 0) + (down[area.pointOfControl] ?? 0);
  const perVolume = (WIDTH_SHARE * (right - left)) / most;
  return [...up.keys()].flatMap((row): Shape[] => {
    const top = toY(low + (row + 1) * step) + GAP_PX;
    const bottom = Math.max(top + 1, toY(low + row * step) - GAP_PX);
    const middle = left + perVolume * (up[row] ?? 0);
    const end = middle + perVolume * (down[row] ?? 0);
    const isInside = row >= area.from && row <= area.to;
    const outer = isInside ? 1 : SHARES.outside;
    const share = row === area.pointOfControl ? SHARES.control : outer;
    const part = (fromX: number, toX: number, tone: 'up' | 'down'): Shape[] =>
      toX > fromX
        ? [
            {
              kind: 'area',
              places: boxBetween({ x: fromX, y: top }, { x: toX, y: bottom }),
              share,
              tone,
            },
          ]
        : [];
    return [...part(left, middle, 'up'), ...part(middle, end, 'down')];
  });
}

/** The range without a profile, and why it has none. */
function emptyRange({ points: [a, b], profile }: ToolPlace): Shape[] {
  if (!a || !b) return [];
  const outline: Shape = { kind: 'line', places: boxBetween(a, b), isClosed: true, dash: 'dotted' };
  if (typeof profile !== 'string') return [outline];
  const at = { x: (a.x + b.x) / 2, y: Math.min(a.y, b.y) - LABEL_GAP_PX };
  return [
    outline,
    { kind: 'text', at, lines: [profile], align: 'center', edge: 'bottom', kept: 'inside' },
  ];
}

/**
 * The volume by price of the bars between two points, with the point of control and the value area, as the volume profiles of
 * the view and the session have them. The prices of the points place its handles alone.
 */
export const rangeProfile: ToolDefinition = {
  points: 2,
  hasFill: true,
  hasProfile: true,
  style: { colour: 'tightnessShort', fillOpacity: 0.42, widthPx: 1 },
  shapes(place) {
    const { points, profile: found, toY, isCompact, textScale, widthPx, formatPrice } = place;
    const [a, b] = points;
    if (!a || !b) return [];
    if (!found || typeof found === 'string') return emptyRange(place);
    const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
    const isInView = right >= 0 && left <= widthPx;
    const { profile, area } = found;
    const [top, bottom] = [toY(profile.high), toY(profile.low)];
    const edge = (x: number): Shape => ({
      kind: 'line',
      places: ends(x, top, x, bottom),
      dash: 'dotted',
    });
    const level = (price: number, name: string, dash: 'solid' | 'dashed'): Shape[] => {
      const y = toY(price);
      const at = { x: right + LABEL_GAP_PX, y };
      const label: Shape = {
        kind: 'text',
        at,
        lines: [`${name} ${formatPrice(price)}`],
        align: 'left',
        edge: 'middle',
        kept: 'sideways',
      };
      const isRoomy = name === 'POC' && right - left >= LABELLED_PX * textScale;
      const isLabelled = isInView && (isRoomy || !isCompact);
      const line: Shape = { kind: 'line', places: ends(left, y, right, y), dash };
      return [line, ...(isLabelled ? [label] : [])];
    };
    return [
      ...rowsOf(found, { left, right, toY }),
      edge(left),
      edge(right),
      ...level(area.high, 'VAH', 'dashed'),
      ...level(area.low, 'VAL', 'dashed'),
      ...level(area.control, 'POC', 'solid'),
    ];
  },
};
