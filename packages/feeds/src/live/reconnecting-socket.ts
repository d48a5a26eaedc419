import WebSocket from 'ws';
import { backoffMs } from '../backoff.ts';
import type { FeedEnvironment } from '../settings.ts';

export type SocketHandlers = {
  /** Open: what is wanted must be asked for again. */
  onOpen: () => void;
  /** A JSON message; what is not JSON is dropped and reported. */
  onMessage: (message: unknown) => void;
  /** Lost, or never opened; it is tried again. */
  onLost: (error: Error) => void;
};

/** A WebSocket that opens again by itself until it is closed. */
export type ReconnectingSocket = {
  /** Sends where the socket is open; else nothing, since `onOpen` will ask for all again. */
  send: (message: unknown) => void;
  /** Closes the connection and opens another, after at least `waitMs`. */
  reconnect: (error: Error, waitMs?: number) => void;
  close: () => Promise<void>;
};

export type SocketOptions = {
  url: string;
  /** Who it is, for reports: `Bitfinex stream`. */
  name: string;
  /** After so long without a message the connection is dead. */
  silenceMs: number;
  /** How long the vendor's limit on connections makes the next one wait; 0 takes a token. */
  waitMs?: () => Promise<number>;
};

const OPENING_MS = 5_000;
const RETRY = { firstMs: 1_000, longestMs: 30_000 };
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

function parseMessage(data: WebSocket.RawData): unknown {
  try {
    return JSON.parse(data.toString());
  } catch {
    return undefined;
  }
}

/** Retries after 1, 2, 4 … 30 s with jitter; a received message sets the count back. */
export function createReconnectingSocket(
  environment: FeedEnvironment,
  options: SocketOptions,
  handlers: SocketHandlers,
): ReconnectingSocket {
  let socket: WebSocket | null = null;
  let isClosed = false;
  let failures = 0;
  let retryTimer: NodeJS.Timeout | undefined;
  let silenceTimer: NodeJS.Timeout | undefined;

  function lose(lost: WebSocket, error: Error, waitMs = 0): void {
    if (socket !== lost) return;
    socket = null;
    clearTimeout(silenceTimer);
    lost.terminate();
    if (isClosed) return;
    handlers.onLost(error);
    const retryMs = backoffMs(environment, failures, RETRY);
    failures += 1;
    retryTimer = setTimeout(openInTurn, Math.max(waitMs, retryMs));
  }

  function open(): void {
    const opening = new WebSocket(options.url, {
      handshakeTimeout: OPENING_MS,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
    });
    socket = opening;
    silenceTimer = setTimeout(
      () => lose(opening, new Error(`silent for ${options.silenceMs / 1_000} s`)),
      options.silenceMs,
    );
    const watch = silenceTimer;
    opening.on('open', () => {
      if (socket === opening) handlers.onOpen();
    });
    opening.on('message', (data) => {
      if (socket !== opening) return;
      failures = 0;
      watch.refresh();
      const message = parseMessage(data);
      if (message === undefined) environment.report('message is not JSON', { from: options.name });
      else handlers.onMessage(message);
    });
    opening.on('error', (error) => lose(opening, error));
    opening.on('close', (code) => lose(opening, new Error(`closed by the vendor, code ${code}`)));
  }

  async function openInTurn(): Promise<void> {
    const waitMs = (await options.waitMs?.()) ?? 0;
    if (isClosed) return;
    if (waitMs > 0) retryTimer = setTimeout(openInTurn, waitMs);
    else open();
  }
  void openInTurn();

  return {
    send: (message) => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    reconnect: (error, waitMs) => {
      if (socket) lose(socket, error, waitMs);
    },
    close: async () => {
      isClosed = true;
      clearTimeout(retryTimer);
      clearTimeout(silenceTimer);
      const closing = socket;
      socket = null;
      if (closing === null || closing.readyState === WebSocket.CLOSED) return;
      const closed = new Promise((resolve) => closing.once('close', resolve));
      closing.terminate();
      await closed;
    },
  };
}
