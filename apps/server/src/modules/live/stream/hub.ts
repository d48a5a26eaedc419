import type { WebSocket } from '@fastify/websocket';
import type { ExchangeName } from '@moneytrail/contract';
import { ACCESS_CHANGED, type TickBus } from '../../../bus/index.ts';
import { repeat } from '../repeat.ts';
import type { LiveTiming } from '../timing.ts';
import {
  type Caller,
  type ConnectionDeps,
  StreamConnection,
  type StreamUser,
} from './connection.ts';
import { createFlushLoop } from './flush-loop.ts';
import { createOutlet, type Outlet } from './outlet.ts';
import { createPulse, type Pulse } from './pulse.ts';

export type HubDeps = ConnectionDeps & {
  bus: TickBus;
  timing: LiveTiming;
  /** The user of a session with the rights of now; null when the session has ended. */
  findSession: (sessionId: string) => Promise<StreamUser | null>;
  onFeedState: (listener: (exchange: ExchangeName, isOffline: boolean) => void) => () => void;
};

type Open = { connection: StreamConnection; outlet: Outlet; pulse: Pulse };

const MOST_ANONYMOUS_CONNECTIONS = 3;
const TOO_MANY = `At most ${MOST_ANONYMOUS_CONNECTIONS} connections of one address`;
const POLICY_VIOLATION = 1008;
const GOING_AWAY = 1001;

/** Every open stream of this process. */
export class StreamHub {
  readonly #deps: HubDeps;
  readonly #open = new Map<StreamConnection, Open>();
  readonly #flushLoop;
  readonly #stops: (() => Promise<void>)[];
  readonly #leave: (() => void)[];
  /** Sessions whose rights are to be asked again. */
  readonly #recheck = new Set<string>();
  #recheckedMs: number;

  constructor(deps: HubDeps) {
    const { bus, clock, log, timing } = deps;
    this.#deps = deps;
    this.#recheckedMs = clock.now();
    this.#flushLoop = createFlushLoop<StreamConnection>(clock);
    this.#leave = [
      bus.subscribe(ACCESS_CHANGED, ({ userId }) => this.#rightsChanged(userId)),
      deps.onFeedState((exchange) => {
        for (const connection of this.#open.keys()) connection.tellFeed(exchange);
      }),
    ];
    const onError = (error: unknown) => log.error({ err: error }, 'streams were not swept');
    // Apart from one another: a user that is slow to read must not silence the heartbeat.
    this.#stops = [
      repeat(timing.sweepMs, () => this.#beat(), onError),
      repeat(timing.sweepMs, () => this.#refreshRights(), onError),
    ];
  }

  /** Ends a connection that is one too many of its address. */
  refuse(socket: WebSocket): void {
    createOutlet(socket).end(POLICY_VIOLATION, TOO_MANY);
  }

  /** Takes a new connection, or ends it where the address has too many. */
  accept(socket: WebSocket, caller: Caller): void {
    const { clock, timing } = this.#deps;
    if (this.#isOneTooMany(caller)) {
      this.refuse(socket);
      return;
    }
    const outlet = createOutlet(socket);
    const connection = new StreamConnection(this.#deps, outlet, caller, this.#flushLoop.wake);
    const pulse = createPulse(socket, outlet, timing, clock.now());
    this.#open.set(connection, { connection, outlet, pulse });
    // What changed between the reading of the user and now was told to nobody.
    if (caller.sessionId !== null) this.#recheck.add(caller.sessionId);
    socket.on('message', (data, isBinary) => {
      if (isBinary) outlet.end(POLICY_VIOLATION, 'Bad message: not text');
      else connection.receive(data.toString());
    });
    socket.on('close', () => {
      this.#open.delete(connection);
      this.#flushLoop.forget(connection);
      connection.close();
    });
  }

  /** Says goodbye to everybody. */
  async close(): Promise<void> {
    this.#flushLoop.stop();
    for (const leave of this.#leave) leave();
    await Promise.all(this.#stops.map((stop) => stop()));
    for (const { connection, outlet } of this.#open.values()) {
      connection.close();
      if (outlet.isFull()) outlet.cut();
      else outlet.end(GOING_AWAY, 'The server is stopping');
    }
  }

  #isOneTooMany({ sessionId, address }: Caller): boolean {
    if (sessionId !== null) return false;
    const same = [...this.#open.keys()].filter(
      ({ caller }) => caller.sessionId === null && caller.address === address,
    );
    return same.length >= MOST_ANONYMOUS_CONNECTIONS;
  }

  /** A main account's rights are those of its sub-users too. */
  #rightsChanged(changedId: string): void {
    for (const { caller } of this.#open.keys()) {
      const { sessionId, user } = caller;
      const isTheirs = user?._id === changedId || user?.parentUserId === changedId;
      if (sessionId !== null && isTheirs) this.#recheck.add(sessionId);
    }
  }

  #beat(): void {
    const nowMs = this.#deps.clock.now();
    for (const { pulse } of this.#open.values()) pulse.beat(nowMs);
  }

  async #refreshRights(): Promise<void> {
    const { clock, timing } = this.#deps;
    if (clock.now() - this.#recheckedMs >= timing.recheckMs) {
      this.#recheckedMs = clock.now();
      for (const { caller } of this.#open.keys()) {
        if (caller.sessionId !== null) this.#recheck.add(caller.sessionId);
      }
    }
    for (const sessionId of [...this.#recheck]) await this.#applyRights(sessionId);
  }

  /** A session that cannot be read now is asked again at the next sweep. */
  async #applyRights(sessionId: string): Promise<void> {
    const user = await this.#deps.findSession(sessionId);
    this.#recheck.delete(sessionId);
    for (const { connection, outlet } of this.#open.values()) {
      if (connection.caller.sessionId !== sessionId) continue;
      if (user) connection.applyRights(user);
      else outlet.end(POLICY_VIOLATION, 'Session ended');
    }
  }
}
