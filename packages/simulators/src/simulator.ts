/** The four providers that have a stand-in, as the product spells them. */
export const SIMULATED_EXCHANGES = ['BVG', 'FMP', 'Bitfinex', 'Tiingo'] as const;
export type SimulatedExchange = (typeof SIMULATED_EXCHANGES)[number];

export type SimulatorOptions = {
  /** Epoch milliseconds; the machine's clock by default. Every price, stamp and period follows it. */
  now?: () => number;
  /** Told of what an operator should know, such as a request that failed inside. */
  report?: (message: string) => void;
  /** How often streams look for something new to send; 1000 by default. */
  tickIntervalMs?: number;
  /**
   * The moment whose day before carries the last real prices; the start by default.
   * An installation that keeps bars between starts passes the same moment every time: then a day's prices
   * never change, and later days go on by the seeded process.
   */
  anchorMs?: number;
  /** Where it listens on 127.0.0.1; a free port by default. */
  port?: number;
};

/**
 * What a disturbed answer looks like, in the provider's own words:
 * its 401, 402, 403, 429 or 500, a web page instead of data, the real answer cut in half,
 * its maintenance notice, or its error under status 200.
 */
export type FaultStatus =
  | 'none'
  | '401'
  | '402'
  | '403'
  | '429'
  | '500'
  | 'html'
  | 'halfJson'
  | 'maintenance'
  | 'errorWith200';

export type Faults = {
  /** Waited before every answer that `affects` matches. */
  latencyMs: number;
  status: FaultStatus;
  /** Sent as `Retry-After` with a disturbed answer; providers send none by themselves. */
  retryAfterSeconds: number | null;
  /** Added to the clock behind stamps, quotes and the `Date` header. */
  clockSkewMs: number;
  /** Regular expression on path and query; null touches every request. */
  affects: string | null;
  /** Requests to disturb before answers are right again; null is without end. */
  times: number | null;
  /** The provider's own limits per minute or hour are kept. */
  enforceLimits: boolean;
  /** Connections are cut without an answer and streams are refused. */
  down: boolean;
};

export type Simulator = {
  exchange: SimulatedExchange;
  /** Base URL as the provider's, up to where its paths begin. */
  restUrl: string;
  /** WebSocket URL or base; null where the provider is polled. */
  streamUrl: string | null;
  /** The one key it accepts; null where it asks for none. */
  apiKey: string | null;
  faults: { set: (change: Partial<Faults>) => void; clear: () => void };
  /** Cuts every open stream without a closing frame; `announced`, after the provider's own notice of a restart. */
  disconnectStreams: (how?: { announced: boolean }) => void;
  /** Open streams. */
  streamCount: () => number;
  /** HTTP requests since the start or the last `clearRequests`, oldest first; the last 10000. */
  requests: () => { method: string; path: string }[];
  clearRequests: () => void;
  close: () => Promise<void>;
};
