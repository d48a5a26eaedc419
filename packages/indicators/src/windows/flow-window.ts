import { WindowSum } from './window-sum.ts';

const FLOW_LIMIT = 3000;
/** Volume counts for nothing once more than one bar in this many carries none. */
const BARS_PER_VOLUMELESS = 5;

/**
 * Where the money closes, over the last `length` bars: the sum of each bar's close location in percent, weighted
 * by its volume relative to the window's mean, capped to ±3000. Offered first, then kept.
 */
export class FlowWindow {
  private readonly length: number;
  private readonly locations: WindowSum;
  private readonly weighted: WindowSum;
  private readonly volumes: WindowSum;
  private readonly volumeless: WindowSum;

  constructor(length: number) {
    this.length = length;
    this.locations = new WindowSum(length);
    this.weighted = new WindowSum(length);
    this.volumes = new WindowSum(length);
    this.volumeless = new WindowSum(length);
  }

  /** The flow with this as the newest bar; NaN until `length` bars were given. */
  offer(high: number, low: number, close: number, volume: number): number {
    const location = high === low ? 0 : (2 * close - high - low) / (high - low);
    const known = Number.isNaN(volume) ? 0 : Math.max(0, volume);
    const locations = this.locations.offer(location);
    const weighted = this.weighted.offer(location * known);
    const mean = this.volumes.offer(known) / this.length;
    const volumeless = this.volumeless.offer(known > 0 ? 0 : 1);
    const isWeightless = BARS_PER_VOLUMELESS * volumeless > this.length;
    const flow = 100 * (isWeightless ? locations : weighted / mean);
    return Math.min(FLOW_LIMIT, Math.max(-FLOW_LIMIT, flow));
  }

  /** Makes the bar offered last final. */
  keep(): void {
    this.locations.keep();
    this.weighted.keep();
    this.volumes.keep();
    this.volumeless.keep();
  }
}
