import { valueAt } from '../columns/value-at.ts';

/**
 * The sum of the last `width` values, O(1) amortised a value, with nothing ever subtracted: bars are taken in
 * blocks of `width`, and a window is the tail of one block plus the head of the next. So the rounding of a huge
 * value leaves with it, and a NaN makes exactly the windows that hold it undefined.
 *
 * A value is first offered, any number of times while its bar moves, then kept.
 */
export class WindowSum {
  private readonly width: number;
  /** Before `position` the values of this block, from there on the tail sums of the one before; 0 past the end. */
  private readonly slots: Float64Array;
  private position = 0;
  private head = 0;
  private nextHead = 0;

  constructor(width: number) {
    this.width = width;
    this.slots = new Float64Array(width + 1).fill(Number.NaN);
    this.slots[width] = 0;
  }

  /** The window's sum with this as its newest value; NaN until `width` values were given. */
  offer(value: number): number {
    this.slots[this.position] = value;
    this.nextHead = this.head + value;
    return valueAt(this.slots, this.position + 1) + this.nextHead;
  }

  /** Makes the value offered last final. */
  keep(): void {
    this.head = this.nextHead;
    this.position += 1;
    if (this.position === this.width) this.startBlock();
  }

  private startBlock(): void {
    let tail = 0;
    for (let slot = this.width - 1; slot >= 0; slot -= 1) {
      tail += valueAt(this.slots, slot);
      this.slots[slot] = tail;
    }
    this.position = 0;
    this.head = 0;
  }
}
