import { MINUTE_MS } from '@moneytrail/calendar';
import {
  afterCall,
  type BreakerState,
  type CallOutcome,
  CLOSED_BREAKER,
  decideCall,
  withProbe,
} from './breaker.ts';

/** A vendor's limit: at most `calls` in any period of `perMs`. */
export type CallLimit = { calls: number; perMs: number };

/** The default limit, and others by the name that a call gives. */
export type CallLimits = { default: CallLimit } & Record<string, CallLimit>;

export type NamedLimit = CallLimit & {
  name: string;
  /** True for connections of a stream: the limit alone admits them, as the breaker counts calls. */
  isStream?: true;
};

/**
 * The order of calls within a limit: what somebody looks at, then the newest bars of every instrument, then history.
 * Each leaves part of every limit to those before it.
 */
export type CallPriority = 'reader' | 'newest' | 'background';

/** Permission to call now, or how long to wait and why. */
export type Admission =
  | { kind: 'call'; isProbe: boolean }
  | { kind: 'wait'; why: 'limit' | 'rest' | 'open'; ms: number };

/** Admits calls to one vendor by its limits and its circuit breaker, which processes may share. */
export type AdmissionControl = {
  /** Takes a token of the limit, unless the breaker keeps calls back or the vendor asked to wait. Never rejects. */
  admit: (limit: NamedLimit, priority: CallPriority) => Promise<Admission>;
  /** Counts a call that was given up because the limit is used up. */
  heldBack: () => void;
  /** Records the outcome of an admitted call. Never rejects. */
  record: (outcome: CallOutcome) => Promise<void>;
  /** The breaker as last seen by this process. */
  breaker: () => BreakerState;
  /** Calls the listener whenever the breaker opens or closes, in any process. */
  onChange: (listener: () => void) => void;
};

/** Used share of a vendor's limit; the rest allows for differences between the clocks. */
const USED_SHARE = 0.8;
/** Share of the tokens that calls leave to those of a higher priority. */
const RESERVED_SHARE: Record<CallPriority, number> = { reader: 0, newest: 0.125, background: 0.25 };
/** Simulators have no plan; this limit only stops runaway loops. */
const SIMULATOR_LIMIT: CallLimit = { calls: 6_000, perMs: MINUTE_MS };
/** Probes have their own limit, so that they neither exhaust that of history nor wait for it. */
const PROBE_LIMIT: CallLimit = { calls: 60, perMs: MINUTE_MS };
/** Share of polled quotes, which history must not displace. */
const QUOTES_SHARE = 0.4;

/** Share of the tokens that a steady rhythm uses: with all of them, one delay would recur in every period. */
const PACED_SHARE = 0.95;

/** The tokens of a limit, and those that calls of a priority leave free. */
export function tokensOf(
  { calls }: CallLimit,
  priority: CallPriority = 'reader',
): { size: number; reserved: number } {
  const size = Math.max(1, Math.floor(calls * USED_SHARE));
  return { size, reserved: Math.floor(size * RESERVED_SHARE[priority]) };
}

/** Milliseconds between calls in a steady rhythm within the limit. */
export function paceMsOf(limit: CallLimit): number {
  return limit.perMs / (tokensOf(limit).size * PACED_SHARE);
}

/** The limit of a name; `default` if there is none. */
export function namedLimit(limits: CallLimits, name = 'default'): NamedLimit {
  const own = limits[name];
  return own ? { name, ...own } : { name: 'default', ...limits.default };
}

function split({ calls, perMs }: CallLimit): CallLimits {
  return {
    default: { calls: Math.max(1, calls * (1 - QUOTES_SHARE)), perMs },
    quotes: { calls: Math.max(1, calls * QUOTES_SHARE), perMs },
  };
}

/**
 * The effective limits: the plan's if it is set, else the vendor's; nearly none for a simulator. For a polled vendor part
 * of the limit becomes `quotes`; probes have a separate limit.
 */
export function limitsOf(
  settings: { isSimulated: boolean; callLimit?: CallLimit },
  vendor: CallLimits,
  { isPolled = false } = {},
): CallLimits {
  const limit = settings.callLimit ?? (settings.isSimulated ? SIMULATOR_LIMIT : undefined);
  const limits: CallLimits = limit ? { default: limit } : vendor;
  return { ...limits, ...(isPolled ? split(limits.default) : {}), probe: PROBE_LIMIT };
}

/** Holds a breaker's state and notifies listeners when it opens or closes. */
export function createBreakerView(initial: BreakerState) {
  const listeners: (() => void)[] = [];
  let state = initial;
  return {
    current: () => state,
    update: (next: BreakerState) => {
      const isChanged = next.openUntilMs !== state.openUntilMs;
      state = next;
      if (isChanged) for (const listener of listeners) listener();
    },
    onChange: (listener: () => void) => {
      listeners.push(listener);
    },
  };
}

/** Admission within one process. A token returns one period after its call, so that any period stays below 80 % of the limit. */
export function createMemoryAdmission({ now }: { now: () => number }): AdmissionControl {
  const view = createBreakerView(CLOSED_BREAKER);
  /** Return times of the taken tokens, soonest first, by the limit's name. */
  const returns = new Map<string, number[]>();

  /** Takes a token and answers 0, or answers the milliseconds until one is free. */
  function take(limit: NamedLimit, priority: CallPriority): number {
    const nowMs = now();
    const returnsAtMs = returns.get(limit.name) ?? [];
    returns.set(limit.name, returnsAtMs);
    while ((returnsAtMs[0] ?? Number.POSITIVE_INFINITY) <= nowMs) returnsAtMs.shift();
    const { size, reserved } = tokensOf(limit, priority);
    const soonestMs = returnsAtMs[returnsAtMs.length - (size - reserved)];
    if (soonestMs !== undefined) return soonestMs - nowMs;
    returnsAtMs.push(nowMs + limit.perMs);
    return 0;
  }

  return {
    admit: async (limit, priority) => {
      const decision = decideCall(view.current(), now());
      if (decision.kind === 'wait' && !limit.isStream) return decision;
      const ms = take(limit, priority);
      if (ms > 0) return { kind: 'wait', why: 'limit', ms };
      const isProbe = decision.kind === 'probe' && !limit.isStream;
      if (isProbe) view.update(withProbe(view.current(), now()));
      return { kind: 'call', isProbe };
    },
    heldBack: () => undefined,
    record: async (outcome) => view.update(afterCall(view.current(), outcome, now())),
    breaker: view.current,
    onChange: view.onChange,
  };
}
