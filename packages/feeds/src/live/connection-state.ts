import type { LiveHandlers } from '../feed.ts';

/** The connections of one live source seen as one: up while all of them are. */
export type ConnectionState = {
  /** A connection is being made for the first time; until it fails it takes nothing from the others. */
  opening: (id: string) => void;
  /** A message came from it. */
  up: (id: string) => void;
  down: (id: string, error: Error) => void;
  /** It is not wanted any more. */
  remove: (id: string) => void;
};

export type ConnectionStateDeps = {
  now: () => number;
  /** True up, false not, null where nothing is followed. */
  onStream: (isUp: boolean | null) => void;
};

type Connection = { state: 'opening' | 'up' | 'down'; lastMessageMs: number | null };

/** Tells the handlers when the whole changes, and since when something was missed. */
export function createConnectionState(
  { now, onStream }: ConnectionStateDeps,
  { onConnected, onDisconnected }: Pick<LiveHandlers, 'onConnected' | 'onDisconnected'>,
): ConnectionState {
  const connections = new Map<string, Connection>();
  let isConnected: boolean | null = null;
  let missedSinceMs: number | null = null;

  function update(error: Error | null): void {
    const states = [...connections.values()].map(({ state }) => state);
    if (states.length === 0) {
      isConnected = null;
      missedSinceMs = null;
      onStream(null);
      return;
    }
    if (states.includes('down')) {
      if (isConnected !== false && error) {
        isConnected = false;
        onStream(false);
        onDisconnected(error);
      }
      return;
    }
    if (isConnected !== true && states.includes('up')) {
      isConnected = true;
      const sinceMs = missedSinceMs;
      missedSinceMs = null;
      onStream(true);
      onConnected(sinceMs);
    }
  }

  return {
    opening: (id) => {
      connections.set(id, { state: 'opening', lastMessageMs: null });
      if (isConnected === null) onStream(false);
    },
    up: (id) => {
      const connection = connections.get(id);
      if (!connection) return;
      connection.lastMessageMs = now();
      if (connection.state === 'up') return;
      connection.state = 'up';
      update(null);
    },
    down: (id, error) => {
      const connection = connections.get(id);
      if (!connection) return;
      if (connection.state === 'up' && connection.lastMessageMs !== null) {
        missedSinceMs = Math.min(
          missedSinceMs ?? connection.lastMessageMs,
          connection.lastMessageMs,
        );
      }
      connection.state = 'down';
      update(error);
    },
    remove: (id) => {
      connections.delete(id);
      update(null);
    },
  };
}
