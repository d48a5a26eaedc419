import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  barClosesAtMs,
  nextBarTime,
  SECOND_MS,
  type StoredResolution,
  storedSourceOf,
} from '@moneytrail/calendar';
import {
  AppError,
  type ExchangeName,
  SNAPSHOT_RESOLUTIONS,
  type Snapshot,
  type SnapshotResolution,
} from '@moneytrail/contract';
import type { Logger } from 'pino';
import { BARS_WRITTEN, SNAPSHOT_STORED, type TickBus } from '../../bus/index.ts';
import type { Db } from '../../db/index.ts';
import { readSnapshotFigures, type SnapshotFigures } from '../analysis/index.ts';
import type { BarService } from '../bars/index.ts';
import { type Catalogue, type Instrument, supportedResolutions } from '../catalogue/index.ts';
import { isNewestLease, type Lease, type Live } from '../live/index.ts';
import {
  type FullSnapshot,
  findSnapshots,
  presentFull,
  presentSnapshot,
  storeSnapshots,
} from './snapshot-store.ts';
import { byLease, nameOf, type Task } from './tasks.ts';

type SnapshotDeps = {
  db: Db;
  bus: Pick<TickBus, 'publish' | 'subscribe'>;
  bars: Pick<BarService, 'history'>;
  clock: { now: () => number };
  catalogue: Pick<Catalogue, 'byId' | 'enabled'>;
  feeds: Record<ExchangeName, { isSimulated: boolean }>;
  live: Pick<Live, 'leaseOf'>;
  log: Pick<Logger, 'warn'>;
};

export type Snapshots = ReturnType<typeof createSnapshots>;

/** Groups of instruments may have been given or taken away after this time, and their last bars may have closed. */
const REVIEW_MS = 10 * SECOND_MS;
/** Instruments whose snapshots are looked up in one query. */
const AT_ONCE = 200;

/** Snapshots that are stored by one statement. */
const BATCH = 25;

/** A snapshot that differs from the stored one. */
type Renewed = FullSnapshot & { task: Task; lease: Lease };

const offered = (
  instrument: Pick<Instrument, 'hours' | 'finestResolution'>,
): SnapshotResolution[] => {
  const supported = supportedResolutions(instrument);
  return SNAPSHOT_RESOLUTIONS.filter((each) => supported.includes(each));
};

/** The snapshot of what was computed; null without a closed bar. */
function snapshotOf({ summary, mark }: Omit<SnapshotFigures, 'studies'>): Snapshot | null {
  const { time, closedAt, currentPrice } = summary;
  if (time === null || closedAt === null || currentPrice === null) return null;
  return {
    time,
    closedAtMs: closedAt,
    close: currentPrice,
    longTermResistance: summary.longTermResistance.value,
    shortTermResistance: summary.shortTermResistance.value,
    shortTermSupport: summary.shortTermSupport.value,
    longTermSupport: summary.longTermSupport.value,
    longTermTightness: summary.longTermTightness.value,
    shortTermTightness: summary.shortTermTightness.value,
    distanceToLongTermMin: summary.distanceToLongTermMin.value,
    distanceToShortTermMin: summary.distanceToShortTermMin.value,
    longShortPercentage: summary.longShortPercentage,
    deployment: summary.deployment,
    liquiditySpread: summary.liquiditySpread,
    mark: mark && { side: mark.side, strong: mark.isStrong, time: mark.bar.time },
  };
}

/**
 * The figures of instruments at their last closed bars. The process that reads an instrument's feed computes them from
 * stored bars when one of its bars has closed or was corrected; every process reads them. Inactive until `start`.
 */
export function createSnapshots(deps: SnapshotDeps) {
  const { db, bus, bars, clock, catalogue, feeds, live, log } = deps;
  /** The last snapshot stored or found by this process; null if there are no closed bars. */
  const known = new Map<string, FullSnapshot | null>();
  const due = new Map<string, Task>();
  let isRunning = false;
  let isStopped = false;
  let isReviewing = false;
  let timer: NodeJS.Timeout | undefined;
  let unsubscribe = () => {};
  let done: Promise<void> = Promise.resolve();
  const listeners: ((task: Task) => void)[] = [];

  function enqueue(task: Task): void {
    due.set(nameOf(task), task);
    if (isRunning || isStopped) return;
    isRunning = true;
    done = run().finally(() => {
      isRunning = false;
    });
  }

  /** Computes one after another, between which the process serves others, and stores those of a batch together. */
  async function run(): Promise<void> {
    while (due.size > 0 && !isStopped) {
      const batch = [...due.values()].slice(0, BATCH);
      await recallUnknown(batch);
      const renewed: Renewed[] = [];
      for (const task of batch.filter((each) => due.has(nameOf(each)))) {
        // A write from here on makes it due again.
        due.delete(nameOf(task));
        const { ticker } = task.instrument;
        const found = await renew(task).catch((error: unknown) => {
          log.warn({ err: error, instrument: ticker }, 'a snapshot was not updated');
          return null;
        });
        if (found) renewed.push(found);
        else tell(task);
        await nextTurn();
      }
      for (const group of byLease(renewed)) {
        await store(group).catch((error: unknown) =>
          log.warn({ err: error, count: group.length }, 'snapshots were not stored'),
        );
        for (const { task } of group) tell(task);
      }
    }
  }

  function tell(task: Task): void {
    for (const listen of listeners) listen(task);
  }

  /** A bar may be written before the stored snapshots of its instrument were looked up, which hold older marks. */
  async function recallUnknown(batch: readonly Task[]): Promise<void> {
    const unknown = batch.filter((task) => !known.has(nameOf(task)));
    if (unknown.length === 0) return;
    try {
      await recall([...new Set(unknown.map(({ instrument }) => instrument))]);
    } catch (error) {
      log.warn({ err: error }, 'snapshots were not looked up');
      // The next review looks them up, and computes those that are old.
      for (const task of unknown) due.delete(nameOf(task));
    }
  }

  /** The present snapshot of an instrument that this process owns; null if it is known already, or there is none. */
  async function renew(task: Task): Promise<Renewed | null> {
    const lease = live.leaseOf(task.instrument);
    if (!lease) return null;
    const before = known.get(nameOf(task)) ?? null;
    const computed = await compute(task);
    if (!computed) {
      known.set(nameOf(task), null);
      return null;
    }
    const mark = computed.snapshot.mark ?? before?.snapshot.mark ?? null;
    const full = { ...computed, snapshot: { ...computed.snapshot, mark } };
    return isDeepStrictEqual(full, before) ? null : { task, lease, ...full };
  }

  /** Stores snapshots of one lease, and tells each. */
  async function store(renewed: readonly Renewed[]): Promise<void> {
    const [first] = renewed;
    if (!first) return;
    const rows = renewed.map(({ task: { instrument, resolution }, snapshot, studies }) => {
      const { isSimulated } = feeds[instrument.exchange];
      return { key: { instrumentId: instrument.id, resolution, isSimulated }, snapshot, studies };
    });
    if (!(await storeSnapshots(db, rows, (trx) => isNewestLease(trx, first.lease)))) return;
    for (const { task, snapshot, studies } of renewed) {
      known.set(nameOf(task), { snapshot, studies });
      const { resolution } = task;
      const { time } = snapshot;
      bus.publish(SNAPSHOT_STORED, { instrumentId: task.instrument.id, resolution, time });
    }
  }

  /** Null while no bars are stored. */
  async function compute(task: Task): Promise<FullSnapshot | null> {
    try {
      const { studies, ...figures } = await readSnapshotFigures({ bars, feeds, clock }, task);
      const snapshot = snapshotOf(figures);
      return snapshot && { snapshot, studies };
    } catch (error) {
      if (error instanceof AppError && error.code === 'FEED_UNAVAILABLE') return null;
      throw error;
    }
  }

  /** Whether a write can change a snapshot: it corrects closed bars, or the next bar has closed. */
  function isAffected(task: Task, fromMs: number): boolean {
    const snapshot = known.get(nameOf(task))?.snapshot;
    return !snapshot || fromMs < snapshot.closedAtMs || hasClosedSince(task, snapshot);
  }

  function hasClosedSince({ instrument, resolution }: Task, snapshot: Snapshot): boolean {
    const { hours } = instrument;
    const next = nextBarTime(hours, resolution, snapshot.time);
    return barClosesAtMs(hours, resolution, next) <= clock.now();
  }

  function written(instrumentId: number, source: StoredResolution, fromMs: number): void {
    const instrument = catalogue.byId(instrumentId);
    if (!instrument || !live.leaseOf(instrument)) return;
    for (const resolution of offered(instrument)) {
      const task = { instrument, resolution };
      if (storedSourceOf(resolution) === source && isAffected(task, fromMs)) enqueue(task);
    }
  }

  /** Looks up the snapshots of instruments that this process came to own, and computes those that are missing or old. */
  async function review(): Promise<void> {
    const owned = catalogue.enabled().filter((each) => live.leaseOf(each));
    const isOwned = new Set(owned.map(({ id }) => String(id)));
    for (const name of known.keys()) {
      if (!isOwned.has(name.slice(0, name.indexOf(' ')))) known.delete(name);
    }
    const isNew = (instrument: Instrument) =>
      offered(instrument).some((resolution) => !known.has(nameOf({ instrument, resolution })));
    const found = owned.filter(isNew);
    for (let start = 0; start < found.length && !isStopped; start += AT_ONCE) {
      await recall(found.slice(start, start + AT_ONCE));
    }
  }

  async function recall(instruments: readonly Instrument[]): Promise<void> {
    const rows = await findSnapshots(
      db,
      instruments.map(({ id }) => id),
    );
    for (const instrument of instruments) {
      const { isSimulated } = feeds[instrument.exchange];
      for (const resolution of offered(instrument)) {
        const task = { instrument, resolution };
        const row = rows.find(
          (each) =>
            each.instrument_id === instrument.id &&
            each.resolution === resolution &&
            each.is_simulated === isSimulated,
        );
        const full = row ? presentFull(row) : null;
        known.set(nameOf(task), full);
        if (!full?.studies || hasClosedSince(task, full.snapshot)) enqueue(task);
      }
    }
  }

  function tick(): void {
    if (isReviewing) return;
    isReviewing = true;
    review()
      .catch((error: unknown) => log.warn({ err: error }, 'snapshots were not looked up'))
      .finally(() => {
        isReviewing = false;
        if (!isStopped) timer = setTimeout(tick, REVIEW_MS);
      });
  }

  /** The stored rows of the feeds that are read now, simulated or real. */
  async function findPresent(
    instruments: readonly Pick<Instrument, 'id' | 'exchange'>[],
    resolution?: SnapshotResolution,
  ) {
    const exchanges = new Map(instruments.map(({ id, exchange }) => [id, exchange]));
    const rows = await findSnapshots(db, [...exchanges.keys()], resolution);
    return rows.filter((row) => {
      const exchange = exchanges.get(row.instrument_id);
      return exchange !== undefined && feeds[exchange].isSimulated === row.is_simulated;
    });
  }

  return {
    /** Starts to compute the snapshots of instruments whose feed this process reads. */
    start(): void {
      unsubscribe = bus.subscribe(BARS_WRITTEN, ({ instrumentId, resolution, fromMs }) =>
        written(instrumentId, resolution, fromMs),
      );
      tick();
    },
    /** Calls back after each snapshot that this process has computed, stored if it differs from the one before. */
    onComputed(listen: (task: Task) => void): void {
      listeners.push(listen);
    },
    /** Resolves while no snapshot waits to be computed. */
    settled: (): Promise<void> => done,
    /** Resolves once nothing is computed any more. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      unsubscribe();
      await done;
    },
    /** The stored snapshots of an instrument by resolution, for each that it has; null before its first closed bar. */
    async readAll({
      id,
      exchange,
      ...instrument
    }: Instrument): Promise<{ resolution: SnapshotResolution; snapshot: Snapshot | null }[]> {
      const rows = await findPresent([{ id, exchange }]);
      return offered(instrument).map((resolution) => {
        const row = rows.find((each) => each.resolution === resolution);
        return { resolution, snapshot: row ? presentSnapshot(row) : null };
      });
    },
    /** The stored snapshots of instruments at every resolution, with figures of the field, in any order. */
    async readFull(
      instruments: readonly Instrument[],
    ): Promise<(FullSnapshot & { instrumentId: number; resolution: SnapshotResolution })[]> {
      return (await findPresent(instruments)).map((row) => ({
        instrumentId: row.instrument_id,
        resolution: row.resolution,
        ...presentFull(row),
      }));
    },
    /** The stored snapshots by instrument id; instruments without one are left out. */
    async read(
      instruments: readonly Instrument[],
      resolution: SnapshotResolution,
    ): Promise<Map<number, Snapshot>> {
      const rows = await findPresent(instruments, resolution);
      return new Map(rows.map((row) => [row.instrument_id, presentSnapshot(row)]));
    },
  };
}
