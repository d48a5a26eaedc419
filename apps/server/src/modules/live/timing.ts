import { STREAM_CONFLATION_MS, STREAM_HEARTBEAT_MS } from '@moneytrail/contract';

/** Every waiting time of the live module, in milliseconds; tests make them short. */
export type LiveTiming = {
  /** An owner that did not renew for so long has lost its feed. */
  leaseMs: number;
  /** How often an owner renews, and a candidate asks. */
  renewMs: number;
  /** How often states are published again for late subscribers. */
  announceMs: number;
  /** A feed whose owner published no state for so long counts as offline. */
  silenceMs: number;
  /** How often forming bars and connections are checked against the clock. */
  sweepMs: number;
  /** At most one update a channel in this time. */
  conflationMs: number;
  /** A client gets something at least this often. */
  heartbeatMs: number;
  /** A connection that subscribes to nothing and sends nothing is ended after this time. */
  idleMs: number;
  /** How often a client is pinged; one that did not answer the last ping is terminated. */
  pingMs: number;
  /** How often the session behind an open stream is read again. */
  recheckMs: number;
  /** How often the rights that are known of it are looked at again: they end by the time. */
  reviewMs: number;
  /** A client that reads nothing for so long is terminated. */
  stallMs: number;
  /** How long after a bar's end the vendor is asked for its final form. */
  settleMs: number;
};

export const LIVE_TIMING: LiveTiming = {
  leaseMs: 30_000,
  renewMs: 10_000,
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
  settleMs: 3_000,
};
