import type { Log } from '../../log.ts';
import type { AuditEntry } from './entry.ts';

type Counted = { entry: AuditEntry; sinceMs: number; times: number };

const TOGETHER_MS = 60_000;
const MAX_COUNTED = 5_000;

/**
 * Entries that may come in floods: the first is written at once, the others of a minute as one entry with their count.
 * No entry is lost: counts are written when their minute is over, at the latest by `close`.
 */
export function createRepeatedEntries(deps: {
  record: (entry: AuditEntry) => Promise<void>;
  log: Pick<Log, 'error'>;
  clock: { now: () => number };
}) {
  const counted = new Map<string, Counted>();
  async function write(key: string): Promise<void> {
    const known = counted.get(key);
    counted.delete(key);
    if (!known || known.times === 0) return;
    const { entry, times } = known;
    await deps.record({ ...entry, after: { ...entry.after, furtherTimes: times } });
  }
  let timer: NodeJS.Timeout | null = null;
  async function flush(which: 'due' | 'all'): Promise<void> {
    const edgeMs = deps.clock.now() - TOGETHER_MS;
    for (const [key, { sinceMs }] of [...counted]) {
      if (which === 'all' || sinceMs <= edgeMs) await write(key);
    }
  }
  const flushDue = () =>
    flush('due').catch((error: unknown) => {
      deps.log.error({ err: error }, 'counted refusals could not be recorded');
    });
  return {
    /** Writes counts that are a minute old; also runs every minute. */
    flush: () => flush('due'),
    /** Writes all counts and stops. */
    close: async () => {
      if (timer) clearInterval(timer);
      await flush('all');
    },
    /** Records an entry; repetitions of a key within a minute are only counted. */
    add: async (key: string, entry: AuditEntry): Promise<void> => {
      timer ??= setInterval(flushDue, TOGETHER_MS).unref();
      const nowMs = deps.clock.now();
      const known = counted.get(key);
      if (known && nowMs - known.sinceMs < TOGETHER_MS) {
        known.times += 1;
        return;
      }
      if (counted.size >= MAX_COUNTED) await flush('all');
      else await write(key);
      counted.set(key, { entry, sinceMs: nowMs, times: 0 });
      await deps.record(entry);
    },
  };
}
