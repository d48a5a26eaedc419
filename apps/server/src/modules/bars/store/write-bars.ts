import { DAY_MS, intersection, resolutionMs, type Span } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import type { Database, Db } from '../../../db/index.ts';
import { chunkEndOf, chunkStartOf, chunksBetween } from '../chunks/chunk-calendar.ts';
import { decodeChunk, encodeChunk } from '../chunks/chunk-codec.ts';
import {
  type BarColumns,
  barAt,
  barsBetween,
  columnsOf,
  concatColumns,
  eachBar,
  mergeColumns,
  NO_BARS,
  pickBars,
  positionOf,
  timeAt,
} from '../columns/bar-columns.ts';
import { COMPARED_BARS, filterOutliers } from '../validation/filter-outliers.ts';
import {
  type ChunkRow,
  readOldestTime,
  readRowAfter,
  readRowBefore,
  readRows,
  type WrittenChunk,
  writeRows,
} from './chunks.ts';
import { coverageOf, joinCoverage } from './coverage.ts';
import {
  clearQuarantine,
  type Decision,
  hasSamePrices,
  quarantineBars,
  readQuarantinedBetween,
  recordAccepted,
  releaseTimes,
  takeFromQuarantine,
  withdrawAccepted,
} from './quarantine.ts';
import { lockSeries, readImports, type SeriesKey, seriesColumns } from './series.ts';

/**
 * The checks on bars: `filtered`, a feed's bars without outliers and outside imported spans; `trusted`, an operator's
 * own bars, unchecked; `corroborated`, quarantined bars that are still quarantined unchanged.
 */
export type Trust = 'filtered' | 'trusted' | 'corroborated';

type BarWrite = {
  key: SeriesKey;
  /** Ascending, unique. */
  columns: BarColumns;
  /** The span that the feed has answered for; later bars were forming. Null if the bars cover nothing. */
  coverage: Span | null;
  /** The question to the feed that the bars answer; absent for other bars. */
  asked?: FeedQuestion | undefined;
  trust: Trust;
  fence?: WriteFence | undefined;
  /** The reason to accept corroborated bars; recorded with them. */
  decision?: Decision | undefined;
};

/** A span that a feed was asked for; its answer includes all trades up to `knownUntilMs`, on the feed's clock. */
export type FeedQuestion = Span & { knownUntilMs: number };

/** Answers within the writing transaction whether the writer still may write; if not, nothing is written. */
export type WriteFence = (transaction: Transaction<Database>) => Promise<boolean>;

/** `quarantined` holds times; `chunks` are the written ones, unpacked for the next read. */
type WriteResult = { isChanged: boolean; quarantined: number[]; chunks: WrittenChunk[] };

const UNCHANGED = { isChanged: false, quarantined: [], chunks: [] } satisfies WriteResult;

/** Consecutive daily bars may be a long weekend apart. */
const LONGEST_DAY_STEP_MS = 5 * DAY_MS;

/** Merges bars into a series in one transaction. Writing the same bars twice changes nothing; writers are serialized. */
export async function writeBars(db: Db, write: BarWrite): Promise<WriteResult> {
  return db.transaction().execute((transaction) => writeBarsWithin(transaction, write));
}

/** Merges bars into a series within the caller's transaction: lock the series, unpack, merge by time, pack, write. */
export async function writeBarsWithin(
  transaction: Transaction<Database>,
  write: BarWrite,
): Promise<WriteResult> {
  const { key, fence } = write;
  await lockSeries(transaction, key);
  // Checked under the lock: the next writer of the series is not refused, and none waits for a stalled one.
  if (fence && !(await fence(transaction))) return UNCHANGED;
  const starts = startsOf(write);
  const [first] = starts;
  if (first === undefined) return UNCHANGED;
  const stored = new Map(
    (await readRows(transaction, key, starts)).map((row) => [row.startMs, row]),
  );
  const { accepted, quarantined } = await acceptedOf(transaction, write, stored);
  await widenBeginning(transaction, key, accepted);
  // An answer of which bars are kept back is not stored whole: what it leaves is known no longer than before.
  const asked = quarantined.length > 0 ? undefined : write.asked;
  const accepting = { ...write, columns: accepted, asked };
  const changed = starts
    .map((start) => withBars(accepting, stored.get(start), start))
    .filter((chunk) => chunk !== null);
  await writeRows(
    transaction,
    key,
    changed.map(({ row }) => row),
  );
  const chunks = changed.flatMap(({ row: { startMs, version }, columns }) =>
    columns === null ? [] : [{ startMs, version, columns }],
  );
  const isChanged = changed.some(
    ({ row: { startMs, version } }) => version !== stored.get(startMs)?.version,
  );
  return { isChanged, quarantined, chunks };
}

/** Stores a quarantined bar if it is still quarantined unchanged; answers whether it was. */
export async function acceptQuarantined(
  transaction: Transaction<Database>,
  key: SeriesKey,
  bar: Bar,
  decision: Decision,
): Promise<boolean> {
  const columns = columnsOf([bar]);
  const write: BarWrite = { key, columns, coverage: null, trust: 'corroborated', decision };
  const written = await writeBarsWithin(transaction, write);
  return written.isChanged;
}

/**
 * Takes an accepted bar out of the series, puts back the bar that it had replaced, and quarantines it again; answers
 * false if the series does not have it with these prices any more.
 */
export async function undoAcceptance(
  transaction: Transaction<Database>,
  key: SeriesKey,
  bar: Bar,
  nowMs: number,
): Promise<boolean> {
  await lockSeries(transaction, key);
  const [row] = await readRows(transaction, key, [chunkStartOf(key.resolution, bar.time)]);
  if (!row || row.barCount === 0) return false;
  const before = decodeChunk(row.data);
  const present = storedAt(before, bar.time);
  if (present === null || !hasSamePrices(present, bar)) return false;
  const withdrawn = await withdrawAccepted(transaction, key, bar, nowMs);
  if (!withdrawn) return false;
  const others = pickBars(before, (index) => timeAt(before, index) !== bar.time);
  const { replaced } = withdrawn;
  const columns = replaced ? mergeColumns(others, columnsOf([replaced])).columns : others;
  await writeRows(transaction, key, [{ ...withColumns(row, columns), version: row.version + 1 }]);
  return true;
}

function storedAt(columns: BarColumns, time: number): Bar | null {
  const at = positionOf(columns, time);
  return at < columns.length && columns.time[at] === time ? barAt(columns, at) : null;
}

/** A chunk with other bars. */
function withColumns<Row extends ChunkRow>(row: Row, columns: BarColumns): Row {
  return {
    ...row,
    barCount: columns.length,
    firstTime: columns.length > 0 ? timeAt(columns, 0) : null,
    lastTime: columns.length > 0 ? timeAt(columns, columns.length - 1) : null,
    data: encodeChunk(columns),
  };
}

function startsOf({ key, columns, coverage }: BarWrite): number[] {
  const starts = new Set(
    coverage ? chunksBetween(key.resolution, coverage.fromMs, coverage.toMs) : [],
  );
  let end = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < columns.length; i++) {
    const time = timeAt(columns, i);
    if (time < end) continue;
    const start = chunkStartOf(key.resolution, time);
    starts.add(start);
    end = chunkEndOf(key.resolution, start);
  }
  return [...starts].sort((a, b) => a - b);
}

/** The bars to store, and the times of those to quarantine. */
async function acceptedOf(
  transaction: Transaction<Database>,
  write: BarWrite,
  stored: ReadonlyMap<number, ChunkRow>,
): Promise<{ accepted: BarColumns; quarantined: number[] }> {
  const { key, columns, trust } = write;
  switch (trust) {
    case 'filtered': {
      const imports = await readImports(transaction, key);
      const kept = [...imports, ...answeredSince(write, stored), ...knownBetter(write, stored)];
      const offered = outside(columns, kept);
      return filterIncoming(transaction, key, offered, storedNeighbours(transaction, key, stored));
    }
    case 'trusted':
      await clearQuarantine(transaction, key, columns);
      return { accepted: columns, quarantined: [] };
    case 'corroborated': {
      const taken = await takeFromQuarantine(transaction, key, columns);
      if (write.decision) await recordTaken(transaction, write.decision, key, taken, stored);
      return { accepted: taken, quarantined: [] };
    }
  }
}

async function recordTaken(
  transaction: Transaction<Database>,
  decision: Decision,
  key: SeriesKey,
  taken: BarColumns,
  stored: ReadonlyMap<number, ChunkRow>,
): Promise<void> {
  for (const bar of eachBar(taken)) {
    const row = stored.get(chunkStartOf(key.resolution, bar.time));
    const replaced = row?.barCount ? storedAt(decodeChunk(row.data), bar.time) : null;
    await recordAccepted(transaction, key, bar, { ...decision, replaced });
  }
}

function outside(columns: BarColumns, spans: readonly Span[]): BarColumns {
  if (spans.length === 0) return columns;
  return pickBars(columns, (index) => {
    const time = timeAt(columns, index);
    return !spans.some(({ fromMs, toMs }) => time >= fromMs && time < toMs);
  });
}

/** Spans that were still forming when these bars were read and that the feed has answered for since. */
function answeredSince({ key, coverage }: BarWrite, stored: ReadonlyMap<number, ChunkRow>): Span[] {
  if (!coverage) return [];
  const forming = { fromMs: coverage.toMs, toMs: Number.POSITIVE_INFINITY };
  return [...stored.values()].map((row) => intersection(coverageOf(key.resolution, row), forming));
}

/** Spans whose bars are open in this answer and stored from a later one: answers may arrive in any order. */
function knownBetter({ coverage, asked }: BarWrite, stored: ReadonlyMap<number, ChunkRow>): Span[] {
  if (!asked) return [];
  const openFromMs = coverage?.toMs ?? asked.fromMs;
  return [...stored.values()]
    .filter(({ knownUntilMs }) => knownUntilMs > asked.knownUntilMs)
    .map(({ startMs, lastTime }) => ({
      fromMs: Math.max(openFromMs, startMs),
      toMs: (lastTime ?? startMs - 1) + 1,
    }));
}

/**
 * Separates incoming bars into accepted ones and outliers, which are quarantined. Quarantined bars that the incoming ones
 * corroborate are accepted too; only those after the last stored bar are considered, as the others were compared with
 * their next bar before.
 */
async function filterIncoming(
  transaction: Transaction<Database>,
  key: SeriesKey,
  offered: BarColumns,
  neighbours: Neighbours,
): Promise<{ accepted: BarColumns; quarantined: number[] }> {
  if (offered.length === 0) return { accepted: offered, quarantined: [] };
  const before = await neighbours.before(timeAt(offered, 0));
  const lastStored =
    before.length > 0 ? timeAt(before, before.length - 1) : Number.MIN_SAFE_INTEGER;
  const lastOffered = timeAt(offered, offered.length - 1);
  const { waiting, rejected } = await readQuarantinedBetween(
    transaction,
    key,
    lastStored,
    lastOffered,
  );
  const incoming = withoutRejected(offered, rejected);
  if (incoming.length === 0) return { accepted: incoming, quarantined: [] };
  const together = mergeColumns(columnsOf(waiting), incoming).columns;
  const { accepted, outliers } = await filterAmong(key, neighbours, before, together);
  const quarantined = Array.from(outliers.time.subarray(0, outliers.length));
  const isQuarantined = new Set(quarantined);
  const comes = new Set(incoming.time.subarray(0, incoming.length));
  // A rejected bar that is delivered here has changed.
  const released = [...waiting, ...rejected.filter(({ time }) => comes.has(time))]
    .map(({ time }) => time)
    .filter((time) => !isQuarantined.has(time));
  await releaseTimes(transaction, key, released);
  await quarantineBars(transaction, key, outliers);
  return { accepted, quarantined };
}

/** Leaves out bars that were rejected unchanged: only a changed bar of the vendor or an admin restores them. */
function withoutRejected(bars: BarColumns, rejected: readonly Bar[]): BarColumns {
  if (rejected.length === 0) return bars;
  const byTime = new Map(rejected.map((bar) => [bar.time, bar]));
  return pickBars(bars, (index) => {
    const former = byTime.get(timeAt(bars, index));
    return former === undefined || !hasSamePrices(former, barAt(bars, index));
  });
}

/** Filters outliers; later and overlapping stored bars are read only if there are any. */
async function filterAmong(
  { resolution }: SeriesKey,
  neighbours: Neighbours,
  before: BarColumns,
  bars: BarColumns,
): Promise<ReturnType<typeof filterOutliers>> {
  const maxStepMs = resolution === '1D' ? LONGEST_DAY_STEP_MS : resolutionMs(resolution);
  const filtered = filterOutliers(before, bars, maxStepMs);
  const { outliers } = filtered;
  if (outliers.length === 0) return filtered;
  const lastTime = timeAt(bars, bars.length - 1);
  const isLastOutlier = timeAt(outliers, outliers.length - 1) === lastTime;
  return filterOutliers(before, bars, maxStepMs, {
    after: isLastOutlier ? await neighbours.after(lastTime) : NO_BARS,
    stored: neighbours.within(timeAt(bars, 0), lastTime),
  });
}

/** The stored bars around incoming ones: enough before to compare with, at least one after, or none if there are none. */
type Neighbours = {
  before: (timeMs: number) => Promise<BarColumns>;
  after: (timeMs: number) => Promise<BarColumns>;
  /** From `fromMs` to `lastMs`, inclusive. */
  within: (fromMs: number, lastMs: number) => BarColumns;
};

/** `stored` are the chunks to write. */
function storedNeighbours(
  transaction: Transaction<Database>,
  key: SeriesKey,
  stored: ReadonlyMap<number, ChunkRow>,
): Neighbours {
  return {
    before: async (timeMs) => {
      const startMs = chunkStartOf(key.resolution, timeMs);
      const own = stored.get(startMs);
      const near = own?.barCount
        ? barsBetween(decodeChunk(own.data), Number.NEGATIVE_INFINITY, timeMs)
        : NO_BARS;
      if (near.length > COMPARED_BARS) return near;
      // A chunk that has just begun has too few bars to compare with.
      const row = await readRowBefore(transaction, key, own ? startMs : timeMs);
      const far = row
        ? barsBetween(decodeChunk(row.data), Number.NEGATIVE_INFINITY, timeMs)
        : NO_BARS;
      return concatColumns([far, near]);
    },
    after: async (timeMs) => {
      const row = await readRowAfter(transaction, key, timeMs);
      return row
        ? barsBetween(decodeChunk(row.data), timeMs + 1, Number.POSITIVE_INFINITY)
        : NO_BARS;
    },
    within: (fromMs, lastMs) =>
      concatColumns(
        [...stored.values()].map(({ barCount, data }) =>
          barCount === 0 ? NO_BARS : barsBetween(decodeChunk(data), fromMs, lastMs + 1),
        ),
      ),
  };
}

/**
 * The time up to which the bars after the coverage are known. An answer extends it only if it includes all of them, as
 * one moment stands for all.
 */
function knownUntilOf({ asked }: BarWrite, row: ChunkRow, before: BarColumns, coveredToMs: number) {
  if (!asked) return row.knownUntilMs;
  const open = barsBetween(before, coveredToMs, Number.POSITIVE_INFINITY);
  const isAnswered =
    open.length === 0 ||
    (asked.fromMs <= timeAt(open, 0) && asked.toMs > timeAt(open, open.length - 1));
  return isAnswered ? Math.max(row.knownUntilMs, asked.knownUntilMs) : row.knownUntilMs;
}

/** A row to write; `columns` are its bars if they were unpacked. */
type ChangedChunk = { row: ChunkRow; columns: BarColumns | null };

/** The stored chunk merged with the write; null if nothing changes. */
function withBars(
  write: BarWrite,
  stored: ChunkRow | undefined,
  startMs: number,
): ChangedChunk | null {
  const row = stored ?? newRow(startMs);
  const chunk = { fromMs: startMs, toMs: chunkEndOf(write.key.resolution, startMs) };
  const known = { fromMs: row.coveredFromMs, toMs: row.coveredToMs };
  const covered = write.coverage ? joinCoverage(known, intersection(write.coverage, chunk)) : known;
  const incoming = barsBetween(write.columns, chunk.fromMs, chunk.toMs);
  const isWider = covered.fromMs !== known.fromMs || covered.toMs !== known.toMs;
  // No empty chunk is stored without an answer of the feed.
  if (incoming.length === 0 && !isWider) return null;
  const before = row.barCount === 0 ? NO_BARS : decodeChunk(row.data);
  const knownUntilMs = knownUntilOf(write, row, before, covered.toMs);
  const coveredChunk = {
    ...row,
    coveredFromMs: covered.fromMs,
    coveredToMs: covered.toMs,
    knownUntilMs,
  };
  if (stored && incoming.length === 0) {
    return { row: { ...coveredChunk, version: row.version + 1 }, columns: null };
  }
  const { columns, isChanged } = mergeColumns(before, incoming);
  if (stored && !isChanged && !isWider) {
    const hasOpen = (row.lastTime ?? Number.NEGATIVE_INFINITY) >= covered.toMs;
    const isKnownLonger = hasOpen && knownUntilMs > row.knownUntilMs;
    // Its bars are the same, so its version is too.
    return isKnownLonger ? { row: coveredChunk, columns: null } : null;
  }
  const changed = { ...coveredChunk, version: row.version + 1 };
  return { row: isChanged || !stored ? withColumns(changed, columns) : changed, columns };
}

function newRow(startMs: number): ChunkRow {
  return {
    startMs,
    coveredFromMs: startMs,
    coveredToMs: startMs,
    knownUntilMs: 0,
    barCount: 0,
    firstTime: null,
    lastTime: null,
    version: 0,
    data: Buffer.alloc(0),
  };
}

/**
 * Stores the beginning of a series: by its feed, or its oldest stored bar if that is older, as an operator may have
 * imported older bars meanwhile. Answers the stored beginning.
 */
export async function writeBeginning(db: Db, key: SeriesKey, byFeedMs: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await lockSeries(trx, key);
    const oldestMs = (await readOldestTime(trx, key)) ?? Number.POSITIVE_INFINITY;
    const beginningMs = Math.min(oldestMs, byFeedMs);
    await trx
      .updateTable('bar_series')
      .set({ beginning_ms: beginningMs })
      .where((where) => where.and(seriesColumns(key)))
      .execute();
    return beginningMs;
  });
}

/** Moves a known beginning back to older bars. */
async function widenBeginning(
  transaction: Transaction<Database>,
  key: SeriesKey,
  columns: BarColumns,
): Promise<void> {
  const first = columns.time[0];
  if (columns.length === 0 || first === undefined) return;
  await transaction
    .updateTable('bar_series')
    .set({ beginning_ms: first })
    .where((where) => where.and(seriesColumns(key)))
    .where('beginning_ms', '>', first)
    .execute();
}
