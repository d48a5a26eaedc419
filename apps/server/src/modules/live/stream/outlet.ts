import type { WebSocket } from '@fastify/websocket';
import type { StreamMessage } from '@moneytrail/contract';
import { encode } from './encode-update.ts';

/** What may wait in the process for one client before nothing more is added. */
const MOST_BUFFERED_BYTES = 64 * 1_024;
/** The longest reason a close frame can carry. */
const MOST_REASON_BYTES = 120;

/** The way out to one client, which never takes more than a bounded amount for a client that does not read. */
export type Outlet = {
  isOpen: () => boolean;
  /** Whether the client reads slower than we speak. */
  isFull: () => boolean;
  /** Sends text if there is room; whether it did. */
  offer: (text: string) => boolean;
  say: (message: StreamMessage) => boolean;
  /** Says goodbye with a close code and a reason. */
  end: (code: number, reason: string) => void;
  /** Cuts the connection. */
  cut: () => void;
};

export function createOutlet(socket: WebSocket): Outlet {
  const isOpen = () => socket.readyState === socket.OPEN;
  const isFull = () => socket.bufferedAmount > MOST_BUFFERED_BYTES;
  const offer = (text: string) => {
    if (!isOpen() || isFull()) return false;
    socket.send(text);
    return true;
  };
  return {
    isOpen,
    isFull,
    offer,
    say: (message) => offer(encode(message)),
    end: (code, reason) => socket.close(code, reason.slice(0, MOST_REASON_BYTES)),
    cut: () => socket.terminate(),
  };
}
