import { FeedError, type FeedHealth } from './feed.ts';
import type { HttpClient } from './http/http-client.ts';
import type { FeedEnvironment } from './settings.ts';

/** Watches a feed by its breaker, its stream, its calls, and, while any of them fails, by a cheap call of its own. */
export type HealthMonitor = {
  health: () => FeedHealth;
  onHealthChange: (listener: (health: FeedHealth) => void) => () => void;
  /** Whether the stream of the live source is up; null when the source is closed. */
  setStream: (isUp: boolean | null) => void;
};

/** How long a stream may be down before the vendor is probed. */
const PROBE_AFTER_MS = 1_500;
/** How long calls may fail without a stream: the poll that failed came up to 2 s after the outage began. */
const POLLED_PROBE_AFTER_MS = 500;
/** One lost request is no outage: so many probes in a row fail before the feed is offline. */
const FAILED_PROBES = 2;
/** Pause before a failed probe is repeated: an outage that fails calls at once is told within 5 s. */
const CONFIRM_AFTER_MS = 500;
/** Pause between two probes while offline: a recovery is seen within 5 s. */
const OFFLINE_PROBE_MS = 4_000;
/** Pause between two probes while only the stream is down: they are calls like others to the vendor. */
const STREAM_PROBE_MS = 15_000;

/** A vendor that refuses, for its limits or for the key, is there. */
function isOutage(error: unknown): boolean {
  return !(error instanceof FeedError) || error.kind === 'upstream';
}

/** Whether the vendor may be away, as its stream, its calls and the probes so far tell. */
function createOutageDetection({ now }: Pick<FeedEnvironment, 'now'>) {
  let isStreamUp: boolean | null = null;
  let streamDownSinceMs: number | null = null;
  /** Since when no call has succeeded. */
  let failingSinceMs: number | null = null;
  let failedProbes = 0;
  const sinceMs = () => (isStreamUp === null ? failingSinceMs : streamDownSinceMs);
  const isConfirmed = () => sinceMs() !== null && failedProbes >= FAILED_PROBES;
  return {
    /** Since when the stream is down, or calls fail without one; null where neither is. */
    sinceMs,
    failingSinceMs: () => failingSinceMs,
    isConfirmed,
    /** When to probe next; null where nothing fails. */
    nextProbeMs: (): number | null => {
      const since = sinceMs();
      if (since === null) return null;
      const afterMs = isStreamUp === null ? POLLED_PROBE_AFTER_MS : PROBE_AFTER_MS;
      const waitMs = since + afterMs - now();
      if (waitMs > 0) return waitMs;
      if (failedProbes === 0) {
        // The first probe succeeded; a call that fails after it is probed like a new outage.
        const untilProbeMs = (failingSinceMs ?? since) + afterMs - now();
        return untilProbeMs > 0 ? untilProbeMs : STREAM_PROBE_MS;
      }
      return failedProbes < FAILED_PROBES ? CONFIRM_AFTER_MS : OFFLINE_PROBE_MS;
    },
    noteStream: (isUp: boolean | null) => {
      isStreamUp = isUp;
      streamDownSinceMs = isUp === false ? (streamDownSinceMs ?? now()) : null;
      if (sinceMs() === null) failedProbes = 0;
    },
    /** Says nothing once an outage is confirmed: only a probe or the stream ends it. */
    noteCall: (isAnswering: boolean) => {
      if (isConfirmed()) return;
      failingSinceMs = isAnswering ? null : (failingSinceMs ?? now());
      if (isAnswering) failedProbes = 0;
    },
    noteProbe: (isAnswering: boolean) => {
      failedProbes = isAnswering ? 0 : failedProbes + 1;
      if (isAnswering) failingSinceMs = null;
    },
  };
}

/**
 * A feed is offline while its breaker is not closed, or while its stream is down and two probes in a row failed too.
 * Where nothing is streamed, calls that all fail stand for the stream. `probe` is the vendor's cheapest call.
 */
export function createHealthMonitor(
  environment: FeedEnvironment,
  http: HttpClient,
  probe: () => Promise<unknown>,
): HealthMonitor {
  const listeners = new Set<(health: FeedHealth) => void>();
  const outage = createOutageDetection(environment);
  let state: FeedHealth = { isOffline: false, lastError: null, lastSuccessMs: null };
  let isProbing = false;
  let timer: NodeJS.Timeout | undefined;

  function update(): void {
    const isOffline = http.msUntilProbe() !== null || outage.isConfirmed();
    if (isOffline === state.isOffline) return;
    state = { ...state, isOffline };
    for (const listener of listeners) listener(state);
  }

  /** `closedWaitMs` is the pause where the breaker is closed. */
  function schedule(closedWaitMs = outage.nextProbeMs()): void {
    clearTimeout(timer);
    if (isProbing) return;
    const untilProbeMs = http.msUntilProbe();
    const waitMs = untilProbeMs === null ? closedWaitMs : untilProbeMs + 1;
    if (waitMs === null) return;
    timer = setTimeout(runProbe, waitMs);
    timer.unref();
  }

  async function runProbe(): Promise<void> {
    isProbing = true;
    const sinceMs = outage.sinceMs();
    const isAnswering = await probe().then(
      () => true,
      (error: unknown) => !isOutage(error),
    );
    isProbing = false;
    // A probe tells nothing of an outage that ended or began while it was under way.
    if (outage.sinceMs() === sinceMs) outage.noteProbe(isAnswering);
    update();
    schedule();
  }

  /** Takes in what was learnt; when to probe is decided anew only where an outage or failing calls began or ended. */
  function learn(note: () => void): void {
    const sinceMs = outage.sinceMs();
    const failingSinceMs = outage.failingSinceMs();
    note();
    update();
    const isChanged = outage.sinceMs() !== sinceMs || outage.failingSinceMs() !== failingSinceMs;
    if (isChanged) schedule();
  }

  http.onOutcome((failure) => {
    state = failure
      ? { ...state, lastError: failure.message }
      : { ...state, lastError: null, lastSuccessMs: environment.now() };
    learn(() => outage.noteCall(!failure || !isOutage(failure)));
  });
  http.onBreakerChange(() => {
    update();
    // Another call, of another process perhaps, has closed it: whether the outage is over is asked at once.
    schedule(outage.isConfirmed() ? 0 : outage.nextProbeMs());
  });

  return {
    health: () => state,
    onHealthChange: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    setStream: (isUp) => learn(() => outage.noteStream(isUp)),
  };
}
