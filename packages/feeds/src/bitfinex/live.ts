import type { InstrumentRef, LiveHandlers, LiveSource } from '../feed.ts';
import { createTokenBucket } from '../http/token-bucket.ts';
import { createLinkState } from '../live/link-state.ts';
import type { FeedEnvironment } from '../settings.ts';
import { type BitfinexConnection, createBitfinexConnection } from './stream/connection.ts';

/** @see https://docs.bitfinex.com/docs/requirements-and-limitations#websocket-rate-limits */
const CONNECTION_LIMIT = { calls: 20, perMs: 60_000 };
/** 25 channels a connection, two a pair. */
const PAIRS_PER_CONNECTION = 12;
const SYMBOL_RETRY_MS = 5_000;

export type BitfinexLiveDeps = {
  environment: FeedEnvironment;
  streamUrl: string | undefined;
  symbolOf: (code: string) => Promise<string>;
  onStream: (isUp: boolean | null) => void;
};

/** Follows minute candles and tickers, on as many connections as the pairs need. */
export function createBitfinexLive(
  { environment, streamUrl, symbolOf, onStream }: BitfinexLiveDeps,
  handlers: LiveHandlers,
): LiveSource {
  if (!streamUrl) throw new Error('Bitfinex: streamUrl is not set');
  const links = createLinkState({ now: environment.now, onStream }, handlers);
  const turns = createTokenBucket(environment, CONNECTION_LIMIT);
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
    const connection = createBitfinexConnection(
      {
        environment,
        streamUrl: streamUrl ?? '',
        links,
        onTick: (tick) => {
          if (!isClosed) handlers.onTick(tick);
        },
        turnMs: turns.take,
      },
      id,
    );
    connections.set(id, connection);
    return connection;
  }

  async function add(code: string): Promise<void> {
    followed.set(code, null);
    try {
      const symbol = await symbolOf(code);
      if (isClosed || followed.get(code) !== null) return;
      const connection = connectionWithRoom();
      followed.set(code, connection);
      connection.add(code, symbol);
    } catch (error) {
      environment.report('pair not followed', { exchange: 'Bitfinex', code, cause: `${error}` });
      const timer = setTimeout(() => {
        retries.delete(timer);
        if (followed.get(code) === null) void add(code);
      }, SYMBOL_RETRY_MS);
      retries.add(timer);
    }
  }

  function remove(code: string): void {
    const connection = followed.get(code);
    followed.delete(code);
    connection?.remove(code);
  }

  function closeEmpty(): void {
    for (const [id, connection] of connections) {
      if (connection.size() > 0) continue;
      connections.delete(id);
      void connection.close();
    }
  }

  return {
    follow: (instruments: readonly InstrumentRef[]) => {
      if (isClosed) return;
      const wanted = new Set(instruments.map(({ code }) => code));
      for (const code of [...followed.keys()]) if (!wanted.has(code)) remove(code);
      for (const code of wanted) if (!followed.has(code)) void add(code);
      closeEmpty();
    },
    close: async () => {
      isClosed = true;
      for (const timer of retries) clearTimeout(timer);
      await Promise.all([...connections.values()].map((connection) => connection.close()));
      connections.clear();
    },
  };
}
