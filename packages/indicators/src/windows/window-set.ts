import type { Columns } from '../columns/columns.ts';
import { type PriceSource, readPrices, sourceReader } from '../columns/price-source.ts';
import { Channel } from './channel.ts';
import { chunkColumn } from './chunk.ts';
import { DeploymentWindow } from './deployment-window.ts';
import { TightnessWindow } from './tightness-window.ts';

/** The windows of the studies; each is computed once and shared. */
export class WindowSet {
  /** The source prices of the last chunk; unused without channels. */
  readonly prices = chunkColumn();
  private readonly source: PriceSource;
  private readonly channels = new Map<number, Channel>();
  private readonly tightnesses = new Map<number, TightnessWindow>();
  private readonly deployments = new Map<number, DeploymentWindow>();

  constructor(source: PriceSource) {
    this.source = source;
  }

  /** Resistance and support over `length` bars. All windows must be requested before the first chunk. */
  channel(length: number): Channel {
    return once(this.channels, length, () => new Channel(length));
  }

  tightness(length: number): TightnessWindow {
    const channel = this.channel(length);
    return once(this.tightnesses, length, () => new TightnessWindow(channel, length));
  }

  deployment(length: number): DeploymentWindow {
    return once(this.deployments, length, () => new DeploymentWindow(length));
  }

  /** The first bar must be the last bar of the previous chunk. */
  advance(columns: Columns, from: number, count: number): void {
    if (this.channels.size > 0) {
      readPrices(sourceReader(this.source), columns, from, this.prices, count);
    }
    for (const channel of this.channels.values()) channel.advance(this.prices, count);
    for (const tightness of this.tightnesses.values()) tightness.advance(count);
    for (const deployment of this.deployments.values()) deployment.advance(columns, from, count);
  }
}

function once<Window>(windows: Map<number, Window>, length: number, create: () => Window): Window {
  const window = windows.get(length) ?? create();
  windows.set(length, window);
  return window;
}
