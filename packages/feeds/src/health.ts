import { FeedError, type FeedHealth } from './feed.ts';
import type { HttpClient } from './http/http-client.ts';
import type { FeedEnvironment } from './settings.ts';

export type HealthMonitor = ReturnType<typeof createHealthMonitor>;

/** Delay of the first probe after a stream goes down. */
const PROBE_AFTER_MS = 1_500;
/** Delay of the first probe after calls fail without a stream: the failed poll came up to 2 s after the outage began. */
const POLLED_PROBE_AFTER_MS = 500;
/** This many probes in a row fail before the feed is offline, as one lost request is no outage. */
const FAILED_PROBES = 2;
/** Pause before a failed probe is repeated, short enough to report an outage within 5 s. */
const CONFIRM_AFTER_MS = 500;
/** Pause between probes while offline, short enough to see a recovery within 5 s. */
const OFFLINE_PROBE_MS = 4_000;
/** Pause between probes while only the stream is down. */
const STREAM_PROBE_MS = 15_000;

/** A vendor that refuses a call, for its limits or the key, is up. */
function isOutage(error: unknown): boolean {
  return !(error instanceof FeedError) || error.kind === 'upstream';
}

/** Decides from stream, calls and probes whether the vendor may be down. */
function createOutageDetection({ now }: Pick<FeedEnvironment, 'now'>) {
  let isStreamUp: boolean | null = null;
  let streamDownSinceMs: number | null = null;
  /** Begin of the time without a successful call. */
  let failingSinceMs: number | null = null;
  let failedProbes = 0;
  const sinceMs = () => (isStreamUp === null ? failingSinceMs : streamDownSinceMs);
  const isConfirmed = () => sinceMs() !== null && failedProbes >= FAILED_PROBES;
  return {
    /** Begin of the stream's outage, or of failing calls without a stream; null if neither. */
    sinceMs,
    failingSinceMs: () => failingSinceMs,
    isConfirmed,
    /** Milliseconds until the next probe; null if nothing fails. */
    nextProbeMs: (): number | null => {
      const since = sinceMs();
      if (since === null) return null;
      const afterMs = isStreamUp === null ? POLLED_PROBE_AFTER_MS : PROBE_AFTER_MS;
      const waitMs = since + afterMs - now();
      if (waitMs > 0) return waitMs;
      if (failedProbes === 0) {
        // After a successful probe, a failing call is treated as a new outage.
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
    /** Ignored once an outage is confirmed, which only a probe or the stream ends. */
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
 * Watches a feed. It is offline while its breaker is open, or while its stream is down and two probes in a row have
 * failed; without a stream, failing calls take its place. `probe` is the vendor's cheapest call.
 */
export function createHealthMonitor(
  environment: FeedEnvironment,
  http: HttpClient,
  probe: () => Promise<unknown>,
) {
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

  /** `closedWaitMs` applies while the breaker is closed. */
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
    // A probe does not count for an outage that began or ended during it.
    if (outage.sinceMs() === sinceMs) outage.noteProbe(isAnswering);
    update();
    schedule();
  }

  /** Records an observation; the next probe is rescheduled only if an outage or failing calls began or ended. */
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
    // If another process has closed the breaker, a probe checks at once whether the outage is over.
    schedule(outage.isConfirmed() ? 0 : outage.nextProbeMs());
  });

  return {
    health: (): FeedHealth => state,
    onHealthChange: (listener: (health: FeedHealth) => void): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Whether the live source's stream is up; null while it is closed. */
    setStream: (isUp: boolean | null): void => learn(() => outage.noteStream(isUp)),
  };
}
