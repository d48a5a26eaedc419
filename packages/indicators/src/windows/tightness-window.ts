import { Channel } from './channel.ts';
import { WindowMax } from './window-max.ts';

/** How many channel lengths the search for the tightest value goes back. */
const LOOKBACK_LENGTHS = 5;

/** Tightness of one channel, and how far it stands above its minimum. Offered first, then kept. */
export class TightnessWindow {
  /** Width in percent of the channel's middle; NaN in warm-up and where the support is not positive. */
  tightness = Number.NaN;
  /** 0 where it is the tightest of the last five lengths; NaN unless it is defined at every bar of them. */
  distanceToMin = Number.NaN;
  private readonly channel: Channel;
  private readonly negatedMin: WindowMax;

  constructor(length: number) {
    this.channel = new Channel(length);
    this.negatedMin = new WindowMax(LOOKBACK_LENGTHS * length);
  }

  /** Finds both values with this source price as the newest. */
  offer(price: number): void {
    this.channel.offer(price);
    const { resistance, support } = this.channel;
    this.tightness =
      support > 0 ? (100 * (resistance - support)) / ((resistance + support) / 2) : Number.NaN;
    this.distanceToMin = this.tightness + this.negatedMin.offer(-this.tightness);
  }

  /** Makes the price offered last final. */
  keep(): void {
    this.channel.keep();
    this.negatedMin.keep();
  }
}
