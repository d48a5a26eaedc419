import type { ExchangeName } from '@moneytrail/contract';
import {
  type Admission,
  type AdmissionControl,
  type BreakerState,
  CLOSED_BREAKER,
  createBreakerView,
  createMemoryAdmission,
  decideCall,
  type NamedLimit,
  tokensOf,
} from '@moneytrail/feeds';
import type { Db } from '../../db/index.ts';
import { within } from '../../deadline.ts';
import * as store from './admission-store.ts';

export type SharedAdmissionDeps = {
  db: Db;
  clock: { now: () => number };
  log: { warn: (detail: object, message: string) => void };
  /** A database that answers later counts as away: a vendor's call must not wait for it. 2 s unless given. */
  storeTimeoutMs?: number;
};

/** Admission to the vendors, shared by all processes on one database. */
export type SharedAdmissions = {
  of: (exchange: ExchangeName) => AdmissionControl;
  close: () => void;
};

/** How often a process looks whether another one opened or closed a breaker. */
const LOOK_EVERY_MS = 2_000;
const STORE_TIMEOUT_MS = 2_000;
/** Of every limit, what one process may use while the database is away: ten of them stay within the unused fifth. */
const ALLOWANCE_SHARE = 1 / 50;
/** Waited where every free token is just being taken by others. */
const SHORTEST_WAIT_MS = 50;

type SharedAdmission = AdmissionControl & { update: (stored: store.StoredBreaker) => void };

/** A breaker's times by this machine's clock instead of the database's. */
function byLocalClock({ nowMs, ...state }: store.StoredBreaker, localMs: number): BreakerState {
  const aheadMs = localMs - nowMs;
  const moved = (ms: number | null) => (ms === null ? null : ms + aheadMs);
  const { openUntilMs, probeUntilMs, restUntilMs } = state;
  return {
    recent: [],
    openUntilMs: moved(openUntilMs),
    probeUntilMs: moved(probeUntilMs),
    restUntilMs: restUntilMs + aheadMs,
  };
}

function isSame(a: BreakerState | null, b: BreakerState): boolean {
  return (
    a?.openUntilMs === b.openUntilMs &&
    a.probeUntilMs === b.probeUntilMs &&
    a.restUntilMs === b.restUntilMs
  );
}

function createAdmission(deps: SharedAdmissionDeps, exchange: ExchangeName): SharedAdmission {
  const { db, clock, log, storeTimeoutMs = STORE_TIMEOUT_MS } = deps;
  const view = createBreakerView(CLOSED_BREAKER);
  const alone = createMemoryAdmission(clock);
  const prepared = new Set<string>();
  let lastStored: store.StoredBreaker | null = null;
  let isAway = false;

  function update(stored: store.StoredBreaker): void {
    if (isSame(lastStored, stored)) return;
    lastStored = stored;
    view.update(byLocalClock(stored, clock.now()));
  }

  /** The store's answer, or what is done without it while the database is away. */
  async function ask<Value>(work: () => Promise<Value>, without: () => Promise<Value>) {
    try {
      const value = await within(work(), storeTimeoutMs);
      isAway = false;
      return value;
    } catch (error) {
      if (!isAway)
        log.warn({ err: error, exchange }, 'vendor limits are kept by this process alone');
      isAway = true;
      return without();
    }
  }

  async function admit(limit: NamedLimit, isReader: boolean): Promise<Admission> {
    const { size, reserved } = tokensOf(limit);
    const wanted = { ...limit, size, reserved: isReader ? 0 : reserved };
    if (!prepared.has(`${limit.name} ${size}`)) {
      await store.insertTokens(db, exchange, wanted);
      prepared.add(`${limit.name} ${size}`);
    }
    const { isTaken, freeInMs, breaker } = await store.takeToken(db, exchange, wanted, {
      isProbe: false,
    });
    update(breaker);
    if (isTaken) return { kind: 'call', isProbe: false };
    const decision = decideCall(breaker, breaker.nowMs);
    if (decision.kind === 'wait') return decision;
    const wait: Admission = {
      kind: 'wait',
      why: 'limit',
      ms: Math.max(freeInMs, SHORTEST_WAIT_MS),
    };
    if (decision.kind === 'call') return wait;
    if (!(await store.takeProbe(db, exchange))) {
      return { kind: 'wait', why: 'open', ms: SHORTEST_WAIT_MS };
    }
    const probe = await store.takeToken(db, exchange, wanted, { isProbe: true });
    if (probe.isTaken) return { kind: 'call', isProbe: true };
    await store.releaseProbe(db, exchange);
    return wait;
  }

  return {
    admit: (limit, priority) =>
      ask(
        () => admit(limit, priority === 'reader'),
        () => alone.admit({ ...limit, calls: limit.calls * ALLOWANCE_SHARE }, 'reader'),
      ),
    record: (outcome) =>
      ask(
        async () => update(await store.recordOutcome(db, exchange, outcome)),
        () => alone.record(outcome),
      ),
    breaker: view.current,
    onChange: view.onChange,
    update,
  };
}

/**
 * One budget a vendor for all processes: a token is a row that one statement takes, by the database's clock; the
 * breaker's failures are counted together and one process probes. While the database is away each process keeps to a
 * fiftieth of every limit.
 */
export function createSharedAdmissions(deps: SharedAdmissionDeps): SharedAdmissions {
  const admissions = new Map<ExchangeName, SharedAdmission>();
  let isLooking = false;

  async function look(): Promise<void> {
    if (isLooking || admissions.size === 0) return;
    isLooking = true;
    try {
      const breakers = await store.readBreakers(deps.db);
      for (const [exchange, stored] of breakers) admissions.get(exchange)?.update(stored);
    } catch {
      // Calls find out by themselves that the database is away, and say so.
    } finally {
      isLooking = false;
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();

  return {
    of: (exchange) => {
      const admission = admissions.get(exchange) ?? createAdmission(deps, exchange);
      admissions.set(exchange, admission);
      return admission;
    },
    close: () => clearInterval(timer),
  };
}
