import { type Columns, valueAt } from '../columns/columns.ts';
import type { StudyInputs } from '../inputs.ts';
import type { Channel } from '../windows/channel.ts';
import { chunkColumn } from '../windows/chunk.ts';
import type { DeploymentWindow } from '../windows/deployment-window.ts';
import { WindowSet } from '../windows/window-set.ts';
import { WindowSum } from '../windows/window-sum.ts';

const RANGE_BARS = 5;

/** Mean of high − low over five bars: the unit for breakouts and for the place of marks. */
export class RangeWindow {
  /** For the last chunk; NaN until five bars were given, exactly 0 after five bars without range. */
  readonly average = chunkColumn();
  private readonly sum = new WindowSum(RANGE_BARS);

  /** The first bar must be the last bar of the previous chunk. */
  advance({ high, low }: Columns, from: number, count: number): void {
    const { average } = this;
    for (let index = 0; index < count; index += 1) {
      average[index] = Number(high[from + index]) - Number(low[from + index]);
    }
    this.sum.advance(average, average, count);
    for (let index = 0; index < count; index += 1) {
      average[index] = Number(average[index]) / RANGE_BARS;
    }
  }
}

/** The share of the average range by which a breakout must exceed its line. */
const BUFFER_SHARE = 0.25;
/**
 * The share of the price by which it must also exceed line and buffer, so that a tie is never a breakout on any
 * machine.
 */
const TIE_TOLERANCE = 1e-9;
/** A deployment this close to the long or short input has reached it. */
const ZONE_TOLERANCE = 1e-6;

export type MarkSide = 'buy' | 'sell';

/** The position of a bar relative to the combo's channels at the previous bar. */
export type Breakout = 'none' | 'plain' | 'strong';

/** A broken line of the combo: its level at the previous bar, and the price that broke it. */
export type BrokenLine = {
  readonly key: 'shortResistance' | 'longResistance' | 'shortSupport' | 'longSupport';
  readonly level: number;
  readonly price: number;
};

/** Finds breakouts while deployment is long or short. Undefined values are no breakout. */
export class BreakoutWindow {
  private readonly longInput: number;
  private readonly shortInput: number;
  private readonly windows: WindowSet;
  private readonly short: Channel;
  private readonly long: Channel;
  private readonly deployment: DeploymentWindow;
  private readonly range = new RangeWindow();

  constructor(inputs: StudyInputs) {
    this.longInput = inputs.longInput;
    this.shortInput = inputs.shortInput;
    this.windows = new WindowSet(inputs.source);
    this.short = this.windows.channel(inputs.comboShortRange);
    this.long = this.windows.channel(inputs.comboLongRange);
    this.deployment = this.windows.deployment(inputs.length);
  }

  /** The first bar must be the last bar of the previous chunk. */
  advance(columns: Columns, from: number, count: number): void {
    this.windows.advance(columns, from, count);
    this.range.advance(columns, from, count);
  }

  /** Mean high − low of five bars at an index of the chunk. */
  rangeAverage(index: number): number {
    return valueAt(this.range.average, index);
  }

  /** The breakout upwards at an index of the chunk (not its first bar) while deployment is long. */
  upwards(index: number): Breakout {
    const isLong = valueAt(this.deployment.deployment, index) >= this.longInput - ZONE_TOLERANCE;
    if (!isLong || !this.isAbove(index, this.short.resistance)) return 'none';
    return this.isAbove(index, this.long.resistance) ? 'strong' : 'plain';
  }

  /** The breakout downwards at an index of the chunk (not its first bar) while deployment is short. */
  downwards(index: number): Breakout {
    const isShort = valueAt(this.deployment.deployment, index) <= this.shortInput + ZONE_TOLERANCE;
    if (!isShort || !this.isBelow(index, this.short.support)) return 'none';
    return this.isBelow(index, this.long.support) ? 'strong' : 'plain';
  }

  /** The lines of a side that the bar at an index of the chunk (not its first bar) breaks, nearer one first. */
  broken(index: number, side: MarkSide): BrokenLine[] {
    const [short, long] =
      side === 'buy'
        ? ([
            { key: 'shortResistance', lines: this.short.resistance },
            { key: 'longResistance', lines: this.long.resistance },
          ] as const)
        : ([
            { key: 'shortSupport', lines: this.short.support },
            { key: 'longSupport', lines: this.long.support },
          ] as const);
    const passes = ({ lines }: typeof short | typeof long) =>
      side === 'buy' ? this.isAbove(index, lines) : this.isBelow(index, lines);
    const price = valueAt(this.windows.prices, index);
    return [short, long]
      .filter(passes)
      .map(({ key, lines }) => ({ key, level: valueAt(lines, index - 1), price }));
  }

  private isAbove(index: number, lines: Float64Array): boolean {
    const price = valueAt(this.windows.prices, index);
    const line = valueAt(lines, index - 1);
    return price - (line + this.bufferBefore(index)) > toleranceOf(price, line);
  }

  private isBelow(index: number, lines: Float64Array): boolean {
    const price = valueAt(this.windows.prices, index);
    const line = valueAt(lines, index - 1);
    return line - this.bufferBefore(index) - price > toleranceOf(price, line);
  }

  private bufferBefore(index: number): number {
    return BUFFER_SHARE * this.rangeAverage(index - 1);
  }
}

function toleranceOf(price: number, line: number): number {
  return TIE_TOLERANCE * Math.max(Math.abs(price), Math.abs(line));
}
