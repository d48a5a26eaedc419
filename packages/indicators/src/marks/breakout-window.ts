import type { Columns } from '../columns/columns.ts';
import { type SourceReader, sourceReader } from '../columns/price-source.ts';
import { valueAt } from '../columns/value-at.ts';
import type { StudyInputs } from '../inputs/study-inputs.ts';
import { Channel } from '../windows/channel.ts';
import { DeploymentWindow } from '../windows/deployment-window.ts';
import { WindowSum } from '../windows/window-sum.ts';

const RANGE_BARS = 5;
/** The part of the average range by which a breakout must pass its line. */
const BUFFER_SHARE = 0.25;
/** By how much of the price it must pass the line and buffer, so that a tie is a breakout nowhere. */
const TIE_TOLERANCE = 1e-9;
/** How near to long or short input a deployment has reached it. */
const ZONE_TOLERANCE = 1e-6;

/** What a closed bar is to the combo's channels. Bars are taken once, in order. */
export class BreakoutWindow {
  /** Mean high − low of the last five bars, this one included. */
  rangeAverage = Number.NaN;
  /** The same at the bar before. */
  previousRangeAverage = Number.NaN;
  isBuy = false;
  isStrongBuy = false;
  isSell = false;
  isStrongSell = false;
  private readonly read: SourceReader;
  private readonly longInput: number;
  private readonly shortInput: number;
  private readonly short: Channel;
  private readonly long: Channel;
  private readonly deployment: DeploymentWindow;
  private readonly ranges = new WindowSum(RANGE_BARS);

  constructor(inputs: StudyInputs) {
    this.read = sourceReader(inputs.source);
    this.longInput = inputs.longInput;
    this.shortInput = inputs.shortInput;
    this.short = new Channel(inputs.comboShortRange);
    this.long = new Channel(inputs.comboLongRange);
    this.deployment = new DeploymentWindow(inputs.length);
  }

  /** Takes the next closed bar. What is not yet defined is no breakout. */
  take(columns: Columns, index: number): void {
    const price = this.read(columns, index);
    const deployment = this.deployment.offer(columns, index);
    this.deployment.keep();
    this.judge(price, deployment);
    this.short.offer(price);
    this.short.keep();
    this.long.offer(price);
    this.long.keep();
    const range = valueAt(columns.high, index) - valueAt(columns.low, index);
    this.rangeAverage = this.ranges.offer(range) / RANGE_BARS;
    this.ranges.keep();
  }

  /** Compares with channels and range of the bars before, which are still those of the windows. */
  private judge(price: number, deployment: number): void {
    const { short, long } = this;
    this.previousRangeAverage = this.rangeAverage;
    const buffer = BUFFER_SHARE * this.previousRangeAverage;
    const isLong = deployment >= this.longInput - ZONE_TOLERANCE;
    const isShort = deployment <= this.shortInput + ZONE_TOLERANCE;
    this.isBuy = isLong && isAbove(price, short.resistance, buffer);
    this.isStrongBuy = this.isBuy && isAbove(price, long.resistance, buffer);
    this.isSell = isShort && isBelow(price, short.support, buffer);
    this.isStrongSell = this.isSell && isBelow(price, long.support, buffer);
  }
}

function isAbove(price: number, line: number, buffer: number): boolean {
  return price - (line + buffer) > toleranceOf(price, line);
}

function isBelow(price: number, line: number, buffer: number): boolean {
  return line - buffer - price > toleranceOf(price, line);
}

function toleranceOf(price: number, line: number): number {
  return TIE_TOLERANCE * Math.max(Math.abs(price), Math.abs(line));
}
