import type { ProfileRun, ValueArea, VolumeProfile } from '@moneytrail/indicators';

/** A profile without volume over a range of prices. */
export function emptyProfile(rows: number, low: number, high: number): VolumeProfile {
  return { low, high, up: new Float64Array(rows), down: new Float64Array(rows) };
}

/** The prices of one bar and its volume, as a profile takes them. */
export type ProfiledBar = {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
};

/**
 * Adds the volume of a bar, spread evenly from its low to its high, which must lie within the profile: ticks within a bar are not known. A
 * bar without a range adds all to one row. Absent volume adds nothing.
 */
export function addToProfile(
  { low, high, up, down }: VolumeProfile,
  { open, high: barHigh, low: barLow, close, volume }: ProfiledBar,
): void {
  if (!(volume > 0)) return;
  const side = close >= open ? up : down;
  const rows = side.length;
  const perPrice = high > low ? rows / (high - low) : 0;
  const rowOf = (price: number) =>
    Math.max(0, Math.min(rows - 1, Math.floor((price - low) * perPrice)));
  const [first, last] = [rowOf(barLow), rowOf(barHigh)];
  if (first === last) {
    side[first] = (side[first] ?? 0) + volume;
    return;
  }
  // Places within the profile in rows; the shares of a bar add up to one.
  const [from, to] = [(barLow - low) * perPrice, (barHigh - low) * perPrice];
  const perRow = volume / (to - from);
  for (let row = first; row <= last; row++) {
    const share = Math.min(row + 1, to) - Math.max(row, from);
    side[row] = (side[row] ?? 0) + perRow * share;
  }
}

/** Sums that differ by rounding alone are equal. */
const ROUNDED = 1 - 1e-12;

/**
 * The value area of the CBOT's Market Profile: from the row with the largest volume it grows by the two rows above or the
 * two below, whichever have more volume together, until it holds the share of all volume. Equal ones grow upwards. Null
 * without volume.
 *
 * @param share of the volume, above 0 … 1
 * @see CBOT Market Profile: A Time-Price Analysis, "Value Area Calculation"
 */
export function valueArea(profile: VolumeProfile, share: number): ValueArea | null {
  const { low, high, up, down } = profile;
  const rows = up.length;
  const volumeOf = (row: number) =>
    row < 0 || row >= rows ? 0 : (up[row] ?? 0) + (down[row] ?? 0);
  const pointOfControl = largestRow(rows, volumeOf);
  let total = 0;
  for (let row = 0; row < rows; row++) total += volumeOf(row);
  if (!(total > 0)) return null;
  let [from, to] = [pointOfControl, pointOfControl];
  let held = volumeOf(pointOfControl);
  while (held < share * total * ROUNDED && (from > 0 || to < rows - 1)) {
    const above = to < rows - 1 ? volumeOf(to + 1) + volumeOf(to + 2) : -1;
    const below = from > 0 ? volumeOf(from - 1) + volumeOf(from - 2) : -1;
    if (above >= below) to = Math.min(rows - 1, to + 2);
    else from = Math.max(0, from - 2);
    held += Math.max(above, below);
  }
  const rowHeight = (high - low) / rows;
  return {
    pointOfControl,
    from,
    to,
    control: low + (pointOfControl + 0.5) * rowHeight,
    high: low + (to + 1) * rowHeight,
    low: low + from * rowHeight,
  };
}

function largestRow(rows: number, volumeOf: (row: number) => number): number {
  const middle = (rows - 1) / 2;
  let largest = 0;
  for (let row = 1; row < rows; row++) {
    const more = volumeOf(row) - volumeOf(largest);
    const isNearer = Math.abs(row - middle) < Math.abs(largest - middle);
    if (more > 0 || (more === 0 && isNearer)) largest = row;
  }
  return largest;
}

/** A profile between two prices that takes bar by bar. */
export function startProfile(
  { rows, share }: { rows: number; share: number },
  { low, high }: { low: number; high: number },
): ProfileRun {
  const profile = emptyProfile(rows, low, high);
  return {
    take({ open, high: highs, low: lows, close, volume }, index) {
      const at = (column: Float64Array) => column[index] ?? Number.NaN;
      addToProfile(profile, {
        open: at(open),
        high: at(highs),
        low: at(lows),
        close: at(close),
        volume: at(volume),
      });
    },
    result() {
      const area = valueArea(profile, share);
      return area && { profile, area };
    },
  };
}

/** The profile of a growing list of bars, of which the last one may change. Adds each bar once while their range stays. */
export function growingProfile(rows: number): (bars: readonly ProfiledBar[]) => VolumeProfile {
  /** All bars but the last. */
  let base = emptyProfile(rows, Number.NaN, Number.NaN);
  let first: ProfiledBar | undefined;
  let count = 0;
  return (bars) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const bar of bars) {
      low = Math.min(low, bar.low);
      high = Math.max(high, bar.high);
    }
    if (first !== bars[0] || base.low !== low || base.high !== high || count >= bars.length) {
      base = emptyProfile(rows, low, high);
      count = 0;
    }
    first = bars[0];
    for (; count < bars.length - 1; count++) {
      const bar = bars[count];
      if (bar) addToProfile(base, bar);
    }
    const profile = { low, high, up: base.up.slice(), down: base.down.slice() };
    const last = bars.at(-1);
    if (last) addToProfile(profile, last);
    return profile;
  };
}
