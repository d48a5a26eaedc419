import { type Connection, fieldOf } from './connection.ts';
import type { LibraryBar } from './library-types.ts';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
/** The server is never silent for longer. */
const SILENCE_MS = 5_000;

type Channel = { symbol: string; resolution: string };
type Listener = Channel & {
  /** Called with a bar that has ended or become final, and with each state of the forming one, in order. */
  onBar: (bar: LibraryBar) => void;
  /** Called when bars may have been missed. */
  onGap: () => void;
  /** Called with the server's reason for refusing the channel. */
  onRefused: (message: string) => void;
};

const keyOf = ({ symbol, resolution }: Channel) => `${symbol} ${resolution}`;

function barOf(value: unknown): LibraryBar | null {
  if (typeof value !== 'object' || value === null) return null;
  const { time, open, high, low, close, volume } = value as Record<string, number | null>;
  const prices = [time, open, high, low, close];
  if (!prices.every((each) => typeof each === 'number')) return null;
  return { time, open, high, low, close, ...(volume === null ? {} : { volume }) } as LibraryBar;
}

/** One socket for all subscriptions of a page; it opens with the first and closes with the last. */
export function createLiveStream(connection: Connection) {
  const listeners = new Map<string, Listener>();
  let socket: WebSocket | null = null;
  let isOpening = false;
  let hasBeenOpen = false;
  let retryMs = FIRST_RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function send(type: 'subscribe' | 'unsubscribe', channels: Channel[]): void {
    if (socket?.readyState !== WebSocket.OPEN) return;
    const named = channels.map(({ symbol, resolution }) => ({ symbol, resolution }));
    if (named.length > 0) socket.send(JSON.stringify({ type, channels: named }));
  }

  function retryLater(): void {
    clearTimeout(timer);
    if (listeners.size === 0) return;
    timer = setTimeout(() => void open(), retryMs);
    retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS);
  }

  function expectMessage(): void {
    clearTimeout(timer);
    timer = setTimeout(() => socket?.close(), SILENCE_MS);
  }

  function receive(text: string): void {
    expectMessage();
    const message: unknown = JSON.parse(text);
    const [symbol, resolution] = [fieldOf(message, 'symbol'), fieldOf(message, 'resolution')];
    const about = [...listeners.values()].filter(
      (listener) => listener.symbol === symbol && listener.resolution === resolution,
    );
    for (const listener of about) {
      if (fieldOf(message, 'type') === 'refused') {
        listener.onRefused(String(fieldOf(message, 'message')));
      }
      for (const part of ['closed', 'bar']) {
        const bar = barOf(fieldOf(message, part));
        if (bar) listener.onBar(bar);
      }
    }
  }

  function opened(): void {
    retryMs = FIRST_RETRY_MS;
    send('subscribe', [...listeners.values()]);
    if (hasBeenOpen) for (const listener of listeners.values()) listener.onGap();
    hasBeenOpen = true;
    expectMessage();
  }

  async function open(): Promise<void> {
    if (socket || isOpening) return;
    isOpening = true;
    try {
      const address = await connection.openStreamAddress();
      if (listeners.size === 0) return;
      socket = new WebSocket(address);
      socket.onopen = opened;
      socket.onmessage = ({ data }) => receive(String(data));
      socket.onclose = () => {
        socket = null;
        retryLater();
      };
    } catch {
      retryLater();
    } finally {
      isOpening = false;
    }
  }

  return {
    subscribe(id: string, listener: Listener): void {
      listeners.set(id, listener);
      send('subscribe', [listener]);
      void open();
    },
    unsubscribe(id: string): void {
      const left = listeners.get(id);
      listeners.delete(id);
      if (!left) return;
      const isShared = [...listeners.values()].some((each) => keyOf(each) === keyOf(left));
      if (!isShared) send('unsubscribe', [left]);
      if (listeners.size > 0) return;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
