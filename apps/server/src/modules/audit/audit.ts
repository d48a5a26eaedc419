import { hkdfSync } from 'node:crypto';
import type { AuditCheck, AuditPage } from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import type { Database, Db } from '../../db/index.ts';
import { appendToChain, removeAgedFromChain } from './chain.ts';
import { type ChainCheck, checkChain } from './check-chain.ts';
import type { AuditEntry } from './entry.ts';
import { keepCheck, readLastCheck } from './last-check.ts';
import { listAudit } from './list-audit.ts';
import { createRepeatedEntries, type RepeatedEntries } from './repeated-entries.ts';
import type { AuditQuestion } from './store.ts';

/** The append-only record of who did what, chained by HMACs. */
export type Audit = {
  /** Adds an entry in the transaction of the change it tells of: both stay or neither does. Call it last. */
  append: (trx: Transaction<Database>, entry: AuditEntry) => Promise<void>;
  /** Adds an entry about something that changed nothing, in a transaction of its own. */
  record: (entry: AuditEntry) => Promise<void>;
  /** Entries that may come in floods. */
  repeated: RepeatedEntries;
  /** Entries that fit a filter, the newest first. */
  list: (question: AuditQuestion) => Promise<AuditPage>;
  check: () => Promise<ChainCheck>;
  /** Checks the chain and keeps what came of it for `lastCheck`. */
  checkAndKeep: () => Promise<ChainCheck>;
  lastCheck: () => Promise<AuditCheck | null>;
  /** Removes entries older than the 24 months they are kept. */
  removeAged: () => Promise<void>;
};

type Deps = {
  db: Db;
  clock: { now: () => number };
  log: { error: (detail: object, message: string) => void };
  /** The installation's secret: without it nobody writes an entry that passes for ours. */
  secret: string;
};

/** Opens the record; nothing is written before the first entry. */
export function createAudit({ db, clock, log, secret }: Deps): Audit {
  const key = new Uint8Array(hkdfSync('sha256', secret, 'moneytrail', 'audit chain', 32));
  const append: Audit['append'] = (trx, entry) =>
    appendToChain(trx, key, { entry, atMs: clock.now() });
  const record: Audit['record'] = (entry) => db.transaction().execute((trx) => append(trx, entry));
  return {
    append,
    record,
    repeated: createRepeatedEntries({ record, clock, log }),
    list: (question) => listAudit(db, question),
    check: () => checkChain(db, key),
    checkAndKeep: async () => {
      const check = await checkChain(db, key);
      await keepCheck(db, check, clock.now());
      return check;
    },
    lastCheck: () => readLastCheck(db),
    removeAged: () => db.transaction().execute((trx) => removeAgedFromChain(trx, key)),
  };
}
