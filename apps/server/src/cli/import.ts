import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { StoredResolution } from '@moneytrail/calendar';
import { findGaps, importBars } from '../modules/bars/index.ts';
import type { Instrument } from '../modules/catalogue/index.ts';
import { SIMULATED_LABEL } from './csv-lines.ts';
import { openStore, type Store } from './open-store.ts';
import { showProgress } from './progress.ts';
import { type BarFile, checkBarFile, readBarPieces } from './read-bar-file.ts';
import { EXIT, runCommand, UsageError } from './run-command.ts';
import { instrumentArgument, resolutionArgument } from './series-arguments.ts';

const HELP = `Stores bars from a CSV file: all of them, or none.

  npm run import -- FILE.csv --instrument EXCHANGE:CODE --resolution 1|15|60|1D

The first line names the columns: time,open,high,low,close,volume (in any order).
  time    start of the bar: epoch seconds, epoch milliseconds, or ISO 8601 (UTC where no zone is given);
          for 1D the trading date, e.g. 2024-03-01
  prices  in the instrument's currency, decimal point
  volume  in the instrument's units; empty where there is none
A file that begins with "${SIMULATED_LABEL}" holds simulated prices: they are shown while the feed is simulated, and
every other file's bars while it is real. Neither ever replaces the other.
Bars of the same time are replaced. Every line is checked first: a bad one is told by its number and nothing is stored.
All are stored in one transaction: an import that is stopped leaves nothing.

It uses the database of the server: DATABASE_URL, or the folder DATA_DIR (./data), which only one process can use.
Exit codes: 0 stored, 1 nothing stored, 2 not understood.`;

/** The feed is never asked for bars between the first and the last imported one, so operators must know of gaps. */
function tellGaps(market: Parameters<typeof findGaps>[0], times: Float64Array): void {
  const span = { fromMs: times[0] ?? 0, toMs: times.at(-1) ?? 0 };
  const gaps = findGaps(market, { time: times, length: times.length }, span);
  const [first] = gaps;
  if (!first) return;
  const missing = gaps.reduce((sum, { barCount }) => sum + barCount, 0);
  const [start, end] = [first.fromMs, first.toMs].map((timeMs) => new Date(timeMs).toISOString());
  console.log(
    `It leaves ${gaps.length} gaps (${missing} bars); the first from ${start} to ${end}.`,
  );
}

/** Stores a file that has been checked. */
async function store(
  { db, clock }: Store,
  path: string,
  market: { instrument: Instrument; resolution: StoredResolution },
  { times, isSimulated }: BarFile,
): Promise<void> {
  const { instrument, resolution } = market;
  const { hours, ticker } = instrument;
  const progress = showProgress(`Storing ${path}`, (await stat(path)).size);
  const pieces = readBarPieces(path, { hours, resolution }, progress.update);
  const what = { instrument, resolution, pieces, isSimulated };
  const count = await importBars({ db, clock }, what).finally(progress.stop);
  const kind = isSimulated ? 'simulated bars' : 'bars';
  console.log(`Stored ${count} ${kind} of ${ticker} ${resolution}.`);
  tellGaps({ hours, resolution }, times);
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { instrument: { type: 'string' }, resolution: { type: 'string' } },
  });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new UsageError('Name one CSV file');
  const resolution = resolutionArgument(values.resolution);
  const { size } = await stat(path);
  const opened = await openStore(process.env);
  try {
    const instrument = await instrumentArgument(opened.catalogue, values.instrument);
    const progress = showProgress(`Reading ${path}`, size);
    const market = { hours: instrument.hours, resolution };
    const file = await checkBarFile(path, market, progress.update).finally(progress.stop);
    const { bad, badCount, times } = file;
    for (const { line, reason } of bad) console.error(`Line ${line}: ${reason}`);
    if (badCount > bad.length) console.error(`… and ${badCount - bad.length} more bad lines`);
    if (badCount > 0 || times.length === 0) {
      console.error(badCount > 0 ? 'Nothing was stored.' : `${path} holds no bars.`);
      return EXIT.refused;
    }
    await store(opened, path, { instrument, resolution }, file);
    return EXIT.done;
  } finally {
    await opened.close();
  }
}

await runCommand(HELP, run);
