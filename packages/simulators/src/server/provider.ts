import type { WebSocket } from 'ws';
import type { FaultStatus, SimulatedExchange } from '../simulator.ts';

export type Answer = {
  status: number;
  contentType: string;
  body: string;
  headers?: Record<string, string>;
};

/** A request without repeated parameters. */
export type Request = {
  method: string;
  /** Decoded path without the query. */
  path: string;
  /** Path and query as sent. */
  url: string;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
};

export type Route = { path: string; handle: (request: Request) => Answer };

export function json(value: unknown, status = 200): Answer {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}

export function text(body: string, status = 200): Answer {
  return { status, contentType: 'text/plain; charset=utf-8', body };
}

export function page(body: string, status = 200): Answer {
  return { status, contentType: 'text/html; charset=utf-8', body };
}

/** A fault with a response in the provider's own format. */
export type AnsweredFault = Exclude<FaultStatus, 'none' | 'html' | 'halfJson'>;

/** A limit for matching paths; once it is exceeded, the provider blocks for `blockMs`. */
export type RateLimit = { path: RegExp; requests: number; periodMs: number; blockMs: number };

/** The WebSocket side of a provider. */
export type StreamHub = {
  /** Takes over a new connection to a path. */
  accept: (socket: WebSocket, path: string) => void;
  /** Sends the changes since the last tick; called every `tickIntervalMs` while connections are open. */
  tick: () => void;
  /** Called when maintenance begins and ends. */
  maintain: (isUnderMaintenance: boolean) => void;
  /** Announces a stop of the server, if the provider has a message for it. */
  announceRestart: () => void;
};

/** A provider's wire format for the common market. */
export type Provider = {
  exchange: SimulatedExchange;
  /** The path of the base URL: `/stable`. */
  restPath: string;
  apiKey: string | null;
  routes: readonly Route[];
  /** Checks keys and closed paths before any route; null lets the request pass. */
  guard: (request: Request) => Answer | null;
  notFound: (request: Request) => Answer;
  faultAnswer: (fault: AnsweredFault, request: Request) => Answer;
  limits: readonly RateLimit[];
  stream: { path: string; accepts: (path: string) => boolean; hub: StreamHub } | null;
};

export type ProviderContext = {
  /** The clock with the skew fault applied. */
  now: () => number;
  anchorMs: number;
};
