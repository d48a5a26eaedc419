import type { LiveHandlers } from '../feed.ts';

/** The connections of one live source seen as one: heard while all of them are. */
export type LinkState = {
  /** A connection is being made for the first time; until it fails it takes nothing from the others. */
  joins: (id: string) => void;
  /** Something came from it. */
  isHeard: (id: string) => void;
  isDown: (id: string, error: Error) => void;
  /** It is not wanted any more. */
  leaves: (id: string) => void;
};

export type LinkStateDeps = {
  now: () => number;
  /** True heard, false not, null where nothing is followed. */
  onStream: (isUp: boolean | null) => void;
};

type Link = { state: 'joining' | 'up' | 'down'; lastHeardMs: number | null };

/** Tells the handlers when the whole changes, and since when something was missed. */
export function createLinkState(
  { now, onStream }: LinkStateDeps,
  { onConnected, onDisconnected }: Pick<LiveHandlers, 'onConnected' | 'onDisconnected'>,
): LinkState {
  const links = new Map<string, Link>();
  let isConnected: boolean | null = null;
  let missedSinceMs: number | null = null;

  function judge(error: Error | null): void {
    const states = [...links.values()].map(({ state }) => state);
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
    joins: (id) => {
      links.set(id, { state: 'joining', lastHeardMs: null });
      if (isConnected === null) onStream(false);
    },
    isHeard: (id) => {
      const link = links.get(id);
      if (!link) return;
      link.lastHeardMs = now();
      if (link.state === 'up') return;
      link.state = 'up';
      judge(null);
    },
    isDown: (id, error) => {
      const link = links.get(id);
      if (!link) return;
      if (link.state === 'up' && link.lastHeardMs !== null) {
        missedSinceMs = Math.min(missedSinceMs ?? link.lastHeardMs, link.lastHeardMs);
      }
      link.state = 'down';
      judge(error);
    },
    leaves: (id) => {
      links.delete(id);
      judge(null);
    },
  };
}
