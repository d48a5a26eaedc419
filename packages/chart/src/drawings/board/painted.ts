import { formatPrice, formatValue } from '../../axis/format-value.ts';
import type { Drawing } from '../drawing.ts';
import { type DrawingFrame, placePoint } from '../drawing-frame.ts';
import type { Shape } from '../shapes/shape.ts';
import { TOOLS } from '../tools/index.ts';
import { isByHand } from './moving.ts';

/** The shapes of a drawing on the pane as it was painted last. */
export function shapesOf(
  frame: DrawingFrame,
  drawing: Pick<Drawing, 'tool' | 'points' | 'style' | 'text'>,
  precision: number,
): Shape[] {
  const points = drawing.points.map((point) => placePoint(frame, point, isByHand(drawing)));
  if (points.some(({ x, y }) => !Number.isFinite(x) || !Number.isFinite(y))) return [];
  return TOOLS[drawing.tool].shapes({
    points,
    widthPx: frame.widthPx,
    heightPx: frame.heightPx,
    toY: frame.toY,
    style: drawing.style,
    text: drawing.text,
    formatPrice: (price) => formatPrice(price, precision),
    formatPercent: (percent) => formatValue('signedPercent', percent, 0),
  });
}
