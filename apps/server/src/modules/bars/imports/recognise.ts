import { DAY_MS } from '@moneytrail/calendar';
import {
  type ColumnMap,
  columnsByName,
  columnsByPosition,
  findHeader,
  type Header,
  ROLES,
  type Role,
  tickerColumn,
  timeByContent,
} from './columns.ts';
import {
  type ByteSource,
  NO_BARS,
  type Row,
  readRows,
  recogniseText,
  type TextForm,
  UnreadableFile,
} from './decode.ts';
import { type Dialect, dialectOf } from './dialects.ts';
import { createDecimalSurvey, type DecimalMark } from './numbers.ts';
import {
  DATE_ORDERS,
  type DateOrder,
  epochUnitMs,
  isZone,
  type Marked,
  readTime,
  type WrittenTime,
  wallMsOf,
} from './times.ts';

/** Answers to what a file leaves open; each overrides what was recognised. */
export type ImportOptions = {
  /** IANA name of the zone that the times are in. */
  zone?: string | undefined;
  dates?: DateOrder | undefined;
  decimal?: DecimalMark | undefined;
  /** Whether times mark the start or the end of a bar; dates mark neither. */
  times?: Marked | undefined;
  /** Names or numbers (from 1) of columns by role. */
  columns?: { [role in Role]?: string | undefined } | undefined;
  /** The instrument whose rows are read, in a file with several. */
  ticker?: string | undefined;
};

/** A question that a file leaves open. */
export type ImportQuestion = {
  option: 'zone' | 'dates' | 'decimal' | 'times' | 'columns' | 'ticker' | 'resolution';
  text: string;
  choices: string[];
};

/** The way to read the rows of a file. */
export type Reading = TextForm & {
  dialect: string;
  /** Five digits are a spreadsheet's date; in our own exports they are seconds of the first day of 1970. */
  takesSerials: boolean;
  header: Header;
  columns: ColumnMap;
  /** The column of tickers and the one whose rows are read; null where the file has one instrument. */
  ticker: { at: number; text: string } | null;
  decimal: DecimalMark;
  dates: DateOrder;
  /** True if every time is a date or midnight, so that no zone matters. */
  isDates: boolean;
  epochUnitMs: number;
  /** Names how the times are written, for people. */
  timeForm: string;
  /** The zone of wall times without an offset; null if no time needs one. */
  zone: string | null;
  isDescending: boolean;
  marked: Marked;
  /** Usual milliseconds between bars; null with fewer than two. */
  intervalMs: number | null;
  /** The number of bars by their distance from the one before, ms. */
  steps: ReadonlyMap<number, number>;
};

export type Recognition =
  | { ok: true; reading: Reading }
  /** `reading` says what was recognised before the questions. */
  | { ok: false; questions: ImportQuestion[]; dialect: string | null; header: readonly string[] };

const SAMPLE_ROWS = 60;
const HEADER_ROWS = 20;

async function sampleRows(open: ByteSource, form: TextForm): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of readRows(open, form)) {
    rows.push([...cells]);
    if (rows.length >= SAMPLE_ROWS) break;
  }
  return rows;
}

function columnAt(header: Header, text: string): number {
  const byName = header.names.findIndex((name) => name.toLowerCase() === text.trim().toLowerCase());
  if (byName >= 0) return byName;
  return /^\d+$/.test(text.trim()) ? Number(text) - 1 : -1;
}

const asQuestion = (
  option: ImportQuestion['option'],
  text: string,
  choices: readonly string[] = [],
): ImportQuestion => ({ option, text, choices: [...choices] });

const isQuestion = (value: unknown): value is ImportQuestion =>
  typeof value === 'object' && value !== null && 'option' in value;

type Found = Partial<Record<Role, number>>;

/** The columns that the header names; unnamed times are found by their looks. */
function namedColumns(header: Header, data: readonly string[][], isTimeGiven: boolean): Found {
  const found = columnsByName(header.names);
  if (found.time !== undefined || isTimeGiven) return found;
  // yfinance writes Price above its dates, so the first column may have another role by its name.
  const taken = Object.values(found).filter((at) => at !== 0);
  const time = timeByContent(data, taken);
  if (time === null) return found;
  const others = Object.entries(found).filter(([, at]) => at !== time);
  return { ...Object.fromEntries(others), time };
}

/** Roles that the caller has given columns by name or number. */
function givenColumns(
  header: Header,
  width: number,
  chosen: NonNullable<ImportOptions['columns']>,
): Found | ImportQuestion {
  const found: Found = {};
  for (const role of ROLES) {
    const text = chosen[role];
    if (text === undefined || text === '') continue;
    const at = columnAt(header, text);
    if (at < 0 || at >= width) {
      return asQuestion('columns', `The file has no column "${text}" for ${role}.`, header.names);
    }
    found[role] = at;
  }
  return found;
}

/** The same with null for columns that a file does not have. */
type Loose = { [role in Role]?: number | null };

function mapOf({ time, clock, open, high, low, close, volume }: Loose): ColumnMap | null {
  // Only the time of day and the volume can be absent.
  if (time == null || open == null || high == null || low == null || close == null) return null;
  return { time, clock: clock ?? null, open, high, low, close, volume: volume ?? null };
}

/** The columns of a file, or the question for those that neither names nor positions tell. */
function chooseColumns(
  header: Header,
  rows: readonly string[][],
  { columns: chosen = {} }: ImportOptions,
): ColumnMap | ImportQuestion {
  const { names, rowCount } = header;
  const data = rows.slice(rowCount);
  const given = givenColumns(header, Math.max(names.length, data[0]?.length ?? 0), chosen);
  if (isQuestion(given)) return given;
  const byPosition = columnsByPosition(data.filter((row) => row.length >= 5));
  const named = names.length > 0 ? namedColumns(header, data, given.time !== undefined) : {};
  const found: Loose = { ...(names.length > 0 ? named : byPosition), ...given };
  const map = mapOf(found);
  if (map) return map;
  const missing = (['time', 'open', 'high', 'low', 'close'] as const).filter(
    (role) => found[role] === undefined,
  );
  const seen =
    names.length > 0
      ? `Its columns are ${names.map((name) => name || '(unnamed)').join(', ')}.`
      : 'Its first line has no names.';
  return asQuestion('columns', `No column is recognised as ${missing.join(', ')}. ${seen}`, names);
}

type Track = {
  last: number;
  up: number;
  down: number;
  /** The longest step. */
  longest: number;
  steps: Map<number, number>;
  /** Breaks between sessions, how many begin after a bar on the half-hour, and how many end with one. */
  breaks: { count: number; before: number; after: number };
};

/** Steps between bars are counted for this many different lengths. */
const MOST_STEPS = 5_000;

/** Follows times through a file: their direction, and how often each step occurs. */
function follow(track: Track, at: number): void {
  const step = at - track.last;
  track.last = at;
  if (step > 0) track.up++;
  else if (step < 0) track.down++;
  const length = Math.abs(step);
  if (length >= HALF_HOUR_MS) {
    track.breaks.count++;
    if ((step > 0 ? at - step : at) % HALF_HOUR_MS === 0) track.breaks.before++;
    if ((step > 0 ? at : at - step) % HALF_HOUR_MS === 0) track.breaks.after++;
  }
  if (length > track.longest) track.longest = length;
  if (!(length > 0) || (track.steps.size >= MOST_STEPS && !track.steps.has(length))) return;
  track.steps.set(length, (track.steps.get(length) ?? 0) + 1);
}

const newTrack = (): Track => ({
  last: Number.NaN,
  up: 0,
  down: 0,
  longest: 0,
  breaks: { count: 0, before: 0, after: 0 },
  steps: new Map(),
});

type Survey = ReturnType<typeof newSurvey>;

/** Observations of all times and numbers of a file. */
function newSurvey() {
  return {
    decimals: createDecimalSurvey(),
    /** The first cells that only one order of the fields explains. */
    orders: new Map<DateOrder, { line: number; text: string }>(),
    /** Some dates that no order of their own explains. */
    openDates: new Set<string>(),
    tickers: new Set<string>(),
    /** The text of the first row in the time's place. */
    firstText: null as string | null,
    largest: 0,
    epochCount: 0,
    wallCount: 0,
    isoCount: 0,
    offsetCount: 0,
    /** Times other than midnight. */
    clockCount: 0,
    tracks: { epoch: newTrack(), 'd/m/y': newTrack(), 'm/d/y': newTrack(), 'y/m/d': newTrack() },
  };
}

function noteOrder(
  survey: Survey,
  [first, second]: readonly number[],
  at: { line: number; text: string },
): void {
  if (survey.openDates.size < 3) survey.openDates.add(at.text);
  if ((first ?? 0) > 12 && !survey.orders.has('d/m/y')) survey.orders.set('d/m/y', at);
  if ((second ?? 0) > 12 && !survey.orders.has('m/d/y')) survey.orders.set('m/d/y', at);
}

function noteTime(survey: Survey, time: WrittenTime, at: { line: number; text: string }): void {
  if (time.kind === 'epoch') {
    survey.epochCount++;
    survey.largest = Math.max(survey.largest, Math.abs(time.value));
    follow(survey.tracks.epoch, time.value);
    return;
  }
  survey.wallCount++;
  if (time.offsetMs !== null) survey.offsetCount++;
  else if (time.isIso) survey.isoCount++;
  if (time.clockMs) survey.clockCount++;
  if (time.order === null) noteOrder(survey, time.fields, at);
  for (const order of DATE_ORDERS) follow(survey.tracks[order], wallMsOf(time, order));
}

function noteRow(
  survey: Survey,
  { columns, takesSerials }: Pick<Reading, 'columns' | 'takesSerials'>,
  { cells, line }: Row,
): void {
  const text = cells[columns.time] ?? '';
  survey.firstText ??= text;
  const clock = columns.clock === null ? null : (cells[columns.clock] ?? '');
  const time = readTime(text, clock, takesSerials);
  if (time) noteTime(survey, time, { line, text });
  for (const role of ['open', 'high', 'low', 'close'] as const) {
    survey.decimals.add(cells[columns[role]] ?? '');
  }
  if (columns.volume !== null) survey.decimals.add(cells[columns.volume] ?? '');
}

/** Markets close for days, and no month is shorter. */
const MOST_CLOSED_MS = 6 * DAY_MS;
const LEAST_MONTH_MS = 27 * DAY_MS;

/** The order of day and month over the whole file, or the question. */
function decideOrder(
  { orders, openDates, tracks, clockCount }: Survey,
  given: DateOrder | undefined,
): DateOrder | ImportQuestion {
  if (openDates.size === 0) return given ?? 'y/m/d';
  if (given) return given;
  const [day, month] = [orders.get('d/m/y'), orders.get('m/d/y')];
  if (day && month) {
    return asQuestion(
      'dates',
      `Line ${day.line} (${day.text}) begins with the day, line ${month.line} (${month.text}) with the month.`,
      ['d/m/y', 'm/d/y'],
    );
  }
  if (day) return 'd/m/y';
  if (month) return 'm/d/y';
  // Both read as dates: the true order is the one in which the file goes on in one direction.
  const isSteady = (order: DateOrder) => (tracks[order].up === 0) !== (tracks[order].down === 0);
  if (isSteady('d/m/y') !== isSteady('m/d/y')) return isSteady('d/m/y') ? 'd/m/y' : 'm/d/y';
  // Times of a day stand close together in the true order and jump from month to month in the other.
  const isClose = (order: DateOrder) => tracks[order].longest <= MOST_CLOSED_MS;
  const jumps = (order: DateOrder) => tracks[order].longest >= LEAST_MONTH_MS;
  if (clockCount > 0) {
    if (isClose('d/m/y') && jumps('m/d/y')) return 'd/m/y';
    if (isClose('m/d/y') && jumps('d/m/y')) return 'm/d/y';
  }
  return asQuestion(
    'dates',
    `The dates (${[...openDates].join(', ')}) can be read with the day or the month first.`,
    ['d/m/y', 'm/d/y'],
  );
}

/** Tickers to choose from that are listed. */
const MOST_TICKERS = 200;
/** Tickers that are told apart; a column of more is none of tickers. */
const MOST_DISTINCT = 20_000;

/** The rows to read in a file with a column of tickers, or the question where it has several. */
function decideTicker(
  { tickers }: Survey,
  at: number | null,
  given: string | undefined,
): Reading['ticker'] | ImportQuestion {
  if (at === null || tickers.size < 2) return null;
  const known = [...tickers];
  const text = known.find((each) => each.toLowerCase() === given?.trim().toLowerCase());
  if (text !== undefined) return { at, text };
  const shown = `${known.slice(0, 5).join(', ')}${known.length > 5 ? ', …' : ''}`;
  const count = known.length > MOST_TICKERS ? `more than ${MOST_TICKERS}` : known.length;
  const missing = given === undefined ? '' : `The file has no rows of ${given}. `;
  return asQuestion(
    'ticker',
    `${missing}The file holds ${count} instruments (${shown}); one is imported at a time.`,
    known.slice(0, MOST_TICKERS),
  );
}

function decideDecimal(
  { decimals }: Survey,
  given: DecimalMark | undefined,
): DecimalMark | ImportQuestion {
  if (given) return given;
  const decided = decimals.decide();
  if (decided === '.' || decided === ',') return decided;
  const text =
    'open' in decided
      ? `The comma of ${decided.open} can mark decimals or thousands.`
      : `${decided.point} has a decimal point, ${decided.comma} a decimal comma.`;
  return asQuestion('decimal', text, ['.', ',']);
}

/** The zone of times that carry no offset, or the question; null if no time needs a zone. */
function decideZone(
  survey: Survey,
  dialect: Dialect,
  given: string | undefined,
  suggested: string,
): string | null | ImportQuestion {
  const open = survey.wallCount - survey.offsetCount;
  if (open === 0 || survey.clockCount === 0) return null;
  if (given !== undefined) {
    return isZone(given)
      ? given
      : asQuestion('zone', `${given} is no IANA time zone.`, [suggested]);
  }
  if (dialect.zone !== null) return dialect.zone;
  // ISO 8601 with its T is UTC here where it names no zone.
  if (survey.isoCount === open) return 'Etc/UTC';
  return asQuestion(
    'zone',
    `The times name no zone; those of ${dialect.name} files are in the zone of their maker.`,
    [...new Set(['Etc/UTC', suggested])],
  );
}

/** Sessions open and close on the half-hour. */
const HALF_HOUR_MS = DAY_MS / 48;
/** Longer bars end on the half-hour too often to prove anything. */
const LONGEST_PROOF_MS = DAY_MS / 288;
/** Breaks that prove something, and their share that has to agree. */
const LEAST_BREAKS = 3;
const MOST_BREAKS_SHARE = 0.75;

/**
 * The moment that times mark, by the breaks between sessions: a session from 9:30 to 16:00 has minutes dated 9:30 to
 * 15:59 by their start and 9:31 to 16:00 by their end. Null if its breaks prove neither.
 */
function provenMark(breaks: Track['breaks'], intervalMs: number | null): Marked | null {
  if (intervalMs === null || intervalMs > LONGEST_PROOF_MS || breaks.count < LEAST_BREAKS) {
    return null;
  }
  const least = breaks.count * MOST_BREAKS_SHARE;
  if (breaks.before >= least && breaks.after < least) return 'end';
  return breaks.after >= least && breaks.before < least ? 'start' : null;
}

/** Whether times mark the start or the end of bars, or the question. */
function decideMark(
  { name, mayMarkEnds }: Dialect,
  given: Marked | undefined,
  proven: Marked | null,
): Marked | ImportQuestion {
  if (given) return given;
  if (!mayMarkEnds || proven === 'start') return 'start';
  const isNinja = name === 'NinjaTrader';
  if (isNinja && proven === 'end') return 'end';
  if (isNinja) {
    return asQuestion(
      'times',
      'NinjaTrader dates a bar by its end; other programs write the same form and date it by its start.',
      ['end', 'start'],
    );
  }
  if (proven === null) return 'start';
  return asQuestion(
    'times',
    'After a break, the first time is past the half-hour, and the last time before a break is on it: the times seem to mark the end of each bar.',
    ['end', 'start'],
  );
}

function timeFormOf(survey: Survey, dates: DateOrder, isDates: boolean): string {
  if (survey.wallCount === 0) return epochUnitMs(survey.largest).name;
  const order = survey.openDates.size > 0 ? `dates as ${dates}` : 'dates';
  return isDates ? order : `${order} with the time of day`;
}

/** The most frequent step; of two equally frequent the shorter. */
function usualStep(steps: ReadonlyMap<number, number>): number | null {
  let best: number | null = null;
  for (const [step, count] of steps) {
    const most = best === null ? 0 : (steps.get(best) ?? 0);
    if (count > most || (count === most && best !== null && step < best)) best = step;
  }
  return best;
}

/** Notices below a table have no time, and no ticker. */
function noteTicker({ tickers }: Survey, ticker: string, time: string): void {
  if (tickers.has(ticker) || tickers.size >= MOST_DISTINCT) return;
  if (readTime(time) !== null) tickers.add(ticker);
}

/** Surveys the rows below the header; with a ticker given, those of that ticker alone. */
async function surveyRows(
  open: ByteSource,
  form: TextForm,
  { rowCount }: Header,
  reads: Pick<Reading, 'columns' | 'takesSerials'> & {
    tickerAt: number | null;
    ticker: string | undefined;
  },
): Promise<Survey> {
  const { columns, tickerAt } = reads;
  const survey = newSurvey();
  const wanted = reads.ticker?.trim().toLowerCase();
  let index = 0;
  for await (const row of readRows(open, form)) {
    if (index++ < rowCount) continue;
    const ticker = tickerAt === null ? undefined : row.cells[tickerAt];
    if (ticker !== undefined) noteTicker(survey, ticker, row.cells[columns.time] ?? '');
    const isWanted =
      wanted === undefined || ticker === undefined || ticker.toLowerCase() === wanted;
    if (isWanted) noteRow(survey, reads, row);
  }
  return survey;
}

/**
 * Recognises a file by looking at the whole of it: text, header, columns, numbers, dates, zone and interval. Open
 * points come back as questions, each answered by an option.
 */
export async function recognise(
  open: ByteSource,
  options: ImportOptions,
  { suggestedZone }: { suggestedZone: string },
): Promise<Recognition> {
  const form = await recogniseText(open);
  const rows = await sampleRows(open, form);
  const header = findHeader(rows.slice(0, HEADER_ROWS));
  const names = header.names.map((name) => name.toLowerCase());
  const firstData = rows[header.rowCount] ?? [];
  const dialect = dialectOf({
    written: header.names,
    names,
    delimiter: form.delimiter,
    width: firstData.length,
    firstRow: firstData,
  });
  const columns = chooseColumns(header, rows, options);
  if ('option' in columns)
    return { ok: false, questions: [columns], dialect: dialect.name, header: header.names };
  const tickerAt = tickerColumn(header.names);
  const takesSerials = dialect.name !== 'Moneytrail export';
  const reads = { columns, takesSerials, tickerAt, ticker: options.ticker };
  const survey = await surveyRows(open, form, header, reads);
  const ticker = decideTicker(survey, tickerAt, options.ticker);
  if (survey.epochCount + survey.wallCount === 0 && !isQuestion(ticker)) {
    const text = survey.firstText;
    throw new UnreadableFile(text ? `${NO_BARS} "${text}" is read as no time.` : NO_BARS);
  }
  const dates = decideOrder(survey, options.dates);
  const decimal = decideDecimal(survey, options.decimal);
  const zone = decideZone(survey, dialect, options.zone, suggestedZone);
  const isDates = survey.epochCount === 0 && survey.clockCount === 0;
  const track = survey.tracks[survey.wallCount === 0 || isQuestion(dates) ? 'epoch' : dates];
  const proven = provenMark(track.breaks, usualStep(track.steps));
  const marked = isDates ? 'start' : decideMark(dialect, options.times, proven);
  if (
    isQuestion(ticker) ||
    isQuestion(dates) ||
    isQuestion(decimal) ||
    isQuestion(zone) ||
    isQuestion(marked)
  ) {
    // The other answers may differ from ticker to ticker.
    const questions = isQuestion(ticker)
      ? [ticker]
      : [dates, decimal, zone, marked].filter(isQuestion);
    return { ok: false, questions, dialect: dialect.name, header: header.names };
  }
  const { unitMs } = epochUnitMs(survey.largest);
  const isEpoch = survey.wallCount === 0;
  const { up, down, steps: counted } = survey.tracks[isEpoch ? 'epoch' : dates];
  const steps = new Map(
    [...counted].map(([step, count]) => [isEpoch ? step * unitMs : step, count]),
  );
  return {
    ok: true,
    reading: {
      ...form,
      dialect: dialect.name,
      takesSerials,
      header,
      columns,
      ticker,
      decimal,
      dates,
      isDates,
      zone,
      epochUnitMs: unitMs,
      timeForm: timeFormOf(survey, dates, isDates),
      isDescending: down > up,
      marked,
      intervalMs: usualStep(steps),
      steps,
    },
  };
}

/** A step for people: `1 minute`, `4 hours`, `1 day`. */
export function intervalText(ms: number): string {
  const units = [
    [7 * DAY_MS, 'week'],
    [DAY_MS, 'day'],
    [3_600_000, 'hour'],
    [60_000, 'minute'],
    [1_000, 'second'],
  ] as const;
  const [length, name] = units.find(([unit]) => ms % unit === 0) ?? [1, 'millisecond'];
  const count = ms / length;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
