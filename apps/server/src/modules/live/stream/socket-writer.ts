import type { WebSocket } from '@fastify/websocket';
import type { StreamMessage } from '@moneytrail/contract';
import type { LiveTiming } from '../timing.ts';

/** What may wait in the process for one client before nothing more is added. */
const MOST_BUFFERED_BYTES = 64 * 1_024;
/** The longest reason that a close frame can carry (RFC 6455, 5.5). */
const MOST_REASON_BYTES = 123;
/** Within which a client answers the closing handshake. */
const CLOSING_MS = 5_000;

/** The beginning of a text that fits a close frame: cut between characters, lone surrogates replaced. */
function closeReason(text: string): Buffer {
  const bytes = Buffer.alloc(MOST_REASON_BYTES);
  return bytes.subarray(0, new TextEncoder().encodeInto(text, bytes).written);
}

/** Writes to one client, never more than a bounded amount for a client that does not read. */
export type SocketWriter = {
  /** Whether the client reads slower than we write. */
  isFull: () => boolean;
  /** Sends text if there is room; whether it did. */
  sendText: (text: string) => boolean;
  send: (message: StreamMessage) => boolean;
  /**
   * Begins the closing handshake with a code and a reason, which is cut where it is too long; a client that takes no
   * part in it is terminated.
   */
  close: (code: number, reason: string) => void;
  /** Ends the connection at once. */
  terminate: () => void;
  /**
   * Sends a heartbeat and a ping where they are due. Terminates a client that did not answer the last ping, and one
   * that read nothing for `stallMs`: it would hold its buffer for ever. `nowMs` is monotonic, `timeMs` of the day.
   */
  heartbeat: (nowMs: number, timeMs: number) => void;
};

export function createSocketWriter(
  socket: WebSocket,
  timing: Pick<LiveTiming, 'heartbeatMs' | 'pingMs' | 'stallMs'>,
  startMs: number,
): SocketWriter {
  let isAnswered = true;
  let heartbeatAtMs = startMs;
  let pingAtMs = startMs;
  let fullSinceMs: number | null = null;
  socket.on('pong', () => {
    isAnswered = true;
  });
  const isFull = () => socket.bufferedAmount > MOST_BUFFERED_BYTES;
  const terminate = () => socket.terminate();
  const sendText = (text: string) => {
    if (socket.readyState !== socket.OPEN || isFull()) return false;
    socket.send(text);
    return true;
  };
  const send = (message: StreamMessage) => sendText(JSON.stringify(message));
  return {
    isFull,
    sendText,
    send,
    close(code, reason) {
      if (isFull()) terminate();
      else socket.close(code, closeReason(reason));
      setTimeout(terminate, CLOSING_MS).unref();
    },
    terminate,
    heartbeat(nowMs, timeMs) {
      fullSinceMs = isFull() ? (fullSinceMs ?? nowMs) : null;
      if (fullSinceMs !== null) {
        if (nowMs - fullSinceMs >= timing.stallMs) terminate();
        return;
      }
      if (nowMs - heartbeatAtMs >= timing.heartbeatMs) {
        heartbeatAtMs = nowMs;
        send({ type: 'heartbeat', timeMs });
      }
      if (nowMs - pingAtMs < timing.pingMs) return;
      if (!isAnswered) return terminate();
      isAnswered = false;
      pingAtMs = nowMs;
      socket.ping();
    },
  };
}
