import type { Columns } from '../columns/columns.ts';
import { chunkColumn } from '../windows/chunk.ts';
import { WindowSum } from '../windows/window-sum.ts';

const RANGE_BARS = 5;

/** Mean of high − low over five bars: what a breakout and the place of its mark are measured by. */
export class RangeWindow {
  /** Of the chunk taken last; NaN until five bars were given. Exactly 0 after five bars without range. */
  readonly average = chunkColumn();
  private readonly sum = new WindowSum(RANGE_BARS);

  /** Takes a chunk of bars, the first of which is the last of the chunk before. */
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
