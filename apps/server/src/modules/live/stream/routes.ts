import { SECOND_MS } from '@moneytrail/calendar';
import { AppError, type CurrentUser, createStreamTicket, STREAM_PATH } from '@moneytrail/contract';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { TickBus } from '../../../bus/index.ts';
import type { Db } from '../../../db/index.ts';
import { callerName } from '../../../http/caller-budget.ts';
import { subscriberOf } from '../../../http/network.ts';
import { createPublicOrigins } from '../../../http/public-origin.ts';
import type { Router } from '../../../http/route.ts';
import type { SteadyClock } from '../../../steady-clock.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import type { Live } from '../live.ts';
import { type ChannelLimits, createChannelBudget, STREAM_COSTS } from './channel-budget.ts';
import { type Caller, TOO_OFTEN } from './connection.ts';
import { type HubDeps, StreamHub } from './hub.ts';
import { issueTicket, redeemTicket } from './tickets.ts';

export type StreamLimits = { perVisitor: number; perAccount: number; perAddress: number };

/** Limits of a message in bytes and in frames: browsers send short ones in one, and further ones would cost nothing. */
export const SOCKET_LIMITS = { maxPayload: 16 * 1_024, maxFragments: 16 };

/** An account may have several screens on several devices; an office shares one address. */
const STREAM_LIMITS: StreamLimits = { perVisitor: 3, perAccount: 20, perAddress: 200 };

/** Connections of one holder are counted together over all processes. */
type SlotHolder = { kind: 'visitor'; address: string } | { kind: 'account'; userId: string };

/** Acquires one of the holder's slots over all processes; null if all are taken. */
export type AcquireSlot = (holder: SlotHolder) => Promise<{ release: () => Promise<void> } | null>;

/** A slot for one connection, or the reason of its refusal. */
type Admission = { release: () => void } | { refusal: string };

type LiveRoutesDeps = Pick<HubDeps, 'findSession' | 'onAccessChange'> & {
  bus: TickBus;
  live: Live;
  db: Db;
  catalogue: Pick<Catalogue, 'resolve'>;
  clock: SteadyClock;
  log: Logger;
  config: { publicUrl: string | null };
  sessionIdOf: (user: CurrentUser) => string;
  /** Names this process among its replicas. */
  processId: string;
  acquireSlot?: AcquireSlot;
  streamLimits?: StreamLimits;
  channelLimits?: ChannelLimits;
};

/** Figures of the open streams of this process. */
export type LiveStreams = {
  size: () => number;
  /** Connections that count against limits, by holder. */
  held: () => ReadonlyMap<string, number>;
};

const streamQuery = z.strictObject({ ticket: z.string().min(1).max(100) });

/** Authenticates the opening of a stream; refuses foreign origins and invalid tickets. */
async function readCaller(
  deps: LiveRoutesDeps,
  request: FastifyRequest,
  ownOrigins: () => readonly string[],
): Promise<Caller> {
  if (!request.ws) throw new AppError('BAD_REQUEST', 'A WebSocket is expected here.');
  const { origin } = request.headers;
  // Only browsers send an origin; for other programs the ticket suffices.
  if (origin !== undefined && !ownOrigins().includes(origin)) {
    throw new AppError('FORBIDDEN', 'Forbidden. The origin is not allowed.');
  }
  const query = streamQuery.safeParse(request.query);
  const redeemed = query.success ? await redeemTicket(deps, query.data.ticket) : null;
  if (!redeemed) throw new AppError('UNAUTHORIZED', 'The ticket is not valid.');
  const { sessionId } = redeemed;
  const user = sessionId === null ? null : await deps.findSession(sessionId);
  if (sessionId !== null && !user) throw new AppError('UNAUTHORIZED', 'The ticket is not valid.');
  return { sessionId, user, address: subscriberOf(request.ip) };
}

/** Tickets for the live stream, and the stream itself. */
export function liveRoutes(router: Router, deps: LiveRoutesDeps): LiveStreams {
  const { app } = router;
  const { registry, timing, feedStates, onFeedState } = deps.live;
  const budget = createChannelBudget(deps, deps.channelLimits);
  const hub = new StreamHub({ ...deps, budget, registry, timing, feedStates, onFeedState });
  const limits = createConnectionLimits(deps.acquireSlot, deps.streamLimits ?? STREAM_LIMITS);
  const ownOrigins = createPublicOrigins(deps.config.publicUrl, app.server);
  const admitted = new WeakMap<FastifyRequest, { caller: Caller; admission: Admission }>();

  router.route(createStreamTicket, async (call) => {
    const waitMs = budget.spend(callerName(call), STREAM_COSTS.connection);
    if (waitMs > 0) {
      const retryAfterSeconds = Math.ceil(waitMs / SECOND_MS);
      throw new AppError('RATE_LIMITED', `${TOO_OFTEN}.`, { retryAfterSeconds });
    }
    const { user } = call;
    return issueTicket(deps, user && deps.sessionIdOf(user));
  });
  app.get(
    STREAM_PATH,
    {
      websocket: true,
      preValidation: async (request) => {
        const caller = await readCaller(deps, request, ownOrigins);
        const admission = await limits.acquire(caller);
        admitted.set(request, { caller, admission });
        if (!('release' in admission)) return;
        // Released with the TCP connection, as the handshake may still fail before a stream begins.
        const { socket } = request.raw;
        if (socket.destroyed) admission.release();
        else socket.once('close', admission.release);
      },
    },
    (socket, request) => {
      const arrival = admitted.get(request);
      if (!arrival) socket.terminate();
      else if ('refusal' in arrival.admission) hub.refuse(socket, arrival.admission.refusal);
      else hub.accept(socket, arrival.caller);
    },
  );
  app.addHook('preClose', async () => {
    budget.close();
    await hub.close();
  });
  return { size: () => hub.size, held: limits.counts };
}

/** Counts connections in this process and, if `acquireSlot` is given, over all processes. */
function createConnectionLimits(acquireSlot: AcquireSlot | undefined, limits: StreamLimits) {
  const open = new Map<string, number>();

  function countsOf({ user, address }: Caller): { key: string; max: number; refusal: string }[] {
    const ofAddress = (max: number) => ({
      key: `${user ? '' : 'visitor '}${address}`,
      max,
      refusal: `At most ${max} connections of one address`,
    });
    if (!user) return [ofAddress(limits.perVisitor)];
    const max = limits.perAccount;
    const ofAccount = { key: user._id, max, refusal: `At most ${max} connections of one account` };
    return [ofAccount, ofAddress(limits.perAddress)];
  }

  function add(keys: readonly string[], change: 1 | -1): void {
    for (const key of keys) {
      const count = (open.get(key) ?? 0) + change;
      if (count > 0) open.set(key, count);
      else open.delete(key);
    }
  }

  return {
    /** The caller releases the slot when its socket closes. */
    async acquire(caller: Caller): Promise<Admission> {
      const { user, address } = caller;
      const counts = countsOf(caller);
      const full = counts.find(({ key, max }) => (open.get(key) ?? 0) >= max);
      if (full) return { refusal: full.refusal };
      const keys = counts.map(({ key }) => key);
      add(keys, 1);
      const slot = await acquireSlot?.(
        user ? { kind: 'account', userId: user._id } : { kind: 'visitor', address },
      ).catch((error: unknown) => {
        add(keys, -1);
        throw error;
      });
      if (slot === null) {
        add(keys, -1);
        return { refusal: counts[0]?.refusal ?? '' };
      }
      let isReleased = false;
      return {
        release() {
          if (isReleased) return;
          isReleased = true;
          add(keys, -1);
          void slot?.release();
        },
      };
    },
    /** Connections of this process by holder. */
    counts: (): ReadonlyMap<string, number> => open,
  };
}
