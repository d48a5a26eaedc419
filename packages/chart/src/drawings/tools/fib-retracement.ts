import { boxBetween, ends, type Shape } from '../shapes.ts';
import type { ToolDefinition } from './tool.ts';

/** Retraced shares of the move, until the user chooses others. */
export const FIB_LEVELS: readonly number[] = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1, 1.618];

/** At the usual text size. */
const LABEL_GAP_PX = 12;

/** Levels by importance: the first ones keep their labels where there is no room for all. */
const WEIGHTS = [0.618, 0.5, 0, 1, 0.382, 0.786, 0.236, 1.618];

function weightOf(share: number): number {
  const place = WEIGHTS.indexOf(share);
  return place < 0 ? WEIGHTS.length : place;
}

/** The levels whose labels do not overlap, the most important first. */
function labelled<Level extends { share: number; y: number }>(
  levels: readonly Level[],
  gapPx: number,
): Level[] {
  const kept: Level[] = [];
  const byWeight = levels.toSorted((a, b) => weightOf(a.share) - weightOf(b.share));
  for (const level of byWeight) {
    if (kept.every(({ y }) => Math.abs(y - level.y) >= gapPx)) kept.push(level);
  }
  return kept;
}

/**
 * The prices at which a move from the first point to the second is retraced by a share: 0 at its end, 1 at its beginning.
 * Each level is placed by its price, so that it is right on a logarithmic scale too.
 */
export const fibRetracement: ToolDefinition = {
  points: 2,
  hasFill: true,
  hasLevels: true,
  style: { fillOpacity: 0.08, widthPx: 1 },
  shapes(place) {
    const { points, toY, formatPrice, widthPx, isCompact, levels: shares = FIB_LEVELS } = place;
    const [a, b] = points;
    if (!a || !b) return [];
    const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
    const levels = shares
      .map((share) => {
        const price = b.price + (a.price - b.price) * share;
        return { share, price, y: toY(price) };
      })
      .filter(({ y }) => Number.isFinite(y));
    const bands = levels.slice(1).map(({ y }, i): Shape => {
      const places = boxBetween({ x: left, y: levels[i]?.y ?? y }, { x: right, y });
      return { kind: 'area', places, share: i % 2 === 0 ? 1 : 0.4 };
    });
    const lines = levels.map(({ y }): Shape => {
      return { kind: 'line', places: ends(left, y, right, y) };
    });
    const isInView = right >= 0 && left <= widthPx;
    const gapPx = LABEL_GAP_PX * place.textScale;
    const labels = labelled(isInView ? levels : [], gapPx).map(({ share, price, y }): Shape => {
      const lines = [isCompact ? `${share}` : `${share} (${formatPrice(price)})`];
      const at = { x: left, y };
      return { kind: 'text', at, lines, align: 'right', edge: 'middle', kept: 'sideways' };
    });
    return [
      ...bands,
      { kind: 'line', places: [a, b], dash: 'dashed', opacity: 0.6 },
      ...lines,
      ...labels,
    ];
  },
};
