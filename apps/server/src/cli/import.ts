import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { MARKET_HOURS, MARKET_HOURS_IDS, type MarketHours } from '@moneytrail/calendar';
import { IMPORT_ACCESS, IMPORTED, INSTRUMENT_TYPES, importRequest } from '@moneytrail/contract';
import {
  type ByteSource,
  DATE_ORDERS,
  type ImportOptions,
  importBars,
  MARKED,
  type PlanOutcome,
  planImport,
  planLines,
  ROLES,
  readBarPieces,
} from '../modules/bars/index.ts';
import { findInstrument, type Instrument } from '../modules/catalogue/index.ts';
import {
  type ImportedInstrument,
  keptLine,
  SIMULATED_REFUSAL,
  storeAsImported,
} from '../modules/instruments/index.ts';
import { openStore, type Store } from './open-store.ts';
import { showProgress } from './progress.ts';
import { EXIT, runCommand, UsageError } from './run-command.ts';
import { instrumentArgument, resolutionArgument } from './series-arguments.ts';

const HELP = `Stores bars from a CSV file: all of them, or none.

  npm run import -- FILE.csv --instrument EXCHANGE:CODE [--resolution 1|15|60|1D]
    [--zone ZONE] [--dates d/m/y|m/d/y|y/m/d] [--decimal .|,] [--times start|end] [--ticker TICKER]
    [--columns ROLE=COLUMN,…] [--dry-run]
  npm run import -- FILE.csv --exchange Imported --symbol GOLD --name "Gold, spot" --type commodity --hours metals
    --access fullAccess […]

The file is recognised by looking at the whole of it: the exports of Yahoo Finance, Stooq, MetaTrader 4 and 5, Binance,
NinjaTrader, Dukascopy, HistData, Bitstamp, Alpha Vantage, Investing.com, Barchart, TradingView, pandas and Excel, and other tables
with a time and four prices. Everything recognised is told before anything is stored.
  --resolution  of the stored bars; absent: the interval of the file. A coarser one makes longer bars of the file's.
  --zone      IANA name of the zone that the file's times are in, e.g. Europe/Athens
  --dates     order of the fields of a date that can be read in two ways
  --ticker    the instrument to read, of a file with several
  --decimal   the decimal mark, where the file leaves it open
  --times     whether times mark the start of each bar, as in most files, or its end, as in NinjaTrader's
  --columns   columns by name or number, e.g. time=1,close=Settle; roles: ${ROLES.join(', ')}
  --dry-run   tells what would be stored, and stores nothing; without --hours it suggests type and hours from the file
The second form makes an instrument of the exchange Imported, as All Exchanges does in the browser; one that exists
keeps all of it, unless --access changes who may see it.
  --type      ${INSTRUMENT_TYPES.join(', ')}
  --hours     ${MARKET_HOURS_IDS.join(', ')}
  --access    ${IMPORT_ACCESS.join(', ')}: everybody who is signed in, with full access, or with full
              access and the right to that vendor
The plainest file has the columns time,open,high,low,close,volume, as an export writes it:
  time    start of the bar: epoch seconds, milliseconds, microseconds, or ISO 8601 (UTC where no zone is given);
          for 1D the trading date, e.g. 2024-03-01
  prices  in the instrument's currency
  volume  in the instrument's units; empty where there is none
A file that begins with "# Simulated" holds simulated prices: they are shown while the feed is simulated, and
every other file's bars while it is real. Neither ever replaces the other.
Rows without prices are skipped and counted. Bars of the same time are replaced. Every line is checked first: a bad one
is told by its number and nothing is stored. All are stored in one transaction: an import that is stopped leaves nothing.
Bars of Imported are stored in pieces, shown at the end, and an import that is stopped is repeated.

It uses the database of the server: DATABASE_URL, or the folder DATA_DIR (./data), which only one process can use.
Exit codes: 0 stored, 1 nothing stored, 2 not understood.`;

const ELSEWHERE =
  'To see them now, make an instrument of the file: --exchange Imported, or All Exchanges.';

const OPTIONS = {
  instrument: { type: 'string' },
  resolution: { type: 'string' },
  zone: { type: 'string' },
  dates: { type: 'string' },
  decimal: { type: 'string' },
  times: { type: 'string' },
  ticker: { type: 'string' },
  exchange: { type: 'string' },
  symbol: { type: 'string' },
  name: { type: 'string' },
  type: { type: 'string' },
  hours: { type: 'string' },
  access: { type: 'string' },
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

/** The series that a file is for: one of a vendor's instrument, or an instrument that is made of files. */
type Place =
  | { kind: 'vendor'; hours: MarketHours; instrument: Instrument }
  | {
      kind: 'imported';
      hours: MarketHours;
      described: ImportedInstrument;
      finest: Instrument['finestResolution'];
      /** Lines about an instrument that has bars already. */
      kept: string[];
    };

type Values = Partial<
  Record<'instrument' | 'exchange' | 'symbol' | 'name' | 'type' | 'hours' | 'access', string>
> & { 'dry-run'?: boolean };

function importedPlace(known: Instrument, given?: ImportedInstrument['access']): Place {
  const { code, description, type, hours, importAccess, finestResolution: finest } = known;
  const access = given ?? importAccess ?? 'fullAccess';
  const described = {
    code,
    description,
    type,
    marketHours: hours.id,
    access,
    isAccessKept: given === undefined,
  };
  return { kind: 'imported', hours, finest, described, kept: [keptLine(known, described)] };
}

const DESCRIBED = importRequest.shape;
/** All bars fit these hours, so that a dry run can suggest others. */
const SUGGESTED_LATER = { type: 'stock', marketHours: 'crypto', access: 'fullAccess' } as const;

/** The words of the second form; a new instrument needs all of them, unless a dry run is to suggest them. */
async function describedPlace({ db }: Store, values: Values): Promise<Place> {
  if (values.instrument !== undefined || values.exchange?.toLowerCase() !== 'imported') {
    throw new UsageError(
      `Give --instrument EXCHANGE:CODE, or --exchange ${IMPORTED} --symbol CODE`,
    );
  }
  const code = checked('symbol', DESCRIBED.code, values.symbol?.toUpperCase());
  const known = await findInstrument(db, IMPORTED, code);
  const access = () => checked('access', DESCRIBED.access, values.access);
  if (known) return importedPlace(known, values.access === undefined ? undefined : access());
  if (values['dry-run'] && values.hours === undefined) {
    const described = { ...SUGGESTED_LATER, code, description: values.name ?? code };
    return {
      kind: 'imported',
      finest: null,
      kept: [],
      hours: MARKET_HOURS.crypto,
      described,
    };
  }
  const marketHours = checked('hours', DESCRIBED.marketHours, values.hours);
  const described = {
    code,
    marketHours,
    access: access(),
    description: checked('name', DESCRIBED.description, values.name),
    type: checked('type', DESCRIBED.type, values.type),
  };
  return { kind: 'imported', hours: MARKET_HOURS[marketHours], described, finest: null, kept: [] };
}

/** An option's value; throws a `UsageError` that says what is wrong with it. */
function checked<T>(
  option: string,
  schema: {
    safeParse: (value: unknown) => {
      success: boolean;
      data?: T;
      error?: { issues: { message: string }[] };
    };
  },
  value: string | undefined,
): T {
  if (value === undefined) throw new UsageError(`--${option} is missing`);
  const { success, data, error } = schema.safeParse(value);
  if (!success || data === undefined) {
    throw new UsageError(`--${option} ${value}: ${error?.issues[0]?.message ?? 'is not known'}`);
  }
  return data;
}

async function placeOf(opened: Store, values: Values): Promise<Place> {
  if (values.exchange !== undefined || values.symbol !== undefined) {
    return describedPlace(opened, values);
  }
  const instrument = await instrumentArgument(opened.catalogue, values.instrument);
  return instrument.exchange === IMPORTED
    ? importedPlace(instrument)
    : { kind: 'vendor', hours: instrument.hours, instrument };
}

/** Stores a file that has been checked. */
async function store(
  { db, clock }: Store,
  path: string,
  place: Place,
  outcome: PlanOutcome & { kind: 'planned' },
): Promise<void> {
  if (place.kind === 'imported') {
    const progress = showProgress(`Storing ${path}`, (await stat(path)).size);
    const open = fileSource(path, progress.update);
    const stored = storeAsImported({ db, clock }, place.described, outcome, open);
    const { instrument, count } = await stored.finally(progress.stop);
    console.log(`Stored ${count} bars of ${instrument.ticker} ${outcome.plan.resolution}.`);
    return;
  }
  const { instrument } = place;
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
    times: choiceArgument('times', values.times, MARKED),
    columns: columnsArgument(values.columns),
    ticker: values.ticker,
  };
  await stat(path);
  const opened = await openStore(process.env);
  try {
    const place = await placeOf(opened, values);
    const imported =
      place.kind === 'imported'
        ? { finest: place.finest, names: [basename(path), place.described.code] }
        : undefined;
    const request = { hours: place.hours, imported, nowMs: opened.clock.now(), ...options };
    const outcome = await plan(path, request);
    if (outcome.kind !== 'planned') {
      for (const line of refusal(outcome)) console.error(line);
      return EXIT.refused;
    }
    const { isSimulated } = outcome.plan;
    if (place.kind === 'imported' && isSimulated) {
      for (const line of [SIMULATED_REFUSAL, 'Nothing was stored.']) console.error(line);
      return EXIT.refused;
    }
    const kept = place.kind === 'imported' ? place.kept : [];
    for (const line of [...kept, ...planLines(outcome.plan)]) console.log(line);
    if (opened.isDemo && place.kind === 'vendor' && !isSimulated) {
      const { exchange } = place.instrument;
      console.log(
        `Note: while ${exchange} is simulated, its charts do not show these bars. ${ELSEWHERE}`,
      );
    }
    if (values['dry-run']) console.log('Nothing was stored: --dry-run.');
    else await store(opened, path, place, outcome);
    return EXIT.done;
  } finally {
    await opened.close();
  }
}

await runCommand(HELP, run);
