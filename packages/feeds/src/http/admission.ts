import { MINUTE_MS } from '@moneytrail/calendar';
import {
  afterCall,
  type BreakerState,
  type CallOutcome,
  CLOSED_BREAKER,
  decideCall,
  withProbe,
} from './breaker.ts';

/** A vendor's limit: so many calls in any stretch of so many milliseconds. */
export type CallLimit = { calls: number; perMs: number };

/** A limit for every call, and others for calls that name one. */
export type CallLimits = { default: CallLimit } & Record<string, CallLimit>;

/** A limit under its name. */
export type NamedLimit = CallLimit & { name: string };

/** Who waits for the answer; background work leaves part of every limit to readers. */
export type CallPriority = 'reader' | 'background';

/** The right to call now, or how long to wait for it and why. */
export type Admission =
  | { kind: 'call'; isProbe: boolean }
  | { kind: 'wait'; why: 'limit' | 'rest' | 'open'; ms: number };

/**
 * Admits calls to one vendor: its limits and its circuit breaker. All processes that share one hold the limits and
 * probe a broken vendor together.
 */
export type AdmissionControl = {
  /** Takes a token of the limit, unless the breaker is open or the vendor asked for rest. Never rejects. */
  admit: (limit: NamedLimit, priority: CallPriority) => Promise<Admission>;
  /** Tells what came of a call that was admitted. Never rejects. */
  record: (outcome: CallOutcome) => Promise<void>;
  /** The breaker as far as this process knows. */
  breaker: () => BreakerState;
  /** Calls the listener whenever the breaker opened or closed, in whatever process. */
  onChange: (listener: () => void) => void;
};

/** How much of a vendor's limit is used; the rest is for its clock and ours to disagree. */
const USED_SHARE = 0.8;
/** The part of it that background work leaves to readers. */
const READERS_SHARE = 0.25;
/** A simulator on this machine has no plan; the limit only keeps a runaway loop from filling the log. */
const SIMULATOR_LIMIT: CallLimit = { calls: 6_000, perMs: MINUTE_MS };
/** An outage must not use up what history is read with, nor be prolonged because that is used up. */
const PROBE_LIMIT: CallLimit = { calls: 60, perMs: MINUTE_MS };
/** Live quotes are asked for in a steady rhythm; reading history must not push them aside. */
const QUOTES_SHARE = 0.4;

/**
 * The part of its tokens that a steady rhythm uses. With all of them, the pause after a call too many would come back
 * with its token, once a period for ever.
 */
const PACED_SHARE = 0.95;

/** How many tokens a limit has, and how many of them background work leaves free. */
export function tokensOf({ calls }: CallLimit): { size: number; reserved: number } {
  const size = Math.max(1, Math.floor(calls * USED_SHARE));
  return { size, reserved: Math.floor(size * READERS_SHARE) };
}

/** Milliseconds from one call to the next in a steady rhythm that keeps the limit. */
export function paceMsOf(limit: CallLimit): number {
  return limit.perMs / (tokensOf(limit).size * PACED_SHARE);
}

/** The limit of that name; `default` where there is none. */
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
 * The limits in force: the plan's where it is set, else the vendor's own; a simulator is not held back.
 * A vendor that is polled gives part of its limit to `quotes`. Calls named `probe` have an account of their own.
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

/** Tells the listeners of a breaker when it opened or closed. */
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

/**
 * Admission within one process. A token returns one period after its call, so that no period, wherever it is laid,
 * holds more calls than 80 % of the limit.
 */
export function createMemoryAdmission({ now }: { now: () => number }): AdmissionControl {
  const view = createBreakerView(CLOSED_BREAKER);
  /** When the tokens that are out return, soonest first, by the limit's name. */
  const returns = new Map<string, number[]>();

  /** Takes a token and answers 0; where none may be had, the milliseconds until one may. */
  function take(limit: NamedLimit, priority: CallPriority): number {
    const nowMs = now();
    const returnsAtMs = returns.get(limit.name) ?? [];
    returns.set(limit.name, returnsAtMs);
    while ((returnsAtMs[0] ?? Number.POSITIVE_INFINITY) <= nowMs) returnsAtMs.shift();
    const { size, reserved } = tokensOf(limit);
    const usable = priority === 'reader' ? size : size - reserved;
    const soonestMs = returnsAtMs[returnsAtMs.length - usable];
    if (soonestMs !== undefined) return soonestMs - nowMs;
    returnsAtMs.push(nowMs + limit.perMs);
    return 0;
  }

  return {
    admit: async (limit, priority) => {
      const decision = decideCall(view.current(), now());
      if (decision.kind === 'wait') return decision;
      const ms = take(limit, priority);
      if (ms > 0) return { kind: 'wait', why: 'limit', ms };
      const isProbe = decision.kind === 'probe';
      if (isProbe) view.update(withProbe(view.current(), now()));
      return { kind: 'call', isProbe };
    },
    record: async (outcome) => view.update(afterCall(view.current(), outcome, now())),
    breaker: view.current,
    onChange: view.onChange,
  };
}
