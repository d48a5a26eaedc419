import type { Logger } from 'pino';
import type { Db } from '../../db/index.ts';
import { within } from '../../deadline.ts';
import { FEED_GROUPS, type FeedGroup, groupKey, preferredProcess } from './feed-groups.ts';
import {
  type GroupTokens,
  register,
  releaseGroups,
  renew,
  type Seen,
  takeGroups,
  unregister,
} from './lease-store.ts';
import { runPeriodically } from './run-periodically.ts';
import type { LiveTiming } from './timing.ts';

/** The lease of a group of instruments that this process owns, with the tokens of everything it publishes and writes. */
export type Lease = GroupTokens & {
  /** False as soon as another process may own the group. */
  isHeld: () => boolean;
  /** The group may have had no reader for this long. */
  unreadMs: number;
};

export type LeaseDeps = {
  db: Db;
  clock: { monotonicMs: () => number };
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Names this process among its replicas. */
  processId: string;
  /** True if no other process can use the database: registrations of others are of processes that were killed. */
  isAlone: boolean;
};

type Held = GroupTokens & { end: () => Promise<void> };

/** Share of a lease within which the database must answer. */
const ANSWER_SHARE = 1 / 3;

/**
 * Registers this process and leases those groups whose preferred process it is. `lead` is called for each lease that is
 * taken; the function it returns is called when the lease is lost or to be given back, and must stop the reading of the
 * group first of all. Preferences only say which process asks for a group: a lease alone decides who owns it. A process
 * that cannot renew steps down before its leases end, so that a group never has two owners. Returns a function that stops
 * and gives everything back.
 */
export function holdLeases(
  deps: LeaseDeps,
  timing: Pick<LiveTiming, 'leaseMs' | 'renewMs'>,
  lead: (lease: Lease) => () => Promise<void>,
): () => Promise<void> {
  const { db, clock, log, processId } = deps;
  const { leaseMs, renewMs } = timing;
  const answerMs = leaseMs * ANSWER_SHARE;
  const held = new Map<string, Held>();
  let registrations = 0;
  let registrationId: string | null = null;
  let renewedMs = Number.NEGATIVE_INFINITY;
  /** The last time at which this process saw the leases of all others. */
  let seenMs = clock.monotonicMs();
  /** A time in which this process saw nothing, until the owners have settled after it. */
  let blind: { fromMs: number; settledMs: number } | null = null;
  const isRunning = () => clock.monotonicMs() < renewedMs + leaseMs;

  async function end(groups: readonly Held[]): Promise<void> {
    for (const each of groups) held.delete(groupKey(each));
    await Promise.all(groups.map((each) => each.end()));
  }

  async function stepDown(groups: readonly Held[], reason: string): Promise<void> {
    if (groups.length === 0) return;
    log.warn({ groups: groups.map(groupKey), reason }, 'feeds are no longer read here');
    await end(groups);
  }

  /**
   * From when on the groups may be unread. A renewal that was under way when the database stood still is carried out once it
   * goes on, for a process that has long stepped down: owners that are seen right after such a time prove nothing.
   */
  function knownFromMs(askedMs: number): number {
    const settledMs = askedMs + 2 * leaseMs;
    if (askedMs - seenMs > leaseMs) blind = { fromMs: blind?.fromMs ?? seenMs, settledMs };
    if (blind && askedMs > blind.settledMs) blind = null;
    return blind?.fromMs ?? seenMs;
  }

  /** Gives up everything; another registration cannot be mistaken for this one. */
  async function startOver(reason: string): Promise<string> {
    renewedMs = Number.NEGATIVE_INFINITY;
    await stepDown([...held.values()], reason);
    const formerId = registrationId;
    registrationId = null;
    registrations += 1;
    const id = `${processId} ${registrations}`;
    const options = { leaseMs, formerId, isAlone: deps.isAlone };
    await within(register(db, { id, processId }, options), answerMs);
    registrationId = id;
    return id;
  }

  function begin(tokens: GroupTokens, unreadMs: number): void {
    const key = groupKey(tokens);
    const isHeld = () => held.get(key)?.groupToken === tokens.groupToken && isRunning();
    const lease: Held = { ...tokens, end: async () => {} };
    held.set(key, lease);
    try {
      lease.end = lead({ ...tokens, isHeld, unreadMs });
    } catch (error) {
      held.delete(key);
      log.error({ err: error, group: key }, 'a feed could not be read');
    }
  }

  /** Ends the reading of groups whose leases others hold. */
  async function dropLost({ groups, feeds }: Seen): Promise<void> {
    const isOwn = ({ exchange, group, token, groupToken }: Held) =>
      feeds.some((feed) => feed.exchange === exchange && feed.token === token) &&
      groups.some(
        (each) =>
          each.owner === registrationId &&
          each.exchange === exchange &&
          each.group === group &&
          each.groupToken === groupToken,
      );
    const lost = [...held.values()].filter((each) => !isOwn(each));
    await stepDown(lost, 'their leases were lost');
  }

  /** Gives groups back that another process should read, and those whose lease this process did not learn of. */
  async function giveBack(id: string, { groups }: Seen, wanted: ReadonlySet<string>) {
    const surplus = [...held.values()].filter((each) => !wanted.has(groupKey(each)));
    if (surplus.length > 0) {
      log.info({ groups: surplus.map(groupKey) }, 'feeds are handed over');
      await end(surplus);
    }
    const given = groups.filter((each) => each.owner === id && !held.has(groupKey(each)));
    if (given.length > 0) await within(releaseGroups(db, id, given), answerMs);
  }

  async function take(
    id: string,
    { groups }: Seen,
    wanted: readonly FeedGroup[],
    unreadMs: number,
  ): Promise<void> {
    const owned = new Set(groups.flatMap((each) => (each.owner === null ? [] : [groupKey(each)])));
    const free = wanted.filter((each) => !owned.has(groupKey(each)));
    if (free.length === 0) return;
    const taken = await within(takeGroups(db, id, free, leaseMs), answerMs);
    for (const tokens of taken) begin(tokens, unreadMs);
  }

  async function follow(): Promise<void> {
    const id = registrationId ?? (await startOver('this process was not registered'));
    const askedMs = clock.monotonicMs();
    const seen = await within(renew(db, id, leaseMs), answerMs);
    if (!seen.isRegistered) {
      await startOver('the registration had ended');
      return;
    }
    renewedMs = askedMs;
    // A process that others saw until then ended at most a lease later.
    const unreadMs = askedMs - knownFromMs(askedMs) + 2 * leaseMs;
    seenMs = askedMs;
    const processIds = new Set([...seen.processIds, processId]);
    const wanted = FEED_GROUPS.filter((each) => preferredProcess(each, processIds) === processId);
    await dropLost(seen);
    await giveBack(id, seen, new Set(wanted.map(groupKey)));
    await take(id, seen, wanted, unreadMs);
  }

  let isFailing = false;
  async function round(): Promise<void> {
    try {
      await follow();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'the leases of feeds were not renewed');
      isFailing = true;
      const hasTimeForAnother = clock.monotonicMs() + renewMs + answerMs < renewedMs + leaseMs;
      if (hasTimeForAnother || held.size === 0) return;
      await stepDown([...held.values()], 'their leases could not be renewed');
    }
  }

  const onError = (error: unknown) => log.error({ err: error }, 'the renewal of leases failed');
  const stop = runPeriodically(renewMs, round, onError);
  return async () => {
    await stop();
    await end([...held.values()]);
    if (registrationId === null) return;
    await unregister(db, registrationId).catch((error: unknown) =>
      log.warn({ err: error }, 'leases not returned'),
    );
  };
}
