import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { IMPORTED } from '@moneytrail/contract';
import {
  type ByteSource,
  DATE_ORDERS,
  type ImportOptions,
  importBars,
  type PlanOutcome,
  planImport,
  planLines,
  ROLES,
  readBarPieces,
} from '../modules/bars/index.ts';
import type { Instrument } from '../modules/catalogue/index.ts';
import { openStore, type Store } from './open-store.ts';
import { showProgress } from './progress.ts';
import { EXIT, runCommand, UsageError } from './run-command.ts';
import { instrumentArgument, resolutionArgument } from './series-arguments.ts';

const HELP = `Stores bars from a CSV file: all of them, or none.

  npm run import -- FILE.csv --instrument EXCHANGE:CODE [--resolution 1|15|60|1D]
    [--zone ZONE] [--dates d/m/y|m/d/y|y/m/d] [--decimal .|,] [--columns ROLE=COLUMN,…] [--dry-run]

The file is recognised by looking at the whole of it: the exports of Yahoo Finance, Stooq, MetaTrader 4 and 5, Binance,
Dukascopy, HistData, Bitstamp, Alpha Vantage, Investing.com, Barchart, TradingView, pandas and Excel, and other tables
with a time and four prices. Everything recognised is told before anything is stored.
  --resolution  of the stored bars; absent: the interval of the file. A coarser one makes longer bars of the file's.
  --zone      IANA name of the zone that the file's times are in, e.g. Europe/Athens
  --dates     order of the fields of a date that can be read in two ways
  --decimal   the decimal mark, where the file leaves it open
  --columns   columns by name or number, e.g. time=1,close=Settle; roles: ${ROLES.join(', ')}
  --dry-run   tells what would be stored, and stores nothing
The plainest file has the columns time,open,high,low,close,volume, as an export writes it:
  time    start of the bar: epoch seconds, milliseconds, microseconds, or ISO 8601 (UTC where no zone is given);
          for 1D the trading date, e.g. 2024-03-01
  prices  in the instrument's currency
  volume  in the instrument's units; empty where there is none
A file that begins with "# Simulated" holds simulated prices: they are shown while the feed is simulated, and
every other file's bars while it is real. Neither ever replaces the other.
Rows without prices are skipped and counted. Bars of the same time are replaced. Every line is checked first: a bad one
is told by its number and nothing is stored. All are stored in one transaction: an import that is stopped leaves nothing.

It uses the database of the server: DATABASE_URL, or the folder DATA_DIR (./data), which only one process can use.
Exit codes: 0 stored, 1 nothing stored, 2 not understood.`;

const ELSEWHERE = 'To see them now, make an instrument of the file: All Exchanges, Imported.';

const OPTIONS = {
  instrument: { type: 'string' },
  resolution: { type: 'string' },
  zone: { type: 'string' },
  dates: { type: 'string' },
  decimal: { type: 'string' },
  columns: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const;

function choiceArgument<T extends string>(
  name: string,
  text: string | undefined,
  choices: readonly T[],
): T | undefined {
  if (text === undefined) return undefined;
  const found = choices.find((each) => each === text.toLowerCase());
  if (found === undefined) throw new UsageError(`--${name} ${text}: use ${choices.join(' or ')}`);
  return found;
}

/** `time=1,close=Settle` */
function columnsArgument(text: string | undefined): ImportOptions['columns'] {
  if (text === undefined) return undefined;
  const pairs = text.split(',').map((pair) => {
    const [name = '', ...column] = pair.split('=');
    const role = ROLES.find((each) => each === name.trim().toLowerCase());
    if (!role || column.length === 0) {
      throw new UsageError(`--columns ${pair}: use ROLE=COLUMN with ${ROLES.join(', ')}`);
    }
    return [role, column.join('=')];
  });
  return Object.fromEntries(pairs);
}

/** The file's bytes, with progress by the bytes read so far. */
const fileSource = (path: string, progress: (bytes: number) => void = () => {}): ByteSource =>
  async function* () {
    let read = 0;
    for await (const piece of createReadStream(path)) {
      read += piece.length;
      progress(read);
      yield piece;
    }
  };

/** Says why nothing is stored. */
function refusal(outcome: Exclude<PlanOutcome, { kind: 'planned' }>): string[] {
  switch (outcome.kind) {
    case 'unreadable':
      return [outcome.message, 'Nothing was stored.'];
    case 'bad': {
      const { bad, badCount } = outcome;
      const more = badCount - bad.length;
      return [
        ...bad.map(({ line, reason }) => `Line ${line}: ${reason}`),
        ...(more > 0 ? [`… and ${more} more bad lines`] : []),
        'Nothing was stored.',
      ];
    }
    case 'questions':
      return [
        ...outcome.questions.map(({ option, text, choices }) => {
          const example = option === 'columns' ? 'time=1,open=2,…' : choices.join(' or ');
          return example === '' ? text : `${text} Give --${option} ${example}.`;
        }),
        'Nothing was stored.',
      ];
    default:
      return outcome satisfies never;
  }
}

/** Stores a file that has been checked. */
async function store(
  { db, clock }: Store,
  path: string,
  instrument: Instrument,
  outcome: PlanOutcome & { kind: 'planned' },
): Promise<void> {
  const { reading, target, plan } = outcome;
  const progress = showProgress(`Storing ${path}`, (await stat(path)).size);
  const pieces = readBarPieces(fileSource(path, progress.update), reading, target);
  const { resolution, isSimulated } = plan;
  const what = { instrument, resolution, pieces, isSimulated };
  const count = await importBars({ db, clock }, what).finally(progress.stop);
  const kind = isSimulated ? 'simulated bars' : 'bars';
  console.log(`Stored ${count} ${kind} of ${instrument.ticker} ${resolution}.`);
}

async function plan(path: string, request: Parameters<typeof planImport>[1]): Promise<PlanOutcome> {
  const progress = showProgress(`Reading ${path}`, 2 * (await stat(path)).size);
  try {
    return await planImport(fileSource(path, progress.update), request);
  } finally {
    progress.stop();
  }
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new UsageError('Name one CSV file');
  const { resolution: asked, zone } = values;
  const options = {
    resolution: asked === undefined ? undefined : resolutionArgument(asked),
    zone,
    dates: choiceArgument('dates', values.dates, DATE_ORDERS),
    decimal: choiceArgument('decimal', values.decimal, ['.', ',']),
    columns: columnsArgument(values.columns),
  };
  await stat(path);
  const opened = await openStore(process.env);
  try {
    const instrument = await instrumentArgument(opened.catalogue, values.instrument);
    const request = { hours: instrument.hours, nowMs: opened.clock.now(), ...options };
    const outcome = await plan(path, request);
    if (outcome.kind !== 'planned') {
      for (const line of refusal(outcome)) console.error(line);
      return EXIT.refused;
    }
    for (const line of planLines(outcome.plan)) console.log(line);
    const { exchange } = instrument;
    if (opened.isDemo && exchange !== IMPORTED && !outcome.plan.isSimulated) {
      console.log(
        `Note: while ${exchange} is simulated, its charts do not show these bars. ${ELSEWHERE}`,
      );
    }
    if (values['dry-run']) console.log('Nothing was stored: --dry-run.');
    else await store(opened, path, instrument, outcome);
    return EXIT.done;
  } finally {
    await opened.close();
  }
}

await runCommand(HELP, run);
