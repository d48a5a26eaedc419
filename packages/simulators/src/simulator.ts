/** The four providers with a simulator, spelled as in the product. */
export const SIMULATED_EXCHANGES = ['BVG', 'FMP', 'Bitfinex', 'Tiingo'] as const;
export type SimulatedExchange = (typeof SIMULATED_EXCHANGES)[number];

export type SimulatorOptions = {
  /** Epoch milliseconds; the machine's clock by default. Every price, stamp and period follows it. */
  now?: () => number;
  /** Called with messages for operators, such as an internal error. */
  report?: (message: string) => void;
  /** The interval of stream updates; 1000 by default. */
  tickIntervalMs?: number;
  /**
   * The last real prices are those of the day before this moment; the start by default. An installation that stores
   * bars between starts must pass the same moment every time: a day's prices then never change.
   */
  anchorMs?: number;
  /** The port on 127.0.0.1; a free one by default. */
  port?: number;
};

/**
 * Responses under a fault, in the provider's own format: its 401, 402, 403, 429 or 500, a web page instead of data, the
 * real response cut in half, its maintenance notice, or its error with status 200.
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
  /** A delay before every response that `affects` matches. */
  latencyMs: number;
  status: FaultStatus;
  /** Sent as `Retry-After` with a faulty response; the real providers send none. */
  retryAfterSeconds: number | null;
  /** Added to the clock behind stamps, quotes and the `Date` header. */
  clockSkewMs: number;
  /** A regular expression for path and query; null affects every request. */
  affects: string | null;
  /** The number of affected requests; null for no limit. */
  times: number | null;
  /** Enforces the provider's own limits per minute or hour. */
  enforceLimits: boolean;
  /** Connections are cut without a response and streams are refused. */
  down: boolean;
};

export type Simulator = {
  exchange: SimulatedExchange;
  /** The base URL, up to where the provider's paths begin. */
  restUrl: string;
  /** The WebSocket URL or its base; null if the provider is polled. */
  streamUrl: string | null;
  /** The only accepted key; null if no key is required. */
  apiKey: string | null;
  faults: { set: (change: Partial<Faults>) => void; clear: () => void };
  /** Cuts every open stream without a closing frame; with `announced`, after the provider's own notice of a restart. */
  disconnectStreams: (how?: { announced: boolean }) => void;
  /** The number of open streams. */
  streamCount: () => number;
  /** HTTP requests since the start or the last `clearRequests`, oldest first; the last 10000. */
  requests: () => { method: string; path: string }[];
  clearRequests: () => void;
  close: () => Promise<void>;
};
