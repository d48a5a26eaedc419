import type { Columns } from '../columns/columns.ts';
import { valueAt } from '../columns/value-at.ts';
import { LANE } from './spread-lanes.ts';

/**
 * The newest pair of neighbouring bars in the terms of the spread estimator. Logarithms of the older bar are
 * remembered. A bar with a price that is not positive makes its pairs undefined.
 */
export class BarPair {
  private logHigh = Number.NaN;
  private logLow = Number.NaN;
  private logClose = Number.NaN;
  private logMid = Number.NaN;
  private nextLogHigh = Number.NaN;
  private nextLogLow = Number.NaN;
  private nextLogClose = Number.NaN;

  /** Writes the terms of the pair of the bar at an index and the bar kept before it, one a lane. */
  offer({ open, high, low, close }: Columns, index: number, terms: Float64Array): void {
    const o = valueAt(open, index);
    const h = valueAt(high, index);
    const l = valueAt(low, index);
    const c = valueAt(close, index);
    const isPositive = l > 0;
    this.nextLogHigh = isPositive ? Math.log(h) : Number.NaN;
    this.nextLogLow = isPositive ? Math.log(l) : Number.NaN;
    this.nextLogClose = isPositive ? Math.log(c) : Number.NaN;
    if (index === 0) return;
    const h1 = valueAt(high, index - 1);
    const l1 = valueAt(low, index - 1);
    const c1 = valueAt(close, index - 1);
    const moving = h !== l || l !== c1 ? 1 : 0;
    terms[LANE.moving] = moving;
    terms[LANE.openInside] = moving * ((o !== h ? 1 : 0) + (o !== l ? 1 : 0));
    terms[LANE.closeInside] = moving * ((c1 !== h1 ? 1 : 0) + (c1 !== l1 ? 1 : 0));
    this.writeProducts(terms, moving, Math.log(o));
  }

  /** Makes the bar offered last the older one of the next pair. */
  keep(): void {
    this.logHigh = this.nextLogHigh;
    this.logLow = this.nextLogLow;
    this.logClose = this.nextLogClose;
    this.logMid = (this.logHigh + this.logLow) / 2;
  }

  private writeProducts(terms: Float64Array, moving: number, logOpen: number): void {
    const mid = (this.nextLogHigh + this.nextLogLow) / 2;
    const r1 = mid - logOpen;
    const r2 = logOpen - this.logMid;
    const r3 = mid - this.logClose;
    const r4 = this.logClose - this.logMid;
    const r5 = logOpen - this.logClose;
    const r1r2 = r1 * r2;
    const r3r4 = r3 * r4;
    const r1r5 = r1 * r5;
    const r4r5 = r4 * r5;
    const movingR2 = moving * r2;
    const movingR4 = moving * r4;
    terms[LANE.r1] = r1;
    terms[LANE.r3] = r3;
    terms[LANE.r5] = r5;
    terms[LANE.movingR2] = movingR2;
    terms[LANE.movingR4] = movingR4;
    terms[LANE.r1r2] = r1r2;
    terms[LANE.r3r4] = r3r4;
    terms[LANE.r1r5] = r1r5;
    terms[LANE.r4r5] = r4r5;
    terms[LANE.r1r2r2] = r1r2 * r2;
    terms[LANE.r1r1r2r2] = r1r2 * r1r2;
    terms[LANE.movingR2r2] = movingR2 * r2;
    terms[LANE.r1r2r4] = r1r2 * r4;
    terms[LANE.r2r3r4] = r2 * r3r4;
    terms[LANE.r1r2r3r4] = r1r2 * r3r4;
    terms[LANE.movingR2r4] = movingR2 * r4;
    terms[LANE.r3r4r4] = r3r4 * r4;
    terms[LANE.r3r3r4r4] = r3r4 * r3r4;
    terms[LANE.movingR4r4] = movingR4 * r4;
    terms[LANE.r1r5r5] = r1r5 * r5;
    terms[LANE.r1r1r5r5] = r1r5 * r1r5;
    terms[LANE.r5r5] = r5 * r5;
    terms[LANE.r1r4r5] = r1 * r4r5;
    terms[LANE.r4r5r5] = r4r5 * r5;
    terms[LANE.r1r4r5r5] = r1r5 * r4r5;
    terms[LANE.r4r4r5] = r4 * r4r5;
    terms[LANE.r4r4r5r5] = r4r5 * r4r5;
  }
}
