import { WindowMax } from './window-max.ts';

/** Highest and lowest of the last `length` values: resistance and support. Offered first, then kept. */
export class Channel {
  /** NaN until `length` values were given. */
  resistance = Number.NaN;
  /** NaN until `length` values were given. */
  support = Number.NaN;
  private readonly highs: WindowMax;
  private readonly lows: WindowMax;

  constructor(length: number) {
    this.highs = new WindowMax(length);
    this.lows = new WindowMax(length);
  }

  /** Finds the channel with this as its newest value. */
  offer(value: number): void {
    this.resistance = this.highs.offer(value);
    this.support = -this.lows.offer(-value);
  }

  /** Makes the value offered last final. */
  keep(): void {
    this.highs.keep();
    this.lows.keep();
  }
}
