import { MINUTE_MS } from '@moneytrail/calendar';
import { backoffMs } from '../backoff.ts';
import type { InstrumentRef, LiveHandlers, LiveSource } from '../feed.ts';
import { createMemoryAdmission } from '../http/admission.ts';
import { createConnectionState } from '../live/connection-state.ts';
import type { FeedEnvironment } from '../settings.ts';
import {
  type BitfinexConnection,
  type BitfinexConnectionDeps,
  createBitfinexConnection,
} from './stream/connection.ts';

/** @see https://docs.bitfinex.com/docs/requirements-and-limitations#websocket-rate-limits */
const CONNECTION_LIMIT = { name: 'connections', calls: 20, perMs: MINUTE_MS };
/** 25 channels a connection, two a pair. */
const PAIRS_PER_CONNECTION = 12;
const SYMBOL_RETRY = { firstMs: 2_500, longestMs: 30_000 };

export type BitfinexLiveDeps = {
  environment: FeedEnvironment;
  streamUrl: string | undefined;
  symbolOf: (code: string) => Promise<string>;
  onStream: (isUp: boolean | null) => void;
};

/** How long the next connection has to wait; one process follows a feed, so that its own count is the vendor's. */
function createConnectionLimit(environment: FeedEnvironment): () => Promise<number> {
  const admission = createMemoryAdmission(environment);
  return async () => {
    const admitted = await admission.admit(CONNECTION_LIMIT, 'reader');
    return admitted.kind === 'wait' ? admitted.ms : 0;
  };
}

/** Follows minute candles and tickers, on as many connections as the pairs need. */
export function createBitfinexLive(
  { environment, streamUrl, symbolOf, onStream }: BitfinexLiveDeps,
  handlers: LiveHandlers,
): LiveSource {
  if (!streamUrl) throw new Error('Bitfinex: streamUrl is not set');
  const connectionState = createConnectionState({ now: environment.now, onStream }, handlers);
  const connectionDeps: BitfinexConnectionDeps = {
    ...{ environment, streamUrl, connectionState },
    onTick: handlers.onTick,
    waitMs: createConnectionLimit(environment),
  };
  const connections = new Map<string, BitfinexConnection>();
  /** Where a code is followed; null while its symbol is looked up. */
  const followed = new Map<string, BitfinexConnection | null>();
  const retries = new Set<NodeJS.Timeout>();
  let isClosed = false;
  let made = 0;

  function connectionWithRoom(): BitfinexConnection {
    for (const connection of connections.values()) {
      if (connection.size() < PAIRS_PER_CONNECTION) return connection;
    }
    made += 1;
    const id = `connection ${made}`;
    const connection = createBitfinexConnection(connectionDeps, id);
    connections.set(id, connection);
    return connection;
  }

  async function add(code: string, attempt = 0): Promise<void> {
    followed.set(code, null);
    try {
      const symbol = await symbolOf(code);
      if (isClosed || followed.get(code) !== null) return;
      const connection = connectionWithRoom();
      followed.set(code, connection);
      connection.add(code, symbol);
    } catch (error) {
      environment.report('pair not followed', { exchange: 'Bitfinex', code, cause: `${error}` });
      const retryMs = backoffMs(environment, attempt, SYMBOL_RETRY);
      const timer = setTimeout(() => {
        retries.delete(timer);
        if (followed.get(code) === null) void add(code, attempt + 1);
      }, retryMs);
      retries.add(timer);
    }
  }

  function remove(code: string): void {
    const connection = followed.get(code);
    followed.delete(code);
    connection?.remove(code);
  }

  return {
    follow: (instruments: readonly InstrumentRef[]) => {
      if (isClosed) return;
      const wanted = new Set(instruments.map(({ code }) => code));
      for (const code of [...followed.keys()]) if (!wanted.has(code)) remove(code);
      for (const code of wanted) if (!followed.has(code)) void add(code);
      for (const [id, connection] of connections) {
        if (connection.size() > 0) continue;
        connections.delete(id);
        void connection.close();
      }
    },
    close: async () => {
      isClosed = true;
      for (const timer of retries) clearTimeout(timer);
      await Promise.all([...connections.values()].map((connection) => connection.close()));
      connections.clear();
    },
  };
}
