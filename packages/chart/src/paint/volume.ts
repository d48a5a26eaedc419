import { bodyWidthPx } from './bar-width.ts';
import type { CandleColors } from './candles.ts';
import type { Frame } from './frame.ts';
import { at, type PriceColumns } from './prices.ts';

/** Faint enough that lines and tags over it stay readable. */
const OPACITY = 0.3;

/** Volume as bars that stand on the pane's lower edge, in the colour of their candle; the most in view is `tallestPx` high. */
export function paintVolume(
  frame: Frame,
  columns: Pick<PriceColumns, 'open' | 'close'> & { volume: Float64Array },
  look: { most: number; tallestPx: number; colors: CandleColors },
): void {
  const { ctx, from, to, heightPx, xOf } = frame;
  const width = bodyWidthPx(frame.barSpacePx);
  const up = new Path2D();
  const down = new Path2D();
  for (let index = from; index < to; index++) {
    const volume = at(columns.volume, index);
    if (!(volume > 0)) continue;
    const height = Math.max(1, Math.round((look.tallestPx * volume) / look.most));
    const isUp = at(columns.close, index) >= at(columns.open, index);
    (isUp ? up : down).rect(xOf(index) - (width - 1) / 2, heightPx - height, width, height);
  }
  ctx.globalAlpha = OPACITY;
  ctx.fillStyle = look.colors.up;
  ctx.fill(up);
  ctx.fillStyle = look.colors.down;
  ctx.fill(down);
  ctx.globalAlpha = 1;
}
