import type { ErrorPage } from '@moneytrail/contract';
import type { Db } from '../../db/index.ts';
import type { ErrorRow, NewError } from './entry.ts';
import type { LineBuffer } from './line-buffer.ts';
import { type ErrorQuestion, listErrors } from './list-errors.ts';
import { createPendingRows } from './pending-rows.ts';
import { readLogLine } from './read-log-line.ts';
import { createRedact } from './redact.ts';
import { keepNewest } from './store.ts';
import { storeRows } from './store-rows.ts';

/** Failures of all processes and pages, for super admins to read. */
export type ErrorLog = {
  /** Notes a failure; it is stored within seconds and never waited for. */
  add: (failure: NewError) => void;
  /** Failures that fit, the newest first; those this process has noted are among them. */
  list: (question: ErrorQuestion) => Promise<ErrorPage>;
  /** A text without secrets, as everything is that is kept. */
  redact: (text: string) => string;
  /** Stores what was noted so far; a failure to do so is only logged, and tried again. */
  flush: () => Promise<void>;
  close: () => Promise<void>;
};

const FLUSH_MS = 1_000;
const RETRY_MS = 10_000;
/** Different failures of one source: none can push out those of another. */
const MOST_OF_A_SOURCE = 1_000;

type Deps = {
  db: Db;
  clock: { now: () => number };
  /** Its lines do not come back to the buffer. */
  log: { warn: (detail: object, message: string) => void };
  lines: LineBuffer;
  /** Values of settings that nobody may read. */
  secrets: readonly string[];
};

/** Opens the error log: what the log's lines tell of failures is stored from now on. */
export function createErrorLog({ db, clock, log, lines, secrets }: Deps): ErrorLog {
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
    // What the server itself fails with comes first.
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

  /** One at a time; `store` rejects never. */
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
    add(failure) {
      pending.add(failure);
      plan(FLUSH_MS);
    },
    redact: (text) => redact.text(text),
    async list(question) {
      await flush();
      return listErrors(db, question);
    },
    flush,
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await flush();
    },
  };
}
