import { onTestFinished, vi } from 'vitest';
import type { DatabaseHandle } from '../../../db/index.ts';

/** A clock that stands still but for what a test lets pass. */
export type HeldTime = {
  /** Lets time pass in steps; none is made before every question to a vendor or the database is answered. */
  pass: (milliseconds: number) => Promise<void>;
  /** Moves the clock; what waits, waits as long as before, as on a machine that slept. */
  leapTo: (timeMs: number) => void;
};

const STEP_MS = 1_000;
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

/** Whether anybody uses a connection of a pool, as within a transaction, or waits for one. */
function isUsed({ waitingCount, totalCount, idleCount }: DatabaseHandle['pool']): boolean {
  return waitingCount > 0 || totalCount > idleCount;
}

/** Holds the clock from a moment on until the test ends. */
export function holdTime(nowMs: number, { pool }: Pick<DatabaseHandle, 'pool'>): HeldTime {
  const questions = countQuestions();
  vi.useFakeTimers({
    now: nowMs,
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
  onTestFinished(() => void vi.useRealTimers());
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    async pass(milliseconds) {
      for (let passedMs = 0; passedMs < milliseconds; passedMs += STEP_MS) {
        for (let idle = 0; idle < IDLE_TURNS; idle++) {
          await turn();
          if (questions() > 0 || isUsed(pool)) idle = 0;
        }
        await vi.advanceTimersByTimeAsync(STEP_MS);
      }
    },
    leapTo: (timeMs) => void vi.setSystemTime(timeMs),
  };
}
