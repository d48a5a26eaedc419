import { STREAM_CONFLATION_MS, STREAM_HEARTBEAT_MS } from '@moneytrail/contract';

/** Every waiting time of the live module, in milliseconds; tests make them short. */
export type LiveTiming = {
  /** A feed's owner that was not heard for so long has lost it. */
  leaseMs: number;
  /** How often an owner renews, and a candidate asks. */
  renewMs: number;
  /** How often what late-comers must know is said again. */
  announceMs: number;
  /** A feed of which nothing was said for so long counts as offline. */
  silenceMs: number;
  /** How often watches look at the clock. */
  sweepMs: number;
  /** At most one update a channel in this time. */
  conflationMs: number;
  heartbeatMs: number;
  /** How often the rights behind an open stream are asked again. */
  recheckMs: number;
  /** A client that reads nothing for so long is cut. */
  stallMs: number;
  /** How long after a bar's end the vendor is asked for its final form. */
  settleMs: number;
  /** How often the owner of a feed looks after the stored bars. */
  upkeepMs: number;
  /** How often it looks for missing ones. */
  gapsMs: number;
};

export const LIVE_TIMING: LiveTiming = {
  leaseMs: 30_000,
  renewMs: 10_000,
  announceMs: 5_000,
  silenceMs: 20_000,
  sweepMs: 1_000,
  conflationMs: STREAM_CONFLATION_MS,
  heartbeatMs: STREAM_HEARTBEAT_MS,
  recheckMs: 5 * 60_000,
  stallMs: 60_000,
  settleMs: 3_000,
  upkeepMs: 10_000,
  gapsMs: 60_000,
};
