import type { Channel } from './channel.ts';
import { chunkColumn } from './chunk.ts';
import { WindowMin } from './window-min.ts';

/** How many channel lengths the search for the tightest value goes back. */
const LOOKBACK_LENGTHS = 5;

/** Tightness of one channel, and how far it stands above its minimum. */
export class TightnessWindow {
  /** Width in percent of the channel's middle; NaN in warm-up and where the support is not positive. */
  readonly tightness = chunkColumn();
  /** 0 where it is the tightest of the last five lengths; NaN unless it is defined at every bar of them. */
  readonly distanceToMin = chunkColumn();
  private readonly channel: Channel;
  private readonly lowest: WindowMin;

  /** Of a channel of that length, which takes every chunk before this does. */
  constructor(channel: Channel, length: number) {
    this.channel = channel;
    this.lowest = new WindowMin(LOOKBACK_LENGTHS * length);
  }

  /** Takes the chunk that the channel has just taken. */
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
