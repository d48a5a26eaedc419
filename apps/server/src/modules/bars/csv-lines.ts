import { barAt } from './columns/bar-columns.ts';
import { SIMULATED_LABEL } from './imports/decode.ts';
import type { StoredBars } from './stored-bars.ts';

const HEADER = 'time,open,high,low,close,volume\n';

/** Stored bars as CSV text, chunk by chunk; `progress` is called with the number of finished chunks. */
export async function* csvLines(
  { isSimulated, pieces }: Pick<StoredBars, 'pieces'> & { isSimulated: boolean },
  progress: (chunks: number) => void,
): AsyncGenerator<string> {
  yield isSimulated ? `${SIMULATED_LABEL}\n${HEADER}` : HEADER;
  let done = 0;
  for await (const columns of pieces) {
    const lines: string[] = [];
    for (let i = 0; i < columns.length; i++) {
      const { time, open, high, low, close, volume } = barAt(columns, i);
      lines.push(`${time / 1_000},${open},${high},${low},${close},${volume ?? ''}\n`);
    }
    yield lines.join('');
    progress(++done);
  }
}
