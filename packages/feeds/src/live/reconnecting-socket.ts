import WebSocket from 'ws';
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
  /** Gives the connection up and opens another, after at least `restMs`. */
  restart: (error: Error, restMs?: number) => void;
  close: () => Promise<void>;
};

export type SocketOptions = {
  url: string;
  /** Who it is, for reports: `Bitfinex stream`. */
  name: string;
  /** After so long without a word the connection is dead. */
  silenceMs: number;
  /** How long the vendor's limit on connections makes the next one wait; 0 takes the turn. */
  turnMs?: () => number;
};

const OPENING_MS = 5_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

function parseMessage(data: WebSocket.RawData): unknown {
  try {
    return JSON.parse(data.toString());
  } catch {
    return undefined;
  }
}

/** Retries after 1, 2, 4 … 30 s with jitter; a message heard sets the count back. */
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

  function retryMs(): number {
    const backOffMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
    return backOffMs * (0.5 + environment.random() / 2);
  }

  function lose(lost: WebSocket, error: Error, restMs = 0): void {
    if (socket !== lost) return;
    socket = null;
    clearTimeout(silenceTimer);
    lost.terminate();
    if (isClosed) return;
    failures += 1;
    handlers.onLost(error);
    retryTimer = setTimeout(openInTurn, Math.max(restMs, retryMs()));
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

  function openInTurn(): void {
    const waitMs = options.turnMs?.() ?? 0;
    if (waitMs > 0) retryTimer = setTimeout(openInTurn, waitMs);
    else open();
  }
  openInTurn();

  return {
    send: (message) => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    restart: (error, restMs) => {
      if (socket) lose(socket, error, restMs);
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
