import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { figureStudies } from '@moneytrail/alerts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@moneytrail/calendar';
import type { ExchangeName, SnapshotResolution } from '@moneytrail/contract';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { STUDIES_ASKED, STUDY_FIGURES_STORED, type TickBus } from '../../bus/index.ts';
import type { Db } from '../../db/index.ts';
import { readStudyFigures } from '../analysis/index.ts';
import type { BarService } from '../bars/index.ts';
import type { Catalogue, Instrument } from '../catalogue/index.ts';
import { isNewestLease, type Lease, type Live } from '../live/index.ts';
import type { Snapshots } from './create-snapshots.ts';
import {
  type AskedStudy,
  type ComputedStudies,
  findAsked,
  findStudiedBars,
  findStudyFigures,
  noteAsked,
  type StudyFigures,
  storeStudyFigures,
} from './study-figures-store.ts';
import { byLease, nameOf, type Task } from './tasks.ts';

type StudyFigureDeps = {
  db: Db;
  bus: Pick<TickBus, 'publish' | 'subscribe'>;
  bars: Pick<BarService, 'history'>;
  clock: { now: () => number };
  catalogue: Pick<Catalogue, 'enabled'>;
  feeds: Record<ExchangeName, { isSimulated: boolean }>;
  live: Pick<Live, 'leaseOf'>;
  log: Pick<Logger, 'warn'>;
  snapshots: Pick<Snapshots, 'onComputed' | 'settled'>;
};

export type StudyFiguresOfScreens = ReturnType<typeof createStudyFigures>;

/** A study that nobody has asked for in this time is computed no longer. */
const ASKED_MS = 7 * DAY_MS;
/** A study that is asked for all the time is noted no more often. */
const NOTED_MS = HOUR_MS;
/** Further instruments may be owned after this time, and studies asked for whose notice was lost. */
const REVIEW_MS = 10 * SECOND_MS;
/** Instruments that are looked up in one query. */
const AT_ONCE = 200;
/** Instruments whose figures are stored by one statement. */
const BATCH = 25;
/** Studies that a process remembers to have noted. */
const MOST_NOTED = 50_000;
/**
 * An instrument's studies may take the thread this long. Whatever goes beyond is followed by three times as long without any,
 * so that however many accounts ask, others have most of the thread.
 */
const UNPAUSED_MS = 4;
const PAUSE_FACTOR = 3;

/** Does the work of one instrument, and pauses after it. The time of the thread counts whatever else has used it meanwhile. */
async function paced<T>(work: () => Promise<T>): Promise<T> {
  const before = process.threadCpuUsage();
  const done = await work();
  const { user, system } = process.threadCpuUsage(before);
  const pauseMs = PAUSE_FACTOR * ((user + system) / 1_000 - UNPAUSED_MS);
  if (pauseMs >= 1) await pause(pauseMs);
  return done;
}

/** `isWhole`: stored figures may be those of other bars, so that none of them is kept. */
type Due = Task & { isWhole: boolean };

type Asked = ReadonlyMap<SnapshotResolution, readonly string[]>;

const pairName = ({ study, resolution }: AskedStudy) => `${study} ${resolution}`;

/** Studies by interval, in the order of the catalogue, so that equal sets are equal lists. */
function byResolution(pairs: readonly AskedStudy[]): Asked {
  const names = new Set(pairs.map(pairName));
  const resolutions = new Set(pairs.map(({ resolution }) => resolution));
  return new Map(
    [...resolutions].map((resolution) => [
      resolution,
      [...figureStudies().keys()].filter((study) => names.has(pairName({ study, resolution }))),
    ]),
  );
}

/**
 * Figures of studies that screens ask for, at the last closed bars of all instruments. The process that reads an instrument's
 * feed computes them from stored bars, after the snapshots of a close, one instrument a turn; every process reads them. The
 * set of studies is that of the catalogue at four intervals, however many accounts ask, of which each may add a few. Inactive
 * until `start`.
 */
export function createStudyFigures(deps: StudyFigureDeps) {
  const { db, bus, bars, clock, catalogue, feeds, live, log, snapshots } = deps;
  /** When this process noted a study last, by account, study and interval. */
  const noted = new LRUCache<string, number>({ max: MOST_NOTED });
  let asked: Asked = new Map();
  /** Owned instruments whose figures have been looked up for the studies that are asked for. */
  let reviewed: ReadonlySet<number> = new Set();
  const due = new Map<string, Due>();
  let isRunning = false;
  let isStopped = false;
  let isReviewing = false;
  /** A review is to follow the one under way. */
  let isAskedAgain = false;
  let timer: NodeJS.Timeout | undefined;
  let unsubscribe = () => {};
  let done: Promise<void> = Promise.resolve();

  function enqueue(task: Due): void {
    const isWhole = task.isWhole || due.get(nameOf(task))?.isWhole === true;
    due.set(nameOf(task), { ...task, isWhole });
    if (isRunning || isStopped) return;
    isRunning = true;
    done = run().finally(() => {
      isRunning = false;
    });
  }

  async function run(): Promise<void> {
    while (due.size > 0 && !isStopped) {
      const batch = [...due.values()].slice(0, BATCH);
      // A snapshot that is computed from here on makes them due again.
      for (const task of batch) due.delete(nameOf(task));
      await compute(batch).catch((error: unknown) => {
        log.warn({ err: error, count: batch.length }, 'figures of studies were not stored');
        // The next review looks them up again.
        const failed = new Set(batch.map(({ instrument }) => instrument.id));
        reviewed = new Set([...reviewed].filter((id) => !failed.has(id)));
      });
    }
  }

  async function compute(batch: readonly Due[]): Promise<void> {
    const ids = [...new Set(batch.map(({ instrument }) => instrument.id))];
    const stored = new Map(
      (await findStudyFigures(db, ids)).map((each) => [
        `${each.instrumentId} ${each.resolution} ${each.isSimulated}`,
        each.figures,
      ]),
    );
    const computed: (ComputedStudies & { lease: Lease })[] = [];
    for (const task of batch) {
      // Snapshots go first.
      await snapshots.settled();
      await nextTurn();
      if (isStopped) return;
      const lease = live.leaseOf(task.instrument);
      const studies = asked.get(task.resolution) ?? [];
      if (!lease || studies.length === 0) continue;
      const { id: instrumentId, exchange } = task.instrument;
      const key = {
        instrumentId,
        resolution: task.resolution,
        isSimulated: feeds[exchange].isSimulated,
      };
      const before = task.isWhole ? undefined : stored.get(`${nameOf(task)} ${key.isSimulated}`);
      const at = await paced(() => valuesOf(task, studies, before));
      if (at) computed.push({ key, studies, at, lease });
    }
    for (const group of byLease(computed)) await store(group);
  }

  /** The values of studies, of which those stored before for the same bar are kept. */
  async function valuesOf(
    task: Task,
    studies: readonly string[],
    before: StudyFigures | undefined,
  ) {
    const missing = studies.filter((study) => !before?.studies.includes(study));
    const at = await readStudyFigures({ bars, clock }, task, before ? missing : studies);
    if (!at || !before) return at;
    if (at.time !== before.time || at.close !== before.close) {
      return await readStudyFigures({ bars, clock }, task, studies);
    }
    return { ...at, values: joined(studies, missing, { found: at.values, before }) };
  }

  async function store(computed: readonly (ComputedStudies & { lease: Lease })[]): Promise<void> {
    const [first] = computed;
    if (!first) return;
    if (!(await storeStudyFigures(db, computed, (trx) => isNewestLease(trx, first.lease)))) return;
    const instrumentIds = [...new Set(computed.map(({ key }) => key.instrumentId))];
    bus.publish(STUDY_FIGURES_STORED, { instrumentIds });
  }

  /** Finds owned instruments whose figures lack studies that are asked for, or are those of another bar. */
  async function review(): Promise<void> {
    const pairs = await findAsked(db, clock.now() - ASKED_MS);
    const before = asked;
    asked = byResolution(pairs);
    const isFurther = ({ study, resolution }: AskedStudy) =>
      !before.get(resolution)?.includes(study);
    const owned = catalogue.enabled().filter((each) => live.leaseOf(each));
    const wanted = pairs.some(isFurther) ? owned : owned.filter(({ id }) => !reviewed.has(id));
    reviewed = new Set(owned.map(({ id }) => id));
    if (pairs.length === 0) return;
    for (let start = 0; start < wanted.length && !isStopped; start += AT_ONCE) {
      await lookUp(wanted.slice(start, start + AT_ONCE));
    }
  }

  async function lookUp(instruments: readonly Instrument[]): Promise<void> {
    const byId = new Map(instruments.map((each) => [each.id, each]));
    for (const bar of await findStudiedBars(db, [...byId.keys()])) {
      const instrument = byId.get(bar.instrumentId);
      if (!instrument || feeds[instrument.exchange].isSimulated !== bar.isSimulated) continue;
      const { resolution, studies } = bar;
      const isLacking = asked.get(resolution)?.some((study) => !studies.includes(study));
      if (isLacking) enqueue({ instrument, resolution, isWhole: false });
    }
  }

  function tick(): void {
    if (isStopped) return;
    clearTimeout(timer);
    isAskedAgain = isReviewing;
    if (isReviewing) return;
    isReviewing = true;
    review()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'asked studies were not looked up');
        reviewed = new Set();
      })
      .finally(() => {
        isReviewing = false;
        if (isAskedAgain) tick();
        else if (!isStopped) timer = setTimeout(tick, REVIEW_MS);
      });
  }

  return {
    /** Starts to compute figures of instruments whose feed this process reads. */
    start(): void {
      unsubscribe = bus.subscribe(STUDIES_ASKED, tick);
      snapshots.onComputed(({ instrument, resolution }) => {
        if (asked.has(resolution)) enqueue({ instrument, resolution, isWhole: true });
      });
      tick();
    },
    /** Resolves once nothing is computed any more. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      unsubscribe();
      await done;
    },
    /**
     * Notes that an account asks for studies of the catalogue, so that they are computed for the next seven days. Throws
     * `CONFLICT` if that is more than an account may ask for; `isBounded` false notes them nevertheless.
     */
    async ask(
      studies: readonly AskedStudy[],
      { userId, isBounded = true }: { userId: string; isBounded?: boolean },
    ): Promise<void> {
      const nowMs = clock.now();
      const isDue = (name: string) => nowMs - (noted.get(`${userId} ${name}`) ?? 0) >= NOTED_MS;
      const names = new Map(studies.map((each) => [pairName(each), each]));
      const fresh = [...names].filter(([name]) => isDue(name));
      if (fresh.length === 0) return;
      const given = fresh.map(([, each]) => each);
      await noteAsked(db, given, { userId, nowMs, sinceMs: nowMs - ASKED_MS, isBounded });
      for (const [name] of fresh) noted.set(`${userId} ${name}`, nowMs);
      bus.publish(STUDIES_ASKED, { studies: fresh.map(([name]) => name) });
    },
    /** The stored figures of instruments, of the feeds that are read now, in any order. */
    async read(
      instruments: readonly Pick<Instrument, 'id' | 'exchange'>[],
    ): Promise<{ instrumentId: number; resolution: SnapshotResolution; figures: StudyFigures }[]> {
      const exchanges = new Map(instruments.map(({ id, exchange }) => [id, exchange]));
      const rows = await findStudyFigures(db, [...exchanges.keys()]);
      return rows.filter(({ instrumentId, isSimulated }) => {
        const exchange = exchanges.get(instrumentId);
        return exchange !== undefined && feeds[exchange].isSimulated === isSimulated;
      });
    },
  };
}

/** The values of studies in their order: those of the missing ones are found, the others stood before. */
function joined(
  studies: readonly string[],
  missing: readonly string[],
  { found, before }: { found: Float64Array; before: StudyFigures },
): Float64Array {
  const values: number[] = [];
  let next = 0;
  for (const id of studies) {
    const outputs = figureStudies().get(id)?.outputs ?? [];
    const isFound = missing.includes(id);
    for (const { key } of outputs) {
      const place = before.places.get(`${id}-${key}`) ?? -1;
      values.push(Number(isFound ? found[next] : before.values[place]));
      if (isFound) next += 1;
    }
  }
  return Float64Array.from(values);
}
