/** Where a value stands: pixels from the top of its pane, not rounded. */
export type ToY = (value: number) => number;

/** A value axis as drawn: its span in axis units (logarithms on a logarithmic axis) and its height. */
export type ScaleSpan = { from: number; span: number; heightPx: number; isLog: boolean };

/** The value at a height: the way back from `createToY`. */
export function createFromY({ from, span, heightPx, isLog }: ScaleSpan): (y: number) => number {
  const units = (y: number) => from + (1 - y / heightPx) * span;
  return isLog ? (y) => 10 ** units(y) : units;
}

/** A fast way from values to pixels for loops over many bars. */
export function createToY({ from, span, heightPx, isLog }: ScaleSpan): ToY {
  const slope = -heightPx / span;
  const base = heightPx - from * slope;
  if (isLog) return (value) => base + Math.log10(value) * slope;
  return (value) => base + value * slope;
}
