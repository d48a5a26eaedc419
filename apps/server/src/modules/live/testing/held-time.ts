import type { KyselyPlugin, QueryId } from 'kysely';
import { onTestFinished, vi } from 'vitest';
import type { Db } from '../../../db/index.ts';

/** A clock that stands still but for what a test lets pass. */
export type HeldTime = {
  /** Lets time pass in steps; none is made before every question to a vendor or a followed database is answered. */
  pass: (milliseconds: number) => Promise<void>;
  /** Moves the clock; what waits, waits as long as before, as on a machine that slept. */
  leapTo: (timeMs: number) => void;
  /** The same database, whose answers time waits for. */
  follow: (db: Db) => Db;
};

const STEP_MS = 250;
/** What follows from an answer may be another question. */
const IDLE_TURNS = 5;

/** Counts the questions that are under way, the reading of their answers included. */
function countQuestions(): () => number {
  const { fetch } = globalThis;
  let underWay = 0;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
    underWay++;
    try {
      const { status, headers, body } = await fetch(...request);
      const answer = body ? await new Response(body).arrayBuffer() : null;
      return new Response(answer, { status, headers });
    } finally {
      underWay--;
    }
  });
  onTestFinished(() => spy.mockRestore());
  return () => underWay;
}

/** Counts the statements of a database that are not answered. */
class StatementCounter implements KyselyPlugin {
  readonly #open = new Set<QueryId>();
  count = () => this.#open.size;
  transformQuery: KyselyPlugin['transformQuery'] = ({ node, queryId }) => {
    this.#open.add(queryId);
    return node;
  };
  transformResult: KyselyPlugin['transformResult'] = async ({ result, queryId }) => {
    this.#open.delete(queryId);
    return result;
  };
}

/** Holds the clock from a moment on until the test ends. */
export function holdTime(nowMs: number): HeldTime {
  const questions = countQuestions();
  vi.useFakeTimers({
    now: nowMs,
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
  onTestFinished(() => void vi.useRealTimers());
  const statements = new StatementCounter();
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    async pass(milliseconds) {
      for (let passedMs = 0; passedMs < milliseconds; passedMs += STEP_MS) {
        for (let idle = 0; idle < IDLE_TURNS; idle++) {
          await turn();
          if (questions() + statements.count() > 0) idle = 0;
        }
        await vi.advanceTimersByTimeAsync(STEP_MS);
      }
    },
    leapTo: (timeMs) => void vi.setSystemTime(timeMs),
    follow: (db) => db.withPlugin(statements),
  };
}
