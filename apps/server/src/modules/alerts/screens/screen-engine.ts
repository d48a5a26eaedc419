import { SECOND_MS } from '@moneytrail/calendar';
import {
  type SavedScreen,
  type SnapshotResolution,
  studyFiguresOf,
  studyOf,
} from '@moneytrail/contract';
import type { Logger } from 'pino';
import { ACCESS_CHANGED, ALERT_FIRED, ALERTS_CHANGED, type TickBus } from '../../../bus/index.ts';
import type { Db } from '../../../db/index.ts';
import { inSlices } from '../../../in-slices.ts';
import type { Jobs } from '../../../jobs/index.ts';
import { entitlement, rightsVersion } from '../../access/index.ts';
import { findSignedIn } from '../../accounts/index.ts';
import { isNewestLease, type Lease, type Live } from '../../live/index.ts';
import type { createScreenTable, TableRow } from '../../screener/index.ts';
import { lockInOrder, pauseActive, pauseUnreadable } from '../alert-states.ts';
import type { AlertRow } from '../alert-store.ts';
import { enqueueWays } from '../deliver/delivery-jobs.ts';
import {
  type NewFiring,
  NotOwner,
  type StoredFiring,
  tellFirings,
} from '../engine/store-firings.ts';
import { mayScreen } from '../keep-rights.ts';
import {
  findHeads,
  readScreenAlerts,
  type ScreenAlertHead,
  type StoredScreenAlert,
  saveMembers,
} from './screen-alert-store.ts';
import { firingsOf } from './screen-firings.ts';
import {
  createLooks,
  createTableFollower,
  isBetweenBars,
  membersHash,
  NO_CHANGE,
  type TableChange,
} from './screen-looks.ts';
import {
  type MembersState,
  NO_MEMBERS,
  ScreenMembers,
  type Seen,
  type Telling,
} from './screen-members.ts';

type Owner = Awaited<ReturnType<typeof findSignedIn>>[number];

type Deps = {
  db: Db;
  bus: Pick<TickBus, 'publish' | 'subscribe'>;
  jobs: Pick<Jobs, 'enqueue'>;
  clock: { now: () => number };
  log: Pick<Logger, 'warn'>;
  live: Pick<Live, 'leaseOf'>;
  screenTable: Pick<ReturnType<typeof createScreenTable>, 'current'>;
  /** Has the studies of screens computed, also those of more than an account may ask for: its alerts are few. */
  studyFigures: {
    ask: (
      studies: readonly { study: string; resolution: SnapshotResolution }[],
      by: { userId: string; isBounded: false },
    ) => Promise<void>;
  };
  timing?: { roundMs?: number; saveMs?: number };
};

/** One process evaluates all screens, as their instruments are of all feeds: the one that reads this group of a feed. */
const EVALUATOR = { exchange: 'FMP', id: 0 } as const;
const ROUND_MS = SECOND_MS;
/** A change of rights is announced; one that time brings about is found by then, and before anything is told. */
const REVIEW_MS = 30 * SECOND_MS;
/** Changes of members that fire nothing are stored after this time. */
const SAVE_MS = 10 * SECOND_MS;
const OWNERS_AT_ONCE = 500;
const READ_AT_ONCE = 100;

type Watched = {
  row: AlertRow;
  screen: SavedScreen;
  hash: string;
  members: ScreenMembers;
  /** The version of the stored members; null for none. */
  version: number | null;
  savedMs: number;
  /** Members that are to be stored. */
  unsaved: MembersState | null;
  /** Every instrument is to be looked at, not only those that have changed. */
  isWhole: boolean;
};

type KnownOwner = { user: Owner; rights: string };

const uncounted = (id: number): Seen => ({
  id,
  standing: 'uncounted',
  barTime: 0,
  closedAtMs: 0,
});

/** Rows whose studies are those of their closed bars; others stand as they stood. */
const settledOf = (rows: readonly TableRow[], question: SavedScreen['question']) =>
  rows.filter((row) => !isBetweenBars(row, question));

const studiesOf = ({ screen }: Watched) =>
  studyFiguresOf(screen.question).map(({ figure, resolution }) => ({
    study: studyOf(figure),
    resolution,
  }));

/**
 * Evaluates the alerts on saved screens, in rounds. An instrument whose stored figures have changed is compared with each
 * question once, and with the members of each alert. A firing is stored in one transaction with the members after it, over
 * the version of those before, so that it happens once whatever process ends; changes meanwhile are found by comparing all
 * instruments with the stored members.
 */
export function createScreenEngine(deps: Deps) {
  const { db, bus, clock, log, live } = deps;
  const { roundMs = ROUND_MS, saveMs = SAVE_MS } = deps.timing ?? {};
  const watched = new Map<number, Watched>();
  const owners = new Map<string, KnownOwner>();
  /** Whether rights allow an instrument, by both. */
  const allowed = new Map<string, Map<number, boolean>>();
  const follower = createTableFollower();
  let lease: Lease | null = null;
  let reviewedMs = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;
  let isWanted = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const unsubscribes = [
    bus.subscribe(ALERTS_CHANGED, () => wake()),
    bus.subscribe(ACCESS_CHANGED, ({ userId }) => {
      if (owners.has(userId)) reviewedMs = Number.NEGATIVE_INFINITY;
    }),
  ];

  function wake(): void {
    isWanted = true;
    if (isStopped || running) return;
    clearTimeout(timer);
    running = rounds().finally(() => {
      running = null;
      if (!isStopped) timer = setTimeout(wake, roundMs);
    });
  }

  async function rounds(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false;
      await round().catch((error: unknown) =>
        log.warn({ err: error }, 'alerts on screens were not evaluated'),
      );
    }
  }

  async function round(): Promise<void> {
    const present = live.leaseOf(EVALUATOR) ?? null;
    const isSame = present?.token === lease?.token && present?.groupToken === lease?.groupToken;
    // Another process may have changed the stored members.
    if (!isSame || !present) forgetAll();
    lease = present;
    if (!present) return;
    await readChanges();
    if (watched.size === 0) return;
    await reviewOwners();
    for (const each of watched.values()) {
      await deps.studyFigures.ask(studiesOf(each), { userId: each.row.user_id, isBounded: false });
    }
    const change = follower.take(await deps.screenTable.current());
    if (change.isOfInstruments) forgetAllowed();
    await inSlices(look(change), undefined);
    await reviewTold();
    for (const each of [...watched.values()]) {
      if (isStopped) return;
      await store(each, present);
    }
  }

  function forgetAll(): void {
    watched.clear();
    owners.clear();
  }

  /** Instruments may be allowed to others from now on. */
  function forgetAllowed(): void {
    allowed.clear();
    for (const each of watched.values()) each.isWhole = true;
  }

  async function readChanges(): Promise<void> {
    const heads = await findHeads(db, clock.now());
    const present = new Map(heads.map((head) => [head.id, head]));
    for (const id of watched.keys()) if (!present.has(id)) watched.delete(id);
    const homeless = heads.filter((head) => head.screen_revision === null);
    await pauseActive(db, homeless, 'noScreen');
    const changed = heads.filter((head) => head.screen_revision !== null && !isKnown(head));
    for (let from = 0; from < changed.length; from += READ_AT_ONCE) {
      const ids = changed.slice(from, from + READ_AT_ONCE).map(({ id }) => id);
      const { alerts, unreadable } = await readScreenAlerts(db, ids);
      for (const id of ids) watched.delete(id);
      for (const alert of alerts) watch(alert);
      await pauseUnreadable(db, unreadable);
    }
    const used = new Set([...watched.values()].map(({ row }) => row.user_id));
    for (const userId of owners.keys()) if (!used.has(userId)) owners.delete(userId);
    await refreshOwners([...used].filter((userId) => !owners.has(userId)));
  }

  function isKnown({ id, activation, revision, screen_revision }: ScreenAlertHead): boolean {
    const known = watched.get(id);
    return (
      known?.row.activation === activation &&
      known.row.revision === revision &&
      known.screen.revision === screen_revision
    );
  }

  /** Members of another activation or question are not those of this one: the first look is their beginning. */
  function watch({ row, screen, members }: StoredScreenAlert): void {
    const hash = membersHash(screen.question);
    const isOwn = members?.activation === row.activation && members.questionHash === hash;
    const event = row.definition.screen?.event ?? 'enters';
    watched.set(row.id, {
      row,
      screen,
      hash,
      members: new ScreenMembers(event, isOwn ? members.state : NO_MEMBERS),
      version: members?.version ?? null,
      savedMs: isOwn ? clock.now() : Number.NEGATIVE_INFINITY,
      unsaved: null,
      isWhole: true,
    });
  }

  async function reviewOwners(): Promise<void> {
    const nowMs = clock.now();
    if (Math.abs(nowMs - reviewedMs) < REVIEW_MS) return;
    reviewedMs = nowMs;
    await refreshOwners([...owners.keys()]);
  }

  /** The rights are those of the moment at which something is told. */
  async function reviewTold(): Promise<void> {
    const telling = [...watched.values()].filter(({ members }) => members.isPending);
    if (telling.length === 0) return;
    await refreshOwners([...new Set(telling.map(({ row }) => row.user_id))]);
    await inSlices(look(NO_CHANGE), undefined);
  }

  /** Reads the rights of accounts; alerts of those that may not use the screener are paused. */
  async function refreshOwners(userIds: readonly string[]): Promise<void> {
    const nowMs = clock.now();
    for (let from = 0; from < userIds.length; from += OWNERS_AT_ONCE) {
      const ids = userIds.slice(from, from + OWNERS_AT_ONCE);
      const found = await findSignedIn(db, ids, nowMs);
      const able = new Map(found.filter(mayScreen).map((user) => [user._id, user]));
      await pauseAllOf(ids.filter((id) => !able.has(id)));
      for (const [userId, user] of able) {
        const rights = rightsVersion(user, nowMs);
        if (owners.get(userId)?.rights !== rights) {
          for (const each of watched.values()) {
            if (each.row.user_id === userId) each.isWhole = true;
          }
        }
        owners.set(userId, { user, rights });
      }
    }
  }

  async function pauseAllOf(userIds: readonly string[]): Promise<void> {
    if (userIds.length === 0) return;
    const lost = [...watched.values()].filter(({ row }) => userIds.includes(row.user_id));
    await pauseActive(
      db,
      lost.map(({ row }) => row),
      'noRight',
    );
    for (const { row } of lost) watched.delete(row.id);
    for (const userId of userIds) owners.delete(userId);
  }

  function mayOwnerSee({ user, rights }: KnownOwner, { instrument }: TableRow): boolean {
    const byInstrument = allowed.get(rights) ?? new Map<number, boolean>();
    allowed.set(rights, byInstrument);
    const known = byInstrument.get(instrument.id);
    if (known !== undefined) return known;
    const isAllowed = entitlement(user, instrument, clock.now()).allowed;
    byInstrument.set(instrument.id, isAllowed);
    return isAllowed;
  }

  /** Where an instrument stands for an alert. */
  function seenOf(
    { screen, hash }: Watched,
    owner: KnownOwner,
    { row, lookAt }: { row: TableRow; lookAt: ReturnType<typeof createLooks> },
  ): Seen {
    const { id } = row.instrument;
    const found = mayOwnerSee(owner, row) ? lookAt(row, screen.question, hash) : null;
    if (!found) return uncounted(id);
    const { isInside, barTime, closedAtMs } = found;
    return { id, standing: isInside ? 'inside' : 'outside', barTime, closedAtMs };
  }

  /** One step for each alert. */
  function* look(change: TableChange): Generator<void, void> {
    const nowMs = clock.now();
    const lookAt = createLooks();
    for (const each of [...watched.values()]) {
      const owner = owners.get(each.row.user_id);
      if (!owner) continue;
      const { members, isWhole } = each;
      const isGone = (id: number) => !follower.rowOf(id);
      const gone = isWhole ? [...members.countedIds()].filter(isGone) : change.goneIds;
      for (const id of gone) members.look(uncounted(id), nowMs);
      const rows = isWhole ? follower.all() : change.rows;
      for (const row of settledOf(rows, each.screen.question)) {
        members.look(seenOf(each, owner, { row, lookAt }), nowMs);
      }
      each.isWhole = false;
      yield;
    }
  }

  /** Stores what is to be told with the members after it, or these alone once they are due. */
  async function store(each: Watched, held: Lease): Promise<void> {
    const nowMs = clock.now();
    const telling = each.members.tell(nowMs);
    each.unsaved = each.members.takeState() ?? each.unsaved;
    const isDue = telling !== null || Math.abs(nowMs - each.savedMs) >= saveMs;
    if (!each.unsaved || !isDue) return;
    const stored = await save(each, each.unsaved, { telling, held, nowMs }).catch(
      (error: unknown) => {
        log.warn({ err: error, alert: each.row.id }, 'an alert on a screen was not stored');
        return null;
      },
    );
    if (!stored) {
      // It is read again, and what was to be told is found again.
      watched.delete(each.row.id);
      return;
    }
    each.version = (each.version ?? 0) + 1;
    each.unsaved = null;
    each.savedMs = nowMs;
    for (const { userId, id } of stored) bus.publish(ALERT_FIRED, { userId, id });
  }

  async function save(
    each: Watched,
    state: MembersState,
    { telling, held, nowMs }: { telling: Telling | null; held: Lease; nowMs: number },
  ): Promise<StoredFiring[]> {
    const { row, version, hash: questionHash } = each;
    const named = { rowOf: follower.rowOf, version: version ?? 0, nowMs };
    const firings: NewFiring[] = telling ? firingsOf(each, telling, named) : [];
    return await db.transaction().execute(async (trx) => {
      if (!(await isNewestLease(trx, held))) throw new NotOwner('another process has the lease');
      await lockInOrder(trx, [row.id]);
      if (!(await saveMembers(trx, row, { version, questionHash, state }))) {
        throw new NotOwner('another process has stored the members');
      }
      const batch = { firings, nowMs };
      return tellFirings(trx, batch, (within, ways) => enqueueWays(deps.jobs, within, ways));
    });
  }

  return {
    start(): void {
      wake();
    },
    /** Resolves once nothing is evaluated any more; changes that fired nothing and are not stored are found again. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      for (const unsubscribe of unsubscribes) unsubscribe();
      await running;
    },
  };
}
