import websocket from '@fastify/websocket';
import type { CurrentUser } from '@moneytrail/contract';
import fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { TickBus } from '../../../bus/index.ts';
import { createCheckedBus } from '../../../bus/testing/checked-bus.ts';
import type { DatabaseHandle } from '../../../db/index.ts';
import { handleErrors } from '../../../http/error-handler.ts';
import { createRouter } from '../../../http/route.ts';
import { SUPER_ADMIN } from '../../../http/testing/super-admin.ts';
import { createSteadyClock } from '../../../steady-clock.ts';
import { type Catalogue, createCatalogue } from '../../catalogue/index.ts';
import { createLive, type Live, liveRoutes, SOCKET_LIMITS } from '../index.ts';
import type { ChannelLimits } from '../stream/channel-budget.ts';
import type { AcquireSlot, LiveStreams, StreamLimits } from '../stream/routes.ts';
import type { LiveTiming } from '../timing.ts';
import { addSession } from './add-session.ts';
import { createMemoryBars, type MemoryBars } from './memory-bars.ts';
import { createScriptedFeeds, type ScriptedFeed } from './scripted-feed.ts';

/** A streaming server with feeds and bars that the test controls. */
export type StreamServer = {
  address: string;
  app: FastifyInstance;
  bus: TickBus;
  bars: MemoryBars;
  catalogue: Catalogue;
  feeds: Record<'BVG' | 'FMP' | 'Bitfinex' | 'Tiingo', ScriptedFeed>;
  live: Live;
  /** The caller; null for an anonymous visitor. */
  caller: CurrentUser | null;
  /** The current users. */
  users: Map<string, CurrentUser>;
  /** Announces that a user's rights changed. */
  accessChanged: (userId: string) => void;
  /** Milliseconds by which the machine's clock was set forward; negative: back. */
  wall: { stepMs: number };
  streams: LiveStreams;
};

/** Short intervals, but a lease long enough for a machine that stalls. */
const QUICK: Partial<LiveTiming> = {
  leaseMs: 30_000,
  renewMs: 100,
  announceMs: 100,
  sweepMs: 50,
  conflationMs: 50,
};

/** Users of the tests by id. */
const SESSIONS = [SUPER_ADMIN._id, 'retail', 'seat'];

/** Starts a server on loopback; it closes with the test. */
export async function startStreamServer(
  { db }: Pick<DatabaseHandle, 'db'>,
  options: {
    timing?: Partial<LiveTiming>;
    publicUrl?: string;
    /** Initial lead of the machine's clock. */
    startsAheadMs?: number;
    acquireSlot?: AcquireSlot;
    streamLimits?: StreamLimits;
    channelLimits?: ChannelLimits;
  } = {},
): Promise<StreamServer> {
  const log = pino({ level: 'silent' });
  const wall = { stepMs: options.startsAheadMs ?? 0 };
  const clock = createSteadyClock({ now: () => Date.now() + wall.stepMs });
  const bus = createCheckedBus();
  const feeds = createScriptedFeeds();
  const bars = createMemoryBars();
  const catalogue = await createCatalogue({ db, clock, log });
  await catalogue.seedDemo();
  const timing = { ...QUICK, ...options.timing };
  const jobs = { enqueue: async () => null };
  const process = { processId: 'one', isIngest: true, isAlone: false };
  const base = { db, bus, feeds, jobs, bars, catalogue, clock, log, ...process };
  const live = createLive({ ...base, timing });
  const app = fastify();
  handleErrors(app);
  await app.register(websocket, { options: SOCKET_LIMITS });
  const users = new Map<string, CurrentUser>([[SUPER_ADMIN._id, SUPER_ADMIN]]);
  for (const id of SESSIONS) await addSession(db, id);
  const accessListeners = new Set<(userIds: readonly string[]) => void>();
  const server: StreamServer = {
    address: '',
    app,
    bus,
    bars,
    catalogue,
    feeds,
    live,
    users,
    wall,
    accessChanged: (userId) => {
      for (const listener of accessListeners) listener([userId]);
    },
    streams: { size: () => 0, held: () => new Map() },
    caller: SUPER_ADMIN,
  };
  const router = createRouter(app, { readUser: async () => server.caller, checkAnswers: true });
  server.streams = liveRoutes(router, {
    ...base,
    ...options,
    live,
    config: { publicUrl: options.publicUrl ?? null },
    sessionIdOf: (user) => user._id,
    findSession: async (sessionId) => users.get(sessionId) ?? null,
    onAccessChange: (listener) => {
      accessListeners.add(listener);
      return () => accessListeners.delete(listener);
    },
  });
  server.address = await app.listen({ host: '127.0.0.1', port: 0 });
  live.start();
  onTestFinished(async () => {
    await app.close();
    await live.stop();
  });
  return server;
}
