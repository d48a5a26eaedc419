import type { Columns } from '../columns/columns.ts';
import { chunkColumn } from './chunk.ts';
import { WindowSum } from './window-sum.ts';

const FLOW_LIMIT = 3000;
/** Volume is ignored once more than one bar in this many has none. */
const BARS_PER_VOLUMELESS = 5;

/**
 * The money flow over the last `length` bars: the sum of each bar's close location in percent, weighted by its volume
 * relative to the window's mean, capped to ±3000.
 */
export class FlowWindow {
  /** For the last chunk; NaN until `length` bars were given. */
  readonly flow = chunkColumn();
  private readonly length: number;
  private readonly locations = chunkColumn();
  private readonly weighted = chunkColumn();
  private readonly volumes = chunkColumn();
  private readonly volumeless = chunkColumn();
  private readonly locationSum: WindowSum;
  private readonly weightedSum: WindowSum;
  private readonly volumeSum: WindowSum;
  private readonly volumelessCount: WindowSum;

  constructor(length: number) {
    this.length = length;
    this.locationSum = new WindowSum(length);
    this.weightedSum = new WindowSum(length);
    this.volumeSum = new WindowSum(length);
    this.volumelessCount = new WindowSum(length);
  }

  /** The first bar must be the last bar of the previous chunk. */
  advance(columns: Columns, from: number, count: number): void {
    const { locations, weighted, volumes, volumeless } = this;
    this.weigh(columns, from, count);
    this.locationSum.advance(locations, locations, count);
    this.weightedSum.advance(weighted, weighted, count);
    this.volumeSum.advance(volumes, volumes, count);
    this.volumelessCount.advance(volumeless, volumeless, count);
    this.combine(count);
  }

  /** Computes each bar's share: its close location, its volume, and their product. */
  private weigh({ high, low, close, volume }: Columns, from: number, count: number): void {
    const { locations, weighted, volumes, volumeless } = this;
    for (let index = 0; index < count; index += 1) {
      const h = Number(high[from + index]);
      const l = Number(low[from + index]);
      const c = Number(close[from + index]);
      const v = Number(volume[from + index]);
      const location = h === l ? 0 : (2 * c - h - l) / (h - l);
      const hasVolume = v > 0;
      locations[index] = location;
      weighted[index] = hasVolume ? location * v : 0;
      volumes[index] = hasVolume ? v : 0;
      volumeless[index] = hasVolume ? 0 : 1;
    }
  }

  private combine(count: number): void {
    const { flow, length, locations, weighted, volumes, volumeless } = this;
    for (let index = 0; index < count; index += 1) {
      const mean = Number(volumes[index]) / length;
      const isWeightless = BARS_PER_VOLUMELESS * Number(volumeless[index]) > length;
      const sum = isWeightless ? Number(locations[index]) : Number(weighted[index]) / mean;
      flow[index] = Math.min(FLOW_LIMIT, Math.max(-FLOW_LIMIT, 100 * sum));
    }
  }
}

/** Bars over which the flow is averaged. */
const FLOW_SMOOTHING = 15;

/** Long/short deployment: the mean of the flow over 15 bars, within ±3000. */
export class DeploymentWindow {
  /** For the last chunk; NaN until `length + 14` bars were given. */
  readonly deployment = chunkColumn();
  private readonly flow: FlowWindow;
  private readonly flowSum = new WindowSum(FLOW_SMOOTHING);

  constructor(length: number) {
    this.flow = new FlowWindow(length);
  }

  /** The first bar must be the last bar of the previous chunk. */
  advance(columns: Columns, from: number, count: number): void {
    const { deployment } = this;
    this.flow.advance(columns, from, count);
    this.flowSum.advance(this.flow.flow, deployment, count);
    for (let index = 0; index < count; index += 1) {
      deployment[index] = Number(deployment[index]) / FLOW_SMOOTHING;
    }
  }
}

/** The number of bars until a deployment over `length` bars is defined. */
export function barsUntilDeployment(length: number): number {
  return length + FLOW_SMOOTHING - 1;
}
