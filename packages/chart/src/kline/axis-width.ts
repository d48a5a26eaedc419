import type { Chart } from 'klinecharts';

/**
 * Wide enough for `+100.00 %` and for a price of five digits and two decimals, so that most charts open without a change of
 * widths, which lays out and draws everything anew.
 */
export const LEAST_AXIS_PX = 80;
const MARGINS_PX = 15;
const STEP_PX = 4;

/**
 * Width of the value axes. It is ours, not measured by the library at every tick, so that bars do not shift while
 * digits change; it grows when a text needs more, and is chosen anew when another chart opens.
 */
export type AxisWidth = {
  /** Fits the widest text of a chart that opens. */
  fit: (text: string) => void;
  /** Makes room for texts about to be drawn. */
  grow: (texts: readonly string[]) => void;
};

export function createAxisWidth(chart: Chart, font: string): AxisWidth {
  const ctx = document.createElement('canvas').getContext('2d');
  let width = LEAST_AXIS_PX;
  const needed = (text: string): number => {
    if (!ctx) return LEAST_AXIS_PX;
    ctx.font = `500 12px ${font}`;
    const px = ctx.measureText(text).width + MARGINS_PX;
    return Math.max(LEAST_AXIS_PX, Math.ceil(px / STEP_PX) * STEP_PX);
  };
  const set = (px: number) => {
    if (px === width) return;
    width = px;
    chart.setStyles({ yAxis: { size: px } });
  };
  return {
    fit: (text) => set(needed(text)),
    grow(texts) {
      const longest = texts.reduce((a, b) => (b.length > a.length ? b : a), '');
      const px = needed(longest);
      if (px > width) set(px);
    },
  };
}
