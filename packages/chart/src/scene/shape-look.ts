import type { DrawingStyle } from '../drawings/drawing.ts';
import type { ShapeLook } from '../drawings/shapes/paint-shapes.ts';
import type { ChartState } from '../engine/chart-state.ts';

/** A style in the colours of the theme. */
export function shapeLook(
  { view }: ChartState,
  { colour, widthPx, dash, fillOpacity }: DrawingStyle,
): ShapeLook {
  const { theme, font } = view;
  const { line: color, tagText: textColor } = theme.studies[colour];
  return {
    own: { color, textColor },
    up: { color: theme.candleUp, textColor: theme.candleUpText },
    down: { color: theme.candleDown, textColor: theme.candleDownText },
    background: theme.background,
    font,
    widthPx,
    dash,
    fillOpacity,
  };
}
