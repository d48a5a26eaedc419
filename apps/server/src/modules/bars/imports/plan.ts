import {
  DAY_MS,
  IMPORTED_RESOLUTIONS,
  type ImportedResolution,
  isDateResolution,
  type MarketHours,
  resolutionMinutes,
  resolutionMs,
  STORED_RESOLUTIONS,
  type StoredResolution,
  storedSourceOf,
} from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import { findGaps } from '../gaps/find-gaps.ts';
import type { Role } from './columns.ts';
import { type ByteSource, NO_BARS, UnreadableFile } from './decode.ts';
import { type BadLine, type CheckedFile, checkBars, type Target } from './read-bars.ts';
import {
  type ImportOptions,
  type ImportQuestion,
  intervalText,
  type Reading,
  recognise,
} from './recognise.ts';
import { type Suggestion, suggestInstrument } from './suggest.ts';
import type { Marked } from './times.ts';

export type PlanRequest = {
  hours: MarketHours;
  /** The resolution to store; absent: the interval of the file. */
  resolution?: StoredResolution | undefined;
  /**
   * For an instrument made from files, which keeps bars of any length; `finest` is null before its first file, whose `names`
   * may tell its type and hours.
   */
  imported?: { finest: ImportedResolution | null; names?: readonly string[] } | undefined;
  nowMs: number;
} & ImportOptions;

/** All that will be stored, told before it is. */
export type ImportPlan = {
  dialect: string;
  /** Encoding, delimiter and decimal mark, for people. */
  text: string;
  columns: { role: Role; name: string }[];
  ignoredColumns: string[];
  timeForm: string;
  marked: Marked;
  /** The zone of the written times; null where none matters. */
  zone: string | null;
  /** The length of the file's bars, for people; null with a single bar. */
  interval: string | null;
  resolution: ImportedResolution;
  /** The file's bars are shorter than the stored ones. */
  isRolledUp: boolean;
  isNewestFirst: boolean;
  isSimulated: boolean;
  /** Bars to store. */
  barCount: number;
  /** The oldest and the newest bar of the file. */
  first: Bar;
  last: Bar;
  absentCount: number;
  otherCount: number;
  /** The first three lines outside the table. */
  otherLines: readonly number[];
  /** Lines that repeat an earlier one. */
  repeatedCount: number;
  /** The ticker whose rows are read; null where the file has one instrument. */
  ticker: string | null;
  skippedTimes: number;
  doubledTimes: number;
  /** 10 to the number of decimals of the prices, from 2 to 8. */
  priceScale: number;
  gaps: { count: number; barCount: number; fromMs: number; toMs: number } | null;
  /** Type and hours that the file points to; null for an instrument that has its own, and where nothing tells. */
  suggested: Suggestion | null;
};

export type PlanOutcome =
  | { kind: 'planned'; plan: ImportPlan; reading: Reading; target: Target }
  | {
      kind: 'questions';
      dialect: string | null;
      header: readonly string[];
      questions: ImportQuestion[];
    }
  | { kind: 'bad'; dialect: string; bad: BadLine[]; badCount: number }
  | { kind: 'unreadable'; message: string };

const RESOLUTION_NAMES = {
  '1': '1 minute',
  '5': '5 minutes',
  '15': '15 minutes',
  '30': '30 minutes',
  '60': '1 hour',
  '120': '2 hours',
  '180': '3 hours',
  '240': '4 hours',
  '1D': '1 day',
} as const;
const OWN = 'Moneytrail export';

function question(text: string, choices: readonly StoredResolution[]): ImportQuestion {
  return { option: 'resolution', text, choices: [...choices] };
}

const coarserThan = (intervalMs: number) =>
  STORED_RESOLUTIONS.filter(
    (each) => resolutionMs(each) > intervalMs && resolutionMs(each) % intervalMs === 0,
  );

/** Whether a file's bars are shorter, rather than some of its times wrong. */
function isMostlyShorter(steps: ReadonlyMap<number, number>, lengthMs: number): boolean {
  let [shorter, all] = [0, 0];
  for (const [step, count] of steps) {
    all += count;
    if (step < lengthMs) shorter += count;
  }
  return shorter > all / 2;
}

/**
 * Whether bars of a length may stand beside an instrument's finest ones. Bars of a length that is not stored take the
 * place of shorter ones in the same series.
 */
function canStandBeside(length: ImportedResolution, finest: ImportedResolution): boolean {
  const isOwn = (each: ImportedResolution) => storedSourceOf(each) === each;
  const [own, known] = [resolutionMinutes(length), resolutionMinutes(finest)];
  return own < known ? isOwn(finest) : own === known || isOwn(length);
}

/** The resolution of a file's bars, or the question where the instrument cannot keep them. */
function chooseResolution(
  reading: Reading,
  { resolution: given, imported }: Pick<PlanRequest, 'resolution' | 'imported'>,
): ImportedResolution | ImportQuestion {
  const chosen = chooseLength(reading, given, imported !== undefined);
  const finest = imported?.finest ?? null;
  if (typeof chosen !== 'string' || finest === null || canStandBeside(chosen, finest))
    return chosen;
  return question(
    `Bars of ${RESOLUTION_NAMES[chosen]} cannot stand beside the instrument's bars of ${RESOLUTION_NAMES[finest]}. They can become longer bars, or an instrument of their own.`,
    coarserThan(resolutionMs(chosen)).filter((each) => canStandBeside(each, finest)),
  );
}

function chooseLength(
  { intervalMs, isDates, dialect, steps }: Reading,
  given: StoredResolution | undefined,
  isImported: boolean,
): ImportedResolution | ImportQuestion {
  if (given) {
    if (isDates && given !== '1D')
      return question('The file has dates without a time of day: its bars are days.', ['1D']);
    const length = resolutionMs(given);
    const isTooCoarse = intervalMs !== null && intervalMs > length && !steps.has(length);
    if (dialect === OWN || !isTooCoarse) return given;
    if (given === '1D' && intervalMs < 7 * DAY_MS) return given;
    return question(
      `The file's bars are ${intervalText(intervalMs)} apart; none is ${intervalText(length)} after another.`,
      coarserThan(intervalMs),
    );
  }
  if (isDates && intervalMs === null) return '1D';
  if (intervalMs === null)
    return question(
      'The file has a single bar, which does not tell its length.',
      STORED_RESOLUTIONS,
    );
  const known = isImported ? IMPORTED_RESOLUTIONS : STORED_RESOLUTIONS;
  const exact = known.find((each) => resolutionMs(each) === intervalMs);
  if (exact) return exact;
  if (intervalMs > DAY_MS) {
    return intervalMs < 7 * DAY_MS
      ? '1D'
      : question(
          `The file's bars are ${intervalText(intervalMs)} apart. Weeks and months are not stored: they are built from days. Import a file of days.`,
          [],
        );
  }
  return question(
    `The file's bars are ${intervalText(intervalMs)} long, which is built from finer bars and not stored. They can become longer bars.`,
    coarserThan(intervalMs),
  );
}

const ENCODING_NAMES = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
  'windows-1252': 'Windows-1252',
} as const;
const DELIMITER_NAMES = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const;

function gapsOf(target: Target, times: Float64Array): ImportPlan['gaps'] {
  const span = { fromMs: times[0] ?? 0, toMs: times.at(-1) ?? 0 };
  const gaps = findGaps(target, { time: times, length: times.length }, span);
  const [first] = gaps;
  if (!first) return null;
  const barCount = gaps.reduce((sum, gap) => sum + gap.barCount, 0);
  return { count: gaps.length, barCount, fromMs: first.fromMs, toMs: first.toMs };
}

function columnNames({ columns, header }: Reading): Pick<ImportPlan, 'columns' | 'ignoredColumns'> {
  const used = Object.entries(columns).filter(
    (entry): entry is [Role, number] => entry[1] !== null,
  );
  const nameAt = (at: number) => header.names[at] || `column ${at + 1}`;
  const taken = new Set(used.map(([, at]) => at));
  return {
    columns: used.map(([role, at]) => ({ role, name: nameAt(at) })),
    ignoredColumns: header.names.filter((name, at) => name !== '' && !taken.has(at)),
  };
}

function planOf(
  reading: Reading,
  target: Target,
  checked: CheckedFile & { first: Bar; last: Bar },
  suggested: Suggestion | null,
): ImportPlan {
  const { times, first, last, absentCount, otherCount, otherLines, zoneFigures } = checked;
  const mark = reading.decimal === '.' ? 'decimal point' : 'decimal comma';
  return {
    dialect: reading.dialect,
    text: `${ENCODING_NAMES[reading.encoding]}, ${DELIMITER_NAMES[reading.delimiter]}, ${mark}`,
    ...columnNames(reading),
    timeForm: reading.timeForm,
    marked: reading.marked,
    zone: reading.zone,
    interval: reading.intervalMs === null ? null : intervalText(reading.intervalMs),
    resolution: target.resolution,
    isRolledUp: target.isRolledUp,
    isNewestFirst: reading.isDescending,
    isSimulated: reading.isSimulated,
    barCount: times.length,
    first,
    last,
    absentCount,
    otherCount,
    otherLines,
    repeatedCount: checked.repeatedLines.size,
    ticker: reading.ticker?.text ?? null,
    skippedTimes: zoneFigures.skipped,
    doubledTimes: zoneFigures.doubled,
    priceScale: 10 ** Math.min(8, Math.max(2, checked.decimals)),
    gaps: gapsOf(target, times),
    suggested,
  };
}

/** Reads a whole file and returns the plan of an import, the open questions or the bad lines; stores nothing. */
export async function planImport(open: ByteSource, request: PlanRequest): Promise<PlanOutcome> {
  try {
    return await planReadable(open, request);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const where = error.line > 0 ? `Line ${error.line}: ` : '';
    return { kind: 'unreadable', message: `${where}${error.message}` };
  }
}

async function planReadable(open: ByteSource, request: PlanRequest): Promise<PlanOutcome> {
  const { hours, nowMs, resolution: given, imported, ...options } = request;
  const recognition = await recognise(open, options, { suggestedZone: hours.zone });
  if (!recognition.ok) {
    const { dialect, header, questions } = recognition;
    return { kind: 'questions', dialect, header, questions };
  }
  const { reading } = recognition;
  const { dialect, header } = reading;
  const resolution = chooseResolution(reading, { resolution: given, imported });
  if (typeof resolution !== 'string') {
    return { kind: 'questions', dialect, header: header.names, questions: [resolution] };
  }
  const isRolledUp = isMostlyShorter(reading.steps, resolutionMs(resolution));
  const target = { hours, resolution, isRolledUp, nowMs };
  const checked = await checkBars(open, reading, target);
  const { first, last, bad, badCount } = checked;
  if (badCount > 0) return { kind: 'bad', dialect, bad, badCount };
  if (!first || !last) return { kind: 'unreadable', message: NO_BARS };
  const isNew = imported?.finest === null;
  const ticker = reading.ticker?.text;
  const names = [...(ticker === undefined ? [] : [ticker]), ...(imported?.names ?? [])];
  const { zone } = reading;
  const suggested = isNew
    ? suggestInstrument({ times: checked.times, resolution, zone, names })
    : null;
  return {
    kind: 'planned',
    reading,
    target: { ...target, repeatedLines: checked.repeatedLines },
    plan: planOf(reading, target, { ...checked, first, last }, suggested),
  };
}

const isoOf = (resolution: ImportedResolution, timeMs: number) => {
  const iso = new Date(timeMs).toISOString();
  return isDateResolution(resolution) ? iso.slice(0, 10) : iso.replace('.000Z', 'Z');
};

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;

/** A plan in words, a line for each subject. */
export function planLines(plan: ImportPlan): string[] {
  const { resolution, first, last, gaps } = plan;
  const barText = ({ time, open, high, low, close, volume }: Bar) =>
    `${isoOf(resolution, time)} O ${open} H ${high} L ${low} C ${close}${volume === null ? '' : ` V ${volume}`}`;
  const columns = plan.columns.map(
    ({ role, name }) => `${role === 'clock' ? 'time of day' : role} "${name}"`,
  );
  const ignored =
    plan.ignoredColumns.length > 0 ? `; not used: ${plan.ignoredColumns.join(', ')}` : '';
  const zone = plan.zone === null ? '' : `, in ${plan.zone}`;
  const stored = `${counted(plan.barCount, 'bar')} of ${RESOLUTION_NAMES[resolution]}`;
  const skipped = [
    plan.absentCount > 0
      ? counted(plan.absentCount, 'row without prices', 'rows without prices')
      : '',
    plan.otherCount > 0
      ? `${counted(plan.otherCount, 'line outside the table', 'lines outside the table')} (line ${plan.otherLines.join(', ')}${plan.otherCount > plan.otherLines.length ? ', …' : ''})`
      : '',
    plan.repeatedCount > 0 ? counted(plan.repeatedCount, 'repeated row') : '',
  ].filter((text) => text !== '');
  return [
    `Recognised: ${plan.dialect} (${plan.text}), ${plan.isNewestFirst ? 'newest' : 'oldest'} first`,
    ...(plan.ticker === null ? [] : [`Ticker: ${plan.ticker}; rows of others are not read`]),
    `Columns: ${columns.join(', ')}${ignored}`,
    `Times: ${plan.timeForm}${zone}${plan.marked === 'end' ? ', at the end of each bar' : ''}`,
    `Interval: ${plan.interval ?? 'unknown (a single bar)'}${plan.isRolledUp ? `, made into bars of ${RESOLUTION_NAMES[resolution]}` : ''}`,
    `To store: ${stored}${plan.isSimulated ? ', simulated' : ''}`,
    ...(plan.suggested === null
      ? []
      : [
          `Suggested: type ${plan.suggested.type}, hours ${plan.suggested.marketHours}, because ${plan.suggested.reason}`,
        ]),
    `First: ${barText(first)}`,
    `Last:  ${barText(last)}`,
    ...(skipped.length > 0 ? [`Skipped: ${skipped.join(', ')}`] : []),
    ...(plan.skippedTimes > 0
      ? [
          `${counted(plan.skippedTimes, 'time')} that the clock of ${plan.zone} skips: moved forward`,
        ]
      : []),
    ...(plan.doubledTimes > 0
      ? [
          `${counted(plan.doubledTimes, 'time')} in an hour that the clock of ${plan.zone} shows twice: read in the order of the file`,
        ]
      : []),
    ...(gaps === null
      ? []
      : [
          `It leaves ${counted(gaps.count, 'gap')} (${counted(gaps.barCount, 'bar')}); the first from ${new Date(gaps.fromMs).toISOString()} to ${new Date(gaps.toMs).toISOString()}.`,
        ]),
  ];
}
