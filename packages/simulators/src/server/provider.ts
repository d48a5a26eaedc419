import type { WebSocket } from 'ws';
import type { FaultStatus, SimulatedExchange } from '../simulator.ts';

/** What a provider says to one request. */
export type Answer = {
  status: number;
  contentType: string;
  body: string;
  headers?: Record<string, string>;
};

/** One request in plain form. */
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

/** An answer in JSON. */
export function json(value: unknown, status = 200): Answer {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}

/** An answer in plain text. */
export function text(body: string, status = 200): Answer {
  return { status, contentType: 'text/plain; charset=utf-8', body };
}

/** An answer as a web page. */
export function page(body: string, status = 200): Answer {
  return { status, contentType: 'text/html; charset=utf-8', body };
}

/** A fault that replaces the answer by one of the provider's own making. */
export type AnsweredFault = Exclude<FaultStatus, 'none' | 'html' | 'halfJson'>;

/** A limit on requests whose path matches: the provider blocks for `blockMs` once it is passed. */
export type RateLimit = { path: RegExp; requests: number; periodMs: number; blockMs: number };

/** The WebSocket side of a provider. */
export type StreamHub = {
  /** Takes over a new connection to a path. */
  accept: (socket: WebSocket, path: string) => void;
  /** Sends what has happened since the last tick; called every `tickIntervalMs` while connections are open. */
  tick: () => void;
  /** Told when maintenance begins and ends. */
  maintain: (isUnderMaintenance: boolean) => void;
  /** Announces that the server is about to stop, where the provider has a message for it. */
  announceRestart: () => void;
};

/** One provider's wire format over the common market. */
export type Provider = {
  exchange: SimulatedExchange;
  /** What the base URL carries after the host: `/stable`. */
  restPath: string;
  apiKey: string | null;
  routes: readonly Route[];
  /** Answers before any route, for keys and closed paths; null lets the request pass. */
  guard: (request: Request) => Answer | null;
  notFound: (request: Request) => Answer;
  faultAnswer: (fault: AnsweredFault, request: Request) => Answer;
  limits: readonly RateLimit[];
  stream: { path: string; accepts: (path: string) => boolean; hub: StreamHub } | null;
};

/** What providers are made of. */
export type ProviderContext = {
  /** The clock, skewed where that fault is on. */
  now: () => number;
  anchorMs: number;
};
