/**
 * The sum of the last `width` values, O(1) amortised a value, without subtraction: values are taken in blocks of
 * `width`, and a window is the tail of one block plus the head of the next. The rounding of a huge value therefore
 * leaves with it, and a NaN makes exactly the windows that contain it NaN.
 */
export class WindowSum {
  private readonly width: number;
  /** Before `position` the values of this block, after it the tail sums of the previous block; 0 past the end. */
  private readonly slots: Float64Array;
  private position = 0;
  private head = 0;

  constructor(width: number) {
    this.width = width;
    this.slots = new Float64Array(width + 1).fill(Number.NaN);
    this.slots[width] = 0;
  }

  /**
   * Takes `count` values and writes the window's sum at each, NaN until `width` values were given; both arrays may be
   * the same. All are final but the last: the next call starts with it again.
   */
  advance(values: Float64Array, sums: Float64Array, count: number): void {
    const { width, slots } = this;
    let { position, head } = this;
    let headBefore = head;
    let index = 0;
    while (index < count) {
      if (position === width) {
        this.turnIntoTails();
        position = 0;
        head = 0;
      }
      const end = Math.min(count, index + width - position);
      for (; index < end; index += 1, position += 1) {
        const value = Number(values[index]);
        headBefore = head;
        head += value;
        slots[position] = value;
        sums[index] = Number(slots[position + 1]) + head;
      }
    }
    this.position = position - Math.min(1, count);
    this.head = headBefore;
  }

  private turnIntoTails(): void {
    const { slots } = this;
    let tail = 0;
    for (let slot = this.width - 1; slot >= 0; slot -= 1) {
      tail += Number(slots[slot]);
      slots[slot] = tail;
    }
  }
}
