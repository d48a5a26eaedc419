import type { LiveHandlers } from '../feed.ts';

export type ConnectionState = ReturnType<typeof createConnectionState>;

type ConnectionStateDeps = {
  now: () => number;
  /** Null while nothing is followed. */
  onStream: (isUp: boolean | null) => void;
};

type Connection = { state: 'opening' | 'up' | 'down'; lastMessageMs: number | null };

/** Combines the connections of a live source: it is up while all of them are. Handlers learn from when on prices were missed. */
export function createConnectionState(
  { now, onStream }: ConnectionStateDeps,
  { onConnected, onDisconnected }: Pick<LiveHandlers, 'onConnected' | 'onDisconnected'>,
) {
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
    /** A connection is opened for the first time; until it fails it does not affect the others. */
    opening: (id: string): void => {
      connections.set(id, { state: 'opening', lastMessageMs: null });
      if (isConnected === null) onStream(false);
    },
    /** The connection has received a message. */
    up: (id: string): void => {
      const connection = connections.get(id);
      if (!connection) return;
      connection.lastMessageMs = now();
      if (connection.state === 'up') return;
      connection.state = 'up';
      update(null);
    },
    down: (id: string, error: Error): void => {
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
    /** The connection is no longer needed. */
    remove: (id: string): void => {
      connections.delete(id);
      update(null);
    },
  };
}
