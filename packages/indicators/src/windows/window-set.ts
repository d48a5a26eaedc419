import type { Columns } from '../columns/columns.ts';
import { type PriceSource, readPrices, sourceReader } from '../columns/price-source.ts';
import { Channel } from './channel.ts';
import { chunkColumn } from './chunk.ts';
import { DeploymentWindow } from './deployment-window.ts';
import { TightnessWindow } from './tightness-window.ts';

/** The windows that studies read, each worked through once, however many studies read it. */
export class WindowSet {
  /** The source prices of the chunk taken last; nothing while no channel is asked for. */
  readonly prices = chunkColumn();
  private readonly source: PriceSource;
  private readonly channels = new Map<number, Channel>();
  private readonly tightnesses = new Map<number, TightnessWindow>();
  private readonly deployments = new Map<number, DeploymentWindow>();

  constructor(source: PriceSource) {
    this.source = source;
  }

  /** Resistance and support over `length` bars. To be asked for before the first chunk, like all windows. */
  channel(length: number): Channel {
    return once(this.channels, length, () => new Channel(length));
  }

  /** Tightness of the channel of that length. */
  tightness(length: number): TightnessWindow {
    const channel = this.channel(length);
    return once(this.tightnesses, length, () => new TightnessWindow(channel, length));
  }

  /** Deployment over `length` bars. */
  deployment(length: number): DeploymentWindow {
    return once(this.deployments, length, () => new DeploymentWindow(length));
  }

  /** Takes a chunk of bars, the first of which is the last of the chunk before. */
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
