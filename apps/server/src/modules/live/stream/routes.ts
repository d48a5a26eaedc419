import type { ServerResponse } from 'node:http';
import type { WebSocket } from '@fastify/websocket';
import { SECOND_MS } from '@moneytrail/calendar';
import { AppError, type CurrentUser, createStreamTicket, STREAM_PATH } from '@moneytrail/contract';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { TickBus } from '../../../bus/index.ts';
import type { Db } from '../../../db/index.ts';
import { callerName } from '../../../http/caller-budget.ts';
import { signedIn } from '../../../http/check-access.ts';
import { assertGranted, grantNamed } from '../../../http/grant.ts';
import { subscriberOf } from '../../../http/network.ts';
import { createPublicOrigins } from '../../../http/public-origin.ts';
import type { Router } from '../../../http/route.ts';
import type { SteadyClock } from '../../../steady-clock.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import type { Live } from '../live.ts';
import {
  type ChannelBudget,
  type ChannelLimits,
  createChannelBudget,
  STREAM_COSTS,
} from './channel-budget.ts';
import { type Caller, TOO_OFTEN } from './connection.ts';
import { type HubDeps, StreamHub } from './hub.ts';
import { issueTicket, redeemTicket } from './tickets.ts';

export type StreamLimits = {
  perVisitor: number;
  perAccount: number;
  perAddress: number;
  /** Streams of one customer of an account, and of all its customers. */
  perCustomer: number;
  perCustomers: number;
};

/** Limits of a message in bytes and in frames: browsers send short ones in one, and further ones would cost nothing. */
export const SOCKET_LIMITS = { maxPayload: 16 * 1_024, maxFragments: 16 };

/** An account may have several screens on several devices; an office shares one address. */
const STREAM_LIMITS: StreamLimits = {
  perVisitor: 3,
  perAccount: 20,
  perAddress: 200,
  perCustomer: 3,
  perCustomers: 300,
};

/** Connections of one holder are counted together over all processes. */
type SlotHolder =
  | { kind: 'visitor'; address: string }
  | { kind: 'account'; userId: string }
  | { kind: 'customers'; userId: string };

/** Acquires one of the holder's slots over all processes; null if all are taken. */
export type AcquireSlot = (holder: SlotHolder) => Promise<{ release: () => Promise<void> } | null>;

/** A slot for one connection, or the reason of its refusal. */
type Admission = { release: () => void } | { refusal: string };

type LiveRoutesDeps = Pick<HubDeps, 'feeds' | 'findSession' | 'onAccessChange'> & {
  bus: TickBus;
  live: Live;
  db: Db;
  catalogue: Pick<Catalogue, 'resolve' | 'byId' | 'importedVersion'>;
  clock: SteadyClock;
  log: Logger;
  config: { publicUrl: string | null };
  /** The name of a caller's session or grant, as `findSession` takes it. */
  sessionIdOf: (user: CurrentUser) => string;
  /** Origins of other sites whose pages may open streams with tickets of their customers. */
  partnerOrigins?: readonly string[];
  /** Names this process among its replicas. */
  processId: string;
  acquireSlot?: AcquireSlot;
  streamLimits?: StreamLimits;
  channelLimits?: ChannelLimits;
};

type StreamDeps = LiveRoutesDeps & { knowCaller: Router['knowCaller']; budget: ChannelBudget };

/** Figures of the open streams of this process. */
export type LiveStreams = {
  size: () => number;
  /** Connections that count against limits, by holder. */
  held: () => ReadonlyMap<string, number>;
};

const streamQuery = z.strictObject({ ticket: z.string().min(1).max(100) });
const NO_TICKET = 'The ticket is not valid.';

/** Charges a caller for a connection; throws 429 with the time to wait. */
function chargeConnection(
  budget: ChannelBudget,
  caller: { user: CurrentUser | null; ip: string },
): void {
  const waitMs = budget.spend(callerName(caller), STREAM_COSTS.connection);
  if (waitMs === 0) return;
  const retryAfterSeconds = Math.ceil(waitMs / SECOND_MS);
  throw new AppError('RATE_LIMITED', `${TOO_OFTEN}.`, { retryAfterSeconds });
}

/** The session or grant of a stream: of its ticket, or of the access token or API key that programs send in a header. */
async function readHolder(deps: StreamDeps, request: FastifyRequest): Promise<string | null> {
  if (request.headers.authorization !== undefined) {
    const user = signedIn(await deps.knowCaller(request));
    assertGranted(user, createStreamTicket.scope);
    // A ticket is charged when it is issued.
    chargeConnection(deps.budget, { user, ip: request.ip });
    return deps.sessionIdOf(user);
  }
  const query = streamQuery.safeParse(request.query);
  const redeemed = query.success ? await redeemTicket(deps, query.data.ticket) : null;
  if (!redeemed) throw new AppError('UNAUTHORIZED', NO_TICKET);
  return redeemed.sessionId;
}

/** Authenticates the opening of a stream; refuses foreign origins and invalid tickets. */
async function readCaller(
  deps: StreamDeps,
  request: FastifyRequest,
  ownOrigins: () => readonly string[],
): Promise<Caller> {
  if (!request.ws) throw new AppError('BAD_REQUEST', 'A WebSocket is expected here.');
  const { origin } = request.headers;
  // Only browsers send an origin; for other programs the ticket suffices.
  const isKnown =
    origin === undefined || [ownOrigins(), deps.partnerOrigins ?? []].flat().includes(origin);
  if (!isKnown) {
    throw new AppError('FORBIDDEN', 'Forbidden. The origin is not allowed.');
  }
  const sessionId = await readHolder(deps, request);
  const user = sessionId === null ? null : await deps.findSession(sessionId);
  if (sessionId !== null && !user) throw new AppError('UNAUTHORIZED', NO_TICKET);
  return { sessionId, user, address: subscriberOf(request.ip) };
}

/**
 * Lets go of the request of an open stream. The library would keep it, with its headers and its reply, in the connection
 * and in its listener of errors, for as long as the stream lasts: some kilobytes a stream.
 */
function releaseRequest(
  { log }: Pick<StreamDeps, 'log'>,
  stream: WebSocket,
  { request, response }: { request: FastifyRequest; response: ServerResponse },
): void {
  const { socket } = request.raw;
  if (response.socket === socket) response.detachSocket(socket);
  stream.removeAllListeners('error');
  // An invalid frame is the client's mistake: it ends the stream and is logged for debugging only.
  stream.on('error', (error: Error) => {
    log.debug({ err: error }, 'a stream was broken');
    stream.terminate();
  });
}

/** Tickets for the live stream, and the stream itself. */
export function liveRoutes(router: Router, given: LiveRoutesDeps): LiveStreams {
  const { app, knowCaller } = router;
  const budget = createChannelBudget(given, given.channelLimits);
  const deps: StreamDeps = { ...given, knowCaller, budget };
  const { registry, board, timing, isOffline, onFeedState } = deps.live;
  const hub = new StreamHub({ ...deps, registry, board, timing, isOffline, onFeedState });
  const limits = createConnectionLimits(deps.acquireSlot, deps.streamLimits ?? STREAM_LIMITS);
  const ownOrigins = createPublicOrigins(deps.config.publicUrl, app.server);
  const admitted = new WeakMap<
    FastifyRequest,
    { caller: Caller; admission: Admission; response: ServerResponse }
  >();

  router.route(createStreamTicket, async (call) => {
    chargeConnection(budget, call);
    const { user } = call;
    return issueTicket(deps, user && deps.sessionIdOf(user));
  });
  app.get(
    STREAM_PATH,
    {
      websocket: true,
      preValidation: async (request, reply) => {
        const caller = await readCaller(deps, request, ownOrigins);
        const admission = await limits.acquire(caller);
        admitted.set(request, { caller, admission, response: reply.raw });
        if (!('release' in admission)) return;
        // Released with the TCP connection, as the handshake may still fail before a stream begins.
        const { socket } = request.raw;
        if (socket.destroyed) admission.release();
        else socket.once('close', admission.release);
      },
    },
    (socket, request) => {
      const arrival = admitted.get(request);
      if (!arrival) return socket.terminate();
      releaseRequest(deps, socket, { request, response: arrival.response });
      if ('refusal' in arrival.admission) hub.refuse(socket, arrival.admission.refusal);
      else hub.accept(socket, arrival.caller);
    },
  );
  app.addHook('preClose', async () => {
    budget.close();
    await hub.close();
  });
  return { size: () => hub.size, held: limits.counts };
}

/** The customer whose token has opened a stream; null for sessions, keys and visitors. */
const customerOf = ({ sessionId }: Caller): string | null =>
  (sessionId === null ? null : grantNamed(sessionId)?.customer) ?? null;

/** Counts connections in this process and, if `acquireSlot` is given, over all processes. */
function createConnectionLimits(acquireSlot: AcquireSlot | undefined, limits: StreamLimits) {
  const open = new Map<string, number>();

  function countsOf(caller: Caller): { key: string; max: number; refusal: string }[] {
    const { user, address } = caller;
    const ofAddress = (max: number) => ({
      key: `${user ? '' : 'visitor '}${address}`,
      max,
      refusal: `At most ${max} connections of one address`,
    });
    if (!user) return [ofAddress(limits.perVisitor)];
    const counted = (key: string, max: number, of: string) => ({
      key,
      max,
      refusal: `At most ${max} connections of ${of}`,
    });
    const customer = customerOf(caller);
    if (customer === null) {
      const ofAccount = counted(user._id, limits.perAccount, 'one account');
      return [ofAccount, ofAddress(limits.perAddress)];
    }
    return [
      counted(`${user._id} ${customer}`, limits.perCustomer, 'one customer'),
      counted(`${user._id} customers`, limits.perCustomers, 'the customers of one account'),
      ofAddress(limits.perAddress),
    ];
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
      const kind = customerOf(caller) === null ? 'account' : 'customers';
      const slot = await acquireSlot?.(
        user ? { kind, userId: user._id } : { kind: 'visitor', address },
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
