import { readDrawing } from '../layout/read-layout.ts';
import type { Drawing } from './drawing.ts';
import { type DrawingFrame, placesOf, shownPrice, withBodyMoved } from './drawing-frame.ts';

/** Marks a text as a copied drawing. */
const KIND = 'moneytrail-drawing';

/** A copied drawing, and the heights of its points as shares of the pane it was copied from. */
type Copied = { drawing: Drawing; heights: readonly number[] };

export function copiedText(frame: DrawingFrame, drawing: Drawing): string {
  const heights = placesOf(frame, drawing).map(({ y }) => y / frame.heightPx);
  return JSON.stringify({ kind: KIND, drawing, heights });
}

function readCopied(text: string): Copied | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof parsed !== 'object' || parsed === null || !('kind' in parsed)) return null;
  if (parsed.kind !== KIND || !('drawing' in parsed)) return null;
  const [drawing] = readDrawing(parsed.drawing);
  const stored: unknown[] =
    'heights' in parsed && Array.isArray(parsed.heights) ? parsed.heights : [];
  const heights = stored.filter((one): one is number => typeof one === 'number');
  return drawing ? { drawing, heights } : null;
}

function isOut(values: readonly number[], end: number): boolean {
  return values.every((value) => !(value >= 0 && value <= end));
}

type PasteTarget = { frame: DrawingFrame; ticker: string; precision: number };

/**
 * The points of a copied drawing on another chart: at their times and prices, unless these are out of view. It then moves to
 * the middle of the view in time and, on another instrument, in price to the heights at which it was copied.
 */
function pastedPoints({ drawing, heights }: Copied, { frame, ticker, precision }: PasteTarget) {
  const { widthPx, heightPx, priceAt } = frame;
  const places = placesOf(frame, drawing);
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const hasOtherPrices = drawing.symbol !== ticker && isOut(ys, heightPx);
  const atHeights = drawing.points.map((point, i) => {
    const price = priceAt((heights[i] ?? 0.5) * heightPx);
    return { ...point, price: shownPrice(frame, price, precision) };
  });
  const points = hasOtherPrices ? atHeights : drawing.points;
  if (!isOut(xs, widthPx)) return { points, hasOtherPrices };
  const from = { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: 0 };
  const to = { x: widthPx / 2, y: 0 };
  const moved = withBodyMoved(frame, { ...drawing, points }, { from, to, precision });
  return { points: moved, hasOtherPrices };
}

/** A copied drawing as one of the open instrument; null for other texts. */
export function pastedDrawing(
  text: string,
  target: PasteTarget,
): { drawing: Drawing; hasOtherPrices: boolean } | null {
  const copied = readCopied(text);
  if (!copied) return null;
  const { points, hasOtherPrices } = pastedPoints(copied, target);
  const { ticker: symbol } = target;
  return {
    drawing: { ...copied.drawing, points, symbol, isLocked: false, isVisible: true },
    hasOtherPrices,
  };
}
