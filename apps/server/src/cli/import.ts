import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { columnsOf, findGaps, importBars } from '../modules/bars/index.ts';
import { EXIT, UsageError } from './exit.ts';
import { openStore } from './open-store.ts';
import { showProgress } from './progress.ts';
import { readBarFile } from './read-bar-file.ts';
import { runCommand } from './run-command.ts';
import { instrumentArgument, resolutionArgument } from './series-arguments.ts';
import { SIMULATED_LABEL } from './simulated-label.ts';

const HELP = `Stores bars from a CSV file: all of them, or none.

  npm run import -- FILE.csv --instrument EXCHANGE:CODE --resolution 1|15|60|1D

The first line names the columns: time,open,high,low,close,volume (in any order).
  time    start of the bar: epoch seconds, epoch milliseconds, or ISO 8601 (UTC where no zone is given);
          for 1D the trading date, e.g. 2024-03-01
  prices  in the instrument's currency, decimal point
  volume  in the instrument's units; empty where there is none
A file that begins with "${SIMULATED_LABEL}" holds simulated prices: they keep that label, and never join real ones.
Bars of the same time are replaced. Every line is checked first: a bad one is told by its number and nothing is stored.

It uses the database of the server: DATABASE_URL, or the folder DATA_DIR (./data), which only one process can use.
Exit codes: 0 stored, 1 nothing stored, 2 not understood.`;

/** The feed is not asked for what lies between the first and the last bar, so an operator should know of holes. */
function tellGaps(market: Parameters<typeof findGaps>[0], columns: Parameters<typeof findGaps>[1]) {
  const [fromMs = 0, toMs = 0] = [columns.time[0], columns.time[columns.length - 1]];
  const gaps = findGaps(market, columns, { fromMs, toMs });
  const [first] = gaps;
  if (!first) return;
  const missing = gaps.reduce((sum, { barCount }) => sum + barCount, 0);
  const [start, end] = [first.fromMs, first.toMs].map((timeMs) => new Date(timeMs).toISOString());
  console.log(
    `It leaves ${gaps.length} gaps (${missing} bars); the first from ${start} to ${end}.`,
  );
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
  const store = await openStore(process.env);
  try {
    const instrument = await instrumentArgument(store.catalogue, values.instrument);
    const progress = showProgress(`Reading ${path}`, size);
    const { bars, bad, badCount, isSimulated } = await readBarFile(
      path,
      { hours: instrument.hours, resolution },
      progress.update,
    ).finally(progress.stop);
    for (const { line, reason } of bad) console.error(`Line ${line}: ${reason}`);
    if (badCount > bad.length) console.error(`… and ${badCount - bad.length} more bad lines`);
    if (badCount > 0 || bars.length === 0) {
      console.error(badCount > 0 ? 'Nothing was stored.' : `${path} holds no bars.`);
      return EXIT.refused;
    }
    const columns = columnsOf(bars);
    if (!(await importBars(store, { instrument, resolution, columns, isSimulated }))) {
      const series = `${instrument.ticker} ${resolution}`;
      console.error(`${path} holds simulated prices, ${series} real ones. Nothing was stored.`);
      return EXIT.refused;
    }
    console.log(`Stored ${bars.length} bars of ${instrument.ticker} ${resolution}.`);
    tellGaps({ hours: instrument.hours, resolution }, columns);
    return EXIT.done;
  } finally {
    await store.close();
  }
}

await runCommand(HELP, run);
