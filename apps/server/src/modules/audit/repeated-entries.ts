import type { Kysely } from 'kysely';
import type { Database } from '../../db/index.ts';
import type { AuditEntry } from './append-audit.ts';
import { recordAlone } from './record-alone.ts';

/** Entries that may come in floods: the first is written at once, the others of a minute as one that counts them. */
export type RepeatedEntries = {
  /** Records an entry; equal keys within a minute are counted. */
  add: (key: string, entry: AuditEntry) => Promise<void>;
  /** Writes what has been counted for a minute, or all of it. */
  flush: (which: 'due' | 'all') => Promise<void>;
};

type Counted = { entry: AuditEntry; sinceMs: number; times: number };

const TOGETHER_MS = 60_000;
const MAX_COUNTED = 5_000;

/** Nothing that is added is lost: what was counted is written when its minute is over, at the latest when asked to. */
export function createRepeatedEntries(deps: {
  db: Kysely<Database>;
  clock: { now: () => number };
}): RepeatedEntries {
  const counted = new Map<string, Counted>();
  async function write(key: string): Promise<void> {
    const known = counted.get(key);
    counted.delete(key);
    if (!known || known.times === 0) return;
    const { entry, times } = known;
    await recordAlone(deps, { ...entry, after: { ...entry.after, furtherTimes: times } });
  }
  async function flush(which: 'due' | 'all'): Promise<void> {
    const edgeMs = deps.clock.now() - TOGETHER_MS;
    for (const [key, { sinceMs }] of [...counted]) {
      if (which === 'all' || sinceMs <= edgeMs) await write(key);
    }
  }
  return {
    flush,
    add: async (key, entry) => {
      const nowMs = deps.clock.now();
      const known = counted.get(key);
      if (known && nowMs - known.sinceMs < TOGETHER_MS) {
        known.times += 1;
        return;
      }
      if (counted.size >= MAX_COUNTED) await flush('all');
      else await write(key);
      counted.set(key, { entry, sinceMs: nowMs, times: 0 });
      await recordAlone(deps, entry);
    },
  };
}
