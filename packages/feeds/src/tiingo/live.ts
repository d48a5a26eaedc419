import type { InstrumentRef, LiveHandlers, LiveSource } from '../feed.ts';
import { createConnectionState } from '../live/connection-state.ts';
import type { FeedEnvironment } from '../settings.ts';
import { type TiingoService, tiingoServiceOf } from './map.ts';
import { createTiingoConnection, type TiingoConnection } from './stream/connection.ts';

const SERVICES: readonly TiingoService[] = ['crypto', 'fx', 'iex'];

export type TiingoLiveDeps = {
  environment: FeedEnvironment;
  streamUrl: string | undefined;
  token: string;
  onStream: (isUp: boolean | null) => void;
};

/** Follows ticks on one connection a service, open only while something of the service is followed. */
export function createTiingoLive(
  { environment, streamUrl, token, onStream }: TiingoLiveDeps,
  handlers: LiveHandlers,
): LiveSource {
  if (!streamUrl) throw new Error('Tiingo: streamUrl is not set');
  const connectionState = createConnectionState({ now: environment.now, onStream }, handlers);
  const connections = new Map<TiingoService, TiingoConnection>();
  let isClosed = false;

  function followService(service: TiingoService, codes: readonly string[]): void {
    const open = connections.get(service);
    if (codes.length === 0) {
      connections.delete(service);
      void open?.close();
      return;
    }
    const connection =
      open ??
      createTiingoConnection(
        {
          ...{ environment, streamUrl: streamUrl ?? '', token, connectionState },
          onTick: handlers.onTick,
        },
        service,
      );
    connections.set(service, connection);
    connection.follow(codes);
  }

  return {
    follow: (instruments: readonly InstrumentRef[]) => {
      if (isClosed) return;
      for (const service of SERVICES) {
        const codes = instruments
          .filter(({ type }) => tiingoServiceOf(type) === service)
          .map(({ code }) => code);
        followService(service, codes);
      }
    },
    close: async () => {
      isClosed = true;
      await Promise.all([...connections.values()].map((connection) => connection.close()));
      connections.clear();
    },
  };
}
