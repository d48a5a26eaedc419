import { valueAt } from '../columns/value-at.ts';

/**
 * The highest of the last `width` values by a monotonic deque, O(1) amortised a value. A value is first offered,
 * any number of times while its bar moves, then kept. For the lowest, give and take the values negated, which is
 * exact. A NaN given makes every window that holds it NaN.
 */
export class WindowMax {
  private readonly width: number;
  /** The kept values that nothing newer reaches, falling from old to new, in a ring. */
  private readonly values: Float64Array;
  private readonly indexes: Float64Array;
  private readonly mask: number;
  private front = 0;
  private back = 0;
  private index = 0;
  private offered = Number.NaN;
  private definedFrom: number;

  constructor(width: number) {
    this.width = width;
    const room = 2 ** Math.ceil(Math.log2(width + 1));
    this.mask = room - 1;
    this.values = new Float64Array(room);
    this.indexes = new Float64Array(room);
    this.definedFrom = width - 1;
  }

  /** The window's highest with this as its newest value; NaN until `width` values were given. */
  offer(value: number): number {
    const { values, mask } = this;
    this.offered = value;
    if (
      this.front < this.back &&
      valueAt(this.indexes, this.front & mask) <= this.index - this.width
    ) {
      this.front += 1;
    }
    if (this.index < this.definedFrom) return Number.NaN;
    if (this.front === this.back) return value;
    const highest = valueAt(values, this.front & mask);
    return Math.max(highest, value);
  }

  /** Makes the value offered last final. */
  keep(): void {
    const { values, mask, offered } = this;
    if (Number.isNaN(offered)) {
      this.definedFrom = this.index + this.width;
    } else {
      let back = this.back;
      while (back > this.front && valueAt(values, (back - 1) & mask) <= offered) back -= 1;
      values[back & mask] = offered;
      this.indexes[back & mask] = this.index;
      this.back = back + 1;
    }
    this.index += 1;
  }
}
