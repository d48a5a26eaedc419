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
import { isNewestLease, type Lease, type Live } from '../../live/index.ts';
import { pauseActive, pauseUnreadable } from '../alert-states.ts';
import {
  type AlertHead,
  type AlertRow,
  findActive,
  findByIds,
  findChanged,
  findWatched,
  type ReadAlerts,
} from '../alert-store.ts';
import { enqueueWays } from '../deliver/delivery-jobs.ts';
import { textsOf } from './alert-words.ts';
import type { Fired } from './bar-series.ts';
import { InstrumentAlerts } from './instrument-alerts.ts';
import { readClosedBars } from './read-closed-bars.ts';
import {
  type AlertsState,
  findCursor,
  type NewFiring,
  NotOwner,
  saveOwnStates,
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
/** Then the instrument is followed anew, and its missed minutes are read: ticks would pile up. */
const LONGEST_RETRY_MS = MINUTE_MS;
/** Firings of one transaction: an embedded database answers nobody else meanwhile. */
const STORED_AT_ONCE = 50;

type Followed = {
  readonly alerts: InstrumentAlerts;
  /** The lease under which the stored state was read; under a later one, another process may have changed that state. */
  readonly lease: Lease;
  /** Checks in a transaction that nobody has taken the lease. */
  readonly fence: WriteFence;
  /** Null until all alerts of the instrument are known: prices are received from then on. */
  unfollow: (() => void) | null;
};

/**
 * Evaluates the alerts of the instruments whose feed this process reads. Changes of alerts are read every second, and at once
 * on a notice. A firing is stored exactly once, by the process that holds the lease. An instrument whose firings could not
 * be stored is followed anew from its stored state, so that they happen again.
 */
export function createAlertEngine(deps: EngineDeps) {
  const { db, bus, clock, log, catalogue, live } = deps;
  const syncMs = deps.timing?.syncMs ?? SYNC_MS;
  const followed = new Map<number, Followed>();
  /** The instrument of each alert that is followed. */
  const placeOf = new Map<number, number>();
  /** Changes need not be read before the first review, which reads all active alerts. */
  let readUntilMs = Number.MAX_SAFE_INTEGER;
  let reviewedMs = Number.NEGATIVE_INFINITY;
  /** States are being saved: a firing waits, so that no older memory replaces its own. */
  let saving = Promise.resolve();
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
    bus.subscribe(BARS_WRITTEN, ({ instrumentId, resolution }) => {
      const known = followed.get(instrumentId);
      if (known?.unfollow) known.alerts.barsWritten(resolution);
    }),
    bus.onReconnect(() => {
      for (const { alerts, unfollow } of followed.values()) if (unfollow) alerts.lookAgain();
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
      saving = saveStates();
      await saving;
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
    for (const [id, each] of followed) {
      if (!watched.has(id) || each.alerts.isLost || !isOwned(each)) await drop(id);
    }
    const missing = [...watched].filter((id) => !followed.has(id) && ownOf(id));
    await applyAll(await findActive(db, missing));
  }

  /** Whether a changed alert need not be read: its revision is followed already, or this process does not evaluate it. */
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
  async function applyAll({ rows, unreadable }: ReadAlerts): Promise<void> {
    for (const row of rows) {
      await apply(row);
      await nextTurn();
    }
    for (const each of followed.values()) {
      const { alerts } = each;
      each.unfollow ??= live.registry.follow(alerts.instrument, (tick) => alerts.receive(tick));
    }
    if (unreadable.length === 0) return;
    for (const id of unreadable) forget(id);
    await pauseUnreadable(db, unreadable);
    log.warn({ alerts: unreadable }, 'alerts of another release cannot be read and are paused');
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
    const known = followed.get(row.instrument_id) ?? (await follow(instrument));
    if (!known) return;
    placeOf.set(row.id, row.instrument_id);
    known.alerts.set(row);
  }

  async function follow(instrument: Instrument): Promise<Followed | null> {
    const lease = live.leaseOf(instrument);
    if (!lease) return null;
    const cursor = await findCursor(db, instrument.id);
    const { isSimulated } = deps.feeds[instrument.exchange];
    const alerts = new InstrumentAlerts(
      {
        clock,
        log,
        isSimulated,
        sleep: (ms: number) => sleep(ms, undefined, { ref: false }),
        closedBars: (wanted) => readClosedBars(deps.bars, instrument, wanted, clock.now()),
        store: (fired, state) => store(opened, fired, state),
      },
      instrument,
      cursor,
    );
    const fence: WriteFence = (trx) => isNewestLease(trx, lease);
    const opened: Followed = { alerts, lease, fence, unfollow: null };
    followed.set(instrument.id, opened);
    return opened;
  }

  async function drop(id: number): Promise<void> {
    const known = followed.get(id);
    followed.delete(id);
    for (const alertId of known?.alerts.ids ?? []) placeOf.delete(alertId);
    known?.unfollow?.();
    await known?.alerts.close();
  }

  /** Whether this process has held the lease of an instrument ever since it follows it. */
  function isOwned({ alerts, lease }: Followed): boolean {
    const held = live.leaseOf(alerts.instrument);
    return held?.token === lease.token && held.groupToken === lease.groupToken;
  }

  async function saveStates(): Promise<void> {
    const taken = new Map<WriteFence, Map<number, AlertsState>>();
    /** Instruments of one group share a lease, which is checked once. */
    const fences = new Map<Lease, WriteFence>();
    const fenceOf = ({ lease, fence }: Followed) => {
      const known = fences.get(lease) ?? fence;
      fences.set(lease, known);
      return known;
    };
    for (const [id, each] of followed) {
      const state = isOwned(each) ? each.alerts.takeState() : null;
      if (!state) continue;
      const fence = fenceOf(each);
      taken.set(fence, (taken.get(fence) ?? new Map()).set(id, state));
    }
    const failed = await saveOwnStates(db, taken);
    for (const [fence, states] of taken) {
      for (const [id, state] of states) {
        if (failed.has(fence)) lose(id);
        else followed.get(id)?.alerts.noteStored(state);
      }
    }
  }

  /** The next review follows the instrument anew, if it is still ours. */
  function lose(id: number): void {
    followed.get(id)?.alerts.lose();
    reviewedMs = Number.NEGATIVE_INFINITY;
  }

  /** Repeats work while the database is away; undefined once the lease is over, or after too long. */
  async function asOwner<T>(each: Followed, work: () => Promise<T>): Promise<T | undefined> {
    const { id, ticker } = each.alerts.instrument;
    const beganMs = clock.now();
    while (!isStopped && followed.get(id) === each && isOwned(each)) {
      try {
        return await work();
      } catch (error) {
        if (error instanceof NotOwner) return;
        log.warn({ err: error, instrument: ticker }, 'firings were not stored yet');
        if (clock.now() - beganMs > LONGEST_RETRY_MS) return;
        await sleep(deps.timing?.retryMs ?? RETRY_MS);
      }
    }
  }

  async function store(
    each: Followed,
    fired: readonly Fired[],
    state: AlertsState,
  ): Promise<boolean> {
    await saving.catch(() => {});
    const isStored = await storeInParts(each, fired, state);
    if (!isStored) reviewedMs = Number.NEGATIVE_INFINITY;
    return isStored;
  }

  /** Stores firings in parts, in their order; the last one says how far the instrument was evaluated. */
  async function storeInParts(
    each: Followed,
    fired: readonly Fired[],
    { cursor, memories }: AlertsState,
  ): Promise<boolean> {
    const { instrument } = each.alerts;
    const nowMs = clock.now();
    const allowed = await asOwner(each, () => usersWithRight(instrument, fired, nowMs));
    if (!allowed) return false;
    const isAllowed = ({ row }: Fired) => allowed.has(row.user_id);
    // Paused before the cursor has passed them: afterwards they would never be found again.
    const refused = fired.filter((one) => !isAllowed(one));
    const isPaused = await asOwner(each, () => pauseRefused(refused).then(() => true));
    if (!isPaused) return false;
    const happening = fired.filter(isAllowed);
    const told = new Set(happening.map(({ memory }) => memory));
    const others = new Map([...memories].filter(([, { memory }]) => !told.has(memory)));
    for (let from = 0; from === 0 || from < happening.length; from += STORED_AT_ONCE) {
      const isLast = from + STORED_AT_ONCE >= happening.length;
      const part = happening.slice(from, from + STORED_AT_ONCE);
      const batch = {
        instrumentId: instrument.id,
        firings: part.map((one) => firingOf(instrument, one, nowMs)),
        state: isLast ? { memories: others, cursor } : null,
        nowMs,
      };
      const stored = await asOwner(each, () =>
        storeFirings(db, batch, each.fence, (trx, ways) => enqueueWays(deps.jobs, trx, ways)),
      );
      if (!stored) return false;
      for (const { userId, id } of stored) bus.publish(ALERT_FIRED, { userId, id });
      await nextTurn();
    }
    return true;
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

  /** Pauses alerts whose owners may not see the instrument any more, unless they were changed meanwhile. */
  async function pauseRefused(fired: readonly Fired[]): Promise<void> {
    const rows = new Set(fired.map(({ row }) => row));
    await pauseActive(db, [...rows], 'noRight');
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
    listAlertId: row.list_alert_id,
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
