import type { WebSocket } from '@fastify/websocket';
import { type ExchangeName, type KeyScope, STREAM_CLOSE } from '@moneytrail/contract';
import {
  ALERT_FIRED,
  LAYOUT_CHANGED,
  type TickBus,
  WATCHLIST_CHANGED,
} from '../../../bus/index.ts';
import { isToldOfAccount } from '../../../http/grant.ts';
import { runPeriodically } from '../run-periodically.ts';
import type { LiveTiming } from '../timing.ts';
import { type Caller, type ConnectionDeps, StreamConnection } from './connection.ts';
import {
  createFlushLoop,
  createSocketWriter,
  type FlushLoop,
  type OutboundUpdates,
  type SocketWriter,
} from './outbound.ts';
import { StreamRights, type StreamRightsDeps } from './stream-rights.ts';

/** The scopes of keys that are told of layouts and watchlists, and of alerts. */
const CHARTS: KeyScope = 'charts:read';
const ALERTS = null;

export type HubDeps = Omit<ConnectionDeps, 'flushLoop'> &
  Pick<StreamRightsDeps, 'findSession'> & {
    timing: LiveTiming;
    bus: Pick<TickBus, 'subscribe' | 'onReconnect'>;
    onFeedState: (listener: (exchange: ExchangeName) => void) => () => void;
    /** Called with the ids of users whose rights or sessions changed in any process. */
    onAccessChange: (listener: (userIds: readonly string[]) => void) => () => void;
  };

export class StreamHub {
  readonly #deps: HubDeps & { flushLoop: FlushLoop };
  readonly #writers = new Map<StreamConnection, SocketWriter>();
  readonly #rights: StreamRights;
  readonly #stopSweeping: () => Promise<void>;
  readonly #unsubscribes: (() => void)[];

  constructor(deps: HubDeps) {
    const { clock, log, timing, findSession } = deps;
    this.#deps = { ...deps, flushLoop: createFlushLoop(clock.monotonicMs) };
    this.#rights = new StreamRights({ ...clock, findSession, log, recheckMs: timing.recheckMs });
    this.#unsubscribes = [
      deps.onAccessChange((userIds) => this.#rights.accessChanged(userIds)),
      deps.onFeedState((exchange) => {
        for (const { outbound } of this.#writers.keys()) outbound.feedChanged(exchange);
      }),
      deps.bus.subscribe(LAYOUT_CHANGED, ({ userId, id, revision }) => {
        this.#tell(CHARTS, userId, (outbound) => outbound.recordChanged('layout', id, revision));
      }),
      deps.bus.subscribe(WATCHLIST_CHANGED, ({ userId, id, revision }) => {
        this.#tell(CHARTS, userId, (outbound) => outbound.recordChanged('watchlist', id, revision));
      }),
      deps.bus.subscribe(ALERT_FIRED, ({ userId, id }) => {
        this.#tell(ALERTS, userId, (outbound) => outbound.alertFired(id));
      }),
      // Changes and firings may have been missed.
      deps.bus.onReconnect(() => {
        this.#tell(CHARTS, null, (outbound) => {
          outbound.recordChanged('layout', null, null);
          outbound.recordChanged('watchlist', null, null);
        });
        this.#tell(ALERTS, null, (outbound) => outbound.alertFired(null));
      }),
    ];
    this.#stopSweeping = runPeriodically(
      timing.sweepMs,
      () => this.#sweep(),
      (error) => log.error({ err: error }, 'streams were not swept'),
    );
  }

  /** Tells the streams of a user, or of all, that may hear of what belongs to accounts. */
  #tell(
    scope: KeyScope | null,
    userId: string | null,
    tell: (outbound: OutboundUpdates) => void,
  ): void {
    for (const { caller, outbound } of this.#writers.keys()) {
      const { user } = caller;
      if (!user || (userId !== null && user._id !== userId)) continue;
      if (isToldOfAccount(user, scope)) tell(outbound);
    }
  }

  /** Closes a new socket when the connection limit is reached. */
  refuse(socket: WebSocket, reason: string): void {
    const { clock, timing } = this.#deps;
    createSocketWriter(socket, timing, clock.monotonicMs()).close(STREAM_CLOSE.tooMany, reason);
  }

  accept(socket: WebSocket, caller: Caller): void {
    const { clock, timing } = this.#deps;
    const writer = createSocketWriter(socket, timing, clock.monotonicMs());
    const connection = new StreamConnection(this.#deps, writer, caller);
    this.#writers.set(connection, writer);
    this.#rights.add(connection);
    socket.on('message', (data, isBinary) => {
      if (isBinary) connection.end(STREAM_CLOSE.badMessage, 'Bad message: not text');
      else connection.receive(data.toString());
    });
    socket.on('ping', () => connection.receiveControl());
    socket.on('pong', () => {
      if (!writer.notePong()) connection.receiveControl();
    });
    socket.on('close', () => {
      this.#writers.delete(connection);
      this.#rights.remove(connection);
      connection.close();
    });
  }

  get size(): number {
    return this.#writers.size;
  }

  async close(): Promise<void> {
    this.#deps.flushLoop.stop();
    for (const unsubscribe of this.#unsubscribes) unsubscribe();
    await this.#stopSweeping();
    this.#rights.close();
    for (const connection of this.#writers.keys()) {
      connection.end(STREAM_CLOSE.goingAway, 'The server is stopping');
    }
  }

  #sweep(): void {
    const { clock } = this.#deps;
    const [nowMs, timeMs] = [clock.monotonicMs(), clock.now()];
    for (const [connection, writer] of this.#writers) {
      writer.heartbeat(nowMs, timeMs);
      connection.endIfIdle(nowMs);
      connection.reviewRights(nowMs);
    }
    this.#rights.sweep();
  }
}
