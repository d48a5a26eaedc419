const SHARE_OF_SPACE = 0.72;

/** Width of a candle's body: odd, so that its wick stands in the middle, with at least one pixel between bodies. */
export function bodyWidthPx(barSpacePx: number): number {
  const width = Math.min(Math.floor(barSpacePx * SHARE_OF_SPACE), Math.floor(barSpacePx) - 1);
  return Math.max(1, width % 2 === 0 ? width - 1 : width);
}
