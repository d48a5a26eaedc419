import { onTestFinished, vi } from 'vitest';
import type { DatabaseHandle } from '../../../db/index.ts';

/** A clock that only a test advances. */
export type HeldTime = {
  /** Advances time in steps, each after all questions to vendors and the database are answered. */
  pass: (milliseconds: number) => Promise<void>;
  /** Moves the clock without the timers, as on a machine that slept. */
  leapTo: (timeMs: number) => void;
};

const STEP_MS = 1_000;
/** Turns of the event loop in which an answer may cause another question. */
const IDLE_TURNS = 5;

/** Counts the questions under way, including the reading of their answers. */
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

/** Whether a connection of a pool is in use or waited for. */
function isUsed({ waitingCount, totalCount, idleCount }: DatabaseHandle['pool']): boolean {
  return waitingCount > 0 || totalCount > idleCount;
}

/** Controls the clock until the test ends. */
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
