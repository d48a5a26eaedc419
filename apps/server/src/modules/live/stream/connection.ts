import { type Resolution, resolutionByName } from '@moneytrail/calendar';
import {
  AppError,
  STREAM_CLOSE,
  type StreamChannel,
  type StreamRequest,
  streamRequest,
} from '@moneytrail/contract';
import { callerName } from '../../../http/caller-budget.ts';
import { parseInWords } from '../../../http/problem-words.ts';
import type { SteadyClock } from '../../../steady-clock.ts';
import { type AccessUser, assertEntitled, entitlement, rightsVersion } from '../../access/index.ts';
import { type Catalogue, type Instrument, supportedResolutions } from '../../catalogue/index.ts';
import type { LiveTiming } from '../timing.ts';
import { type ChannelBudget, STREAM_COSTS } from './channel-budget.ts';
import type { SocketWriter } from './outbound.ts';
import { type OutboundDeps, OutboundUpdates } from './outbound.ts';

export type ConnectionDeps = OutboundDeps & {
  catalogue: Pick<Catalogue, 'resolve' | 'byId' | 'importedVersion'>;
  budget: Pick<ChannelBudget, 'spend'>;
  clock: Pick<SteadyClock, 'now' | 'monotonicMs'>;
  log: { error: (detail: Record<string, unknown>, message: string) => void };
  timing: Pick<LiveTiming, 'idleMs' | 'reviewMs'>;
};

/** The owner of a connection; session and user are null for an anonymous visitor. */
export type Caller = { sessionId: string | null; user: StreamUser | null; address: string };

/** A user whose rights a stream follows. */
export type StreamUser = AccessUser & { _id: string };

const MOST_CHANNELS = 32;
/** Characters of a name that a refusal repeats. */
const LONGEST_NAMED = 20;
/** The reason of a close, for people. */
export const TOO_OFTEN = 'Charts were changed too often. Please wait a minute';
/** Requests that wait for the one before them. */
const MOST_WAITING = 20;

function failureOf(error: unknown): { code: string; message: string } {
  return error instanceof AppError
    ? { code: error.code, message: error.message }
    : { code: 'INTERNAL', message: 'Unexpected error. Please try again later.' };
}

const tooManyChannels = () =>
  new AppError('BAD_REQUEST', `At most ${MOST_CHANNELS} channels fit one connection`);

function keyOf(instrument: Instrument, resolution: string): string {
  return `${instrument.id} ${resolution}`;
}

function readRequest(text: string): StreamRequest | { problem: string } {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return { problem: 'Bad message: not JSON' };
  }
  const parsed = parseInWords(streamRequest, message, 'message');
  return parsed.ok ? parsed.value : { problem: `Bad message: ${parsed.problem}` };
}

/** The resolution that a channel names; throws `BAD_REQUEST` if the instrument does not have it. */
function resolutionOf(instrument: Instrument, { symbol, resolution }: StreamChannel): Resolution {
  const offered = supportedResolutions(instrument);
  const found = resolutionByName(resolution);
  if (found && offered.includes(found)) return found;
  const asked = resolution.slice(0, LONGEST_NAMED);
  throw new AppError(
    'BAD_REQUEST',
    `${symbol} has no resolution ${asked}; it has ${offered.join(', ')}`,
  );
}

/** One browser's stream: handles its requests and applies its rights. */
export class StreamConnection {
  readonly #deps: ConnectionDeps;
  readonly #writer: SocketWriter;
  readonly outbound: OutboundUpdates;
  /** The last version sent; null until the rights were checked on this connection. */
  #rights: string | null = null;
  #caller: Caller;
  /** The watched instruments that exist, also those that are locked at present. */
  #watched: readonly Instrument[] = [];
  /** The ids of those that are sent; null before the first time. */
  #watchedIds: string | null = null;
  #isClosed = false;
  /** Requests are handled one after another, so that the last request for a channel wins. */
  #answered: Promise<void> = Promise.resolve();
  #waitingCount = 0;
  #activeMs: number;
  #reviewedMs: number;

  constructor(deps: ConnectionDeps, writer: SocketWriter, caller: Caller) {
    this.#deps = deps;
    this.#writer = writer;
    this.outbound = new OutboundUpdates(deps, writer);
    this.#caller = caller;
    this.#activeMs = deps.clock.monotonicMs();
    this.#reviewedMs = this.#activeMs;
  }

  get caller(): Caller {
    return this.#caller;
  }

  /** Handles a message of the browser; an invalid one ends the connection. Never throws. */
  receive(text: string): void {
    if (this.#isClosed) return;
    this.#activeMs = this.#deps.clock.monotonicMs();
    // A client that sends but does not read would fill the buffer with refusals.
    if (this.#writer.isFull()) this.#writer.terminate();
    else if (this.#waitingCount >= MOST_WAITING) {
      this.end(STREAM_CLOSE.badMessage, 'Too many messages');
    } else if (this.#spend(STREAM_COSTS.message)) this.#enqueue(text);
  }

  /** Charges for a ping, or a pong that answers none: browsers send neither. */
  receiveControl(): void {
    if (!this.#isClosed) this.#spend(STREAM_COSTS.message);
  }

  #enqueue(text: string): void {
    this.#waitingCount += 1;
    this.#answered = this.#answered
      .then(() => this.#answer(text))
      .catch((error: unknown) => {
        this.#deps.log.error({ err: error }, 'a stream message was not answered');
        this.#writer.terminate();
      })
      .finally(() => {
        this.#waitingCount -= 1;
      });
  }

  /** Spends the caller's budget; a caller without enough of it loses the connection. */
  #spend(units: number): boolean {
    const { user, address } = this.#caller;
    const isEnough = this.#deps.budget.spend(callerName({ user, ip: address }), units) === 0;
    if (!isEnough) this.end(STREAM_CLOSE.tooOften, TOO_OFTEN);
    return isEnough;
  }

  /** Closes channels that the user may no longer see, and sends changed rights; null means that the session has ended. */
  applyRights(user: StreamUser | null): void {
    if (!user) {
      this.end(STREAM_CLOSE.sessionEnded, 'Session ended');
      return;
    }
    this.#caller = { ...this.#caller, user };
    for (const [key, { instrument, asked }] of this.outbound.channels) {
      try {
        const current = this.#deps.catalogue.byId(instrument.id) ?? instrument;
        assertEntitled(user, current, this.#deps.clock.now());
      } catch (error) {
        this.outbound.end(key);
        this.#refuse(asked, error);
      }
    }
    this.#applyWatch();
    const ofUser = rightsVersion(user, this.#deps.clock.now());
    const version = `${ofUser}${this.#deps.catalogue.importedVersion()}`;
    if (version === this.#rights) return;
    this.#rights = version;
    this.outbound.rightsChanged(version);
  }

  /**
   * Periodically applies the known rights to the present time, as a subscription may have expired, or an administrator
   * may have changed who sees an imported instrument.
   */
  reviewRights(nowMs: number): void {
    if (nowMs - this.#reviewedMs < this.#deps.timing.reviewMs) return;
    this.#reviewedMs = nowMs;
    const { user } = this.#caller;
    if (user && this.#rights !== null) this.applyRights(user);
  }

  /** Ends a connection without subscriptions and messages. */
  endIfIdle(nowMs: number): void {
    const { channels } = this.outbound;
    const isIdle =
      channels.size === 0 &&
      !this.outbound.isWatching &&
      nowMs - this.#activeMs >= this.#deps.timing.idleMs;
    if (isIdle) this.end(STREAM_CLOSE.idle, 'Nothing is subscribed');
  }

  /** Starts to close the connection; nothing more is sent. */
  end(code: number, reason: string): void {
    this.close();
    this.#writer.close(code, reason);
  }

  /** Closes every channel; the socket is closed or closing. */
  close(): void {
    this.#isClosed = true;
    this.outbound.close();
  }

  #refuse(channel: StreamChannel, error: unknown): void {
    if (!(error instanceof AppError)) {
      this.#deps.log.error({ err: error }, 'a subscription failed');
    }
    this.#writer.send({ type: 'refused', ...channel, ...failureOf(error) });
  }

  async #answer(text: string): Promise<void> {
    if (this.#isClosed) return;
    const request = readRequest(text);
    if ('problem' in request) return this.end(STREAM_CLOSE.badMessage, request.problem);
    if (request.type === 'watch') return await this.#setWatched(request.symbols);
    if (!this.#spend(request.channels.length * STREAM_COSTS.channel)) return;
    for (const channel of request.channels) {
      if (this.#isClosed) return;
      if (request.type === 'subscribe') await this.#subscribe(channel);
      else await this.#unsubscribe(channel);
    }
  }

  async #setWatched(symbols: readonly string[]): Promise<void> {
    if (!this.#spend(Math.ceil(symbols.length * STREAM_COSTS.watched))) return;
    const found = new Map<number, Instrument>();
    for (const symbol of symbols) {
      const instrument = await this.#deps.catalogue.resolve(symbol).catch(() => null);
      if (instrument) found.set(instrument.id, instrument);
    }
    this.#watched = [...found.values()];
    this.#watchedIds = null;
    if (!this.#isClosed) this.#applyWatch();
  }

  /** Watches the instruments that the caller may see now; the others get nothing. */
  #applyWatch(): void {
    const entitled = this.#watched.flatMap(({ id }) => {
      const current = this.#deps.catalogue.byId(id);
      return current && this.#maySee(current) ? [current] : [];
    });
    const ids = entitled.map(({ id }) => id).join(' ');
    if (ids === this.#watchedIds) return;
    this.#watchedIds = ids;
    this.outbound.watch(entitled);
  }

  #maySee(instrument: Instrument): boolean {
    return entitlement(this.#caller.user, instrument, this.#deps.clock.now()).allowed;
  }

  async #subscribe(asked: StreamChannel): Promise<void> {
    try {
      const instrument = await this.#deps.catalogue.resolve(asked.symbol);
      assertEntitled(this.#caller.user, instrument, this.#deps.clock.now());
      const resolution = resolutionOf(instrument, asked);
      const key = keyOf(instrument, resolution);
      if (this.#isClosed) return;
      if (this.outbound.channels.has(key)) return this.outbound.rename(key, asked);
      if (this.outbound.channels.size >= MOST_CHANNELS) throw tooManyChannels();
      // A series that is read already, for this caller or for others, costs nothing new.
      const isKnown = this.#deps.registry.has(instrument, resolution);
      if (!isKnown && !this.#spend(STREAM_COSTS.newChannel)) return;
      this.outbound.open(key, instrument, resolution, asked);
    } catch (error) {
      this.#refuse(asked, error);
    }
  }

  async #unsubscribe(asked: StreamChannel): Promise<void> {
    const instrument = await this.#deps.catalogue.resolve(asked.symbol).catch(() => null);
    const resolution = resolutionByName(asked.resolution);
    if (instrument && resolution) this.outbound.end(keyOf(instrument, resolution));
  }
}
