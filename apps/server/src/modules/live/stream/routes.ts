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
  /** A place for an anonymous visitor's connection among those of all processes; null where the address has enough. */
  enterAnonymously?: (address: string) => Promise<Place | null>;
};

type Place = { leave: () => Promise<void> };

/** Who connects, and the place that a visitor holds; null where there was none left. */
type Arrival = { caller: Caller; place: Place | null | undefined };

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
  const arrivals = new WeakMap<FastifyRequest, Arrival>();

  router.route(createStreamTicket, ({ user }) => issueTicket(deps, user && deps.sessionIdOf(user)));
  app.get(
    STREAM_PATH,
    {
      websocket: true,
      preValidation: async (request) => {
        const caller = await readCaller(deps, request);
        const isVisitor = caller.sessionId === null;
        const place = isVisitor ? await deps.enterAnonymously?.(caller.address) : undefined;
        arrivals.set(request, { caller, place });
      },
    },
    (socket, request) => {
      const arrival = arrivals.get(request);
      if (!arrival) socket.terminate();
      else if (arrival.place === null) hub.refuse(socket);
      else {
        socket.on('close', () => void arrival.place?.leave());
        hub.accept(socket, arrival.caller);
      }
    },
  );
  app.addHook('preClose', () => hub.close());
}
