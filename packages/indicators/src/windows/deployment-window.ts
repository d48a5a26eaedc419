import type { Columns } from '../columns/columns.ts';
import { valueAt } from '../columns/value-at.ts';
import { FlowWindow } from './flow-window.ts';
import { WindowSum } from './window-sum.ts';

/** Bars over which the flow is averaged. */
export const FLOW_SMOOTHING = 15;

/** Long/short deployment: the mean of the flow over 15 bars, within ±3000. Offered first, then kept. */
export class DeploymentWindow {
  private readonly flow: FlowWindow;
  private readonly flows = new WindowSum(FLOW_SMOOTHING);

  constructor(length: number) {
    this.flow = new FlowWindow(length);
  }

  /** The deployment with the bar at an index as the newest; NaN until `length + 14` bars were given. */
  offer({ high, low, close, volume }: Columns, index: number): number {
    const flow = this.flow.offer(
      valueAt(high, index),
      valueAt(low, index),
      valueAt(close, index),
      valueAt(volume, index),
    );
    return this.flows.offer(flow) / FLOW_SMOOTHING;
  }

  /** Makes the bar offered last final. */
  keep(): void {
    this.flow.keep();
    this.flows.keep();
  }
}

/** Bars until a deployment over `length` bars is defined. */
export function barsUntilDeployment(length: number): number {
  return length + FLOW_SMOOTHING - 1;
}
