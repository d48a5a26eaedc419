import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { csvLines, readStoredBars } from '../modules/bars/index.ts';
import { openStore } from './open-store.ts';
import { showProgress } from './progress.ts';
import { EXIT, runCommand, UsageError } from './run-command.ts';
import { instrumentArgument, momentArgument, resolutionArgument } from './series-arguments.ts';

const HELP = `Writes stored bars as CSV, to a file or to the standard output.

  npm run export -- --instrument EXCHANGE:CODE --resolution 1|15|60|1D
    [--from TIME] [--to TIME] [--out FILE.csv] [--simulated]

  --from  first moment, inclusive; ISO 8601, UTC where no zone is given
  --to    last moment, exclusive
  --simulated  the bars of the simulator; without it, where no real ones are stored
Columns: time,open,high,low,close,volume. time is epoch seconds UTC of the bar's start (for 1D 00:00 UTC of the
trading date); prices are in the instrument's currency; volume in its units, empty where there is none.
Bars of a simulated feed begin with a line '# Simulated'. What an export writes, an import reads.

It uses the database of the server: DATABASE_URL, or the folder DATA_DIR (./data), which only one process can use.
Exit codes: 0 written, 1 nothing written, 2 not understood.`;

async function write(lines: AsyncIterable<string>, path: string | undefined): Promise<void> {
  if (path === undefined) {
    await pipeline(lines, process.stdout, { end: false });
    return;
  }
  const draft = `${path}.part`;
  try {
    await pipeline(lines, createWriteStream(draft));
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      instrument: { type: 'string' },
      resolution: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      out: { type: 'string' },
      simulated: { type: 'boolean', default: false },
    },
  });
  const resolution = resolutionArgument(values.resolution);
  const fromMs = momentArgument('from', values.from, Number.MIN_SAFE_INTEGER);
  const toMs = momentArgument('to', values.to, Number.MAX_SAFE_INTEGER);
  if (fromMs >= toMs)
    throw new UsageError(`--from ${values.from} must be before --to ${values.to}`);
  const store = await openStore(process.env);
  try {
    const instrument = await instrumentArgument(store.catalogue, values.instrument);
    const request = { instrumentId: instrument.id, resolution, fromMs, toMs };
    const read = (isSimulated: boolean) => readStoredBars(store.db, { ...request, isSimulated });
    const real = values.simulated ? null : await read(false);
    const isSimulated = real === null || real.chunkCount === 0;
    const stored = isSimulated ? await read(true) : real;
    if (stored.chunkCount === 0) {
      console.error(`No bars of ${instrument.ticker} ${resolution} are stored in this span.`);
      return EXIT.refused;
    }
    const progress = showProgress(`Writing ${instrument.ticker}`, stored.chunkCount);
    await write(csvLines({ ...stored, isSimulated }, progress.update), values.out).finally(
      progress.stop,
    );
    return EXIT.done;
  } finally {
    await store.close();
  }
}

await runCommand(HELP, run);
