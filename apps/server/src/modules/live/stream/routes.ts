import { AppError, type CurrentUser, createStreamTicket, STREAM_PATH } from '@moneytrail/contract';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Db } from '../../../db/index.ts';
import { subscriberOf } from '../../../http/network.ts';
import { createPublicOrigins } from '../../../http/public-origin.ts';
import type { Router } from '../../../http/route.ts';
import type { SteadyClock } from '../../../steady-clock.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import type { Live } from '../live.ts';
import type { Caller } from './connection.ts';
import {
  type AcquireSlot,
  type Admission,
  createConnectionLimits,
  STREAM_LIMITS,
  type StreamLimits,
} from './connection-limits.ts';
import { type HubDeps, StreamHub } from './stream-hub.ts';
import { issueTicket, redeemTicket } from './ticket.ts';

export type LiveRoutesDeps = Pick<HubDeps, 'findSession' | 'onAccessChange' | 'bus'> & {
  live: Live;
  db: Db;
  catalogue: Pick<Catalogue, 'resolve'>;
  clock: SteadyClock;
  log: Logger;
  config: { publicUrl: string | null };
  /** Names the session that a caller came with. */
  sessionIdOf: (user: CurrentUser) => string;
  acquireSlot?: AcquireSlot;
  /** The product's own are used where none are given. */
  streamLimits?: StreamLimits;
};

/** The open streams of this process, for those who count them. */
export type LiveStreams = {
  size: () => number;
  /** Connections that are counted against limits, by holder; none while nobody is connected. */
  held: () => ReadonlyMap<string, number>;
};

const streamQuery = z.strictObject({ ticket: z.string().min(1).max(100) });

/** Who opens a stream: refuses foreign origins and tickets that are not valid. */
async function readCaller(
  deps: LiveRoutesDeps,
  request: FastifyRequest,
  ownOrigins: () => readonly string[],
): Promise<Caller> {
  if (!request.ws) throw new AppError('BAD_REQUEST', 'A WebSocket is expected here.');
  const { origin } = request.headers;
  // A program that is no browser sends no origin; its ticket decides.
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
  const hub = new StreamHub({ ...deps, registry, timing, feedStates, onFeedState });
  const limits = createConnectionLimits(deps.acquireSlot, deps.streamLimits ?? STREAM_LIMITS);
  const ownOrigins = createPublicOrigins(deps.config.publicUrl, app.server);
  const admitted = new WeakMap<FastifyRequest, { caller: Caller; admission: Admission }>();

  router.route(createStreamTicket, ({ user }) => issueTicket(deps, user && deps.sessionIdOf(user)));
  app.get(
    STREAM_PATH,
    {
      websocket: true,
      preValidation: async (request) => {
        const caller = await readCaller(deps, request, ownOrigins);
        const admission = await limits.acquire(caller);
        admitted.set(request, { caller, admission });
        if (!('release' in admission)) return;
        // Bound to the TCP connection: the handshake may still fail, and then no stream ever begins.
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
  app.addHook('preClose', () => hub.close());
  return { size: () => hub.size, held: limits.counts };
}
