import type { LiveHandlers, Tick } from '../feed.ts';

/** Handlers that record all events. */
export type LiveRecord = LiveHandlers & {
  ticks: Tick[];
  connected: (number | null)[];
  lost: string[];
};

export function recordLive(): LiveRecord {
  const ticks: Tick[] = [];
  const connected: (number | null)[] = [];
  const lost: string[] = [];
  return {
    ticks,
    connected,
    lost,
    onTick: (tick) => ticks.push(tick),
    onConnected: (sinceMs) => connected.push(sinceMs),
    onDisconnected: (error) => lost.push(error.message),
  };
}
