import { FeedError, type FeedHealth } from './feed.ts';
import type { HttpClient } from './http/http-client.ts';
import type { FeedEnvironment } from './settings.ts';

/** Watches a feed by its breaker, its stream, and, while either is down, by a cheap call of its own. */
export type HealthMonitor = {
  health: () => FeedHealth;
  onHealthChange: (listener: (health: FeedHealth) => void) => () => void;
  /** Whether the stream of the live source is up; null when the source is closed. */
  setStream: (isUp: boolean | null) => void;
};

/** How long a stream may be down before the feed counts as offline where REST fails too. */
const STREAM_DOWN_MS = 10_000;
/** Pause between two probes while offline: a recovery is seen within 5 s. */
const OFFLINE_PROBE_MS = 4_000;
/** Pause between two probes while only the stream is down: they are calls like others to the vendor. */
const STREAM_PROBE_MS = 15_000;

/** A vendor that refuses, for its limits or for the key, is there. */
function isOutage(error: unknown): boolean {
  return !(error instanceof FeedError) || error.kind === 'upstream';
}

/**
 * A feed is offline while its breaker is not closed, or while its stream has been down for 10 s and its REST
 * interface fails too. `probe` is the vendor's cheapest call.
 */
export function createHealthMonitor(
  environment: FeedEnvironment,
  http: HttpClient,
  probe: () => Promise<unknown>,
): HealthMonitor {
  const listeners = new Set<(health: FeedHealth) => void>();
  let state: FeedHealth = { isOffline: false, lastError: null, lastSuccessMs: null };
  let streamDownSinceMs: number | null = null;
  let isRestDownToo = false;
  let timer: NodeJS.Timeout | undefined;

  function isStreamOverdue(): boolean {
    return streamDownSinceMs !== null && environment.now() - streamDownSinceMs >= STREAM_DOWN_MS;
  }

  function update(): void {
    if (!isStreamOverdue()) isRestDownToo = false;
    const isOffline = http.msUntilProbe() !== null || isRestDownToo;
    if (isOffline === state.isOffline) return;
    state = { ...state, isOffline };
    for (const listener of listeners) listener(state);
  }

  /** When to probe next; null while all is well. */
  function nextProbeMs(): number | null {
    const untilProbeMs = http.msUntilProbe();
    if (untilProbeMs !== null) return untilProbeMs + 1;
    if (streamDownSinceMs === null) return null;
    const untilOverdueMs = streamDownSinceMs + STREAM_DOWN_MS - environment.now();
    if (untilOverdueMs > 0) return untilOverdueMs;
    return isRestDownToo ? OFFLINE_PROBE_MS : STREAM_PROBE_MS;
  }

  function schedule(): void {
    clearTimeout(timer);
    const waitMs = nextProbeMs();
    if (waitMs === null) return;
    timer = setTimeout(runProbe, waitMs);
    timer.unref();
  }

  async function runProbe(): Promise<void> {
    const isAnswering = await probe().then(
      () => true,
      (error: unknown) => !isOutage(error),
    );
    isRestDownToo = isStreamOverdue() && !isAnswering;
    update();
    schedule();
  }

  http.onOutcome((failure) => {
    state = failure
      ? { ...state, lastError: failure.message }
      : { ...state, lastError: null, lastSuccessMs: environment.now() };
  });
  http.onBreakerChange(() => {
    update();
    schedule();
  });

  return {
    health: () => state,
    onHealthChange: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    setStream: (isUp) => {
      const wasDown = streamDownSinceMs !== null;
      if (isUp === false) streamDownSinceMs ??= environment.now();
      else streamDownSinceMs = null;
      update();
      if (wasDown !== (streamDownSinceMs !== null)) schedule();
    },
  };
}
