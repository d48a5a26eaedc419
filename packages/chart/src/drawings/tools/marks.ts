import { boxBetween, ends } from '../shapes.ts';
import type { ToolDefinition } from './tool.ts';

export const rectangle: ToolDefinition = {
  points: 2,
  handles: [
    [0, 0],
    [1, 1],
    [0, 1],
    [1, 0],
  ],
  hasFill: true,
  style: { fillOpacity: 0.12 },
  shapes({ points }) {
    const [a, b] = points;
    if (!a || !b) return [];
    const places = boxBetween(a, b);
    return [
      { kind: 'area', places },
      { kind: 'line', places, isClosed: true },
    ];
  },
};

export const brush: ToolDefinition = {
  points: 'stroke',
  handles: [],
  style: { widthPx: 2 },
  shapes: ({ points }) => [{ kind: 'line', places: points, isSmooth: true }],
};

/** Placeholder of an empty text. */
const NO_WORDS = 'Text';

export const text: ToolDefinition = {
  points: 1,
  hasText: true,
  shapes: ({ points, text: words }) =>
    points.map((at) => ({
      kind: 'text',
      at,
      lines: (words || NO_WORDS).split('\n'),
      align: 'left',
      edge: 'middle',
    })),
};

const LIFT_PX = 22;

/** The price of a point on a flag above it. */
export const priceLabel: ToolDefinition = {
  points: 1,
  shapes: ({ points, formatPrice }) =>
    points.flatMap(({ x, y, price }) => [
      {
        kind: 'line',
        places: ends(x, y, x + LIFT_PX / 2, y - LIFT_PX),
      },
      {
        kind: 'text',
        at: { x: x + LIFT_PX / 2 - 6, y: y - LIFT_PX },
        lines: [formatPrice(price)],
        align: 'left',
        edge: 'bottom',
        isBoxed: true,
      },
    ]),
};
