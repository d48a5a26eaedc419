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
import { isNewestLease, type Live } from '../live/index.ts';
import { findSnapshots, presentSnapshot, storeSnapshot } from './snapshot-store.ts';

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

type Task = { instrument: Instrument; resolution: SnapshotResolution };

const nameOf = ({ instrument, resolution }: Task) => `${instrument.id} ${resolution}`;

const offered = (instrument: Instrument): SnapshotResolution[] => {
  const supported = supportedResolutions(instrument);
  return SNAPSHOT_RESOLUTIONS.filter((each) => supported.includes(each));
};

/** The snapshot of what was computed; null without a closed bar. */
function snapshotOf({ summary, mark }: SnapshotFigures): Snapshot | null {
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
  const known = new Map<string, Snapshot | null>();
  const due = new Map<string, Task>();
  let isRunning = false;
  let isStopped = false;
  let isReviewing = false;
  let timer: NodeJS.Timeout | undefined;
  let unsubscribe = () => {};
  let done: Promise<void> = Promise.resolve();

  function enqueue(task: Task): void {
    due.set(nameOf(task), task);
    if (isRunning || isStopped) return;
    isRunning = true;
    done = run().finally(() => {
      isRunning = false;
    });
  }

  /** One after another, between which the process serves others. */
  async function run(): Promise<void> {
    for (;;) {
      const [next] = due;
      if (!next || isStopped) return;
      const [name, task] = next;
      due.delete(name);
      await update(task).catch((error: unknown) =>
        log.warn({ err: error, instrument: task.instrument.ticker }, 'a snapshot was not updated'),
      );
      await nextTurn();
    }
  }

  async function update(task: Task): Promise<void> {
    const { instrument, resolution } = task;
    const lease = live.leaseOf(instrument);
    if (!lease) return;
    const before = known.get(nameOf(task)) ?? null;
    const computed = await compute(task);
    if (!computed) {
      known.set(nameOf(task), null);
      return;
    }
    const snapshot = { ...computed, mark: computed.mark ?? before?.mark ?? null };
    if (isDeepStrictEqual(snapshot, before)) return;
    const { isSimulated } = feeds[instrument.exchange];
    const key = { instrumentId: instrument.id, resolution, isSimulated };
    if (!(await storeSnapshot(db, { key, snapshot }, (trx) => isNewestLease(trx, lease)))) return;
    known.set(nameOf(task), snapshot);
    bus.publish(SNAPSHOT_STORED, { instrumentId: instrument.id, resolution, time: snapshot.time });
  }

  /** Null while no bars are stored. */
  async function compute(task: Task): Promise<Snapshot | null> {
    try {
      return snapshotOf(await readSnapshotFigures({ bars, feeds, clock }, task));
    } catch (error) {
      if (error instanceof AppError && error.code === 'FEED_UNAVAILABLE') return null;
      throw error;
    }
  }

  /** Whether a write can change a snapshot: it corrects closed bars, or the next bar has closed. */
  function isAffected(task: Task, fromMs: number): boolean {
    const snapshot = known.get(nameOf(task));
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
        const snapshot = row ? presentSnapshot(row) : null;
        known.set(nameOf(task), snapshot);
        if (!snapshot || hasClosedSince(task, snapshot)) enqueue(task);
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

  return {
    /** Starts to compute the snapshots of instruments whose feed this process reads. */
    start(): void {
      unsubscribe = bus.subscribe(BARS_WRITTEN, ({ instrumentId, resolution, fromMs }) =>
        written(instrumentId, resolution, fromMs),
      );
      tick();
    },
    /** Resolves once nothing is computed any more. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      unsubscribe();
      await done;
    },
    /** The stored snapshots by instrument id; instruments without one are left out. */
    async read(
      instruments: readonly Instrument[],
      resolution: SnapshotResolution,
    ): Promise<Map<number, Snapshot>> {
      const exchanges = new Map(instruments.map(({ id, exchange }) => [id, exchange]));
      const rows = await findSnapshots(db, [...exchanges.keys()], resolution);
      const present = rows.filter((row) => {
        const exchange = exchanges.get(row.instrument_id);
        return exchange !== undefined && feeds[exchange].isSimulated === row.is_simulated;
      });
      return new Map(present.map((row) => [row.instrument_id, presentSnapshot(row)]));
    },
  };
}
