import { MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import { STREAM_CLOSE } from '@moneytrail/contract';
import PQueue from 'p-queue';
import type { StreamConnection, StreamUser } from './connection.ts';

export type StreamRightsDeps = {
  /** The user of a session with current rights; null if the session has ended. */
  findSession: (sessionId: string) => Promise<StreamUser | null>;
  monotonicMs: () => number;
  log: { error: (detail: Record<string, unknown>, message: string) => void };
  /** Every session is checked again after this time, even without an announced change. */
  recheckMs: number;
};

type Session = {
  id: string;
  connections: Set<StreamConnection>;
  /** The ids that index a session: its user's and, for a sub-user, the main account's. */
  userIds: readonly string[];
  checkedMs: number;
  /** A check is due and has not begun yet. */
  isStale: boolean;
  /** Begin of the oldest unsuccessful check, and of one for an announced change; null if there is none. */
  dueSinceMs: number | null;
  announcedSinceMs: number | null;
  isChecking: boolean;
};

const MOST_CHECKS_AT_ONCE = 32;
const CHECK_TIMEOUT_MS = 5_000;
/** Regular checks per sweep, so that ten thousand sessions are spread over time. */
const MOST_DUE_A_SWEEP = 200;
/** Streams end if an announced change cannot be read for this long, as it may have revoked their rights. */
const MOST_ANNOUNCED_MS = 8 * SECOND_MS;
/** Rights that cannot be read stay valid for this long, as for other requests. */
const LAST_KNOWN_MS = MINUTE_MS;
const UNREADABLE = 'The rights cannot be checked at the moment';

/** Checks the sessions behind open streams, regularly and when rights change. */
export class StreamRights {
  readonly #deps: StreamRightsDeps;
  /** Least recently checked first. */
  readonly #sessions = new Map<string, Session>();
  readonly #byUser = new Map<string, Set<Session>>();
  readonly #stale = new Set<Session>();
  readonly #queue = new PQueue({ concurrency: MOST_CHECKS_AT_ONCE });

  constructor(deps: StreamRightsDeps) {
    this.#deps = deps;
  }

  /** Follows the rights of a connection. They are checked at once, as a change may have gone unnoticed. */
  add(connection: StreamConnection): void {
    const { sessionId, user } = connection.caller;
    if (sessionId === null || !user) return;
    const session = this.#sessions.get(sessionId) ?? this.#open(sessionId);
    session.connections.add(connection);
    this.#index(session, user);
    this.#markStale(session);
  }

  remove(connection: StreamConnection): void {
    const session = this.#sessions.get(connection.caller.sessionId ?? '');
    if (!session?.connections.delete(connection) || session.connections.size > 0) return;
    this.#sessions.delete(session.id);
    this.#stale.delete(session);
    this.#index(session, null);
  }

  /** A main account's rights apply to its sub-users too. */
  accessChanged(userIds: readonly string[]): void {
    for (const userId of userIds) {
      for (const session of this.#byUser.get(userId) ?? []) {
        session.announcedSinceMs ??= this.#deps.monotonicMs();
        this.#markStale(session);
      }
    }
  }

  /** Repeats failed checks, starts a bounded number of due ones, and ends streams whose rights were unreadable for too long. */
  sweep(): void {
    const dueMs = this.#deps.monotonicMs() - this.#deps.recheckMs;
    let left = MOST_DUE_A_SWEEP;
    for (const session of this.#sessions.values()) {
      if (left === 0 || session.checkedMs > dueMs) break;
      left -= 1;
      this.#markStale(session);
    }
    for (const session of this.#stale) {
      if (this.#isUnreadable(session)) this.#end(session);
      else this.#check(session);
    }
  }

  close(): void {
    this.#queue.clear();
    this.#sessions.clear();
    this.#byUser.clear();
    this.#stale.clear();
  }

  #open(id: string): Session {
    const session: Session = {
      id,
      connections: new Set(),
      userIds: [],
      checkedMs: this.#deps.monotonicMs(),
      isStale: false,
      dueSinceMs: null,
      announcedSinceMs: null,
      isChecking: false,
    };
    this.#sessions.set(id, session);
    return session;
  }

  #index(session: Session, user: StreamUser | null): void {
    for (const userId of session.userIds) {
      const indexed = this.#byUser.get(userId);
      indexed?.delete(session);
      if (indexed?.size === 0) this.#byUser.delete(userId);
    }
    session.userIds = user ? [user._id, user.parentUserId].filter((id) => id != null) : [];
    for (const userId of session.userIds) {
      this.#byUser.set(userId, (this.#byUser.get(userId) ?? new Set()).add(session));
    }
  }

  #markStale(session: Session): void {
    session.isStale = true;
    this.#stale.add(session);
    // Moved to the end of the order, as it is checked now.
    session.checkedMs = this.#deps.monotonicMs();
    session.dueSinceMs ??= session.checkedMs;
    this.#sessions.delete(session.id);
    this.#sessions.set(session.id, session);
    this.#check(session);
  }

  #check(session: Session): void {
    if (session.isChecking) return;
    session.isChecking = true;
    const read = async () => {
      session.isStale = false;
      const beganMs = this.#deps.monotonicMs();
      return { user: await this.#deps.findSession(session.id), beganMs };
    };
    this.#queue
      .add(read, { timeout: CHECK_TIMEOUT_MS })
      .then(({ user, beganMs }) => this.#apply(session, user, beganMs))
      // It stays stale, so the next sweep checks again.
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'rights were not checked'))
      .finally(() => {
        session.isChecking = false;
      });
  }

  #isUnreadable({ dueSinceMs, announcedSinceMs }: Session): boolean {
    const nowMs = this.#deps.monotonicMs();
    return (
      nowMs - (announcedSinceMs ?? nowMs) >= MOST_ANNOUNCED_MS ||
      nowMs - (dueSinceMs ?? nowMs) >= LAST_KNOWN_MS
    );
  }

  #end(session: Session): void {
    for (const connection of session.connections) {
      connection.end(STREAM_CLOSE.goingAway, UNREADABLE);
      this.remove(connection);
    }
  }

  #apply(session: Session, user: StreamUser | null, beganMs: number): void {
    // A change during the check leaves the session stale for the next sweep.
    if (!session.isStale) this.#stale.delete(session);
    session.dueSinceMs = session.isStale ? beganMs : null;
    if (session.announcedSinceMs !== null) session.announcedSinceMs = session.dueSinceMs;
    if (session.connections.size > 0) this.#index(session, user);
    for (const connection of session.connections) connection.applyRights(user);
  }
}
