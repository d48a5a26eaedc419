import type { WebSocket } from '@fastify/websocket';
import type { LiveTiming } from '../timing.ts';
import type { Outlet } from './outlet.ts';

/** Keeps one connection alive and cuts it when it is dead. */
export type Pulse = { beat: (nowMs: number) => void };

/**
 * Speaks every `heartbeatMs`. Cuts a client that did not answer the last ping, and one that read nothing for
 * `stallMs`: it would hold its buffer for ever.
 */
export function createPulse(
  socket: WebSocket,
  outlet: Outlet,
  timing: Pick<LiveTiming, 'heartbeatMs' | 'stallMs'>,
  startMs: number,
): Pulse {
  let isAnswered = true;
  let spokenMs = startMs;
  let fullSinceMs: number | null = null;
  socket.on('pong', () => {
    isAnswered = true;
  });
  return {
    beat(nowMs) {
      fullSinceMs = outlet.isFull() ? (fullSinceMs ?? nowMs) : null;
      if (fullSinceMs !== null) {
        if (nowMs - fullSinceMs >= timing.stallMs) outlet.cut();
        return;
      }
      if (nowMs - spokenMs < timing.heartbeatMs) return;
      if (!isAnswered) {
        outlet.cut();
        return;
      }
      isAnswered = false;
      spokenMs = nowMs;
      outlet.say({ type: 'heartbeat', timeMs: nowMs });
      socket.ping();
    },
  };
}
