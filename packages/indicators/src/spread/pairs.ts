/** Pairs of neighbouring bars: their three log returns and what their prices say of movement. See `squaredSpread`. */
export type Pairs = {
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly c: Float64Array;
  readonly moving: Float64Array;
  readonly openInside: Float64Array;
  readonly closeInside: Float64Array;
};

/** Room for `count` pairs. */
export function roomForPairs(count: number): Pairs {
  const column = () => new Float64Array(count);
  return {
    a: column(),
    b: column(),
    c: column(),
    moving: column(),
    openInside: column(),
    closeInside: column(),
  };
}

/** Copies one pair from a place to another. */
export function copyPair(from: Pairs, fromIndex: number, to: Pairs, toIndex: number): void {
  to.a[toIndex] = Number(from.a[fromIndex]);
  to.b[toIndex] = Number(from.b[fromIndex]);
  to.c[toIndex] = Number(from.c[fromIndex]);
  to.moving[toIndex] = Number(from.moving[fromIndex]);
  to.openInside[toIndex] = Number(from.openInside[fromIndex]);
  to.closeInside[toIndex] = Number(from.closeInside[fromIndex]);
}
