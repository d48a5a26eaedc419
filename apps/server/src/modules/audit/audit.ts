import { hkdfSync } from 'node:crypto';
import {
  AUDIT_DAMAGES,
  type AuditCheck,
  type AuditPage,
  checkAudit,
  getAuditCheck,
  listAudit as listAuditEndpoint,
} from '@moneytrail/contract';
import * as z from 'zod/mini';
import type { Db, Trx } from '../../db/index.ts';
import { readPage } from '../../http/page.ts';
import type { Router } from '../../http/route.ts';
import type { Log } from '../../log.ts';
import {
  appendToChain,
  type ChainCheck,
  checkChain,
  isWrittenWith,
  removeAgedFromChain,
} from './chain.ts';
import type { AuditEntry } from './entry.ts';
import { createRepeatedEntries } from './repeated-entries.ts';
import { type AuditQuestion, findCheck, listEntries, type NamedEntry, saveCheck } from './store.ts';

type Deps = {
  db: Db;
  clock: { now: () => number };
  log: Pick<Log, 'error'>;
  /** The installation's secret, which signs entries against forgery. */
  secret: string;
};

/** The append-only audit log, chained by HMACs. */
export type Audit = ReturnType<typeof createAudit>;

/** Opens the audit log; writes nothing until the first entry. */
export function createAudit({ db, clock, log, secret }: Deps) {
  const key = new Uint8Array(hkdfSync('sha256', secret, 'moneytrail', 'audit chain', 32));
  const append = (trx: Trx, entry: AuditEntry): Promise<void> =>
    appendToChain(trx, key, { entry, atMs: clock.now() });
  const record = (entry: AuditEntry): Promise<void> =>
    db.transaction().execute((trx) => append(trx, entry));
  return {
    /** Adds an entry in the transaction of the change it describes. Call it last. */
    append,
    /** Adds an entry without a change, in a separate transaction. */
    record,
    /** Entries that may come in floods. */
    repeated: createRepeatedEntries({ record, clock, log }),
    list: (question: AuditQuestion) => listAudit(db, question),
    check: () => checkChain(db, key),
    /** Whether the secret is the one that wrote the log. */
    isOwnSecret: () => isWrittenWith(db, key),
    /** Checks the chain and stores the result for `lastCheck`. */
    checkAndKeep: async (): Promise<ChainCheck> => {
      const check = await checkChain(db, key);
      await keepCheck(db, check, clock.now());
      return check;
    },
    /** The same, as it is stored. */
    checkNow: async (): Promise<AuditCheck> => {
      await keepCheck(db, await checkChain(db, key), clock.now());
      const kept = await readLastCheck(db);
      if (!kept) throw new Error('the result of the check was not stored');
      return kept;
    },
    lastCheck: () => readLastCheck(db),
    /** Removes entries older than 24 months. */
    removeAged: () => db.transaction().execute((trx) => removeAgedFromChain(trx, key)),
  };
}

const damages = z.array(z.strictObject({ kind: z.enum(AUDIT_DAMAGES), seq: z.int() }));

function keepCheck(db: Db, check: ChainCheck, nowMs: number): Promise<void> {
  const { checkedEntries, damages } = check;
  return saveCheck(db, {
    checked_at_ms: nowMs,
    checked_entries: checkedEntries,
    damages: JSON.stringify(damages),
  });
}

/** The last stored result; null before the first check. */
async function readLastCheck(db: Db): Promise<AuditCheck | null> {
  const stored = await findCheck(db);
  if (!stored) return null;
  const found = damages.parse(JSON.parse(stored.damages));
  return {
    checkedAt: new Date(stored.checked_at_ms).toISOString(),
    isIntact: found.length === 0,
    checkedEntries: stored.checked_entries,
    damages: found,
  };
}

const details = z.record(z.string(), z.unknown());

const detailsOf = (column: string | null) =>
  column === null ? null : details.parse(JSON.parse(column));

function present(entry: NamedEntry): AuditPage['entries'][number] {
  return {
    seq: entry.seq,
    at: new Date(entry.at_ms).toISOString(),
    action: entry.action,
    actorId: entry.actor_id,
    actorName: entry.actor_name,
    subjectId: entry.subject_id,
    subjectName: entry.subject_name,
    before: detailsOf(entry.before),
    after: detailsOf(entry.after),
    reason: entry.reason,
    address: entry.address,
    deviceId: entry.device_id,
    requestId: entry.request_id,
  };
}

/** One page of matching entries, newest first. */
async function listAudit(db: Db, question: AuditQuestion): Promise<AuditPage> {
  const { rows, nextCursor } = await readPage(question, {
    place: z.int(),
    placeOf: ({ seq }: NamedEntry) => seq,
    read: (after, most) => listEntries(db, question, after, most),
  });
  return { entries: rows.map(present), nextCursor };
}

/** Registers the audit log's endpoints. */
export function auditRoutes(router: Router, { audit }: { audit: Audit }): void {
  router.route(listAuditEndpoint, ({ query }) => audit.list(query));
  router.route(getAuditCheck, () => audit.lastCheck());
  let running: Promise<AuditCheck> | null = null;
  router.route(checkAudit, () => {
    // Concurrent callers share one reading of the log.
    running ??= audit.checkNow().finally(() => {
      running = null;
    });
    return running;
  });
}
