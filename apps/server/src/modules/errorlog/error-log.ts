import { DAY_MS } from '@moneytrail/calendar';
import {
  ERROR_SOURCES,
  type ErrorPage,
  type ErrorSource,
  type listErrors as listEndpoint,
  type RequestOf,
} from '@moneytrail/contract';
import * as z from 'zod/mini';
import type { Db } from '../../db/index.ts';
import { readPage } from '../../http/page.ts';
import { defineScheduled, type Job } from '../../jobs/index.ts';
import type { Log } from '../../log.ts';
import { createPendingRows } from './pending-rows.ts';
import { createRedact } from './redact.ts';
import {
  type ErrorRow,
  findErrors,
  keepNewest,
  type NewError,
  removeErrorsBefore,
  storeRows,
} from './store.ts';

const FLUSH_MS = 1_000;
const RETRY_MS = 10_000;
/** Limit of distinct failures per source, so that no source displaces another's. */
const MOST_OF_A_SOURCE = 1_000;

type Deps = {
  db: Db;
  clock: { now: () => number };
  /** Its lines are not recorded again. */
  log: Pick<Log, 'warn'>;
  lines: LineBuffer;
  /** Values of secret settings. */
  secrets: readonly string[];
};

/** Failures of all processes and pages, readable by super admins. */
export type ErrorLog = ReturnType<typeof createErrorLog>;

/** Opens the error log, which from now on stores the failures in the program's log. */
export function createErrorLog({ db, clock, log, lines, secrets }: Deps) {
  const redact = createRedact(secrets);
  const pending = createPendingRows({ clock, redact });
  let timer: NodeJS.Timeout | null = null;
  let flushing: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function store(): Promise<void> {
    const { lines: taken, lostCount } = lines.take();
    pending.lose(lostCount);
    for (const { line, atMs } of taken) {
      const failure = readLogLine(line, atMs);
      if (failure) pending.add(failure);
    }
    const { own, reported } = pending.take();
    // The server's own failures first.
    for (const rows of [own, reported]) await storeBatch(rows);
  }

  async function storeBatch(rows: readonly ErrorRow[]): Promise<void> {
    if (rows.length === 0) return;
    const { left, cause } = await storeRows({ db, log }, rows);
    if (left.length > 0) {
      pending.putBack(left);
      log.warn({ err: cause, waiting: left.length }, 'failures could not be stored');
      plan(RETRY_MS);
      return;
    }
    try {
      for (const source of new Set(rows.map((row) => row.source))) {
        await keepNewest(db, source, MOST_OF_A_SOURCE);
      }
    } catch (error) {
      log.warn({ err: error }, 'old failures could not be removed');
    }
  }

  /** Runs one `store` at a time; `store` never rejects. */
  function flush(): Promise<void> {
    flushing = flushing.then(store);
    return flushing;
  }

  function plan(afterMs: number): void {
    if (timer !== null || isClosed) return;
    timer = setTimeout(() => {
      timer = null;
      void flush();
    }, afterMs);
    timer.unref();
  }

  lines.onWrite(() => plan(FLUSH_MS));
  return {
    /** Records a failure without waiting; it is stored within seconds. */
    add(failure: NewError): void {
      pending.add(failure);
      plan(FLUSH_MS);
    },
    /** Removes secrets from a text, as from everything stored. */
    redact: (text: string): string => redact.text(text),
    /** Matching failures, newest first, including this process's latest. */
    async list(question: ErrorQuestion): Promise<ErrorPage> {
      await flush();
      return listErrors(db, question);
    },
    /** Stores all recorded failures; a storage error is logged and retried. */
    flush,
    async close(): Promise<void> {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await flush();
    },
  };
}

type BufferedLine = { line: string; atMs: number };

const MOST_LINES = 500;
/** Longer lines are dropped, because a truncated line is no valid JSON; they remain in the log itself. */
const LONGEST_LINE = 64 * 1_024;

/** Buffers failure lines between the log, which must never wait, and the database. */
export type LineBuffer = ReturnType<typeof createLineBuffer>;

export function createLineBuffer(clock: { now: () => number }) {
  let lines: BufferedLine[] = [];
  let lostCount = 0;
  let listener = () => {};
  return {
    /** Buffers a line, or counts it as lost if the buffer is full. */
    write(line: string): void {
      if (lines.length < MOST_LINES && line.length <= LONGEST_LINE) {
        lines.push({ line, atMs: clock.now() });
      } else lostCount += 1;
      listener();
    },
    /** The lines buffered since the last call, and the number of lost ones. */
    take() {
      const taken = { lines, lostCount };
      lines = [];
      lostCount = 0;
      return taken;
    },
    /** Calls the listener for each line from now on. */
    onWrite(next: () => void): void {
      listener = next;
      if (lines.length > 0) listener();
    },
  };
}

/** Source of the error log's own log lines, which it does not record. */
export const OWN_SOURCE = 'errorlog';

const logLine = z.looseObject({
  level: z.number(),
  msg: z.optional(z.string()),
  source: z.optional(z.string()),
  err: z.optional(z.looseObject({ message: z.optional(z.string()) })),
});
/** Fields of every line that readers do not need. */
const UNTOLD = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'source']);

const sourceOf = (given: string | undefined): ErrorSource =>
  ERROR_SOURCES.find((source) => source === given) ?? 'server';

function levelOf(level: number): NewError['level'] {
  if (level >= 60) return 'fatal';
  return level >= 50 ? 'error' : 'warning';
}

/** Parses a log line; null for invalid lines and those of the error log itself. */
function readLogLine(line: string, atMs: number): NewError | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return null;
  }
  const { data } = z.safeParse(logLine, parsed);
  if (!data || data.source === OWN_SOURCE) return null;
  const { level, msg = '', source, err } = data;
  const cause = err?.message ?? '';
  return {
    source: sourceOf(source),
    level: levelOf(level),
    message: [msg, cause].filter((part) => part !== '').join(': ') || 'no message',
    context: Object.fromEntries(Object.entries(data).filter(([name]) => !UNTOLD.has(name))),
    atMs,
  };
}

type ErrorQuestion = RequestOf<typeof listEndpoint>['query'];

const context = z.record(z.string(), z.unknown());
const place = z.strictObject({
  lastSeenMs: z.int(),
  fingerprint: z.string().check(z.regex(/^[\da-f]{24}$/)),
});
const momentOf = (ms: number) => new Date(ms).toISOString();

const present = (row: ErrorRow): ErrorPage['entries'][number] => ({
  _id: row.fingerprint,
  timestamp: momentOf(row.last_seen_ms),
  source: row.source,
  message: row.message,
  context: context.parse(JSON.parse(row.context)),
  level: row.level,
  count: row.count,
  firstSeen: momentOf(row.first_seen_ms),
});

async function listErrors(db: Db, question: ErrorQuestion): Promise<ErrorPage> {
  const { rows, nextCursor } = await readPage(question, {
    place,
    placeOf: (row: ErrorRow) => ({ lastSeenMs: row.last_seen_ms, fingerprint: row.fingerprint }),
    read: (after, most) => findErrors(db, question, after, most),
  });
  return { entries: rows.map(present), nextCursor };
}

/** Shorter than the time until an account is erased. */
const KEPT_MS = 30 * DAY_MS;

/** Removes failures not seen for thirty days. */
export function errorLogJobs({ db, clock }: { db: Db; clock: { now: () => number } }): Job[] {
  return [
    defineScheduled({
      name: 'errorlog.remove-aged',
      schedule: '50 1 * * *',
      handler: () => removeErrorsBefore(db, clock.now() - KEPT_MS),
    }),
  ];
}
