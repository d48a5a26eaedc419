import type { Channel } from './channel.ts';
import { chunkColumn } from './chunk.ts';

/**
 * The lowest of the last `width` values, O(1) amortised a value, in the blocks of `WindowSum`: the lowest of the tail
 * of one block and the head of the next. A monotonic deque finds the same values, but its branches depend on the prices
 * and take twice the time. A NaN makes exactly the windows that contain it NaN.
 */
class WindowMin {
  private readonly width: number;
  /** Before `position` the values of this block, after it the tail minima of the previous block. */
  private readonly slots: Float64Array;
  private position = 0;
  private head = Number.POSITIVE_INFINITY;

  constructor(width: number) {
    this.width = width;
    this.slots = new Float64Array(width + 1).fill(Number.NaN);
    this.slots[width] = Number.POSITIVE_INFINITY;
  }

  /**
   * Takes `count` values and writes the window's lowest at each, NaN until `width` values were given; both arrays may
   * be the same. All are final but the last: the next call starts with it again.
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

/** The search for the tightest value goes back this many channel lengths. */
const LOOKBACK_LENGTHS = 5;

/** Tightness of one channel, and its distance from its minimum. */
export class TightnessWindow {
  /** Width in percent of the channel's middle; NaN in warm-up and if the support is not positive. */
  readonly tightness = chunkColumn();
  /** 0 at the tightest of the last five lengths; NaN unless tightness is defined at every bar of them. */
  readonly distanceToMin = chunkColumn();
  private readonly channel: Channel;
  private readonly lowest: WindowMin;

  /** The channel must take every chunk before this window does. */
  constructor(channel: Channel, length: number) {
    this.channel = channel;
    this.lowest = new WindowMin(LOOKBACK_LENGTHS * length);
  }

  /** Processes the chunk that the channel has just taken. */
  advance(count: number): void {
    const { channel, tightness, distanceToMin } = this;
    for (let index = 0; index < count; index += 1) {
      const resistance = Number(channel.resistance[index]);
      const support = Number(channel.support[index]);
      const width =
        support > 0 ? (100 * (resistance - support)) / ((resistance + support) / 2) : Number.NaN;
      tightness[index] = width;
    }
    this.lowest.advance(tightness, distanceToMin, count);
    for (let index = 0; index < count; index += 1) {
      const lowest = Number(distanceToMin[index]);
      distanceToMin[index] = Number(tightness[index]) - lowest;
    }
  }
}
