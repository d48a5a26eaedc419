import type { Columns } from '../columns/columns.ts';
import { chunkColumn } from './chunk.ts';
import { FlowWindow } from './flow-window.ts';
import { WindowSum } from './window-sum.ts';

/** Bars over which the flow is averaged. */
const FLOW_SMOOTHING = 15;

/** Long/short deployment: the mean of the flow over 15 bars, within ±3000. */
export class DeploymentWindow {
  /** Of the chunk taken last; NaN until `length + 14` bars were given. */
  readonly deployment = chunkColumn();
  private readonly flow: FlowWindow;
  private readonly flowSum = new WindowSum(FLOW_SMOOTHING);

  constructor(length: number) {
    this.flow = new FlowWindow(length);
  }

  /** Takes a chunk of bars, the first of which is the last of the chunk before. */
  advance(columns: Columns, from: number, count: number): void {
    const { deployment } = this;
    this.flow.advance(columns, from, count);
    this.flowSum.advance(this.flow.flow, deployment, count);
    for (let index = 0; index < count; index += 1) {
      deployment[index] = Number(deployment[index]) / FLOW_SMOOTHING;
    }
  }
}

/** Bars until a deployment over `length` bars is defined. */
export function barsUntilDeployment(length: number): number {
  return length + FLOW_SMOOTHING - 1;
}
