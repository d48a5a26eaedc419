import { STREAM_CONFLATION_MS, STREAM_HEARTBEAT_MS } from '@moneytrail/contract';

/** Intervals and timeouts of the live module, in milliseconds; tests shorten them. */
export type LiveTiming = {
  /** A process loses its groups of instruments this long after its last renewal. */
  leaseMs: number;
  /** Interval at which processes renew their leases and look for groups to take or to hand over. */
  renewMs: number;
  /** Interval at which states are repeated for late subscribers. */
  announceMs: number;
  /** A group counts as offline this long after its owner's last message. */
  silenceMs: number;
  /** Interval at which forming bars and connections are checked against the clock. */
  sweepMs: number;
  /** Minimum time between two updates of a channel. */
  conflationMs: number;
  /** Interval of heartbeats. */
  heartbeatMs: number;
  /** A connection without subscriptions and messages is closed after this time. */
  idleMs: number;
  /** Interval of pings; a client that did not answer the last one is terminated. */
  pingMs: number;
  /** Interval at which the session behind an open stream is read again. */
  recheckMs: number;
  /** Interval at which known rights are applied again, as they may expire. */
  reviewMs: number;
  /** A client that reads nothing for this long is terminated. */
  stallMs: number;
  /** Time after a bar's end at which the vendor is asked for its final form. */
  settleMs: number;
};

export const LIVE_TIMING: LiveTiming = {
  leaseMs: 9_000,
  renewMs: 1_000,
  announceMs: 1_000,
  silenceMs: 4_000,
  sweepMs: 1_000,
  conflationMs: STREAM_CONFLATION_MS,
  heartbeatMs: STREAM_HEARTBEAT_MS,
  idleMs: 60_000,
  pingMs: 15_000,
  recheckMs: 5 * 60_000,
  reviewMs: 5_000,
  stallMs: 60_000,
  settleMs: 5_250,
};

/** If no other process can take over, leases need no hurry and may outlast a database that is busy. */
export const ALONE: Pick<LiveTiming, 'leaseMs' | 'renewMs'> = { leaseMs: 30_000, renewMs: 10_000 };
