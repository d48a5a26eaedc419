import { barAt } from './columns/bar-columns.ts';
import { SIMULATED_LABEL } from './imports/decode.ts';
import type { StoredBars } from './stored-bars.ts';

const HEADER = 'time,open,high,low,close,volume\n';
/** Writing the lines of a slice takes about two milliseconds. */
const SLICE_BARS = 250;

/**
 * Stored bars as CSV text: the header, then slices of a few hundred lines, between which a server can serve others;
 * `progress` is called with the number of finished chunks.
 */
export async function* csvLines(
  { isSimulated, pieces }: Pick<StoredBars, 'pieces'> & { isSimulated: boolean },
  progress: (chunks: number) => void,
): AsyncGenerator<string> {
  yield isSimulated ? `${SIMULATED_LABEL}\n${HEADER}` : HEADER;
  let done = 0;
  for await (const columns of pieces) {
    for (let from = 0; from < columns.length; from += SLICE_BARS) {
      const lines: string[] = [];
      const to = Math.min(columns.length, from + SLICE_BARS);
      for (let i = from; i < to; i++) {
        const { time, open, high, low, close, volume } = barAt(columns, i);
        lines.push(`${time / 1_000},${open},${high},${low},${close},${volume ?? ''}\n`);
      }
      yield lines.join('');
    }
    progress(++done);
  }
}
