/**
 * The lowest of the last `width` values, O(1) amortised a value, by the same blocks as `WindowSum`: the lowest of
 * the tail of one block and the head of the next. A monotonic deque finds the same values, but its branches hang
 * on the prices and cost a processor twice the time. A NaN makes exactly the windows that hold it NaN.
 */
export class WindowMin {
  private readonly width: number;
  /** Before `position` the values of this block, from there on the tail minima of the one before. */
  private readonly slots: Float64Array;
  private position = 0;
  private head = Number.POSITIVE_INFINITY;

  constructor(width: number) {
    this.width = width;
    this.slots = new Float64Array(width + 1).fill(Number.NaN);
    this.slots[width] = Number.POSITIVE_INFINITY;
  }

  /**
   * Takes `count` values and writes the window's lowest at each, NaN until `width` values were given; both arrays
   * may be the same. All are final but the last: the next call begins with it again, in whatever state it then is.
   */
  advance(values: Float64Array, minima: Float64Array, count: number): void {
    const { width, slots } = this;
    let { position, head } = this;
    let headBefore = head;
    let index = 0;
    while (index < count) {
      if (position === width) {
        this.turnIntoTails();
        position = 0;
        head = Number.POSITIVE_INFINITY;
      }
      const end = Math.min(count, index + width - position);
      for (; index < end; index += 1, position += 1) {
        const value = Number(values[index]);
        headBefore = head;
        head = Math.min(head, value);
        slots[position] = value;
        minima[index] = Math.min(Number(slots[position + 1]), head);
      }
    }
    this.position = position - Math.min(1, count);
    this.head = headBefore;
  }

  private turnIntoTails(): void {
    const { slots } = this;
    let tail = Number.POSITIVE_INFINITY;
    for (let slot = this.width - 1; slot >= 0; slot -= 1) {
      tail = Math.min(tail, Number(slots[slot]));
      slots[slot] = tail;
    }
  }
}
