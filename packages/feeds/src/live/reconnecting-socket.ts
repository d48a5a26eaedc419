import WebSocket from 'ws';
import { backoffMs } from '../backoff.ts';
import type { FeedEnvironment } from '../settings.ts';

type SocketHandlers = {
  /** The socket is open: subscriptions must be sent again. */
  onOpen: () => void;
  /** Receives JSON messages; others are dropped and reported. */
  onMessage: (message: unknown) => void;
  /** The connection was lost or never opened; it is tried again. */
  onLost: (error: Error) => void;
};

type SocketOptions = {
  url: string;
  /** For reports: `Bitfinex stream`. */
  name: string;
  /** A connection without messages for this long is dead even if it answers pings, as heartbeats are missing. */
  silenceMs: number;
  /** The vendor's own ping; by default that of the protocol is sent. */
  ping?: { message: unknown; isAnswer: (message: unknown) => boolean };
  /** Distinguishes data from a greeting, which a vendor may send although it is down; by default every message is data. */
  isData?: (message: unknown) => boolean;
  /** The wait that the vendor's limit imposes on the next connection; 0 takes a token. */
  waitMs?: () => Promise<number>;
};

const OPENING_MS = 5_000;
/** A connection is pinged after this silence. */
const PING_AFTER_MS = 5_000;
/** A connection is dead this long after an unanswered ping, if the vendor is known to answer pings. */
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
 * Pings a silent connection to distinguish a dead one from a quiet one. A missing answer counts only if the vendor has
 * answered a ping on this connection before.
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

/** A WebSocket that reconnects until it is closed: after 1, 2, 4 … 30 s with jitter; received data reset the delay. */
export function createReconnectingSocket(
  environment: FeedEnvironment,
  options: SocketOptions,
  handlers: SocketHandlers,
) {
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
    /** Sends if the socket is open; otherwise nothing, as `onOpen` will subscribe to all again. */
    send: (message: unknown): void => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    /** Closes the connection and opens another one after at least `waitMs`. */
    reconnect: (error: Error, waitMs?: number): void => {
      if (socket) lose(socket, error, waitMs);
    },
    close: async (): Promise<void> => {
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
