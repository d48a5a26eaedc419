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
  /** After so long without a message the connection is dead, however it answers pings: heartbeats should have come. */
  silenceMs: number;
  /** The ping the vendor documents; without one the protocol's own is sent. */
  ping?: { message: unknown; isAnswer: (message: unknown) => boolean };
  /** Tells data from a greeting, after which a vendor may still be away; without it every message is data. */
  isData?: (message: unknown) => boolean;
  /** How long the vendor's limit on connections makes the next one wait; 0 takes a token. */
  waitMs?: () => Promise<number>;
};

const OPENING_MS = 5_000;
/** A connection that is silent for so long is pinged. */
const PING_AFTER_MS = 5_000;
/** A ping without an answer for so long is a dead connection, where the vendor is known to answer pings. */
const PONG_WITHIN_MS = 5_000;
const RETRY = { firstMs: 1_000, longestMs: 30_000 };
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

function parseMessage(data: WebSocket.RawData): unknown {
  try {
    return JSON.parse(data.toString());
  } catch {
    return undefined;
  }
}

/**
 * Tells a dead connection from a quiet one: heartbeats are many seconds apart, so that a silent one is pinged.
 * An answer is missed only where the vendor has answered a ping on this connection before.
 */
function pingWhenSilent(
  socket: WebSocket,
  { silenceMs, ping }: Pick<SocketOptions, 'silenceMs' | 'ping'>,
  onDead: (error: Error) => void,
) {
  let answersPings = false;
  let pingTimer: NodeJS.Timeout | undefined;
  let pongTimer: NodeJS.Timeout | undefined;
  const deadAfter = (ms: number) => () => onDead(new Error(`silent for ${ms / 1_000} s`));
  const silenceTimer = setTimeout(deadAfter(silenceMs), silenceMs);
  const sendPing = () => {
    if (ping === undefined) socket.ping();
    else socket.send(JSON.stringify(ping.message));
  };
  const pingAndAwaitPong = () => {
    sendPing();
    if (!answersPings) return;
    pongTimer = setTimeout(deadAfter(PING_AFTER_MS + PONG_WITHIN_MS), PONG_WITHIN_MS);
  };
  const isAlive = () => {
    clearTimeout(pongTimer);
    pingTimer?.refresh();
  };
  return {
    onOpen: () => {
      pingTimer = setTimeout(pingAndAwaitPong, PING_AFTER_MS);
      sendPing();
    },
    onPong: () => {
      answersPings = true;
      isAlive();
    },
    onMessage: () => {
      silenceTimer.refresh();
      isAlive();
    },
    stop: () => {
      for (const timer of [silenceTimer, pingTimer, pongTimer]) clearTimeout(timer);
    },
  };
}

/** Retries after 1, 2, 4 … 30 s with jitter; received data set the count back. */
export function createReconnectingSocket(
  environment: FeedEnvironment,
  options: SocketOptions,
  handlers: SocketHandlers,
): ReconnectingSocket {
  let socket: WebSocket | null = null;
  let isClosed = false;
  let failures = 0;
  let retryTimer: NodeJS.Timeout | undefined;
  let stopPinging = () => {};

  function lose(lost: WebSocket, error: Error, waitMs = 0): void {
    if (socket !== lost) return;
    socket = null;
    stopPinging();
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
    const pings = pingWhenSilent(opening, options, (error) => lose(opening, error));
    stopPinging = pings.stop;
    opening.on('open', () => {
      if (socket !== opening) return;
      handlers.onOpen();
      pings.onOpen();
    });
    opening.on('pong', () => {
      if (socket === opening) pings.onPong();
    });
    opening.on('message', (data) => {
      if (socket !== opening) return;
      const message = parseMessage(data);
      if (options.ping?.isAnswer(message)) return pings.onPong();
      if (options.isData?.(message) ?? true) failures = 0;
      pings.onMessage();
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
      stopPinging();
      const closing = socket;
      socket = null;
      if (closing === null || closing.readyState === WebSocket.CLOSED) return;
      const closed = new Promise((resolve) => closing.once('close', resolve));
      closing.terminate();
      await closed;
    },
  };
}
