import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import type { ExchangeName } from '@moneytrail/contract';
import type { Logger } from 'pino';
import { ALERT_FIRED, ALERTS_CHANGED, BARS_WRITTEN, type TickBus } from '../../../bus/index.ts';
import type { Db } from '../../../db/index.ts';
import type { Jobs } from '../../../jobs/index.ts';
import { entitlement } from '../../access/index.ts';
import { findSignedIn } from '../../accounts/index.ts';
import type { BarService, WriteFence } from '../../bars/index.ts';
import type { Catalogue, Instrument } from '../../catalogue/index.ts';
import { isNewestLease, type Live } from '../../live/index.ts';
import {
  type AlertHead,
  type AlertRow,
  findActive,
  findByIds,
  findChanged,
  findWatched,
  setAlertStates,
} from '../alert-store.ts';
import { enqueueWays } from '../deliver/delivery-jobs.ts';
import { textsOf } from './alert-words.ts';
import type { Fired } from './bar-series.ts';
import { InstrumentAlerts } from './instrument-alerts.ts';
import { readClosedBars } from './read-closed-bars.ts';
import {
  type Cursor,
  findCursor,
  type Memories,
  type NewFiring,
  NotOwner,
  saveCursors,
  storeFirings,
} from './store-firings.ts';

type EngineDeps = {
  db: Db;
  bus: TickBus;
  jobs: Pick<Jobs, 'enqueue'>;
  clock: { now: () => number };
  log: Pick<Logger, 'warn' | 'error' | 'info'>;
  catalogue: Pick<Catalogue, 'byId'>;
  bars: Pick<BarService, 'history'>;
  feeds: Record<ExchangeName, { isSimulated: boolean }>;
  live: Pick<Live, 'leaseOf'> & { registry: Pick<Live['registry'], 'follow'> };
  timing?: { syncMs?: number; retryMs?: number };
};

/** Changes may become visible this long after the moment that they bear. */
const COMMIT_MS = 15 * SECOND_MS;
const SYNC_MS = SECOND_MS;
const RETRY_MS = 500;
/** Groups may have been given or taken away, and instruments enabled or disabled. */
const REVIEW_MS = 5 * SECOND_MS;
const LONGEST_RETRY_MS = 10 * MINUTE_MS;
/** Firings of one transaction: an embedded database answers nobody else meanwhile. */
const STORED_AT_ONCE = 50;

type Followed = { alerts: InstrumentAlerts; unfollow: () => void };

/**
 * Evaluates the alerts of the instruments whose feed this process reads. Changes of alerts are read every second, and at once
 * on a notice. A firing is stored exactly once, by the process that holds the lease.
 */
export function createAlertEngine(deps: EngineDeps) {
  const { db, bus, clock, log, catalogue, live } = deps;
  const syncMs = deps.timing?.syncMs ?? SYNC_MS;
  const followed = new Map<number, Followed>();
  /** The instrument of each alert that is followed. */
  const placeOf = new Map<number, number>();
  /** Nothing at first: the first review reads all active alerts. */
  let readUntilMs = Number.MAX_SAFE_INTEGER;
  let reviewedMs = Number.NEGATIVE_INFINITY;
  let isSyncing = false;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const unsubscribes = [
    bus.subscribe(ALERTS_CHANGED, ({ deleted }) => {
      // A deleted alert whose notice was lost fires nothing either: it is not found when a firing is stored.
      for (const id of deleted) forget(id);
      wake();
    }),
    bus.subscribe(BARS_WRITTEN, ({ instrumentId, resolution }) =>
      followed.get(instrumentId)?.alerts.barsWritten(resolution),
    ),
    bus.onReconnect(() => {
      for (const { alerts } of followed.values()) alerts.lookAgain();
    }),
  ];

  function wake(): void {
    isWanted = true;
    if (!isSyncing && !isStopped) void sync();
  }

  async function sync(): Promise<void> {
    isSyncing = true;
    clearTimeout(timer);
    try {
      do {
        isWanted = false;
        await readChanges();
      } while (isWanted && !isStopped);
      for (const { alerts } of followed.values()) alerts.sweep();
      await flushCursors();
    } catch (error) {
      log.warn({ err: error }, 'alerts could not be read');
    } finally {
      isSyncing = false;
      if (!isStopped) timer = setTimeout(wake, syncMs);
    }
  }

  async function readChanges(): Promise<void> {
    const nowMs = clock.now();
    if (Math.abs(nowMs - reviewedMs) >= REVIEW_MS) {
      await review();
      reviewedMs = nowMs;
    }
    const { heads, nowMs: databaseMs } = await findChanged(db, readUntilMs);
    readUntilMs = databaseMs - COMMIT_MS;
    const unknown: number[] = [];
    for (const head of heads) if (!isKnown(head)) unknown.push(head.id);
    await applyAll(await findByIds(db, unknown));
  }

  /** Follows the instruments with alerts that this process owns, and no others. */
  async function review(): Promise<void> {
    const watched = new Set(await findWatched(db));
    for (const [id, { alerts }] of followed) {
      if (!watched.has(id) || !live.leaseOf(alerts.instrument)) await drop(id);
    }
    const missing = [...watched].filter((id) => !followed.has(id) && ownOf(id));
    await applyAll(await findActive(db, missing));
  }

  /** Whether nothing is to be read about an alert: it is followed as it is, or not to be followed here. */
  function isKnown({ id, instrument_id, revision, state }: AlertHead): boolean {
    if (state !== 'active' || !ownOf(instrument_id)) {
      forget(id);
      return true;
    }
    return followed.get(instrument_id)?.alerts.revisionOf(id) === revision;
  }

  function forget(id: number): void {
    const place = placeOf.get(id);
    if (place === undefined) return;
    placeOf.delete(id);
    followed.get(place)?.alerts.remove(id);
  }

  /** Lines of drawings are counted in bars: other work goes on meanwhile. */
  async function applyAll(rows: readonly AlertRow[]): Promise<void> {
    for (const row of rows) {
      await apply(row);
      await nextTurn();
    }
  }

  function ownOf(instrumentId: number): Instrument | null {
    const instrument = catalogue.byId(instrumentId);
    return instrument && live.leaseOf(instrument) ? instrument : null;
  }

  async function apply(row: AlertRow): Promise<void> {
    const instrument = row.state === 'active' ? ownOf(row.instrument_id) : null;
    // An alert may have got another instrument.
    if (!instrument || placeOf.get(row.id) !== row.instrument_id) forget(row.id);
    if (!instrument) return;
    const { alerts } = followed.get(row.instrument_id) ?? (await follow(instrument));
    placeOf.set(row.id, row.instrument_id);
    alerts.set(row);
  }

  async function follow(instrument: Instrument): Promise<Followed> {
    const cursor = await findCursor(db, instrument.id);
    const { isSimulated } = deps.feeds[instrument.exchange];
    const alerts = new InstrumentAlerts(
      {
        clock,
        log,
        isSimulated,
        sleep: (ms: number) => sleep(ms, undefined, { ref: false }),
        closedBars: (wanted) => readClosedBars(deps.bars, instrument, wanted, clock.now()),
        store: (fired, at, memories) => store(instrument, fired, at, memories),
      },
      instrument,
      cursor,
    );
    const opened = {
      alerts,
      unfollow: live.registry.follow(instrument, (tick) => alerts.receive(tick)),
    };
    followed.set(instrument.id, opened);
    return opened;
  }

  async function drop(id: number): Promise<void> {
    const known = followed.get(id);
    followed.delete(id);
    for (const alertId of known?.alerts.ids ?? []) placeOf.delete(alertId);
    known?.unfollow();
    await known?.alerts.close();
  }

  async function flushCursors(): Promise<void> {
    const cursors = new Map<number, Cursor>();
    for (const [id, { alerts }] of followed) {
      const cursor = live.leaseOf(alerts.instrument) ? alerts.takeCursor() : null;
      if (cursor) cursors.set(id, cursor);
    }
    await saveCursors(db, cursors);
  }

  /** Repeats work while the database is away; undefined once the lease is over. */
  async function asOwner<T>(
    instrument: Instrument,
    work: (fence: WriteFence) => Promise<T>,
  ): Promise<T | undefined> {
    const beganMs = clock.now();
    while (!isStopped) {
      const lease = live.leaseOf(instrument);
      if (!lease) return;
      try {
        return await work((trx) => isNewestLease(trx, lease));
      } catch (error) {
        if (error instanceof NotOwner) return;
        log.warn({ err: error, instrument: instrument.ticker }, 'firings were not stored yet');
        if (clock.now() - beganMs > LONGEST_RETRY_MS) throw error;
        await sleep(deps.timing?.retryMs ?? RETRY_MS);
      }
    }
  }

  /** Stores firings in parts, in their order; the last one says how far the instrument was evaluated. */
  async function store(
    instrument: Instrument,
    fired: readonly Fired[],
    cursor: Cursor,
    memories: Memories,
  ): Promise<void> {
    const nowMs = clock.now();
    const allowed = await asOwner(instrument, () => usersWithRight(instrument, fired, nowMs));
    if (!allowed) return;
    const isAllowed = ({ row }: Fired) => allowed.has(row.user_id);
    const happening = fired.filter(isAllowed);
    const told = new Set(happening.map(({ memory }) => memory));
    const others = new Map([...memories].filter(([, { memory }]) => !told.has(memory)));
    for (let from = 0; from === 0 || from < happening.length; from += STORED_AT_ONCE) {
      const isLast = from + STORED_AT_ONCE >= happening.length;
      const part = happening.slice(from, from + STORED_AT_ONCE);
      const batch = {
        instrumentId: instrument.id,
        firings: part.map((each) => firingOf(instrument, each, nowMs)),
        state: isLast ? { memories: others, cursor } : null,
        nowMs,
      };
      const stored = await asOwner(instrument, (fence) =>
        storeFirings(db, batch, fence, (trx, ways) => enqueueWays(deps.jobs, trx, ways)),
      );
      if (!stored) return;
      for (const { userId, id } of stored) bus.publish(ALERT_FIRED, { userId, id });
      await nextTurn();
    }
    const refused = fired.filter((each) => !isAllowed(each));
    await asOwner(instrument, () => pauseOthers(refused));
  }

  async function usersWithRight(
    instrument: Instrument,
    fired: readonly Fired[],
    nowMs: number,
  ): Promise<Set<string>> {
    const ids = [...new Set(fired.map(({ row }) => row.user_id))];
    const users = await findSignedIn(db, ids, nowMs);
    const allowed = users.filter((user) => entitlement(user, instrument, nowMs).allowed);
    return new Set(allowed.map(({ _id }) => _id));
  }

  /** Alerts of people who may not see the instrument any more. */
  async function pauseOthers(fired: readonly Fired[]): Promise<void> {
    for (const { row } of fired) {
      const change = { state: 'paused', pausedFor: 'noRight' } as const;
      await setAlertStates(db, { userId: row.user_id, ids: [row.id] }, change);
    }
  }

  return {
    start(): void {
      wake();
    },
    /** Resolves once nothing is evaluated any more. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      for (const unsubscribe of unsubscribes) unsubscribe();
      for (const id of [...followed.keys()]) await drop(id);
    },
    /** The number of instruments whose alerts are evaluated here. */
    get size(): number {
      return followed.size;
    },
  };
}

function firingOf(
  instrument: Instrument,
  { row, occurrence, memory, bar, late }: Fired,
  nowMs: number,
): NewFiring {
  const { definition } = row;
  const { text, message } = textsOf(instrument, definition, occurrence, { nowMs, bar });
  return {
    alertId: row.id,
    userId: row.user_id,
    activation: row.activation,
    isLast: definition.trigger.kind === 'once',
    memory,
    occurrence: occurrence.occurrence,
    name: definition.name,
    symbol: instrument.ticker,
    resolution: definition.resolution,
    timeMs: occurrence.timeMs,
    barTime: occurrence.barTime,
    price: occurrence.price,
    text,
    message,
    late,
    sound: definition.sound,
    channels: definition.channels,
  };
}
