import type { ErrorSource } from '@moneytrail/contract';
import type { Redact } from './redact.ts';
import { type ErrorRow, fingerprintOf, type NewError } from './store.ts';

const LONGEST_MESSAGE = 500;
const LONGEST_CONTEXT = 16_000;
/** Sources that anybody can write to; they cannot displace rows of other sources. */
const REPORTED: ReadonlySet<string> = new Set<ErrorSource>(['browser', 'content-policy']);
const MOST_REPORTED = 50;
const MOST_OWN = 100;

type Failure = Omit<NewError, 'source'> & { source: string };

function rowOf(redact: Redact, { source, level, message, context, atMs }: Failure): ErrorRow {
  const json = JSON.stringify(redact.fields(context));
  const row = {
    source,
    level,
    message: redact.text(message, LONGEST_MESSAGE),
    context: json.length > LONGEST_CONTEXT ? JSON.stringify({ tooLong: json.length }) : json,
    count: 1,
    first_seen_ms: atMs,
    last_seen_ms: atMs,
  };
  return { ...row, fingerprint: fingerprintOf(row) };
}

/**
 * Redacted failures waiting to be stored, one row per fingerprint: a bounded number of rows per source, further ones are
 * only counted.
 */
export function createPendingRows(deps: { clock: { now: () => number }; redact: Redact }) {
  let sources = new Map<string, Map<string, ErrorRow>>();
  let lost = new Map<string, number>();

  function rowsOf(source: string): Map<string, ErrorRow> {
    const rows = sources.get(source) ?? new Map<string, ErrorRow>();
    sources.set(source, rows);
    return rows;
  }

  function lose(source: string, count: number): void {
    lost.set(source, (lost.get(source) ?? 0) + count);
  }

  function keep(source: string, row: ErrorRow): void {
    const rows = rowsOf(source);
    const known = rows.get(row.fingerprint);
    if (known) {
      known.count += row.count;
      known.first_seen_ms = Math.min(known.first_seen_ms, row.first_seen_ms);
      known.last_seen_ms = Math.max(known.last_seen_ms, row.last_seen_ms);
    } else if (rows.size < (REPORTED.has(source) ? MOST_REPORTED : MOST_OWN)) {
      rows.set(row.fingerprint, row);
    } else lose(source, row.count);
  }

  function tellLost(): void {
    const atMs = deps.clock.now();
    const message = 'more failed than could be noted';
    for (const [source, count] of lost) {
      const row = rowOf(deps.redact, { source, level: 'error', message, context: {}, atMs });
      const known = rowsOf(source).get(row.fingerprint)?.count ?? 0;
      rowsOf(source).set(row.fingerprint, { ...row, count: known + count });
    }
    lost = new Map();
  }

  return {
    add: (failure: NewError): void => keep(failure.source, rowOf(deps.redact, failure)),
    /** Counts failures without any details. */
    lose: (count: number): void => {
      if (count > 0) lose('server', count);
    },
    /** Removes and returns all rows: the server's own failures, and those reported by pages and browsers. */
    take() {
      tellLost();
      const taken: Record<'own' | 'reported', ErrorRow[]> = { own: [], reported: [] };
      for (const [source, rows] of sources) {
        taken[REPORTED.has(source) ? 'reported' : 'own'].push(...rows.values());
      }
      sources = new Map();
      return taken;
    },
    /** Puts back rows that could not be stored. */
    putBack(given: readonly ErrorRow[]): void {
      for (const row of given) keep(row.source, row);
    },
  };
}
