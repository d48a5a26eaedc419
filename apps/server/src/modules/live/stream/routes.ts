import { AppError, type CurrentUser, createStreamTicket, STREAM_PATH } from '@moneytrail/contract';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { TickBus } from '../../../bus/index.ts';
import type { Router } from '../../../http/route.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import type { Live } from '../live.ts';
import type { LiveDb } from '../store.ts';
import type { Caller, StreamUser } from './connection.ts';
import { StreamHub } from './hub.ts';
import { isOwnOrigin } from './is-own-origin.ts';
import { issueTicket, redeemTicket } from './ticket.ts';

export type LiveRoutesDeps = {
  live: Live;
  db: LiveDb;
  bus: TickBus;
  catalogue: Pick<Catalogue, 'resolve'>;
  clock: { now: () => number };
  log: Logger;
  config: { publicUrl: string | null };
  /** Names the session that a caller came with. */
  sessionIdOf: (user: CurrentUser) => string;
  /** The user of a session with the rights of now; null when the session has ended. */
  findSession: (sessionId: string) => Promise<StreamUser | null>;
};

const streamQuery = z.strictObject({ ticket: z.string().min(1).max(100) });

/** Who opens a stream: refuses strangers' pages and tickets that do not count. */
async function readCaller(deps: LiveRoutesDeps, request: FastifyRequest): Promise<Caller> {
  if (!request.ws) throw new AppError('BAD_REQUEST', 'A WebSocket is expected here.');
  if (!isOwnOrigin(request.headers.origin, request.host, deps.config.publicUrl)) {
    throw new AppError('FORBIDDEN', 'Forbidden. The origin is not allowed.');
  }
  const query = streamQuery.safeParse(request.query);
  const redeemed = query.success ? await redeemTicket(deps, query.data.ticket) : null;
  if (!redeemed) throw new AppError('UNAUTHORIZED', 'The ticket is not valid.');
  const { sessionId } = redeemed;
  const user = sessionId === null ? null : await deps.findSession(sessionId);
  if (sessionId !== null && !user) throw new AppError('UNAUTHORIZED', 'The ticket is not valid.');
  return { sessionId, user, address: request.ip };
}

/** Tickets for the live stream, and the stream itself. */
export function liveRoutes(router: Router, deps: LiveRoutesDeps): void {
  const { app } = router;
  const { watches, timing, feedStates, onFeedState } = deps.live;
  const hub = new StreamHub({ ...deps, watches, timing, feedStates, onFeedState });
  const callers = new WeakMap<FastifyRequest, Caller>();

  router.route(createStreamTicket, ({ user }) => issueTicket(deps, user && deps.sessionIdOf(user)));
  app.get(
    STREAM_PATH,
    {
      websocket: true,
      preValidation: async (request) => {
        callers.set(request, await readCaller(deps, request));
      },
    },
    (socket, request) => {
      const caller = callers.get(request);
      if (caller) hub.accept(socket, caller);
      else socket.terminate();
    },
  );
  app.addHook('preClose', () => hub.close());
}
